"""The gamma function of CHLO, its derivatives and the zeta function as formulas: XLA has no code for them."""

from __future__ import annotations

import math
from typing import Final

from stablehlo_tools.ops.numerics import gamma_functions as gamma
from stablehlo_tools.rewrite.formulas import formula, in_double, power_series
from stablehlo_tools.rewrite.terms import Term

# Logarithms of libraries differ from machine to machine.
_LOG_PI: Final = 1.1447298858494002
_HALF_LOG_2_PI: Final = 0.9189385332046728
_EULER: Final = 0.5772156649015329
# Lanczos's approximation, for g = 7.
_LANCZOS: Final = (
    676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
    -0.13857109526572012, 9.984369578019572e-06, 1.5056327351493116e-07,
)  # fmt: skip
_LANCZOS_FIRST: Final = 0.9999999999998099
_LANCZOS_G: Final = 7


@formula("chlo.lgamma(x) ~> Lanczos's approximation, series beside 1 and 2, in f64", ulp=65536)
@in_double
def _lgamma(x: Term) -> Term:
    """Lanczos's formula, reflected to 1 - x for x < 1/2, and series near the zeros at 1 and 2."""
    is_less = x < 0.5
    z = is_less.select(-x, x - 1)
    total = z.like(_LANCZOS_FIRST)
    for number, coefficient in enumerate(_LANCZOS, start=1):
        total = total + z.like(coefficient) / (z + number)
    t = z + (_LANCZOS_G + 0.5)
    value = (z + 0.5) * t.apply("log") - t + total.apply("log") + _HALF_LOG_2_PI
    fraction = x.apply("abs") - x.apply("abs").apply("floor")
    nearest = (fraction > 0.5).select(-fraction + 1, fraction)
    # log(pi / sin(pi y)), which is -log(y) for a small y, whose product with pi may have few digits
    sine = -(nearest * math.pi).apply("sine").apply("log") + _LOG_PI
    result = is_less.select((nearest < 1e-9).select(-nearest.apply("log"), sine) - value, value)
    is_pole = is_less & nearest.equals(0)
    result = is_pole.select(x.like(math.inf), result)
    for zero in (2.0, 1.0):
        beside = x - zero
        result = (beside.apply("abs") < 0.25).select(_lgamma_beside(zero, beside), result)
    return x.apply("abs").equals(math.inf).select(x.like(math.inf), result)


def _lgamma_beside(zero: float, t: Term) -> Term:
    series = gamma.taylor_series(2.0)
    integral = [coefficient / (k + 1) for k, coefficient in enumerate(series, start=1)]
    beside_two = t * (power_series(t, integral) + (1 - _EULER))
    return beside_two if zero == 2 else beside_two - t.apply("log_plus_one")


@formula("chlo.digamma(x) ~> asymptotic series, Taylor's beside the root, in f64", ulp=65536)
@in_double
def _digamma(x: Term) -> Term:
    whole = x.apply("round_nearest_even")
    is_less = x < 0
    value = _digamma_of_positive(is_less.select(-x + 1, x))
    reflected = value - x.like(math.pi) / ((x - whole) * math.pi).apply("tan")
    result = is_less.select(reflected, value)
    is_pole = x.equals(x.apply("floor")) & ~(x > 0)
    result = is_pole.select(x.like(math.nan), result)
    beside = x - gamma.ROOT
    near = power_series(beside - gamma.REST_OF_ROOT, gamma.taylor_series(gamma.ROOT))
    return (beside.apply("abs") < 0.75).select(near, result)


def _digamma_of_positive(x: Term) -> Term:
    shifted, total = x, x.like(0)
    for _ in range(gamma.DIGAMMA_FROM):
        is_small = shifted < gamma.DIGAMMA_FROM
        total = total - is_small.select(x.like(1) / shifted, 0)
        shifted = is_small.select(shifted + 1, shifted)
    inverse = x.like(1) / (shifted * shifted)
    series = power_series(inverse, gamma.DIGAMMA)
    value = total + shifted.apply("log") - x.like(0.5) / shifted - series
    return x.equals(math.inf).select(x, value)


@formula("chlo.zeta(x, q) ~> Euler and Maclaurin's formula, in f64", ulp=8)
@in_double
def _zeta(x: Term, q: Term) -> Term:
    """The Euler-Maclaurin formula; for negative q, the terms up to zero are summed separately."""
    floor = q.apply("floor")
    count = (-q).apply("ceil").apply("maximum", 0)
    start = -(q + count) + 1
    negative = _zeta_of_positive(x, start) - _zeta_of_positive(x, start + count)
    is_even = (x * 0.5).equals((x * 0.5).apply("floor"))
    signed = is_even.select(negative, -negative)
    total = _zeta_of_positive(x, q + count) + (count > 0).select(signed, 0)
    is_pole = q.equals(floor) & ~(q > 0)
    total = (is_pole | x.equals(1)).select(x.like(math.inf), total)
    is_integer = x.equals(x.apply("floor")) & (x < math.inf)
    is_complex = (q < 0) & ~is_pole & ~is_integer
    is_nothing = (x < 1) | is_complex
    for operand in (x, q):
        is_nothing = is_nothing | operand.compare("NE", operand)
    return is_nothing.select(x.like(math.nan), total)


def _zeta_of_positive(x: Term, q: Term) -> Term:
    total = x.like(0)
    for number in range(gamma.ZETA_TERMS):
        total = total + (q + number).apply("power", -x)
    end = q + gamma.ZETA_TERMS
    last = end.apply("power", -x)
    tail = end.apply("power", -x + 1) / (x - 1) + last * 0.5
    factor = x * last / end
    for k, bernoulli in enumerate(gamma.BERNOULLI, start=1):
        tail = tail + factor * (bernoulli / math.factorial(2 * k))
        factor = factor * ((x + (2 * k - 1)) / end) * ((x + 2 * k) / end)
    total = x.apply("abs").equals(math.inf).select(total, total + tail)
    return q.equals(math.inf).select(q.like(0), total)


@formula("chlo.polygamma(n, x) ~> digamma(x), n! * zeta(n + 1, x) or its negative, in f64", ulp=65536)
@in_double
def _polygamma(n: Term, x: Term) -> Term:
    is_order = n.equals(n.apply("floor")) & ~(n < 0)
    is_even = (n - (n * 0.5).apply("floor") * 2).equals(0)
    size = _lgamma(n + 1).apply("exponential") * _zeta(n + 1, x)
    derivative = n.equals(0).select(_digamma(x), is_even.select(-size, size))
    return is_order.select(derivative, math.nan)
