"""Hyperbolic, inverse, error, gamma and related functions of numbers of 106 bits.

Formulas are those of the NIST Digital Library of Mathematical Functions, https://dlmf.nist.gov, cited by
number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

import numpy as np

from stablehlo_tools.ops.numerics.double_double import DoubleDouble
from stablehlo_tools.ops.numerics.gamma_functions import (
    HALF_LOG_2_PI,
    SHIFTED_TO,
    asymptotic_series,
    bernoulli_numbers,
    digamma,
    digamma_beyond,
    zeta,
    zeta_of_integer,
)
from stablehlo_tools.verdict.envelope.doubled import rules as dd
from stablehlo_tools.verdict.envelope.doubled.rules import DOUBLED, PI, USUAL, DoubledOp, doubled, function

_EULER: Final = Decimal("0.57721566490153286060651209008240243104215933593992")
_BESIDE: Final = 2.0**-16  # distance from the zeros of lgamma; a few terms of its series are exact within


def _finite(result: DoubleDouble, site: DoubledOp, *operands: Any) -> DoubleDouble:
    """The numbers, or those of f64 where they are not finite, as at poles or on overflow."""
    is_finite = np.isfinite(result.high)
    if is_finite.all():
        return result
    return result.where(is_finite, doubled(site.kernel(*(doubled(operand).high for operand in operands))))


# -- hyperbolic functions, angles and roots ------------------------------------------------------


@function("tan")
def _tan(x: DoubleDouble) -> DoubleDouble:
    return dd.divide(dd.sine(x), dd.cosine(x))


@function("sinh")
def _sinh(x: DoubleDouble) -> DoubleDouble:
    """(u + u / (u + 1)) / 2 with u = exp(|x|) - 1."""
    power = dd.exponential_minus_one(dd.absolute(x))
    half = _half(x, power, dd.divide(power, power + 1.0))
    return half.where(x.high >= 0, -half)


@function("cosh")
def _cosh(x: DoubleDouble) -> DoubleDouble:
    power = dd.exponential(dd.absolute(x))
    return _half(x, power, dd.divide(doubled(1.0), power))


def _half(x: DoubleDouble, power: DoubleDouble, other: DoubleDouble) -> DoubleDouble:
    """Half of a sum; for large x, exp(|x|) / 2, since the sum may overflow."""
    size = dd.absolute(x)
    root = dd.exponential(dd.multiply(size, 0.5))
    great = dd.multiply(dd.multiply(root, 0.5), root)
    return ((power + other) * 0.5).where(size.high < USUAL, great)


@function("atan2")
def _atan2(y: DoubleDouble, x: DoubleDouble) -> DoubleDouble:
    """The angle t of f64, corrected by y cos(t) - x sin(t) on the unit circle: the sine of its error."""
    angle = doubled(np.arctan2(y.high, x.high))
    size = np.maximum(np.abs(x.high), np.abs(y.high))
    is_usual = np.isfinite(size) & (size > 0)
    _, exponents = np.frexp(np.where(is_usual, size, 1.0))
    y, x = (dd.scaled(operand, -exponents).where(is_usual, 1.0) for operand in (y, x))
    residual = y * dd.cosine(angle) - x * dd.sine(angle)
    return (angle + residual / dd.sqrt(x * x + y * y)).where(is_usual, angle)


function("atan")(lambda x: _atan2(x, doubled(np.ones(x.high.shape))))
function("asin")(lambda x: _atan2(x, _leg(x)))
function("acos")(lambda x: _atan2(_leg(x), x))


def _leg(x: DoubleDouble) -> DoubleDouble:
    """sqrt((1 - x) (1 + x))."""
    return dd.sqrt((-x + 1.0) * (x + 1.0))


@function("asinh")
def _asinh(x: DoubleDouble) -> DoubleDouble:
    """log(1 + x + x² / (1 + sqrt(1 + x²))) of |x|, computed in f64 from 2^300 on."""
    size = dd.absolute(x)
    is_usual = size.high < 2.0 ** (USUAL / 2)
    near = size.where(is_usual, 0.0)
    square = near * near
    result = dd.log_plus_one(near + square / (dd.sqrt(square + 1.0) + 1.0))
    result = result.where(is_usual, np.arcsinh(size.high))
    return result.where(x.high >= 0, -result)


@function("acosh")
def _acosh(x: DoubleDouble) -> DoubleDouble:
    """log(1 + y + sqrt(y (y + 2))) with y = x - 1."""
    is_usual = x.high < 2.0 ** (USUAL / 2)
    near = x.where(is_usual, 1.0) - 1.0
    result = dd.log_plus_one(near + dd.sqrt(near * (near + 2.0)))
    return result.where(is_usual, np.arccosh(x.high)).where(x.high >= 1, np.nan)


@function("atanh")
def _atanh(x: DoubleDouble) -> DoubleDouble:
    is_inside = np.abs(x.high) < 1
    near = x.where(is_inside, 0.0)
    return (dd.log_plus_one(near * 2.0 / (-near + 1.0)) * 0.5).where(is_inside, np.arctanh(x.high))


@function("cbrt")
def _cbrt(x: DoubleDouble) -> DoubleDouble:
    """A step of Newton's method from the root of f64."""
    root = doubled(np.cbrt(x.high))
    return dd.corrected(root, (x - root * root * root).high / (3 * root.high * root.high))


