"""lgamma, digamma, polygamma, zeta and bessel_i1e, computed in f64.

Narrower elements are rounded once, so that results are correctly rounded in nearly all cases. Formulas: NIST
Digital Library of Mathematical Functions, https://dlmf.nist.gov (cited by number).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.numerics.double_double import DoubleDouble, square_exactly


def _upcast_to_double(function: Callable[..., Any]) -> Callable[..., Array]:
    """`function` on f64, for operands of any floating-point type."""

    @functools.wraps(function)
    def compute(*operands: Array) -> Array:
        wide = [operand.astype(np.float64) for operand in operands]
        return np.asarray(function(*wide)).astype(operands[0].dtype)

    return compute


def _lgamma_of_number(x: float) -> float:
    try:
        return math.lgamma(x)
    except (OverflowError, ValueError):  # on overflow, and at the poles
        return math.inf


@_upcast_to_double
def lgamma(x: Array) -> Any:
    """The logarithm of the absolute value of the gamma function."""
    values = np.array([_lgamma_of_number(number) for number in x.flat], np.float64).reshape(x.shape)
    for zero in (1.0, 2.0):  # where the result is small, only a series keeps its relative accuracy
        is_near = np.abs(x - zero) < _SERIES_RADIUS
        values[is_near] = _lgamma_near_root(zero, x[is_near] - zero)
    is_near = (x > 0) & (x <= 1 - _SERIES_RADIUS)
    values[is_near] = _lgamma_near_root(1.0, x[is_near]) - np.log(x[is_near])
    # from -24 on down, zeros are nearer to poles than numbers are
    is_negative = (x > -SHIFTED_TO) & (x < 0) & (x != np.floor(x))
    is_small = (np.abs(values) < 8) | (np.abs(x - np.rint(x)) < 1e-3)
    cancels = (is_negative | ((x >= 2 + _SERIES_RADIUS) & (x < 8))) & is_small
    if cancels.any():
        values[cancels] = _lgamma_shifted(x[cancels])
    is_lost = is_negative & (np.abs(values) < _LOST)
    values[is_lost] = [_lgamma_in_decimals(number) for number in x[is_lost]]
    return values


# --- sums of terms that cancel ----------------------------------------------------------------------

# Such sums are of 106 bits, and begin at the operand plus a whole number, near 24. There, the first omitted
# terms of the asymptotic series, with B_32, are below 1e-34.
SHIFTED_TO, _SHIFTED_TERMS = 24, 15
_LOST = 2.0**-40  # of results, which are that much less exact than the terms
HALF_LOG_2_PI = Decimal("0.918938533204672741780329736405617639861397473637783")


@functools.cache
def bernoulli_numbers() -> list[Fraction]:
    """B_0, B_1, ... up to that of the last term."""
    numbers = [Fraction(1)]
    for m in range(1, 2 * _SHIFTED_TERMS + 1):
        terms = (math.comb(m + 1, k) * number for k, number in enumerate(numbers))
        numbers.append(-sum(terms, Fraction()) / (m + 1))
    return numbers


def asymptotic_series(y: DoubleDouble, coefficient: Callable[[int, Fraction], Fraction]) -> DoubleDouble:
    """The sum of coefficient(2 k, B_2k) / y^2k for k = 1, 2, ..."""
    inverse = _ONE / (y * y)
    total = DoubleDouble.from_number(Fraction())
    for n in range(2 * _SHIFTED_TERMS, 0, -2):
        term = DoubleDouble.from_number(coefficient(n, bernoulli_numbers()[n]))
        total = (total + term) * inverse
    return total


_ONE = DoubleDouble.from_number(Fraction(1))


def _steps(x: Array) -> Iterator[tuple[Array, DoubleDouble]]:
    """The numbers x, x + 1, ..., below 24.5, exactly, each with where it is one of them."""
    fraction = x - np.rint(x)
    for integer in range(-SHIFTED_TO, SHIFTED_TO):
        yield integer >= np.rint(x), DoubleDouble.from_sum(fraction, float(integer))


def _lgamma_shifted(x: Array) -> Array:
    """log(|gamma(y)|) - log(|x (x + 1) ... (y - 1)|) with y = x + n: Stirling's series (DLMF 5.11.1)."""
    product = _ONE
    for is_step, step in _steps(x):
        product = product * step.where(is_step, _ONE)
    y = DoubleDouble.from_sum(x - np.rint(x), float(SHIFTED_TO))
    series = asymptotic_series(y, lambda n, bernoulli: bernoulli / (n * (n - 1))) * y
    gamma = (y - 0.5) * y.log() - y + DoubleDouble.from_number(HALF_LOG_2_PI) + series
    size = product.where(product.high > 0, -product)
    return (gamma - size.log()).high


