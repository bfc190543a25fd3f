"""Unary elementwise ops, and the declaration of elementwise ops.

An op that is a numpy function is a row: `unary("tanh", np.tanh, ...)`. Element types that numpy does not
compute in are converted to a wider type, and the result is rounded, or wrapped, once (`in_compute_type`).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of, element_type_of
from stablehlo_tools.ir.types import QuantizedType
from stablehlo_tools.ops.model.choices import overflow
from stablehlo_tools.ops.model.declare import (
    Anything,
    Argument,
    Array,
    BooleanTensor,
    FloatOrComplexTensor,
    FloatTensor,
    op,
)
from stablehlo_tools.ops.model.facts import (
    ALL_VERSIONS,
    DECIDES,
    EXACT,
    NEW_ARRAYS,
    ROUNDED,
    Execution,
    History,
    Numerics,
)
from stablehlo_tools.ops.model.schema import (
    COMPLEX,
    FLOAT,
    INTEGER,
    PER_TENSOR,
    SIGNATURE,
    SIGNED,
    OperandRule,
)
from stablehlo_tools.ops.model.specialize import Kernel, Make, Site, specialize
from stablehlo_tools.ops.model.workspace import per_element
from stablehlo_tools.ops.numerics.complex_division import complex_quotient
from stablehlo_tools.ops.numerics.double_double import square_exactly
from stablehlo_tools.ops.numerics.narrow import COMPUTE_DTYPES, downcast, upcast
from stablehlo_tools.ops.stablehlo.accuracy import is_accuracy

SAME_TYPE = "C1  type(operand) = type(result)"
SAME_BASELINE_TYPE = "C1  baseline_type(operand) = baseline_type(result)"
# The specification lacks result_accuracy; this is MLIR's constraint, with a number of our own.
ACCURACY = (
    "\nC2  the mode of result_accuracy is DEFAULT, HIGHEST or TOLERANCE; its tolerances are numbers, "
    "not negative, 0 unless the mode is TOLERANCE"
)

Function = Callable[..., Any]


# --- narrow element types ---------------------------------------------------------------------------


def in_compute_type(function: Function) -> Function:
    """`function`, on operands of one type and with a result of that type, for every element type."""

    @functools.wraps(function)
    def kernel(*operands: Array, **named: Argument) -> Array:
        dtype = operands[0].dtype
        if dtype not in COMPUTE_DTYPES:
            return np.asarray(function(*operands, **named))
        named.pop("out", None)
        return downcast(np.asarray(function(*map(upcast, operands), **named)), dtype)

    return kernel


# numpy and ml_dtypes compute these on narrow floats as `in_compute_type` does, and faster up to this many
# elements. Measured: 0.9 against 3.5 us for 8 elements; for 2,048, 7 against 9 in bf16, 25 against 70 in f16.
_ROUNDED_ONCE: Final = (np.add, np.subtract, np.multiply, np.divide)
FEW: Final = 1 << 11


def _narrow_dtype(site: Site) -> np.dtype[Any] | None:
    """The one dtype of operands and results, if numpy does not compute in it."""
    types = {type.element_type for type in site.tensors}
    if len(types) != 1 or any(isinstance(type, QuantizedType) for type in types):
        return None
    dtype = dtype_of(site.tensors[0].element_type)
    return dtype if dtype in COMPUTE_DTYPES else None


def _ufunc_in_compute_type(site: Site, dtype: np.dtype[Any]) -> np.ufunc | None:
    execution = site.op.execution
    return None if execution.in_place else execution.ufunc_for(element_type_of(COMPUTE_DTYPES[dtype]))


def rounded_once(site: Site) -> np.ufunc | None:
    """The ufunc that computes the op on narrow floats, rounding once; None if numpy has none."""
    dtype = _narrow_dtype(site)
    if dtype is None or COMPUTE_DTYPES[dtype].kind != "f":
        return None
    ufunc = _ufunc_in_compute_type(site, dtype)
    return ufunc if ufunc in _ROUNDED_ONCE else None


def _is_small_and_narrow(site: Site) -> bool:
    """Whether a site has few elements, but no scalars, all of one type that numpy does not compute in."""
    if not site.is_static or len({*site.shapes}) != 1 or site.shapes[0] == ():
        return False
    return math.prod(site.shapes[0]) <= FEW and _narrow_dtype(site) is not None


def _on_few(function: Function) -> Make:
    """Makes `in_compute_type(function)` for sites that are small and narrow."""

    def make(site: Site) -> Kernel:
        direct = rounded_once(site)
        if direct is not None:
            return direct
        dtype = dtype_of(site.tensors[0].element_type)
        wide, compute = COMPUTE_DTYPES[dtype], _ufunc_in_compute_type(site, dtype) or function
        if len(site.operands) == 1:
            return lambda operand: compute(operand.astype(wide)).astype(dtype)
        return lambda lhs, rhs: compute(lhs.astype(wide), rhs.astype(wide)).astype(dtype)

    return make


def is_uniform(operand: Array) -> bool:
    """Whether a single element in memory represents all: a scalar, or a broadcast one."""
    return operand.size > 0 and not any(operand.strides)


def are_zeros(operand: Array, *, negative: bool) -> Array:
    """A mask of the zeros of this sign."""
    size = operand.dtype.itemsize
    return np.asarray(operand.view(_BITS[size]) == (1 << 8 * size - 1 if negative else 0))


def has_zeros(operand: Array, *, negative: bool) -> bool:
    """Whether there is a zero of this sign."""
    # the least signed integer has the bits of -0.0, the least unsigned one those of +0.0
    size = operand.dtype.itemsize
    bits = operand.view(_SIGNED_BITS[size] if negative else _BITS[size]).ravel("K")
    return bits.size > 0 and bits.item(bits.argmin()) == (-1 << 8 * size - 1 if negative else 0)


_BITS = {size: np.dtype(f"u{size}") for size in (1, 2, 4, 8)}
_SIGNED_BITS = {size: np.dtype(f"i{size}") for size in (1, 2, 4, 8)}

# The greatest error of functions on CPUs and GPUs in units in the last place, as JAX has measured them
# ("Numerical accuracy" in its documentation): 1.5 of exp and log, 5.5 of tanh, 7.5 of erf, in f32.
FUNCTION_ERROR: Final = 8.0

# --- rows -------------------------------------------------------------------------------------------


def unary(
    name: str,
    function: Function,
    kinds: frozenset[str],
    documentation: str,
    *,
    rules: str = SAME_BASELINE_TYPE,
    dialect: str = "stablehlo",
    outputs: str | Mapping[str, Any] = "result",
    has_accuracy: bool = False,
    numerics: Numerics = ROUNDED,
    execution: Execution = NEW_ARRAYS,
    history: History = ALL_VERSIONS,
) -> None:
    """Declare an op with one operand, and a result of the same type.

    If `function` is a numpy ufunc, it is the op's `ufunc` for all kinds of elements. An op that
    `has_accuracy` takes a result_accuracy, and is as accurate as possible whatever it is; others are as
    accurate as `FUNCTION_ERROR`.
    """
    compute = in_compute_type(function)

    def kernel(operand: Array) -> Array:
        return compute(operand)  # type: ignore[no-any-return]

    def kernel_with_accuracy(operand: Array, *, result_accuracy: Anything = None) -> Array:
        return compute(operand)  # type: ignore[no-any-return]

    specialize(f"{dialect}.{name}", "small and narrow", when=_is_small_and_narrow)(_on_few(function))
    op(
        rules + ACCURACY * has_accuracy,
        elementwise=True,
        predicates={"C2": is_accuracy} if has_accuracy else None,
        dialect=dialect,
        outputs=outputs,
        numerics=replace(numerics, error=FUNCTION_ERROR) if has_accuracy else numerics,
        execution=_executed(execution, function),
        history=_revised(history) if has_accuracy else history,
    )(_described(kernel_with_accuracy if has_accuracy else kernel, name, {"operand": kinds}, documentation))


def _revised(history: History) -> History:
    """The history of an op that got a result_accuracy, most of them in version 1.10."""
    return replace(history, revised=history.revised or (1, 10), added=("result_accuracy",))


def binary(
    name: str,
    function: Function,
    kinds: frozenset[str],
    documentation: str,
    *,
    rules: str,
    numerics: Numerics = ROUNDED,
    execution: Execution = NEW_ARRAYS,
) -> None:
    """Declare an op with two operands and a result of one type; see `unary`."""
    compute = in_compute_type(function)

    def kernel(lhs: Array, rhs: Array) -> Array:
        return compute(lhs, rhs)  # type: ignore[no-any-return]

    def kernel_in_place(lhs: Array, rhs: Array, *, out: Array | None = None) -> Array:
        return compute(lhs, rhs, out=out)  # type: ignore[no-any-return]

    specialize(f"stablehlo.{name}", "small and narrow", when=_is_small_and_narrow)(_on_few(function))
    chosen = kernel_in_place if execution.in_place else kernel
    op(rules, elementwise=True, numerics=numerics, execution=_executed(execution, function))(
        _described(chosen, name, {"lhs": kinds, "rhs": kinds}, documentation)
    )


def _executed(execution: Execution, function: Function) -> Execution:
    return replace(execution, ufunc=function) if isinstance(function, np.ufunc) else execution


def _described(
    kernel: Function, name: str, kinds: Mapping[str, frozenset[str]], documentation: str
) -> Function:
    """`kernel` with the name and the documentation of an op, whose operands are of `kinds`."""
    for operand, admitted in kinds.items():
        kernel.__annotations__[operand] = Annotated[Array, OperandRule(admitted)]
    kernel.__name__ = kernel.__qualname__ = name
    kernel.__doc__ = documentation
    return kernel


# --- functions that numpy lacks, or computes differently --------------------------------------------


def polar(magnitude: Array, angle: Array) -> Array:
    """The complex numbers with these magnitudes and angles."""
    result = np.empty(magnitude.shape, np.result_type(magnitude, np.complex64))
    np.multiply(magnitude, np.cos(angle), out=result.real)
    np.multiply(magnitude, np.sin(angle), out=result.imag)
    return result


def in_double(function: Function) -> Function:
    """`function`, for complex<f32> computed in complex<f64>, since terms of a part may cancel."""

    @functools.wraps(function)
    def compute(*operands: Array) -> Any:
        if operands[0].dtype != np.complex64:
            return function(*operands)
        wide = (operand.astype(np.complex128) for operand in operands)
        return np.asarray(function(*wide)).astype(np.complex64)

    return compute


def _exponential(operand: Array) -> Any:
    exponential = np.asarray(np.exp(operand))
    if operand.dtype.kind == "c":
        # C distinguishes exp(inf + inf i) from exp(-inf + inf i); here, both are NaN
        exponential[np.isinf(operand.real) & np.isinf(operand.imag)] = complex(np.nan, np.nan)
    return exponential


@in_double
def _exponential_minus_one(operand: Array) -> Any:
    less_one = np.asarray(np.expm1(operand))
    if operand.dtype.kind == "c":
        # where exp(x) overflows, exp(x) cos(y) need not, and subtracting 1 makes no difference
        is_large = np.isfinite(operand.real) & (operand.real > 700)
        less_one[is_large] = _exponential(operand[is_large])
        is_real = operand.imag == 0  # else, infinity times zero would give NaN
        np.copyto(less_one.imag, operand.imag, where=is_real)
    return less_one


@in_double
def _cbrt(operand: Array) -> Array:
    if operand.dtype.kind != "c":
        return np.cbrt(operand)
    root = polar(np.cbrt(np.abs(operand)), np.angle(operand) / 3)
    # near the axis, the angle y / x may underflow though r^(1/3) y / (3 x) = y / (3 r^(2/3)) does not
    x, y = operand.real, operand.imag
    is_near_axis = (np.abs(y) < 1e-9 * x) & np.isfinite(x)
    real = root.real[is_near_axis]
    root.imag[is_near_axis] = y[is_near_axis] / (3 * real * real)
    return root


@in_double
def _log_plus_one(operand: Array) -> Array:
    logarithm = np.asarray(np.log1p(operand))
    if operand.dtype.kind == "c":
        x, y = operand.real, operand.imag
        # |1 + z|^2 - 1 = 2 x + x^2 + y^2 cancels near the unit circle around -1 unless it is summed exactly
        size = np.abs(operand + 1)
        logarithm.real = np.where((size > 0.5) & (size < 4), _half_log1p(x, y), np.log(operand + 1).real)
    return logarithm


def _half_log1p(x: Array, y: Array) -> Array:
    """log(1 + (2 x + x^2 + y^2)) / 2, with the sum in twice the precision."""
    x_squared, lost_1 = square_exactly(x)
    y_squared, lost_2 = square_exactly(y)
    partial, lost_3 = _sum(2 * x, x_squared)
    total, lost_4 = _sum(partial, y_squared)
    return np.asarray(np.log1p(total + (lost_1 + lost_2 + lost_3 + lost_4)) / 2)


def _sum(a: Array, b: Array) -> tuple[Array, Array]:
    """a + b, and its rounding error (Knuth, TAOCP 4.2.2, theorem B)."""
    total = a + b
    shift = total - a
    return total, (a - (total - shift)) + (b - shift)


def _round_nearest_afz(operand: Array) -> Any:
    # adding 0.5 and truncating would round 0.49999997 to 1
    truncated = np.trunc(operand)
    step = np.asarray(np.abs(operand - truncated) >= 0.5, operand.dtype)
    return truncated + np.copysign(step, operand)


def _sign(operand: Array) -> Array:
    if operand.dtype.kind != "c":
        sign = np.sign(operand)
        return np.copysign(sign, operand) if operand.dtype.kind == "f" else sign  # the sign of -0.0 is -0.0
    size = np.abs(operand)
    sign = np.empty_like(operand)
    for part, of in ((sign.real, operand.real), (sign.imag, operand.imag)):
        np.copyto(part, np.divide(of, size, where=size != 0, out=np.zeros_like(size)))
    return np.where(np.isnan(size), complex(np.nan, np.nan), sign)


@in_double
def _rsqrt(operand: Array) -> Array:
    root = np.sqrt(operand)
    return complex_quotient(np.ones((), root.dtype), root) if root.dtype.kind == "c" else 1 / root


@in_double
def _logistic(operand: Array) -> Any:
    if operand.dtype.kind != "c":
        power = np.exp(-operand)
        is_too_large = np.isinf(power)
        logistic = np.asarray(1 / (1 + power))
        return np.where(is_too_large, np.exp(operand), logistic) if is_too_large.any() else logistic
    # exp(-x) may overflow in both parts, whose quotient is NaN: use exp(-|x|), which cannot
    small = np.exp(np.where(operand.real < 0, operand, -operand))
    logistic = np.where(operand.real < 0, small, 1) / (1 + small)
    # logistic has poles on the imaginary axis, near which 1 + small cancels
    return np.where(np.abs(operand.real) < 1, 0.5 + 0.5 * np.tanh(operand / 2), logistic)


# --- the ops ----------------------------------------------------------------------------------------

_REAL = FLOAT | PER_TENSOR
_CONTINUOUS = FLOAT | COMPLEX | PER_TENSOR

unary("cbrt", _cbrt, _CONTINUOUS,
      "The cube root of each element, negative for a negative one; for a complex one, the root with a third "
      "of its angle.",
      has_accuracy=True,
      execution=Execution(np.cbrt, FLOAT, workspace=per_element(complex=48)))  # fmt: skip
unary(
    "ceil", np.ceil, _REAL, "Each element rounded up to an integral value; -0.5 gives -0.0.", numerics=DECIDES
)
unary("cosine", np.cos, _CONTINUOUS,
      "The cosine of each element in radians; NaN for infinity.",
      has_accuracy=True)  # fmt: skip
unary("exponential", _exponential, _CONTINUOUS,
      "The exponential of each element; infinity on overflow, 0 for negative infinity.",
      has_accuracy=True,
      execution=Execution(np.exp, FLOAT),
      history=History(revised=(1, 9)))  # fmt: skip
unary("exponential_minus_one", _exponential_minus_one, _CONTINUOUS,
      "The exponential of each element minus one, accurate also near zero.",
      has_accuracy=True,
      execution=Execution(np.expm1, FLOAT, workspace=per_element(complex=26)))  # fmt: skip
unary("floor", np.floor, _REAL,
      "Each element rounded down to an integral value; -0.0 gives -0.0.", numerics=DECIDES)  # fmt: skip
unary("log", np.log, _CONTINUOUS,
      "The natural logarithm of each element; negative infinity for 0, NaN for negative floats, the "
      "principal value for complex elements.",
      has_accuracy=True)  # fmt: skip
unary("log_plus_one", _log_plus_one, _CONTINUOUS,
      "The natural logarithm of one plus each element, accurate also near zero; negative infinity for -1, "
      "NaN for floats less than -1.",
      has_accuracy=True,
      numerics=Numerics(has_poles=True),
      execution=Execution(np.log1p, FLOAT, workspace=per_element(complex=114)))  # fmt: skip
unary("logistic", _logistic, _CONTINUOUS,
      "The logistic function (sigmoid) of each element x: 1 / (1 + exp(-x)), from 0 to 1 for floats.",
      has_accuracy=True,
      execution=Execution(workspace=per_element(complex=74, arrays=2)))  # fmt: skip
unary("negate", np.negative, INTEGER | _CONTINUOUS,
      "The negation of each element. Integers wrap: the least signed integer is unchanged, an unsigned 1 "
      "becomes the greatest value.",
      numerics=replace(EXACT, leaves_open=(overflow(np.negative),)))  # fmt: skip
unary("round_nearest_afz", _round_nearest_afz, _REAL,
      "Each element rounded to the nearest integral value, ties away from zero: 2.5 gives 3, -2.5 "
      "gives -3.",
      numerics=DECIDES, execution=Execution(workspace=per_element(arrays=2)))  # fmt: skip
unary("round_nearest_even", np.rint, _REAL,
      "Each element rounded to the nearest integral value, ties to even: 2.5 gives 2, 3.5 "
      "gives 4.", numerics=DECIDES)  # fmt: skip
unary("rsqrt", _rsqrt, _CONTINUOUS,
      "The reciprocal square root of each element; infinity of the same sign for a zero, NaN for negative "
      "floats.",
      has_accuracy=True,
      execution=Execution(workspace=per_element(complex=42, arrays=1)))  # fmt: skip
unary("sign", _sign, SIGNED | _CONTINUOUS,
      "The sign of each element: -1, 0 or 1; zeros keep their sign, and NaN is NaN. For a complex x, x / "
      "|x|.",
      numerics=replace(DECIDES, rounds_complex=True),
      execution=Execution(np.sign, SIGNED, workspace=per_element(complex=26, arrays=1)))  # fmt: skip
unary("sine", np.sin, _CONTINUOUS,
      "The sine of each element in radians; NaN for infinity.",
      has_accuracy=True)  # fmt: skip
unary("sqrt", np.sqrt, _CONTINUOUS,
      "The square root of each element; NaN for negative floats, -0.0 for -0.0, the root with non-negative "
      "real part for complex elements.",
      has_accuracy=True)  # fmt: skip
unary("tan", in_double(np.tan), _CONTINUOUS,
      "The tangent of each element in radians; NaN for infinity.",
      has_accuracy=True,
      execution=Execution(np.tan, FLOAT, workspace=per_element(complex=24)),
      history=History(since=(1, 4)))  # fmt: skip
unary("tanh", np.tanh, _CONTINUOUS,
      "The hyperbolic tangent of each element, from -1 to 1 for floats.",
      has_accuracy=True)  # fmt: skip

_PART = """
C1  shape(result) = shape(operand)
C2  element_type(result) = is_complex(operand) ?
      complex_element_type(element_type(operand)) : element_type(operand)
