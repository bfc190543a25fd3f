"""Hyperbolic functions, inverses, error functions, gamma functions and their kin on numbers of 106 bits.

Formulas: NIST Digital Library of Mathematical Functions, https://dlmf.nist.gov (cited by number).
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
from stablehlo_tools.verdict.envelope.doubled_rules import DOUBLED, PI, USUAL, DoubledOp, corrected, doubled

_EULER: Final = Decimal("0.57721566490153286060651209008240243104215933593992")
_BESIDE: Final = 2.0**-16  # of the zeros of lgamma, where a few terms of its series are exact


def _computed(name: str, site: DoubledOp, *operands: Any) -> DoubleDouble:
    return doubled(DOUBLED[name](site, *operands))


def _finite(made: DoubleDouble, site: DoubledOp, *operands: Any) -> DoubleDouble:
    """The numbers, or those of f64 where they are not finite, as at poles and beyond the range of f64."""
    is_finite = np.isfinite(made.high)
    if is_finite.all():
        return made
    return made.where(is_finite, doubled(site.kernel(*(doubled(each).high for each in operands))))


# -- hyperbolic functions, angles and roots ------------------------------------------------------


@DOUBLED.of("tan")
def _tan(site: DoubledOp, a: Any) -> DoubleDouble:
    return _computed("divide", site, _computed("sine", site, a), _computed("cosine", site, a))


@DOUBLED.of("sinh")
def _sinh(site: DoubledOp, a: Any) -> DoubleDouble:
    """(u + u / (u + 1)) / 2 with u = exp(|x|) - 1."""
    power = _computed("exponential_minus_one", site, _computed("abs", site, a))
    half = _half(site, a, power, _computed("divide", site, power, power + 1.0))
    return half.where(doubled(a).high >= 0, -half)


@DOUBLED.of("cosh")
def _cosh(site: DoubledOp, a: Any) -> DoubleDouble:
    power = _computed("exponential", site, _computed("abs", site, a))
    return _half(site, a, power, _computed("divide", site, 1.0, power))


def _half(site: DoubledOp, a: Any, power: DoubleDouble, other: DoubleDouble) -> DoubleDouble:
    """Half of a sum; of great numbers exp(|x|) / 2, whose double may be beyond the range of f64."""
    x = _computed("abs", site, a)
    root = _computed("exponential", site, _computed("multiply", site, x, 0.5))
    great = _computed("multiply", site, _computed("multiply", site, root, 0.5), root)
    return ((power + other) * 0.5).where(x.high < USUAL, great)


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
    rest = y * _computed("cosine", site, angle) - x * _computed("sine", site, angle)
    return doubled((angle + rest / _computed("sqrt", site, x * x + y * y)).where(is_usual, angle))


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
    return doubled(_computed("sqrt", site, (-doubled(a) + 1.0) * (doubled(a) + 1.0)))


@DOUBLED.of("asinh")
def _asinh(site: DoubledOp, a: Any) -> DoubleDouble:
    """log(1 + x + x² / (1 + sqrt(1 + x²))) of |x|, which is not greater than 2^300."""
    x = _computed("abs", site, a)
    is_usual = x.high < 2.0 ** (USUAL / 2)
    near = x.where(is_usual, 0.0)
    square = near * near
    made = _computed("log_plus_one", site, near + square / (_computed("sqrt", site, square + 1.0) + 1.0))
    made = made.where(is_usual, np.arcsinh(x.high))
    return doubled(made.where(doubled(a).high >= 0, -made))


@DOUBLED.of("acosh")
def _acosh(site: DoubledOp, a: Any) -> DoubleDouble:
    """log(1 + y + sqrt(y (y + 2))) of y = x - 1."""
    x = doubled(a)
    is_usual = x.high < 2.0 ** (USUAL / 2)
    near = x.where(is_usual, 1.0) - 1.0
    made = _computed("log_plus_one", site, near + _computed("sqrt", site, near * (near + 2.0)))
    return doubled(made.where(is_usual, np.arccosh(x.high)).where(x.high >= 1, np.nan))


@DOUBLED.of("atanh")
def _atanh(site: DoubledOp, a: Any) -> DoubleDouble:
    x = doubled(a)
    is_inside = np.abs(x.high) < 1
    near = x.where(is_inside, 0.0)
    return doubled(
        (_computed("log_plus_one", site, near * 2.0 / (-near + 1.0)) * 0.5).where(
            is_inside, np.arctanh(x.high)
        )
    )


@DOUBLED.of("cbrt")
def _cbrt(site: DoubledOp, a: Any) -> DoubleDouble:
    """A step of Newton's method from the root of f64."""
    x = doubled(a)
    root = doubled(np.cbrt(x.high))
    return corrected(root, (x - root * root * root).high / (3 * root.high * root.high))


