"""Operations on numbers of 106 bits, as pairs of f64: elementwise operations, and moves of elements."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.numerics.double_double import DoubleDouble

_WHOLE: Final = 2.0**50
PI: Final = DoubleDouble.from_number(Decimal("3.14159265358979323846264338327950288419716939937511"))
USUAL: Final = 600.0  # exponentials and logarithms of other numbers are computed in f64
_SMALL: Final = 2.0**-16
_MOST_QUADRANTS: Final = 2.0**30  # the reduction by π loses up to 30 bits


class DoubledOp(NamedTuple):
    """An operation in an execution: its kernel on arrays of f64, its attributes and its regions."""

    kernel: Kernel
    attributes: Mapping[str, Any]
    regions: Mapping[str, Any]


# The kernel of an op on numbers that may be doubled.
DoubledKernel = Callable[..., Any]
DOUBLED: Final = Registry[DoubledKernel]()
OF_COMPLEX: Final = Registry[DoubledKernel]()  # if operands or results are complex
Function = Callable[..., DoubleDouble]


def function(name: str) -> Callable[[Function], Function]:
    """Register a function of doubled numbers that depends on its operands only."""

    def register(compute: Function) -> Function:
        DOUBLED.register(name)(lambda site, *operands: compute(*map(doubled, operands)))
        return compute

    return register


def settled(value: Any) -> Any:
    """A result as frames hold it: a plain array if the second half is zero."""
    if not isinstance(value, DoubleDouble):
        return stored(value)
    low = np.where(np.isfinite(value.high) & np.isfinite(value.low), value.low, 0.0)
    return DoubleDouble(np.asarray(value.high), low) if low.any() else stored(np.asarray(value.high))


def doubled(value: Any) -> DoubleDouble:
    """A value as a doubled number; integers become f64."""
    if isinstance(value, DoubleDouble):
        return value
    high = np.asarray(value)
    high = high.astype(np.complex128 if high.dtype.kind == "c" else np.float64, copy=False)
    return DoubleDouble(high, np.zeros_like(high))


def parts(value: Any) -> tuple[DoubleDouble, DoubleDouble]:
    """The real and imaginary parts of complex numbers."""
    x = doubled(value)
    return DoubleDouble(x.high.real, x.low.real), DoubleDouble(x.high.imag, x.low.imag)


def joined(real: DoubleDouble, imaginary: DoubleDouble) -> DoubleDouble:
    """Complex numbers with these parts."""
    return real.zipped(_joined, imaginary)


def scaled(x: DoubleDouble, exponents: Array) -> DoubleDouble:
    """Numbers times powers of two."""
    return DoubleDouble(np.ldexp(x.high, exponents), np.ldexp(x.low, exponents))


def _joined(real: Array, imaginary: Array) -> Array:
    result = np.empty(np.broadcast_shapes(real.shape, imaginary.shape), np.complex128)
    result.real, result.imag = real, imaginary
    return result


def _halves(values: Any, half: str) -> Any:
    if isinstance(values, tuple | list):
        return tuple(_halves(value, half) for value in values)
    if isinstance(values, DoubleDouble):
        return getattr(values, half)
    is_rounded = isinstance(values, np.ndarray | np.generic) and is_float(values)
    return np.zeros_like(values) if half == "low" and is_rounded else as_array(values)


def moved(kernel: Kernel, operands: Sequence[Any], named: dict[str, Any]) -> Any:
    """The operands moved by the kernel, both halves alike."""
    high, low = (kernel(*_halves(operands, half), **named) for half in ("high", "low"))
    return settled(DoubleDouble(high, low)) if is_float(np.asarray(high)) else stored(high)


def signed(result: Any, kernel: Kernel, operands: Sequence[Any]) -> Any:
    """A result whose zeros have the signs of the f64 result: sums of halves lose them."""
    if not isinstance(result, DoubleDouble) or result.high.dtype.kind == "c" or result.high.all():
        return result
    plain = np.asarray(kernel(*_halves(operands, "high")))
    return result.where(result.high != 0, doubled(np.copysign(0.0, plain)))


def nudged(value: Any) -> Array:
    """A number in f64 on the same side of each integer and half-integer as the doubled one."""
    if not isinstance(value, DoubleDouble):
        return np.asarray(value)
    high, low = value.high, value.low
    is_near = (2 * high == np.round(2 * high)) & (np.abs(high) < _WHOLE)
    return np.where(is_near & (low != 0), high + np.copysign(0.125, low), high)


# -- the rules ----------------------------------------------------------------------------------


def _arithmetic(name: str, compute: Function, ufunc: np.ufunc) -> Function:
    """Register an arithmetic operation, computed in f64 where its algorithm leaves the range of f64."""

    @function(name)
    def computing(a: DoubleDouble, b: DoubleDouble | float) -> DoubleDouble:
        return _or_first(compute(a, b), a, doubled(b), ufunc)

    return computing


def _or_first(result: DoubleDouble, a: DoubleDouble, b: DoubleDouble, ufunc: np.ufunc) -> DoubleDouble:
    """The result; that of f64 where the algorithm overflows (beyond 2^996) or is not finite."""
    plain = ufunc(a.high, b.high)
    is_lost = ~(np.isfinite(result.high) & np.isfinite(result.low))
    return result.where(~is_lost, DoubleDouble(plain, np.zeros(np.shape(plain)))) if is_lost.any() else result


add = _arithmetic("add", operator.add, np.add)
subtract = _arithmetic("subtract", operator.sub, np.subtract)
multiply = _arithmetic("multiply", operator.mul, np.multiply)
divide = _arithmetic("divide", operator.truediv, np.divide)
negate = function("negate")(operator.neg)
function("square")(lambda x: multiply(x, x))
function("rsqrt")(lambda x: divide(doubled(np.ones(x.high.shape)), sqrt(x)))
DOUBLED.register("reduce_precision")(lambda site, a: a)


@function("sqrt")
def sqrt(x: DoubleDouble) -> DoubleDouble:
    """The square root."""
    root = doubled(np.sqrt(x.high))
    return corrected(root, (x - root * root).high / (2 * root.high))


def corrected(root: DoubleDouble, correction: Array) -> DoubleDouble:
    """A root of f64 after a step of Newton's method; unchanged where the correction is not finite."""
    return DoubleDouble.from_sum(root.high, correction).where(np.isfinite(correction), root)


