"""Operations on numbers of 106 bits, as pairs of f64: elementwise ones, and how they are moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.numerics.double_double import DoubleDouble

_WHOLE: Final = 2.0**50
_USUAL: Final = 600.0  # exponentials and logarithms of others are those of f64
_SMALL: Final = 2.0**-16
_MOST_QUADRANTS: Final = 2.0**30  # π has as many bits less beside its last ones


class DoubledOp(NamedTuple):
    """An operation in an execution: its kernel on arrays of f64, its attributes, and its regions."""

    kernel: Kernel
    attributes: Mapping[str, Any]
    regions: Mapping[str, Any]


# The kernel of an op on numbers, which may be doubled.
DoubledKernel = Callable[..., Any]
DOUBLED: Final = Registry[DoubledKernel]()


def settled(value: Any) -> Any:
    """A result as frames have it: an array where the second half is zero."""
    if not isinstance(value, DoubleDouble):
        return stored(value)
    low = np.where(np.isfinite(value.high) & np.isfinite(value.low), value.low, 0.0)
    return DoubleDouble(np.asarray(value.high), low) if low.any() else stored(np.asarray(value.high))


def doubled(value: Any) -> DoubleDouble:
    """A value as a doubled number; integers as they are."""
    if isinstance(value, DoubleDouble):
        return value
    high = np.asarray(value, np.float64)
    return DoubleDouble(high, np.zeros(high.shape))


def _halves(values: Any, half: str) -> Any:
    if isinstance(values, tuple | list):
        return tuple(_halves(each, half) for each in values)
    if isinstance(values, DoubleDouble):
        return getattr(values, half)
    is_float = isinstance(values, np.ndarray | np.generic) and values.dtype.kind == "f"
    return np.zeros(np.shape(values)) if half == "low" and is_float else as_array(values)


def moved(kernel: Kernel, operands: Sequence[Any], named: dict[str, Any]) -> Any:
    """Both halves are moved."""
    high, low = (kernel(*_halves(operands, half), **named) for half in ("high", "low"))
    return settled(DoubleDouble(high, low)) if np.asarray(high).dtype.kind == "f" else stored(high)


def signed(made: Any, kernel: Kernel, operands: Sequence[Any]) -> Any:
    """A result whose zeros have the signs that they have in f64: sums of halves lose them."""
    if not isinstance(made, DoubleDouble) or made.high.all():
        return made
    plain = np.asarray(kernel(*_halves(operands, "high")))
    return made.where(made.high != 0, doubled(np.copysign(0.0, plain)))


def nudged(value: Any) -> Array:
    """A number in f64 that is on the same side of all integers and halves."""
    if not isinstance(value, DoubleDouble):
        return np.asarray(value)
    high, low = value.high, value.low
    is_near = (2 * high == np.round(2 * high)) & (np.abs(high) < _WHOLE)
    return np.where(is_near & (low != 0), high + np.copysign(0.125, low), high)


# -- the rules ----------------------------------------------------------------------------------


@DOUBLED.of("add")
def _add(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _or_first(doubled(a) + doubled(b), a, b, np.add)


@DOUBLED.of("subtract")
def _subtract(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _or_first(doubled(a) - doubled(b), a, b, np.subtract)


@DOUBLED.of("multiply")
def _multiply(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _or_first(doubled(a) * doubled(b), a, b, np.multiply)


@DOUBLED.of("divide")
def _divide(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _or_first(doubled(a) / doubled(b), a, b, np.divide)


def _or_first(made: DoubleDouble, a: Any, b: Any, ufunc: np.ufunc) -> DoubleDouble:
    """The result; that of f64 where the algorithm leaves the range of f64: beyond 2^996, or infinite."""
    plain = ufunc(doubled(a).high, doubled(b).high)
    is_lost = ~(np.isfinite(made.high) & np.isfinite(made.low))
    return made.where(~is_lost, DoubleDouble(plain, np.zeros(np.shape(plain)))) if is_lost.any() else made


@DOUBLED.of("square")
def _square(site: DoubledOp, a: Any) -> DoubleDouble:
    return doubled(_multiply(site, a, a))


@DOUBLED.of("sqrt")
def _sqrt(site: DoubledOp, a: Any) -> DoubleDouble:
    x = doubled(a)
    root = doubled(np.sqrt(x.high))
    return _corrected(root, (x - root * root).high / (2 * root.high))


def _corrected(root: DoubleDouble, correction: Array) -> DoubleDouble:
    """A root of f64 after a step of Newton's method; as it is where it is zero, infinite or NaN."""
    return DoubleDouble.of_sum(root.high, correction).where(np.isfinite(correction), root)