# -- error functions ----------------------------------------------------------------------------


@function("erf")
def _erf(x: DoubleDouble) -> DoubleDouble:
    return _error_function(x, is_complement=False)


@function("erfc")
def _erfc(x: DoubleDouble) -> DoubleDouble:
    return _error_function(x, is_complement=True)


def _error_function(x: DoubleDouble, *, is_complement: bool) -> DoubleDouble:
    """A series of positive terms up to 2.5 (DLMF 7.6.2), a continued fraction of 1 - erf beyond (7.9.1)."""
    size = dd.absolute(x)
    near = size.where(size.high < _NEAR, 0.0)
    far = size.where((size.high >= _NEAR) & (size.high < _FAR), _NEAR)
    square, series, fraction = near * near * 2.0, doubled(np.ones(x.high.shape)), far
    for k in range(_TERMS, 0, -1):
        series = series * square / doubled(2.0 * k + 1) + 1.0
        fraction = far + doubled(k / 2) / fraction
    scale = doubled(1.0) / dd.sqrt(PI)
    erf_near = scale * near * 2.0 * series * dd.exponential(-(near * near))
    root = dd.exponential(far * far * -0.5)  # its square may be below the usual range
    erfc_far = (scale / fraction * root * root).where(size.high < _FAR, 0.0)
    erf = erf_near.where(size.high < _NEAR, -erfc_far + 1.0)
    if is_complement:
        result = (-erf_near + 1.0).where(size.high < _NEAR, erfc_far).where(x.high >= 0, erf + 1.0)
    else:
        result = erf.where(x.high >= 0, -erf)
    return result.where(~np.isnan(size.high), np.nan)


_NEAR: Final = 2.5
_FAR: Final = 27.0  # beyond, the complement is zero in f64
_TERMS: Final = 100


@DOUBLED.register("erf_inv")
def _erf_inv(site: DoubledOp, a: Any) -> DoubleDouble:
    """A step of Newton's method from the f64 result, on the complement from 0.5 on."""
    x = doubled(a)
    size = dd.absolute(x)
    root = doubled(np.abs(site.kernel(x.high)))
    near = size - _erf(root)
    far = _erfc(root) - (-size + 1.0)
    slope = np.exp(-(root.high**2)) * (2 / math.sqrt(math.pi))
    step = near.where(size.high < 0.5, far).high / slope
    is_usual = np.isfinite(step) & (size.high > 2.0**-USUAL)
    result = (root + doubled(np.where(is_usual, step, 0.0))).where(is_usual, root)
    return result.where(x.high >= 0, -result)


# -- gamma functions ----------------------------------------------------------------------------


def _shifted(
    x: DoubleDouble, start: float, step: Callable[[DoubleDouble, DoubleDouble], DoubleDouble]
) -> tuple[DoubleDouble, DoubleDouble]:
    """Positive numbers shifted to at least 24 by integers, and the steps accumulated on the way."""
    total = doubled(np.full(x.high.shape, start))
    for _ in range(SHIFTED_TO):
        is_small = x.high < SHIFTED_TO
        total = step(total, x).where(is_small, total)
        x = (x + 1.0).where(is_small, x)
    return x, total


def _rest(x: DoubleDouble) -> DoubleDouble:
    """Pi times the signed distance to the nearest integer."""
    return (x - doubled(np.rint(x.high))) * PI


@DOUBLED.register("lgamma")
def _lgamma(site: DoubledOp, a: Any) -> DoubleDouble:
    """Stirling's series (5.11.1), Taylor's near 1 and 2 (25.11.12), reflection for negative x (5.5.3)."""
    x = doubled(a)
    positive = x.where(x.high > 0, -x + 1.0)
    y, product = _shifted(positive, 1.0, lambda total, number: total * number)
    series = asymptotic_series(y, lambda n, bernoulli: bernoulli / (n * (n - 1))) * y
    result = (y - 0.5) * dd.log(y) - y + DoubleDouble.from_number(HALF_LOG_2_PI) + series
    result = result - dd.log(product)
    for zero in (1, 2):
        beside = positive - float(zero)
        result = _beside(zero, beside).where(np.abs(beside.high) < _BESIDE, result)
    reflected = dd.log(PI / dd.absolute(dd.sine(_rest(x)))) - result
    return _finite(result.where(x.high > 0, reflected), site, a)


def _beside(zero: int, t: DoubleDouble) -> DoubleDouble:
    total = doubled(np.zeros(t.high.shape))
    for s in range(8, 1, -1):
        total = (total + DoubleDouble.from_number((-1) ** s * zeta_of_integer(s, Decimal(zero)) / s)) * t
    return (total + DoubleDouble.from_number(zero - 1 - _EULER)) * t