def _lgamma_in_decimals(x: float) -> float:
    """The same with 50 digits, for a number beside a zero between poles."""
    with localcontext(_PRECISE):
        start, steps = Decimal(float(x)), SHIFTED_TO - round(x)
        y, product = start + steps, math.prod((start + step for step in range(steps)), start=Decimal(1))
        gamma = (y - Decimal("0.5")) * y.ln() - y + HALF_LOG_2_PI
        for n in range(2, 2 * _SHIFTED_TERMS + 1, 2):
            above, below = bernoulli_numbers()[n].as_integer_ratio()
            gamma += above / (below * n * (n - 1) * y ** (n - 1))
        return float(gamma - abs(product).ln())


def _digamma_shifted(x: Array) -> DoubleDouble:
    """digamma(y) - 1 / x - 1 / (x + 1) - ... - 1 / (y - 1) with y = x + n (DLMF 5.5.2, 5.11.2)."""
    total = DoubleDouble.from_number(Fraction())
    for is_step, step in _steps(x):
        total = total + (_ONE / step).where(is_step, 0.0)
    return digamma_beyond(DoubleDouble.from_sum(x - np.rint(x), float(SHIFTED_TO))) - total


def digamma_beyond(y: DoubleDouble) -> DoubleDouble:
    """Digamma from 24 on (DLMF 5.11.2)."""
    return y.log() - _ONE / (y * 2.0) - asymptotic_series(y, lambda n, bernoulli: bernoulli / n)


def _digamma_reflected(x: Array) -> Array:
    """digamma(1 - x) - pi cot(pi x), the latter from numbers with the same distance to a whole number."""
    fraction = x - np.rint(x)
    cotangent = _digamma_shifted(1 - fraction) - _digamma_shifted(fraction)
    return (digamma_beyond(DoubleDouble.from_sum(-x, 1.0)) - cotangent).high


# --- series -----------------------------------------------------------------------------------------


# The series around 2 has radius of convergence 2: for |t| < 0.75, the rest after 55 terms is below
# (0.75 / 2)^56 = 1e-24. That around digamma's zero has radius 1.46: (0.75 / 1.46)^56 = 6e-17.
_SERIES_RADIUS = 0.75
_TERMS = 56
_PRECISE = Context(prec=50)


@functools.cache
def taylor_series(point: float) -> list[float]:
    """The coefficients of digamma(point + t) - digamma(point) in powers of t, from t^1 on (DLMF 25.11.12).

    Rounded once, since they are constants of programs, which are the same on all machines.
    """
    with localcontext(_PRECISE):
        return [float((-1) ** s * zeta_of_integer(s, Decimal(point))) for s in range(2, _TERMS + 1)]


def zeta_of_integer(s: int, q: Decimal) -> Decimal:
    """The Hurwitz zeta function by Euler and Maclaurin's formula (DLMF 25.11.28)."""
    end = q + SHIFTED_TO
    total = sum(1 / (q + k) ** s for k in range(SHIFTED_TO)) + (end / (s - 1) + Decimal("0.5")) / end**s
    factor, inverse = s / end ** (s + 1), 1 / (end * end)
    for n in range(2, 18, 2):  # the rest is below 1e-24 of the sum
        above, below = bernoulli_numbers()[n].as_integer_ratio()
        total += factor * above / (below * math.factorial(n))
        factor *= (s + n - 1) * (s + n) * inverse
    return total


def _power_series(coefficients: Sequence[float], t: Array) -> Array:
    """The polynomial in t with these coefficients, from t^1 on, by Horner's rule."""
    total = np.zeros_like(t)
    for coefficient in reversed(coefficients):
        total = (total + coefficient) * t
    return total