@function("exponential")
def exponential(x: DoubleDouble) -> DoubleDouble:
    """The exponential, computed in f64 for |x| of 600 or more."""
    is_usual = np.abs(x.high) < USUAL
    return x.where(is_usual, 0.0).exp().where(is_usual, doubled(np.exp(x.high)))


@function("log")
def log(x: DoubleDouble) -> DoubleDouble:
    """The logarithm, computed in f64 outside of 2^-600 to 2^600."""
    is_usual = (x.high > 2.0**-USUAL) & (x.high < 2.0**USUAL)
    return x.where(is_usual, 1.0).log().where(is_usual, doubled(np.log(x.high)))


@function("log_plus_one")
def log_plus_one(x: DoubleDouble) -> DoubleDouble:
    """The logarithm of 1 + x."""
    return _near_zero(x, lambda near, sum, k: (doubled(1.0) / k - sum) * near, log(add(x, 1.0)))


@function("exponential_minus_one")
def exponential_minus_one(x: DoubleDouble) -> DoubleDouble:
    """exp(x) - 1."""
    far = subtract(exponential(x), 1.0)
    return _near_zero(x, lambda near, sum, k: (sum + 1.0) * near / k, far)


def _near_zero(
    x: DoubleDouble, step: Callable[[DoubleDouble, DoubleDouble, int], DoubleDouble], otherwise: DoubleDouble
) -> DoubleDouble:
    """The first six terms of a power series by Horner's method; the seventh is below 2^-96 of the first."""
    is_small = np.abs(x.high) < _SMALL
    near = x.where(is_small, 0.0)
    series = doubled(np.zeros(near.high.shape))
    for k in range(6, 0, -1):
        series = step(near, series, k)
    return series.where(is_small, otherwise)


@function("logistic")
def _logistic(x: DoubleDouble) -> DoubleDouble:
    result = divide(doubled(1.0), exponential(-x) + 1.0)
    return result.where(x.high > -USUAL, exponential(x))


@function("tanh")
def _tanh(x: DoubleDouble) -> DoubleDouble:
    """(1 - exp(-2 |x|)) / (1 + exp(-2 |x|)); for small x, where it cancels, x - x³ / 3 + 2 x⁵ / 15."""
    size = absolute(x)
    power, square = exponential(multiply(size, -2.0)), size * size
    small = size * (square * (square * 2.0 / 15.0 - doubled(1.0) / 3.0) + 1.0)
    result = small.where(size.high < _SMALL, (-power + 1.0) / (power + 1.0))
    return result.where(x.high >= 0, -result)


@function("sine")
def sine(x: DoubleDouble) -> DoubleDouble:
    """sin(x)."""
    return _trigonometric(x, 0)


@function("cosine")
def cosine(x: DoubleDouble) -> DoubleDouble:
    """cos(x)."""
    return _trigonometric(x, 1)


