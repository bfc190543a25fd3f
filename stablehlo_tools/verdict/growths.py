"""The growth of errors of functions with their operands.

The exponential of a rounded number is off in proportion to this number, and a difference of terms that cancel
in proportion to the terms. A function that computes either has large errors at some operands, and is as
accurate as others elsewhere.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.numerics.narrow import Dtype, upcast
from stablehlo_tools.ops.registry import OPS

LEAST_SUM: Final = 2.0**-60  # stands for a sum of terms that cancel to 0
DECLARED: Final = 512.0  # ULP: declared for CHLO functions that nobody has measured
_OF_SERIES: Final = 7.0  # ULP: of exp(x) - 1 on x86; where TPUs have larger errors is not known
_OF_SINGLE: Final = 2.0**-13  # the epsilon of f32 relative to that of f16
Growth = Callable[..., Array | float]

# A growth takes the greatest error of an engine in ULP, and operands, and returns the errors there. Errors
# of XLA on x86 are below them at 10^6 points of f32 and 160,000 of f64; of power, those of IREE are. The
# greatest ones of XLA in f32 are 66 (erfc), 25 (cosh and sinh) and 65 (erf_inv). Beside zeros of digamma and
# lgamma there is no greatest error: XLA is off by 11 and 39 epsilons of the terms. Far from zeros, it is off
# by 3 epsilons of lgamma; terms of digamma grow slowly, and cancel anywhere.
GROWTHS: Final = Registry[Growth]()
IN_DOUBLE: Final = Registry[Growth]()  # others of f64
OF_COMPLEX: Final = Registry[Growth]()


def growth_of(name: str, dtype: Dtype) -> Growth | None:
    """The growth of the errors of an op in a type with its operands; None if they do not depend on these."""
    if dtype.kind == "c":
        return OF_COMPLEX.get(name)
    return (IN_DOUBLE.get(name) if dtype == np.float64 else None) or GROWTHS.get(name)


def errors_at(name: str, limit: float, operands: Sequence[Array], dtype: Dtype) -> Array | float:
    """The errors of an op at these operands, in ULP, on an engine whose greatest error is `limit`."""
    growth = growth_of(name, dtype)
    if growth is None:
        return limit
    with np.errstate(all="ignore"):
        return growth(limit, *map(upcast, operands))


@GROWTHS.register("stablehlo.exponential")
def _exponential_growth(limit: float, operand: Array) -> Array | float:
    """XLA and IREE on x86 multiply by 2^n. Near overflow, 2^128 is not in f32, and errors reach 5.6 ULP.

    Elsewhere they are within 1 ULP, and other engines within 2.4. Where TPUs have larger errors is not known.
    """
    usual = limit if limit > _OF_SERIES else min(limit, 2.4)
    is_near = operand > 88
    return np.where(is_near, limit, usual) if np.count_nonzero(is_near) else usual


def _erfc_growth(least: float, greatest: float, limit: float, operand: Array) -> Array:
    """Engines compute exp(-x²) from a rounded x²; if x is small or negative, 1 minus a number.

    For small x, the errors of that number are still small relative to the result.
    """
    squares = np.square(operand)
    usual = np.where(operand < 0, 2, np.fmin(least + squares, 2 + 16 * squares))
    return np.fmin(usual * max(1.0, limit / greatest), limit)


def _cosh_growth(limit: float, operand: Array) -> Array:
    """Engines compute exp(x - log(2)), with a rounded difference.

    The logarithm in f32 ends in three zeros: differences below 8 are exact.
    """
    size = np.abs(operand)
    usual = np.where(size < 8, 3.0, np.where(size < 32, 9.0, 25.0))
    return np.fmin(usual * max(1.0, limit / 25), limit)


def _double_cosh_growth(limit: float, operand: Array) -> Array:
    return np.fmin((2 + np.abs(operand)) * max(1.0, limit / 495), limit)


def _sinh_growth(cosh_growth: Callable[[float, Array], Array], limit: float, operand: Array) -> Array:
    """For small x, engines compute it from exp(x) - 1, a series with larger errors."""
    grown = cosh_growth(limit, operand)
    return np.where(np.abs(operand) < 1, np.fmin(np.fmax(grown, _OF_SERIES), limit), grown)


def _erf_inv_growth(least: float, epsilons: float, greatest: float, limit: float, operand: Array) -> Array:
    """Engines compute it from log(1 - x²), with a rounded x²."""
    return np.fmin((least + epsilons / (1 - np.abs(operand))) * max(1.0, limit / greatest), limit)


GROWTHS.register("chlo.erfc")(functools.partial(_erfc_growth, 8.0, 66.0))
IN_DOUBLE.register("chlo.erfc")(functools.partial(_erfc_growth, 10.0, 475.0))
GROWTHS.register("chlo.cosh")(_cosh_growth)
IN_DOUBLE.register("chlo.cosh")(_double_cosh_growth)
GROWTHS.register("chlo.sinh")(functools.partial(_sinh_growth, _cosh_growth))
IN_DOUBLE.register("chlo.sinh")(functools.partial(_sinh_growth, _double_cosh_growth))
GROWTHS.register("chlo.erf_inv")(functools.partial(_erf_inv_growth, 4.0, 0.02, 65.0))
IN_DOUBLE.register("chlo.erf_inv")(functools.partial(_erf_inv_growth, 25.0, 0.05, 500_000.0))


@GROWTHS.register("stablehlo.exponential_minus_one")
def _expm1_growth(limit: float, operand: Array) -> Array:
    """XLA on x86 has a series for small numbers; our kernel has larger errors where exp(x) is huge.

    Elsewhere, it is exp(x) with one more rounding, off by at most 2.4 ULP (IREE).
    """
    usual = limit if limit > _OF_SERIES else max(0.4 * limit, min(limit, 1.0))
    size = np.abs(operand)
    return np.where((size > 0.6) & (size < 64), usual, limit)


IN_DOUBLE.register("stablehlo.exponential_minus_one")(lambda limit, operand: limit)


@IN_DOUBLE.register("chlo.atanh", "stablehlo.log_plus_one")
def _log1p_growth(limit: float, operand: Array) -> Array:
    """XLA on x86 has polynomials for log(1 + x); one is off by 128 ULP at its end, near -0.41."""
    size = np.abs(operand)
    return np.where((size > 0.25) & (size < 0.5), limit, min(limit, 2.5))


@GROWTHS.register("stablehlo.power")
def _power_growth(limit: float, base: Array, exponent: Array) -> Array:
    """Engines compute exp(y log x), with a rounded product."""
    errors = (1.5 + np.abs(exponent * np.log(np.abs(base)))) * max(1.0, limit / 64)
    return np.asarray(np.fmin(errors, limit))


def _beside_zeros(name: str, epsilons: tuple[float, float], limit: float, operand: Array) -> Array | float:
    """The errors of a sum of terms near 1 that may cancel: some epsilons of the terms, and some of the sum.

    Errors in 16 bits are measured. Engines compute these terms in f32: they matter where the sum is 0.
    """
    sizes, (term_epsilons, sum_epsilons) = np.abs(OPS[name].kernel(operand)), epsilons
    errors = 2 * (sum_epsilons + term_epsilons / np.maximum(sizes, LEAST_SUM))
    return np.asarray(errors if limit >= DECLARED else np.where(sizes == 0, _OF_SINGLE * errors, limit))


GROWTHS.register("chlo.digamma")(functools.partial(_beside_zeros, "chlo.digamma", (12.0, 12.0)))
GROWTHS.register("chlo.lgamma")(functools.partial(_beside_zeros, "chlo.lgamma", (40.0, 4.0)))


# -- saturation ---------------------------------------------------------------------------------

# From these operands of f32 and f64 on, exact results are within a tenth of an ULP of 1. Engines return 1.
SATURATION: Final[Mapping[str, tuple[float, float]]] = {
    "stablehlo.tanh": (10.0, 21.0),
    "chlo.erf": (4.5, 6.5),
}


def saturates_at(name: str, dtype: Dtype) -> float:
    """The size of operands from which on an odd function is 1 or -1 in a type; infinite if it is nowhere."""
    if dtype.kind == "c":
        return math.inf
    in_single, in_double = SATURATION.get(name, (math.inf, math.inf))
    return in_double if dtype == np.float64 else in_single


# -- complex numbers -----------------------------------------------------------------------------

# XLA on x86 computes each part from terms that cancel near zeros and poles, and its error is a multiple of
# their epsilon. The error of the exponential of a real part is in proportion to this part. The factors below
# bound the errors at 160,000 points of both types. Where nothing cancels, errors are within so many ULP:
_OF_PARTS: Final = 3.3


def _of_sinh(compute: Callable[[Array], Array], limit: float, operand: Array) -> Array:
    size = np.abs(operand.real)
    return np.asarray(max(limit, _OF_PARTS) + 0.9 * size + 3 * _cancelled(np.cosh(size), compute(operand)))


def _of_sine(compute: Callable[[Array], Array], limit: float, operand: Array) -> Array:
    return np.asarray(max(limit, _OF_PARTS) + 3 * _cancelled(np.cosh(operand.imag), compute(operand)))


def _of_tanh(turn: complex, limit: float, operand: Array) -> Array:
    """The quotient of sinh(z) and cosh(z), which may both cancel; tan(z) is -i tanh(iz)."""
    turned = turn * operand
    terms = np.cosh(turned.real)
    cancelled = _cancelled(terms, np.sinh(turned)) + _cancelled(terms, np.cosh(turned))
    return np.asarray(max(limit, _OF_PARTS) + 7 * cancelled)


OF_COMPLEX.register("chlo.sinh")(functools.partial(_of_sinh, np.sinh))
OF_COMPLEX.register("chlo.cosh")(functools.partial(_of_sinh, np.cosh))
OF_COMPLEX.register("stablehlo.sine")(functools.partial(_of_sine, np.sin))
OF_COMPLEX.register("stablehlo.cosine")(functools.partial(_of_sine, np.cos))
OF_COMPLEX.register("stablehlo.tanh")(functools.partial(_of_tanh, 1))
OF_COMPLEX.register("stablehlo.tan", "chlo.tan")(functools.partial(_of_tanh, 1j))


@OF_COMPLEX.register("stablehlo.logistic")
def _complex_logistic_growth(limit: float, operand: Array) -> Array:
    power = np.exp(-operand)
    return np.asarray(max(limit, _OF_PARTS) + 3.3 * _cancelled(1 + np.abs(power), 1 + power))


@OF_COMPLEX.register("stablehlo.exponential_minus_one")
def _complex_expm1_growth(limit: float, operand: Array) -> Array:
    """XLA is accurate near 0, but not near the other zeros."""
    terms = 1 + np.abs(np.exp(operand))
    cancelled = _cancelled(terms, np.exp(operand) - 1)
    return np.asarray(max(limit, _OF_SERIES) + 2.5 * np.where(np.abs(operand.imag) < 1, 0.0, cancelled))


@OF_COMPLEX.register("stablehlo.power")
def _complex_power_growth(limit: float, base: Array, exponent: Array) -> Array:
    """Engines compute exp(y log x); near x = 1, the logarithm is off by an epsilon of 1."""
    return np.asarray(max(limit, _OF_PARTS) + 1.5 * np.abs(exponent) * (1 + np.abs(np.log(base))))


@OF_COMPLEX.register("stablehlo.log")
def _complex_log_growth(limit: float, operand: Array) -> Array:
    """Engines compute log(1 + x) / 2 from the squares of the parts, with the error of `log_plus_one`."""
    return _of_squares(limit, np.square(operand.real) + np.square(operand.imag))


@OF_COMPLEX.register("stablehlo.log_plus_one")
def _complex_log1p_growth(limit: float, operand: Array) -> Array:
    return _of_squares(limit, np.square(1 + operand.real) + np.square(operand.imag))


def _of_squares(limit: float, squares: Array) -> Array:
    return np.where((squares > 0.5) & (squares < 0.75), limit, min(limit, 5.5))


def _cancelled(terms: Array, total: Array) -> Array:
    """The ratio of the terms to their sum, minus one; 0 where it is not finite."""
    ratio = terms / np.maximum(np.abs(total), LEAST_SUM)
    return np.where(np.isfinite(ratio), np.maximum(ratio - 1, 0), 0.0)