# -- error functions ----------------------------------------------------------------------------


@DOUBLED.of("erf")
def _erf(site: DoubledOp, a: Any) -> DoubleDouble:
    return _error_function(site, a, is_complement=False)


@DOUBLED.of("erfc")
def _erfc(site: DoubledOp, a: Any) -> DoubleDouble:
    return _error_function(site, a, is_complement=True)


def _error_function(site: DoubledOp, a: Any, *, is_complement: bool) -> DoubleDouble:
    """A series of positive terms up to 2.5 (DLMF 7.6.2), beyond a continued fraction of 1 - erf (7.9.1)."""
    x = _computed("abs", site, a)
    near, far = x.where(x.high < _NEAR, 0.0), x.where((x.high >= _NEAR) & (x.high < _FAR), _NEAR)
    square, series, fraction = near * near * 2.0, doubled(np.ones(x.high.shape)), far
    for k in range(_TERMS, 0, -1):
        series = series * square / doubled(2.0 * k + 1) + 1.0
        fraction = far + doubled(k / 2) / fraction
    scale = doubled(1.0) / _computed("sqrt", site, PI)
    of_near = scale * near * 2.0 * series * _computed("exponential", site, -(near * near))
    root = _computed("exponential", site, far * far * -0.5)  # whose square may be smaller than usual numbers
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


@DOUBLED.of("erf_inv")
def _erf_inv(site: DoubledOp, a: Any) -> DoubleDouble:
    """A step of Newton's method from the result of f64, for the complement where that is less."""
    x = doubled(a)
    size = _computed("abs", site, x)
    root = doubled(np.abs(site.kernel(x.high)))
    near = size - _error_function(site, root, is_complement=False)
    far = _error_function(site, root, is_complement=True) - (-size + 1.0)
    slope = np.exp(-(root.high**2)) * (2 / math.sqrt(math.pi))
    step = near.where(size.high < 0.5, far).high / slope
    made = root + doubled(np.where(np.isfinite(step), step, 0.0))
    return made.where(x.high >= 0, -made)


# -- gamma functions ----------------------------------------------------------------------------


def _shifted(
    x: DoubleDouble, start: float, step: Callable[[DoubleDouble, DoubleDouble], DoubleDouble]
) -> tuple[DoubleDouble, DoubleDouble]:
    """Positive numbers plus whole ones, not below 24, and what a step makes of each number on the way."""
    total = doubled(np.full(x.high.shape, start))
    for _ in range(SHIFTED_TO):
        is_small = x.high < SHIFTED_TO
        total = step(total, x).where(is_small, total)
        x = (x + 1.0).where(is_small, x)
    return x, total


def _rest(x: DoubleDouble) -> DoubleDouble:
    """Pi times the distance to the next whole number."""
    return (x - doubled(np.rint(x.high))) * PI


@DOUBLED.of("lgamma")
def _lgamma(site: DoubledOp, a: Any) -> DoubleDouble:
    """Stirling's series (5.11.1), Taylor's beside 1 and 2 (25.11.12); 5.5.3 for negative numbers."""
    x = doubled(a)
    positive = x.where(x.high > 0, -x + 1.0)
    y, product = _shifted(positive, 1.0, lambda total, number: total * number)
    series = asymptotic_series(y, lambda n, bernoulli: bernoulli / (n * (n - 1))) * y
    made = (y - 0.5) * _computed("log", site, y) - y + DoubleDouble.from_number(HALF_LOG_2_PI) + series
    made = made - _computed("log", site, product)
    for zero in (1, 2):
        beside = positive - float(zero)
        made = _beside(zero, beside).where(np.abs(beside.high) < _BESIDE, made)
    sine = _computed("abs", site, _computed("sine", site, _rest(x)))
    reflected = _computed("log", site, PI / sine) - made
    return _finite(made.where(x.high > 0, reflected), site, a)


def _beside(zero: int, t: DoubleDouble) -> DoubleDouble:
    total = doubled(np.zeros(t.high.shape))
    for s in range(8, 1, -1):
        total = (total + DoubleDouble.from_number((-1) ** s * zeta_of_integer(s, Decimal(zero)) / s)) * t
    return (total + DoubleDouble.from_number(zero - 1 - _EULER)) * t