def _lgamma_near_root(zero: float, t: Array) -> Array:
    """lgamma(zero + t) for zero = 1 or 2.

    lgamma(2 + t) is the integral of digamma's series at 2, and lgamma(1 + t) = lgamma(2 + t) - log1p(t).
    """
    integral = [coefficient / (k + 1) for k, coefficient in enumerate(taylor_series(2.0), start=1)]
    beside_two = t * ((1 - np.euler_gamma) + _power_series(integral, t))
    return beside_two if zero == 2 else beside_two - np.log1p(t)


# B_2k / (2 k) for k = 1, 2, ...: the asymptotic series of digamma (DLMF 5.11.2). From x = 10 on, the first
# omitted term, B_16 / (16 x^16), is below 5e-17.
DIGAMMA = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12)
DIGAMMA_FROM = 10


@_upcast_to_double
def digamma(x: Array) -> Any:
    """The derivative of lgamma; NaN at the poles.

    Negative arguments are reflected: digamma(x) = digamma(1 - x) - pi / tan(pi x) (DLMF 5.5.4).
    """
    is_pole = (x <= 0) & (x == np.floor(x))
    reflected = np.where(x < 0, 1 - x, x)
    value = _digamma_of_positive(reflected)
    # reduce x by its nearest integer: tan(pi x) of a large x has no correct digits
    mirrored = value - np.pi / np.tan(np.pi * (x - np.rint(x)))
    digammas = np.where(is_pole, np.nan, np.where(x < 0, mirrored, value))
    for steps in (1, -1, 0):  # digamma(x + 1) = digamma(x) + 1 / x; the series itself where it converges
        is_near = ~is_pole & (np.abs(x + steps - ROOT) < _SERIES_RADIUS)
        stepped = x[is_near] + steps
        beside = _power_series(taylor_series(ROOT), (stepped - ROOT) - REST_OF_ROOT)
        digammas[is_near] = beside - steps / np.minimum(x[is_near], stepped)
    cancels = ~is_pole & (x < 0) & (np.abs(digammas) < np.abs(value) / 2 + 1)
    for is_one, compute in (
        (cancels & (x > -SHIFTED_TO), lambda x: _digamma_shifted(x).high),
        (cancels & (x <= -SHIFTED_TO), _digamma_reflected),
    ):
        if is_one.any():
            digammas[is_one] = compute(x[is_one])
    return digammas


# The positive zero of digamma (DLMF 5.4(iii)), as the sum of two f64.
ROOT, REST_OF_ROOT = 1.4616321449683622, 9.549995429965697e-17


def _digamma_of_positive(x: Array) -> Array:
    shifted, total = x.copy(), np.zeros_like(x)
    for _ in range(DIGAMMA_FROM):
        is_small = shifted < DIGAMMA_FROM
        total -= np.where(is_small, 1 / shifted, 0)
        shifted = np.where(is_small, shifted + 1, shifted)
    inverse = 1 / (shifted * shifted)
    series = sum(coefficient * inverse ** (k + 1) for k, coefficient in enumerate(DIGAMMA))
    return np.where(np.isinf(x), x, total + np.log(shifted) - 0.5 / shifted - series)


# B_2k for k = 1, 2, ..., in the Euler-Maclaurin formula (DLMF 25.11.28 with N = SUMMED).
BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798)
ZETA_TERMS = 12  # terms that are added before the formula


@_upcast_to_double
def zeta(x: Array, q: Array) -> Any:
    """The Hurwitz zeta function, the sum of (q + k)^-x over k = 0, 1, ..."""
    # the number of terms with a negative base, which are summed apart with their signs
    count = np.maximum(np.ceil(-q), 0)
    total = np.asarray(_zeta_of_positive(x, q + count))
    if count.any():
        start = 1 - (q + count)
        negative = _zeta_of_positive(x, start) - _zeta_of_positive(x, start + count)
        total = total + np.where(count > 0, np.where(x % 2 == 0, 1, -1) * negative, 0)
    is_pole = (q <= 0) & (q == np.floor(q))
    total = np.where(is_pole | (x == 1), np.inf, total)
    is_complex = (q < 0) & ~is_pole & ~((x == np.floor(x)) & np.isfinite(x))  # or without a limit, for inf
    return np.where((x < 1) | np.isnan(x) | np.isnan(q) | is_complex, np.nan, total)