@DOUBLED.of("rsqrt")
def _rsqrt(site: DoubledOp, a: Any) -> DoubleDouble:
    return doubled(_divide(site, np.ones(doubled(a).high.shape), _sqrt(site, a)))


@DOUBLED.of("exponential")
def _exponential(site: DoubledOp, a: Any) -> DoubleDouble:
    x = doubled(a)
    is_usual = np.abs(x.high) < _USUAL
    return x.where(is_usual, 0.0).exp().where(is_usual, doubled(np.exp(x.high)))


@DOUBLED.of("log")
def _log(site: DoubledOp, a: Any) -> DoubleDouble:
    x = doubled(a)
    is_usual = (x.high > 2.0**-_USUAL) & (x.high < 2.0**_USUAL)
    return x.where(is_usual, 1.0).log().where(is_usual, doubled(np.log(x.high)))


@DOUBLED.of("log_plus_one")
def _log_plus_one(site: DoubledOp, a: Any) -> DoubleDouble:
    x = doubled(a)
    return _near_zero(x, lambda near, sum, k: (doubled(1.0) / k - sum) * near, _log(site, _add(site, x, 1.0)))


@DOUBLED.of("exponential_minus_one")
def _exponential_minus_one(site: DoubledOp, a: Any) -> DoubleDouble:
    x = doubled(a)
    return _near_zero(
        x, lambda near, sum, k: (sum + 1.0) * near / k, doubled(_subtract(site, _exponential(site, x), 1.0))
    )


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


@DOUBLED.of("logistic")
def _logistic(site: DoubledOp, a: Any) -> DoubleDouble:
    x = doubled(a)
    made = doubled(_divide(site, 1.0, _exponential(site, -x) + 1.0))
    return made.where(x.high > -_USUAL, _exponential(site, x))


@DOUBLED.of("tanh")
def _tanh(site: DoubledOp, a: Any) -> DoubleDouble:
    """(1 - exp(-2 |x|)) / (1 + exp(-2 |x|)), which cancels for small x: x - x³ / 3 + 2 x⁵ / 15 there."""
    x = doubled(_abs(site, a))
    power = _exponential(site, _multiply(site, x, -2.0))
    square = x * x
    small = x * (square * (square * 2.0 / 15.0 - doubled(1.0) / 3.0) + 1.0)
    made = small.where(x.high < _SMALL, (-power + 1.0) / (power + 1.0))
    return made.where(doubled(a).high >= 0, -made)


@DOUBLED.of("sine")
def _sine(site: DoubledOp, a: Any) -> DoubleDouble:
    return _trigonometric(site, a, 0)


@DOUBLED.of("cosine")
def _cosine(site: DoubledOp, a: Any) -> DoubleDouble:
    return _trigonometric(site, a, 1)


def _trigonometric(site: DoubledOp, a: Any, shift: int) -> DoubleDouble:
    """Sines and cosines of the rest by a quarter turn, of which `shift` are added."""
    x = doubled(a)
    quadrants = np.rint(x.high / (np.pi / 2))
    is_finite = np.isfinite(x.high)
    if (np.abs(quadrants[is_finite]) > _MOST_QUADRANTS).any():
        raise Unsupported("the uncertainty of sines of so large numbers in f64 is not covered")
    is_odd = (quadrants + shift) % 2 == 1
    rest = x - DoubleDouble.of_number(_QUARTER) * doubled(quadrants)
    square, series = -(rest * rest), doubled(np.ones(rest.high.shape))
    for order in range(28, 0, -2):  # divisors of x^(2k) are (2k)! of cosines and (2k + 1)! of sines
        divisor = np.where(is_odd, order * (order - 1.0), order * (order + 1.0))
        series = series * square / doubled(divisor) + 1.0
    made = series.where(is_odd, series * rest)
    made = made.where((quadrants + shift) % 4 < 2, -made)
    return made.where(is_finite, np.nan)


_QUARTER: Final = Decimal("1.57079632679489661923132169163975144209858469968755")