@DOUBLED.of("digamma")
def _digamma(site: DoubledOp, a: Any) -> DoubleDouble:
    """The asymptotic series (5.11.2); 5.5.4 for negative numbers."""
    x = doubled(a)
    y, total = _shifted(
        x.where(x.high > 0, -x + 1.0), 0.0, lambda total, number: total + doubled(1.0) / number
    )
    made = digamma_beyond(y) - total
    reflected = made - PI / _computed("tan", site, _rest(x))
    return _finite(made.where(x.high > 0, reflected), site, a)


@DOUBLED.of("zeta")
def _zeta(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    """The sum of (q + k)^-s, of which those below 0 are counted apart; what is none is that of f64."""
    s, q = doubled(a), doubled(b)
    plain = np.asarray(site.kernel(s.high, q.high))
    is_known = np.isfinite(plain) & (np.abs(s.high) < 2.0**USUAL) & (np.abs(q.high) < 2.0**USUAL)
    s, q = s.where(is_known, 2.0), q.where(is_known, 1.0)
    count = doubled(np.maximum(np.ceil(-q.high), 0))
    total = _zeta_of_positive(site, s, q + count)
    if count.high.any():
        rest = -(q + count) + 1.0
        below = _zeta_of_positive(site, s, rest) - _zeta_of_positive(site, s, rest + count)
        below = below.where(s.high % 2 == 0, -below)
        total = (total + below).where(count.high > 0, total)
    return total.where(is_known, doubled(plain))


def _zeta_of_positive(site: DoubledOp, s: DoubleDouble, q: DoubleDouble) -> DoubleDouble:
    """Euler and Maclaurin's formula (25.11.28)."""

    def power(base: DoubleDouble) -> DoubleDouble:
        return _computed("exponential", site, -s * _computed("log", site, base))

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


@DOUBLED.of("polygamma")
def _polygamma(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    """(-1)^(n + 1) n! zeta(n + 1, x) (25.11.12)."""
    n, x = doubled(a), doubled(b)
    plain = np.asarray(site.kernel(n.high, x.high))
    is_known = np.isfinite(plain) & (n.high > 0) & (n.high < len(_FACTORIALS.high)) & (n.low == 0)
    order = np.where(is_known, n.high, 1.0)
    of_zeta = site._replace(kernel=zeta)
    made = doubled(_zeta(of_zeta, order + 1, x.where(is_known, 1.0)))
    places = order.astype(np.intp)
    made = made * _FACTORIALS.changed(lambda half: half[places]) * _SCALE
    made = made.where(order % 2 == 1, -made).where(is_known, doubled(plain))
    itself = doubled(_digamma(site._replace(kernel=digamma), x))
    return itself.where(n.high == 0, made)


def _numbers(numbers: Sequence[Fraction]) -> DoubleDouble:
    """An array of numbers."""
    known = list(map(DoubleDouble.from_number, numbers))
    return DoubleDouble(np.array([each.high for each in known]), np.array([each.low for each in known]))


_SCALE: Final = 2.0**512  # so that products with great factorials are within the range of Dekker's method
_FACTORIALS: Final = _numbers([math.factorial(n) / Fraction(_SCALE) for n in range(171)])


# -- Bessel functions ---------------------------------------------------------------------------

_SERIES_TERMS, _ASYMPTOTIC_TERMS, _FROM = 100, 60, 40.0


@DOUBLED.of("bessel_i1e")
def _bessel_i1e(site: DoubledOp, a: Any) -> DoubleDouble:
    """The power series below 40 (10.25.2), the asymptotic one beyond (10.40.1)."""
    x = doubled(a)
    size = _computed("abs", site, x)
    near, far = size.where(size.high < _FROM, 0.0), size.where(size.high >= _FROM, _FROM)
    square, total, series = near * near * 0.25, doubled(np.ones(x.high.shape)), doubled(np.ones(x.high.shape))
    for k in range(_SERIES_TERMS, 0, -1):
        total = total * square / doubled(k * (k + 1.0)) + 1.0
    for k in range(_ASYMPTOTIC_TERMS, 0, -1):
        series = series * (((2 * k - 1) ** 2 - 4) / 8) / (far * float(k)) + 1.0
    of_near = near * 0.5 * total * _computed("exponential", site, -near)
    of_far = series / _computed("sqrt", site, far * PI * 2.0)
    made = of_near.where(size.high < _FROM, of_far)
    return _finite(made.where(x.high >= 0, -made), site, a)
