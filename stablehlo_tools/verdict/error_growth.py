"""Errors of functions that grow with their operands, in units in the last place, as they were measured.

What computes an exponential of a rounded number, or a polynomial beside a pole, is off by as much as this
number or place is: in proportion to the condition of the function. Elsewhere, it is as accurate as others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.numerics.narrow import upcast
from stablehlo_tools.ops.registry import OPS

# Of an engine whose greatest error is the first argument, at these operands. XLA on x86 is within at 10^6
# points each, whose greatest errors are 66 of erfc, 25 of cosh and sinh, 65 of erf_inv; IREE of power.
# Beside zeros of digamma and lgamma there is no greatest one: of the terms, XLA is off by 11 and 39 epsilons.
_DECLARED: Final = 512.0  # of functions of CHLO that nobody has measured
GROWTHS: Final = Registry[Callable[..., Array | float]]()


def errors_at(name: str, most: float, operands: Sequence[Array]) -> Array | float:
    """The errors of an op at its operands, of an engine that is off by at most so much."""
    growth = GROWTHS.get(name)
    if growth is None or any(each.dtype.kind == "c" for each in operands):
        return most
    with np.errstate(all="ignore"):
        return np.asarray(growth(most, *map(upcast, operands)))


@GROWTHS.of("chlo.erfc")
def _of_complement(most: float, operand: Array) -> Array:
    """exp(-x²), of which x² is rounded; the difference of a number from 1 for small x, or negative ones."""
    return np.fmin(np.where(operand < 0, 2, 8 + np.square(operand)) * max(1.0, most / 66), most)


@GROWTHS.of("chlo.cosh", "chlo.sinh")
def _of_exponentials(most: float, operand: Array) -> Array:
    return np.fmin((2 + np.abs(operand)) * max(1.0, most / 25), most)


@GROWTHS.of("chlo.erf_inv")
def _of_inverse(most: float, operand: Array) -> Array:
    return np.fmin((4 + 0.1 / (1 - np.abs(operand))) * max(1.0, most / 65), most)


@GROWTHS.of("stablehlo.power")
def _of_power(most: float, base: Array, exponent: Array) -> Array:
    """exp(y log x), of which the product is rounded."""
    found = (1.5 + np.abs(exponent * np.log(np.abs(base)))) * max(1.0, most / 64)
    return np.asarray(np.fmin(found, most))


@GROWTHS.of("chlo.digamma")
def _of_digamma(most: float, operand: Array) -> Array | float:
    return _beside_zeros("chlo.digamma", 12.0, most, operand)


@GROWTHS.of("chlo.lgamma")
def _of_log_gamma(most: float, operand: Array) -> Array | float:
    return _beside_zeros("chlo.lgamma", 40.0, most, operand)


def _beside_zeros(name: str, epsilons: float, most: float, operand: Array) -> Array | float:
    """So many epsilons of the terms of a sum, which are about 1 where it is less, if nothing is measured."""
    if most < _DECLARED:
        return most
    return np.asarray(2 * epsilons * (1 + 1 / np.abs(OPS[name].kernel(operand))))
