"""Errors of functions that grow with their operands.

An implementation that takes the exponential of a rounded number, or evaluates a polynomial near a pole, has
errors in proportion to the condition of the function. Elsewhere, it is as accurate as others.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.numerics.narrow import Dtype, upcast
from stablehlo_tools.ops.registry import OPS

LEAST_SUM: Final = 2.0**-60  # stands for 0 as a sum of terms that cancel
DECLARED: Final = 512.0  # ULP: the declared error of CHLO functions that are not measured
_OF_SERIES: Final = 7.0  # ULP: the error of exp(x) - 1 on x86; where TPUs exceed it is unknown
_OF_SINGLE: Final = 2.0**-13  # the epsilon of f32 relative to that of f16
Growth = Callable[..., Array | float]

# The errors at these operands, in ULP, of an engine whose largest error is the first argument. XLA on x86 is
# within them at 10^6 points for each op, with largest errors of 66 for erfc, 25 for cosh and sinh, and 65 for
# erf_inv; so is IREE for power. Near zeros of digamma and lgamma, errors in ULP have no limit: XLA is off by
# 11 and 39 epsilons of the terms. Far from these, it is off by 3 epsilons of lgamma; the terms of digamma
# grow slowly and cancel anywhere.
GROWTHS: Final = Registry[Growth]()
IN_DOUBLE: Final = Registry[Growth]()  # growths that differ in f64
OF_COMPLEX: Final = Registry[Growth]()


def growth_of(name: str, dtype: Dtype) -> Growth | None:
    """The growth of the errors of an op in a type; None if they do not grow."""
    if dtype.kind == "c":
        return OF_COMPLEX.get(name)
    return (IN_DOUBLE.get(name) if dtype == np.float64 else None) or GROWTHS.get(name)


def errors_at(name: str, limit: float, operands: Sequence[Array], dtype: Dtype) -> Array | float:
    """The errors in ULP of an op at its operands; `limit` is the largest one of the engine in this type."""
    growth = growth_of(name, dtype)
    if growth is None:
        return limit
    with np.errstate(all="ignore"):
        return np.asarray(growth(limit, *map(upcast, operands)))


@GROWTHS.register("stablehlo.exponential")
def _exponential_growth(limit: float, operand: Array) -> Array:
    """The largest error near overflow, and at most 2.4 ULP elsewhere; on TPUs, the largest one anywhere.

    XLA and IREE on x86 multiply by 2^n, and 2^128 is not an f32: they are off by 5.6 ULP there, and by 1
    elsewhere. Other engines are within 2.4 ULP. Where TPUs are off by more is unknown.
    """
    usual = limit if limit > _OF_SERIES else min(limit, 2.4)
    return np.where(operand > 88, limit, usual)


def _erfc_growth(greatest: float, limit: float, operand: Array) -> Array:
    """The error of exp(-x²) for a rounded x²; of a difference from 1 for small or negative x."""
    return np.fmin(np.where(operand < 0, 2, 8 + np.square(operand)) * max(1.0, limit / greatest), limit)


def _sinh_growth(greatest: float, limit: float, operand: Array) -> Array:
    return np.fmin((2 + np.abs(operand)) * max(1.0, limit / greatest), limit)


GROWTHS.register("chlo.erfc")(functools.partial(_erfc_growth, 66.0))
IN_DOUBLE.register("chlo.erfc")(functools.partial(_erfc_growth, 475.0))
GROWTHS.register("chlo.cosh", "chlo.sinh")(functools.partial(_sinh_growth, 25.0))
IN_DOUBLE.register("chlo.cosh", "chlo.sinh")(functools.partial(_sinh_growth, 495.0))
GROWTHS.register("chlo.erf_inv")(
    lambda limit, operand: np.fmin((4 + 0.02 / (1 - np.abs(operand))) * max(1.0, limit / 65), limit)
)


@GROWTHS.register("stablehlo.exponential_minus_one")
def _expm1_growth(limit: float, operand: Array) -> Array:
    """The largest error for small numbers, where XLA on x86 uses a series, and where exp(x) is huge.

    There, the interpreter's own kernel is off by more. Elsewhere, the result is exp(x) with one more
    rounding, off by at most 2.4 ULP (IREE).
    """
    usual = limit if limit > _OF_SERIES else max(0.4 * limit, min(limit, 1.0))
    size = np.abs(operand)
    return np.where((size > 0.6) & (size < 64), usual, limit)


IN_DOUBLE.register("stablehlo.exponential_minus_one", "chlo.erf_inv")(lambda limit, operand: limit)


@IN_DOUBLE.register("chlo.atanh", "stablehlo.log_plus_one")
def _log1p_growth(limit: float, operand: Array) -> Array:
    """XLA on x86 uses polynomials for log(1 + x); one is off by 128 ULP at its end, near -0.41."""
    size = np.abs(operand)
    return np.where((size > 0.25) & (size < 0.5), limit, min(limit, 2.5))


@GROWTHS.register("stablehlo.power")
def _power_growth(limit: float, base: Array, exponent: Array) -> Array:
    """The error of exp(y log x) for a rounded product."""
    errors = (1.5 + np.abs(exponent * np.log(np.abs(base)))) * max(1.0, limit / 64)
    return np.asarray(np.fmin(errors, limit))


def _beside_zeros(name: str, epsilons: tuple[float, float], limit: float, operand: Array) -> Array | float:
    """Errors of some epsilons of the terms, which are about 1, and of their sum, unless they are measured.

    In 16 bits, they are measured, and the terms are f32: their errors matter only where the sum is 0.
    """
    sizes, (term_epsilons, sum_epsilons) = np.abs(OPS[name].kernel(operand)), epsilons
    errors = 2 * (sum_epsilons + term_epsilons / np.maximum(sizes, LEAST_SUM))
    return np.asarray(errors if limit >= DECLARED else np.where(sizes == 0, _OF_SINGLE * errors, limit))


GROWTHS.register("chlo.digamma")(functools.partial(_beside_zeros, "chlo.digamma", (12.0, 12.0)))
GROWTHS.register("chlo.lgamma")(functools.partial(_beside_zeros, "chlo.lgamma", (40.0, 4.0)))


# -- complex numbers -----------------------------------------------------------------------------

# XLA on x86 computes the parts from terms that cancel near zeros and poles. The factors below are its errors
# in epsilons of the terms, at 20,000 points for each op and type. Exponentials of real parts are off by as
# many epsilons as these are large. Where nothing cancels, XLA is within `_OF_PARTS` ULP.
_OF_PARTS: Final = 3.3


def _of_sinh(compute: Callable[[Array], Array], limit: float, operand: Array) -> Array:
    size = np.abs(operand.real)
    return np.asarray(max(limit, _OF_PARTS) + 0.9 * size + 3 * _cancelled(np.cosh(size), compute(operand)))


def _of_sine(compute: Callable[[Array], Array], limit: float, operand: Array) -> Array:
    return np.asarray(max(limit, _OF_PARTS) + 3 * _cancelled(np.cosh(operand.imag), compute(operand)))


def _of_tanh(turn: complex, limit: float, operand: Array) -> Array:
    """The error of sinh(z) / cosh(z), which both cancel; that of tan(z) is that of tanh(i z)."""
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
    return np.asarray(max(limit, _OF_PARTS) + 2.5 * np.where(np.abs(operand.imag) < 1, 0.0, cancelled))


@OF_COMPLEX.register("stablehlo.power")
def _complex_power_growth(limit: float, base: Array, exponent: Array) -> Array:
    """The error of exp(y log x), whose logarithm is off by an epsilon of 1 near x = 1."""
    return np.asarray(max(limit, _OF_PARTS) + 1.5 * np.abs(exponent) * (1 + np.abs(np.log(base))))


@OF_COMPLEX.register("stablehlo.log")
def _complex_log_growth(limit: float, operand: Array) -> Array:
    """The error of log(1 + x) / 2 for the squares of the parts, which is that of `log_plus_one` in f64."""
    return _of_squares(limit, np.square(operand.real) + np.square(operand.imag))


@OF_COMPLEX.register("stablehlo.log_plus_one")
def _complex_log1p_growth(limit: float, operand: Array) -> Array:
    return _of_squares(limit, np.square(1 + operand.real) + np.square(operand.imag))


def _of_squares(limit: float, squares: Array) -> Array:
    return np.where((squares > 0.5) & (squares < 0.75), limit, min(limit, 4.0))


def _cancelled(terms: Array, total: Array) -> Array:
    """By how many times their sum the terms exceed it, if at all; 0 where that is not finite."""
    ratio = terms / np.maximum(np.abs(total), LEAST_SUM)
    return np.where(np.isfinite(ratio), np.maximum(ratio - 1, 0), 0.0)
