"""The declaration of elementwise ops, each a row: `unary("tanh", np.tanh, ...)`.

Element types that numpy does not compute in are converted to a wider type, and the result is rounded, or
wrapped, once (`in_compute_type`).
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
from stablehlo_tools.ops.model.declare import Anything, Argument, Array, op
from stablehlo_tools.ops.model.facts import ALL_VERSIONS, NEW_ARRAYS, ROUNDED, Execution, History, Numerics
from stablehlo_tools.ops.model.schema import OperandRule
from stablehlo_tools.ops.model.specialize import Kernel, Make, Site, specialize
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