@DOUBLED.of("power")
def _power(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    """exp(y log |x|), with the sign of x for odd y."""
    x, y = doubled(a), doubled(b)
    plain = np.power(x.high, y.high)
    product = _log(site, _abs(site, x)) * y
    is_whole = (y.high == np.rint(y.high)) & (y.low == 0)
    is_known = (x.high > 0) | ((x.high < 0) & is_whole)
    is_known &= np.isfinite(plain) & (plain != 0) & (np.abs(product.high) < _USUAL)
    made = _exponential(site, product.where(is_known, 0.0))
    made = made.where((x.high > 0) | (y.high % 2 == 0), -made)
    return doubled(made.where(is_known, doubled(plain)))


@DOUBLED.of("tan")
def _tan(site: DoubledOp, a: Any) -> DoubleDouble:
    return doubled(_divide(site, _sine(site, a), _cosine(site, a)))


@DOUBLED.of("sinh")
def _sinh(site: DoubledOp, a: Any) -> DoubleDouble:
    """(u + u / (u + 1)) / 2 with u = exp(|x|) - 1."""
    power = _exponential_minus_one(site, _abs(site, a))
    half = _half(site, a, power, doubled(_divide(site, power, power + 1.0)))
    return half.where(doubled(a).high >= 0, -half)


@DOUBLED.of("cosh")
def _cosh(site: DoubledOp, a: Any) -> DoubleDouble:
    power = _exponential(site, _abs(site, a))
    return _half(site, a, power, doubled(_divide(site, 1.0, power)))


def _half(site: DoubledOp, a: Any, power: DoubleDouble, other: DoubleDouble) -> DoubleDouble:
    """Half of a sum; of great numbers exp(|x|) / 2, whose double may be beyond the range of f64."""
    x = doubled(_abs(site, a))
    root = _exponential(site, _multiply(site, x, 0.5))
    great = _multiply(site, _multiply(site, root, 0.5), root)
    return ((power + other) * 0.5).where(x.high < _USUAL, great)


@DOUBLED.of("atan2")
def _atan2(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    """The angle t of f64, and y cos(t) - x sin(t) of numbers on the unit circle: the sine of its error."""
    y, x = doubled(a), doubled(b)
    angle = doubled(np.arctan2(y.high, x.high))
    size = np.maximum(np.abs(x.high), np.abs(y.high))
    is_usual = np.isfinite(size) & (size > 0)
    _, exponents = np.frexp(np.where(is_usual, size, 1.0))
    y, x = (
        DoubleDouble(np.ldexp(each.high, -exponents), np.ldexp(each.low, -exponents)).where(is_usual, 1.0)
        for each in (y, x)
    )
    rest = y * _cosine(site, angle) - x * _sine(site, angle)
    return doubled((angle + rest / _sqrt(site, x * x + y * y)).where(is_usual, angle))


@DOUBLED.of("atan")
def _atan(site: DoubledOp, a: Any) -> DoubleDouble:
    return doubled(_atan2(site, a, np.ones(doubled(a).high.shape)))


@DOUBLED.of("asin")
def _asin(site: DoubledOp, a: Any) -> DoubleDouble:
    return doubled(_atan2(site, a, _leg(site, a)))


@DOUBLED.of("acos")
def _acos(site: DoubledOp, a: Any) -> DoubleDouble:
    return doubled(_atan2(site, _leg(site, a), a))


def _leg(site: DoubledOp, a: Any) -> DoubleDouble:
    """sqrt((1 - x) (1 + x))."""
    return doubled(_sqrt(site, (-doubled(a) + 1.0) * (doubled(a) + 1.0)))


@DOUBLED.of("asinh")
def _asinh(site: DoubledOp, a: Any) -> DoubleDouble:
    """log(1 + x + x² / (1 + sqrt(1 + x²))) of |x|, which is not greater than 2^300."""
    x = doubled(_abs(site, a))
    is_usual = x.high < 2.0 ** (_USUAL / 2)
    near = x.where(is_usual, 0.0)
    square = near * near
    made = _log_plus_one(site, near + square / (_sqrt(site, square + 1.0) + 1.0))
    made = made.where(is_usual, np.arcsinh(x.high))
    return doubled(made.where(doubled(a).high >= 0, -made))


@DOUBLED.of("acosh")
def _acosh(site: DoubledOp, a: Any) -> DoubleDouble:
    """log(1 + y + sqrt(y (y + 2))) of y = x - 1."""
    x = doubled(a)
    is_usual = x.high < 2.0 ** (_USUAL / 2)
    near = x.where(is_usual, 1.0) - 1.0
    made = _log_plus_one(site, near + _sqrt(site, near * (near + 2.0)))
    return doubled(made.where(is_usual, np.arccosh(x.high)))


@DOUBLED.of("atanh")
def _atanh(site: DoubledOp, a: Any) -> DoubleDouble:
    x = doubled(a)
    is_inside = np.abs(x.high) < 1
    near = x.where(is_inside, 0.0)
    return doubled(
        (_log_plus_one(site, near * 2.0 / (-near + 1.0)) * 0.5).where(is_inside, np.arctanh(x.high))
    )


@DOUBLED.of("cbrt")
def _cbrt(site: DoubledOp, a: Any) -> DoubleDouble:
    """A step of Newton's method from the root of f64."""
    x = doubled(a)
    root = doubled(np.cbrt(x.high))
    return _corrected(root, (x - root * root * root).high / (3 * root.high * root.high))


@DOUBLED.of("erf")
def _erf(site: DoubledOp, a: Any) -> DoubleDouble:
    return _error_function(site, a, is_complement=False)


@DOUBLED.of("erfc")
def _erfc(site: DoubledOp, a: Any) -> DoubleDouble:
    return _error_function(site, a, is_complement=True)


def _error_function(site: DoubledOp, a: Any, *, is_complement: bool) -> DoubleDouble:
    """A series of positive terms up to 2.5 (DLMF 7.6.2), beyond a continued fraction of 1 - erf (7.9.1)."""
    x = doubled(_abs(site, a))
    near, far = x.where(x.high < _NEAR, 0.0), x.where((x.high >= _NEAR) & (x.high < _FAR), _NEAR)
    square, series, fraction = near * near * 2.0, doubled(np.ones(x.high.shape)), far
    for k in range(_TERMS, 0, -1):
        series = series * square / doubled(2.0 * k + 1) + 1.0
        fraction = far + doubled(k / 2) / fraction
    scale = doubled(1.0) / _sqrt(site, DoubleDouble.of_number(_PI))
    of_near = scale * near * 2.0 * series * _exponential(site, -(near * near))
    root = _exponential(site, far * far * -0.5)  # whose square may be smaller than usual numbers
    of_far = (scale / fraction * root * root).where(x.high < _FAR, 0.0)
    erf = of_near.where(x.high < _NEAR, -of_far + 1.0)
    is_positive = doubled(a).high >= 0
    if is_complement:
        made = (-of_near + 1.0).where(x.high < _NEAR, of_far).where(is_positive, erf + 1.0)
    else:
        made = erf.where(is_positive, -erf)
    return doubled(made.where(~np.isnan(x.high), np.nan))


_NEAR: Final = 2.5
_FAR: Final = 27.0  # beyond, the complement is zero in f64
_TERMS: Final = 100
_PI: Final = Decimal("3.14159265358979323846264338327950288419716939937511")


@DOUBLED.of("negate")
def _negate(site: DoubledOp, a: Any) -> Any:
    return -doubled(a) if is_float(a) else site.kernel(a)


@DOUBLED.of("abs")
def _abs(site: DoubledOp, a: Any) -> Any:
    return doubled(a).where(doubled(a).high >= 0, -doubled(a)) if is_float(a) else site.kernel(a)


def is_float(value: Any) -> bool:
    """Whether a value is of floats, which may be doubled."""
    return isinstance(value, DoubleDouble) or value.dtype.kind == "f"


@DOUBLED.of("convert")
def _convert(site: DoubledOp, a: Any) -> Any:
    """Floats stay as they are: that of a narrower type is a rounding. Integers are decided, or exact."""
    if site.attributes["result"].element_type.kind != "float":
        return site.kernel(nudged(a))
    if is_float(a) or a.dtype.kind == "b":
        return doubled(a)
    high = a.astype(np.float64)
    lost = np.where(np.abs(high) < 2.0**62, a - high.astype(a.dtype), 0)  # of integers of 64 bits
    return DoubleDouble(high, lost.astype(np.float64))


@DOUBLED.of("compare")
def _compare(site: DoubledOp, a: Any, b: Any) -> Any:
    x, y = doubled(a), doubled(b)
    is_tie = x.high == y.high
    return site.kernel(np.where(is_tie, x.low, x.high), np.where(is_tie, y.low, y.high))


def _first(x: DoubleDouble, y: DoubleDouble, sign: int) -> DoubleDouble:
    """The greater one, or for a sign of -1 the lesser; NaN if one is."""
    apart = sign * np.where(x.high == y.high, x.low - y.low, x.high - y.high)
    chosen = x.where((apart >= 0) | np.isnan(x.high), y)
    return chosen.where((x.high != y.high) | (x.low != y.low), x)


@DOUBLED.of("maximum")
def _maximum(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _first(doubled(a), doubled(b), 1)


@DOUBLED.of("minimum")
def _minimum(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _first(doubled(a), doubled(b), -1)


@DOUBLED.of("select")
def _select(site: DoubledOp, pred: Any, a: Any, b: Any) -> Any:
    return moved(site.kernel, (pred, a, b), {})