def _zeta_of_positive(x: Array, q: Array) -> Array:
    def power(k: int, exponent: Array) -> Array:
        """(q + k)^-exponent, corrected for the rounding of the base, which the exponent multiplies."""
        base = DoubleDouble.from_sum(q, k)
        lost = exponent * (base.low / base.high)
        return np.asarray(np.power(base.high, -exponent) * (1 - np.where(np.abs(lost) < 0.5, lost, 0)))

    total = np.zeros(np.broadcast(x, q).shape)
    for k in range(ZETA_TERMS):
        total += power(k, x)
    end, last = q + ZETA_TERMS, power(ZETA_TERMS, x)
    tail = power(ZETA_TERMS, x - 1) / (x - 1) + last / 2
    factor = x * last / end
    for k, bernoulli in enumerate(BERNOULLI, start=1):
        tail += bernoulli / math.factorial(2 * k) * factor
        factor = factor * ((x + 2 * k - 1) / end) * ((x + 2 * k) / end)
    total = np.where(np.isinf(x), total, total + tail)
    return np.where(np.isposinf(q), 0, total)


# The factorials that are finite in f64, then infinity.
_FACTORIALS = np.array([*(float(math.factorial(n)) for n in range(171)), math.inf])


@_upcast_to_double
def polygamma(n: Array, x: Array) -> Any:
    """The n-th derivative of digamma, (-1)^(n+1) n! zeta(n + 1, x) (DLMF 25.11.12); NaN for invalid n."""
    is_order = (n >= 0) & (n == np.floor(n))
    factorial = _FACTORIALS[np.where(is_order, np.minimum(n, len(_FACTORIALS) - 1), 0).astype(np.intp)]
    derivatives = np.asarray(np.where(n % 2 == 0, -1, 1) * factorial * zeta(n + 1, x))
    is_itself = n == 0
    derivatives[is_itself] = digamma(x[is_itself])
    return np.where(is_order, derivatives, np.nan)


# From 20 on, the asymptotic series is used, with 30 terms: they decrease while k < 2 x, to below 1e-17. Below
# 20, the power series is used, with 60 terms: the last one is 10^118 / (59! 60!) = 1e-44.
ASYMPTOTIC_TERMS, _SERIES_TERMS, BESSEL_FROM = 30, 60, 20.0


@_upcast_to_double
def bessel_i1e(x: Array) -> Any:
    """exp(-|x|) I1(x), where I1 is the modified Bessel function of the first kind of order 1."""
    size = np.abs(x)
    value = np.where(size < BESSEL_FROM, _bessel_near_zero(size), _bessel_far_from_zero(size))
    return np.copysign(np.where(np.isnan(x), np.nan, value), x)


# The coefficients 1 / (k! (k + 1)!) of the power series in (x / 2)^2 (DLMF 10.25.2), highest power first.
BESSEL = [1 / (math.factorial(k) * math.factorial(k + 1)) for k in reversed(range(_SERIES_TERMS))]


def _bessel_near_zero(x: Array) -> Array:
    """The power series; all its terms are positive, so that none cancel."""
    x = np.minimum(x, BESSEL_FROM)
    square, lost = square_exactly(x / 2)
    total = np.zeros_like(x)
    for coefficient in BESSEL:
        total = total * square + coefficient
    # With s = square, the series grows as exp(2 sqrt(s)), so that the rounding error `lost` of s matters: its
    # logarithmic derivative is 1 / sqrt(s), and the relative error thus lost / sqrt(s).
    total *= 1 + lost / np.maximum(np.sqrt(square), 1)
    return np.asarray(x / 2 * total * np.exp(-x))


def _bessel_far_from_zero(x: Array) -> Array:
    """The asymptotic series (DLMF 10.40.1): (1 - 3 / (8 x) - 15 / (2 (8 x)^2) - ...) / sqrt(2 pi x)."""
    x = np.maximum(x, BESSEL_FROM)
    term = np.ones_like(x)
    total = term.copy()
    for k in range(1, ASYMPTOTIC_TERMS):
        term = term * ((2 * k - 1) ** 2 - 4) / (8 * k * x)
        total += term
    return np.asarray(total / (math.sqrt(2 * math.pi) * np.sqrt(x)))