@DOUBLED.register("digamma")
def _digamma(site: DoubledOp, a: Any) -> DoubleDouble:
    """The asymptotic series (5.11.2), with reflection for negative numbers (5.5.4)."""
    is_finite = np.isfinite(doubled(a).high)
    x = doubled(a).where(is_finite, 1.0)
    y, total = _shifted(
        x.where(x.high > 0, -x + 1.0), 0.0, lambda total, number: total + doubled(1.0) / number
    )
    result = digamma_beyond(y) - total
    reflected = result - PI / _tan(_rest(x))
    return _finite(result.where(x.high > 0, reflected).where(is_finite, np.nan), site, a)


@DOUBLED.register("zeta")
def _zeta(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    """The sum of (q + k)^-s, with negative q + k summed apart; in f64 for huge operands and infinite sums."""
    s, q = doubled(a), doubled(b)
    plain = np.asarray(site.kernel(s.high, q.high))
    is_known = np.isfinite(plain) & (np.abs(s.high) < 2.0**USUAL) & (np.abs(q.high) < 2.0**USUAL)
    s, q = s.where(is_known, 2.0), q.where(is_known, 1.0)
    count = doubled(np.maximum(np.ceil(-q.high), 0))
    total = _zeta_of_positive(s, q + count)
    if count.high.any():
        start = -(q + count) + 1.0
        below = _zeta_of_positive(s, start) - _zeta_of_positive(s, start + count)
        below = below.where(s.high % 2 == 0, -below)
        total = (total + below).where(count.high > 0, total)
    return total.where(is_known, doubled(plain))


def _zeta_of_positive(s: DoubleDouble, q: DoubleDouble) -> DoubleDouble:
    """The Euler-Maclaurin formula (25.11.28)."""

    def power(base: DoubleDouble) -> DoubleDouble:
        return dd.exponential(-s * dd.log(base))

    total = doubled(np.zeros(q.high.shape))
    for k in range(SHIFTED_TO):
        total = total + power(q + float(k))
    end = q + float(SHIFTED_TO)
    last, inverse = power(end), doubled(1.0) / end
    total = total + last * (end / (s - 1.0) + 0.5)
    factor = s * last * inverse
    for n, bernoulli in enumerate(bernoulli_numbers()):
        if n and n % 2 == 0:
            total = total + factor * DoubleDouble.from_number(bernoulli / math.factorial(n))
            factor = factor * (s + (n - 1.0)) * (s + float(n)) * inverse * inverse
    return total


@DOUBLED.register("polygamma")
def _polygamma(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    """(-1)^(n + 1) n! zeta(n + 1, x) (25.11.12)."""
    n, x = doubled(a), doubled(b)
    plain = np.asarray(site.kernel(n.high, x.high))
    is_known = np.isfinite(plain) & (n.high > 0) & (n.high < len(_FACTORIALS.high)) & (n.low == 0)
    order = np.where(is_known, n.high, 1.0)
    result = doubled(_zeta(site._replace(kernel=zeta), order + 1, x.where(is_known, 1.0)))
    places = order.astype(np.intp)
    result = result * _FACTORIALS.changed(lambda half: half[places]) * _SCALE
    result = result.where(order % 2 == 1, -result).where(is_known, doubled(plain))
    digamma_value = doubled(_digamma(site._replace(kernel=digamma), x))
    return digamma_value.where(n.high == 0, result)


def _numbers(numbers: Sequence[Fraction]) -> DoubleDouble:
    """An array of doubled numbers."""
    parts = list(map(DoubleDouble.from_number, numbers))
    return DoubleDouble(np.array([part.high for part in parts]), np.array([part.low for part in parts]))


_SCALE: Final = 2.0**512  # keeps products with large factorials within the range of Dekker's method
_FACTORIALS: Final = _numbers([math.factorial(n) / Fraction(_SCALE) for n in range(171)])


# -- Bessel functions ---------------------------------------------------------------------------

_SERIES_TERMS, _ASYMPTOTIC_TERMS, _FROM = 100, 60, 40.0


@DOUBLED.register("bessel_i1e")
def _bessel_i1e(site: DoubledOp, a: Any) -> DoubleDouble:
    """The power series below 40 (10.25.2), the asymptotic series beyond (10.40.1)."""
    x = doubled(a)
    size = dd.absolute(x)
    near, far = size.where(size.high < _FROM, 0.0), size.where(size.high >= _FROM, _FROM)
    square, total, series = near * near * 0.25, doubled(np.ones(x.high.shape)), doubled(np.ones(x.high.shape))
    for k in range(_SERIES_TERMS, 0, -1):
        total = total * square / doubled(k * (k + 1.0)) + 1.0
    for k in range(_ASYMPTOTIC_TERMS, 0, -1):
        series = series * (((2 * k - 1) ** 2 - 4) / 8) / (far * float(k)) + 1.0
    near_value = near * 0.5 * total * dd.exponential(-near)
    far_value = series / dd.sqrt(far * PI * 2.0)
    result = near_value.where(size.high < _FROM, far_value)
    return _finite(result.where(x.high >= 0, -result).where(~np.isnan(x.high), np.nan), site, a)