"""

unary("abs", np.absolute, SIGNED | _CONTINUOUS,
      "The absolute value of each element, the magnitude of complex ones. The least signed integer, whose "
      "absolute value overflows, is unchanged.",
      outputs={"result": Annotated[Array, OperandRule(SIGNED | _REAL)]}, rules="""
C1  shape(result) = shape(operand)
C2  baseline_element_type(result) = is_complex(operand) ?
      complex_element_type(element_type(operand)) : baseline_element_type(operand)
""", numerics=replace(EXACT, rounds_complex=True, leaves_open=(overflow(np.absolute),)))  # fmt: skip


@op(
    "C1  shape(x) = shape(y)",
    outputs={"y": BooleanTensor},
    elementwise=True,
    numerics=DECIDES,
    execution=Execution(np.isfinite),
    format=SIGNATURE,
)
def is_finite(x: Annotated[Array, OperandRule(_REAL)]) -> Array:
    """Whether each element is finite, i.e. neither infinite nor NaN."""
    return np.asarray(np.isfinite(upcast(x)))


@op(
    _PART,
    outputs={"result": FloatTensor},
    elementwise=True,
    numerics=EXACT,
    execution=Execution(aliases="seldom"),
)
def real(operand: FloatOrComplexTensor) -> Array:
    """The real part of each element; floats are unchanged."""
    return operand.real if operand.dtype.kind == "c" else operand


@op(_PART, outputs={"result": FloatTensor}, elementwise=True, numerics=EXACT)
def imag(operand: FloatOrComplexTensor) -> Array:
    """The imaginary part of each element; zero for floats."""
    return operand.imag.copy() if operand.dtype.kind == "c" else np.zeros(operand.shape, operand.dtype)
