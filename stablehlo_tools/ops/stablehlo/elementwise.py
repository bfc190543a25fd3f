"""Unary elementwise ops."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.ops.model.choices import overflow
from stablehlo_tools.ops.model.declare import Array, BooleanTensor, FloatOrComplexTensor, FloatTensor, op
from stablehlo_tools.ops.model.facts import DECIDES, EXACT, Execution, History, Numerics
from stablehlo_tools.ops.model.schema import (
    COMPLEX,
    FLOAT,
    INTEGER,
    PER_TENSOR,
    SIGNATURE,
    SIGNED,
    OperandRule,
)
from stablehlo_tools.ops.model.workspace import per_element
from stablehlo_tools.ops.numerics.complex_division import complex_quotient
from stablehlo_tools.ops.numerics.double_double import square_exactly
from stablehlo_tools.ops.numerics.narrow import upcast
from stablehlo_tools.ops.stablehlo.elementwise_rows import Function, unary

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
      has_accuracy=True, numerics=Numerics(is_singular=True))  # fmt: skip
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
      has_accuracy=True, numerics=Numerics(power=-0.5, is_singular=True),
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
      has_accuracy=True, numerics=Numerics(power=0.5))  # fmt: skip
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