def _trigonometric(x: DoubleDouble, shift: int) -> DoubleDouble:
    """The sine of x plus `shift` quarter turns, by a series in the remainder modulo a quarter turn."""
    quadrants = np.rint(x.high / (np.pi / 2))
    is_finite = np.isfinite(x.high)
    if (np.abs(quadrants[is_finite]) > _MOST_QUADRANTS).any():
        raise Unsupported("the uncertainty of sines of numbers this large in f64 is not supported")
    is_odd = (quadrants + shift) % 2 == 1
    reduced = x - PI * 0.5 * doubled(quadrants)
    square, series = -(reduced * reduced), doubled(np.ones(reduced.high.shape))
    for order in range(28, 0, -2):  # x^(2k) is divided by (2k)! for cosines, by (2k + 1)! for sines
        divisor = np.where(is_odd, order * (order - 1.0), order * (order + 1.0))
        series = series * square / doubled(divisor) + 1.0
    result = series.where(is_odd, series * reduced)
    result = result.where((quadrants + shift) % 4 < 2, -result)
    return result.where(is_finite, np.nan)


@function("power")
def _power(x: DoubleDouble, y: DoubleDouble) -> DoubleDouble:
    """exp(y log |x|), with the sign of x for odd y."""
    plain = np.power(x.high, y.high)
    product = log(absolute(x)) * y
    is_whole = (y.high == np.rint(y.high)) & (y.low == 0)
    is_known = (x.high > 0) | ((x.high < 0) & is_whole)
    is_known &= np.isfinite(plain) & (plain != 0) & (np.abs(product.high) < USUAL)
    result = exponential(product.where(is_known, 0.0))
    result = result.where((x.high > 0) | (y.high % 2 == 0), -result)
    return result.where(is_known, doubled(plain))


@function("abs")
def absolute(x: DoubleDouble) -> DoubleDouble:
    """|x|."""
    return x.where(x.high >= 0, -x)


def is_float(value: Any) -> bool:
    """Whether a value has floats or complex numbers, which may be doubled."""
    return isinstance(value, DoubleDouble) or value.dtype.kind in "fc"


@OF_COMPLEX.register("convert")
@DOUBLED.register("convert")
def _convert(site: DoubledOp, a: Any) -> Any:
    """Floats stay as they are, since narrower types only round; integers come from the f64 kernel."""
    kind = site.attributes["result"].element_type.kind
    if kind == "complex":
        number = doubled(_as_float(a))
        return number if number.high.dtype.kind == "c" else joined(number, doubled(np.zeros(())))
    return _as_float(a) if kind == "float" else site.kernel(nudged(a))


def _as_float(a: Any) -> DoubleDouble:
    if is_float(a) or a.dtype.kind == "b":
        return doubled(a)
    high = a.astype(np.float64)
    lost = (a - high.astype(a.dtype)).astype(np.int64)  # of 64-bit integers, of either sign
    return DoubleDouble(high, np.where(np.abs(high) < 2.0**62, lost, 0).astype(np.float64))


@function("remainder")
def _remainder(x: DoubleDouble, y: DoubleDouble) -> DoubleDouble:
    """The exact remainder of the first halves, corrected for the second ones, in two rounds."""
    remainder, size = absolute(x), absolute(y)
    for _ in range(2):
        first = np.fmod(remainder.high, size.high)
        times = np.rint((remainder.high - first) / size.high)
        remainder = doubled(first) + doubled(remainder.low) - doubled(times) * doubled(size.low)
    remainder = (remainder + size).where(remainder.high < 0, remainder)
    remainder = (remainder - size).where((remainder - size).high >= 0, remainder)
    return _or_first(remainder.where(x.high >= 0, -remainder), x, y, np.fmod)


@DOUBLED.register("next_after")
def _next_after(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    x, y = doubled(a), doubled(b)
    return x + doubled(site.kernel(x.high, y.high) - x.high)


@OF_COMPLEX.register("compare")
@DOUBLED.register("compare")
def _compare(site: DoubledOp, a: Any, b: Any) -> Any:
    x, y = doubled(a), doubled(b)
    is_tie = (x.high == y.high) & (x.low != y.low)  # zeros keep their signs
    return site.kernel(np.where(is_tie, x.low, x.high), np.where(is_tie, y.low, y.high))


def _first(x: DoubleDouble, y: DoubleDouble, sign: int) -> DoubleDouble:
    """The larger number, or the smaller one if `sign` is -1; NaN if either is NaN."""
    apart = sign * np.where(x.high == y.high, x.low - y.low, x.high - y.high)
    chosen = x.where((apart >= 0) | np.isnan(x.high), y)
    return chosen.where((x.high != y.high) | (x.low != y.low), x)


function("maximum")(lambda x, y: _first(x, y, 1))
function("minimum")(lambda x, y: _first(x, y, -1))
DOUBLED.register("select")(lambda site, *operands: moved(site.kernel, operands, {}))


OF_COMPLEX.register("add")(DOUBLED["add"])
OF_COMPLEX.register("subtract")(DOUBLED["subtract"])
OF_COMPLEX.register("negate")(DOUBLED["negate"])
OF_COMPLEX.register("select")(DOUBLED["select"])
