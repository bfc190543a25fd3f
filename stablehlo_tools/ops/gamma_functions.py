"""The gamma function's relatives, and a Bessel function, in double precision.

Narrower elements are rounded once from there, which leaves them exact to the last digit or nearly so.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from stablehlo_tools.ops.declare import Array


def _through_double(function: Callable[..., Any]) -> Callable[..., Array]:
    """`function` of f64, on operands of any one floating-point type."""

    @functools.wraps(function)
    def compute(*operands: Array) -> Array:
        wide = [operand.astype(np.float64) for operand in operands]
        return np.asarray(function(*wide)).astype(operands[0].dtype)

    return compute


def _lgamma_of_number(x: float) -> float:
    try:
        return math.lgamma(x)
    except (OverflowError, ValueError):  # of numbers that are too large, and at the poles
        return math.inf


@_through_double
def lgamma(x: Array) -> Any:
    """The logarithm of the absolute value of the gamma function."""
    return np.array([_lgamma_of_number(number) for number in x.flat], np.float64).reshape(x.shape)


# B_2k / (2 k) for k = 1, 2, ...: the asymptotic series of digamma.
_DIGAMMA = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12)
_DIGAMMA_FROM = 10


@_through_double
def digamma(x: Array) -> Any:
    """The derivative of lgamma; NaN at the poles."""
    is_pole = (x <= 0) & (x == np.floor(x))
    reflected = np.where(x < 0.5, 1 - x, x)
    value = _digamma_of_positive(reflected)
    # only the part behind the point: the tangent of a large multiple of pi has no digits
    mirrored = value - np.pi / np.tan(np.pi * (x - np.rint(x)))
    return np.where(is_pole, np.nan, np.where(x < 0.5, mirrored, value))


def _digamma_of_positive(x: Array) -> Array:
    shifted, total = x.copy(), np.zeros_like(x)
    for _ in range(_DIGAMMA_FROM):
        is_small = shifted < _DIGAMMA_FROM
        total -= np.where(is_small, 1 / shifted, 0)
        shifted = np.where(is_small, shifted + 1, shifted)
    inverse = 1 / (shifted * shifted)
    series = sum(coefficient * inverse ** (k + 1) for k, coefficient in enumerate(_DIGAMMA))
    return np.where(np.isinf(x), x, total + np.log(shifted) - 0.5 / shifted - series)


# B_2k / (2 k)! for k = 1, 2, ...: the Euler-Maclaurin formula.
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798)
_SUMMED = 12  # terms that are added one by one


@_through_double
def zeta(x: Array, q: Array) -> Any:
    """The sum of (q + k)^-x for k = 0, 1, ..., Hurwitz's zeta function."""
    total = np.zeros(np.broadcast(x, q).shape)
    for k in range(_SUMMED):
        total += np.power(q + k, -x)
    end = q + _SUMMED
    last = np.power(end, -x)
    total += end * last / (x - 1) + last / 2
    factor = x * last / end
    for k, bernoulli in enumerate(_BERNOULLI, start=1):
        total += bernoulli / math.factorial(2 * k) * factor
        factor = factor * (x + 2 * k - 1) * (x + 2 * k) / (end * end)
    is_pole = (q <= 0) & (q == np.floor(q))
    total = np.where(is_pole | (x == 1), np.inf, np.where(np.isposinf(q), 0, total))
    is_complex = (q < 0) & ~is_pole & (x != np.floor(x))
    return np.where((x < 1) | np.isnan(x) | np.isnan(q) | is_complex, np.nan, total)


@_through_double
def polygamma(n: Array, x: Array) -> Any:
    """The derivative of order n of digamma; NaN where n is no natural number."""
    factorial = np.exp(lgamma(n + 1))
    exact = np.where(n < 20, np.rint(factorial), factorial)
    derivative = np.where(n % 2 == 0, -1, 1) * exact * zeta(n + 1, x)
    is_order = (n >= 0) & (n == np.floor(n))
    return np.where(is_order, np.where(n == 0, digamma(x), derivative), np.nan)


_FEW, _MANY, _BESSEL_FROM = 30, 60, 20.0


@_through_double
def bessel_i1e(x: Array) -> Any:
    """exp(-|x|) I1(x), where I1 is the modified Bessel function of the first kind, of order 1."""
    size = np.abs(x)
    value = np.where(size < _BESSEL_FROM, _bessel_near_zero(size), _bessel_far_from_zero(size))
    return np.copysign(np.where(np.isnan(x), np.nan, value), x)


def _bessel_near_zero(x: Array) -> Array:
    """The power series, all of whose terms are positive."""
    x = np.minimum(x, _BESSEL_FROM)
    term = x / 2
    total, square = term.copy(), term * term
    for k in range(1, _MANY):
        term = term * square / (k * (k + 1))
        total += term
    return np.asarray(total * np.exp(-x))


def _bessel_far_from_zero(x: Array) -> Array:
    """The asymptotic series, whose terms shrink for as long as 2 k < x."""
    x = np.maximum(x, _BESSEL_FROM)
    term = np.ones_like(x)
    total = term.copy()
    for k in range(1, _FEW):
        term = term * ((2 * k - 1) ** 2 - 4) / (8 * k * x)
        total += term
    return np.asarray(total / (math.sqrt(2 * math.pi) * np.sqrt(x)))
