"""Errors of functions that grow with their operands: measured, as shares of the greatest ones.

What computes an exponential of a rounded number, or a polynomial beside a pole, is off by as much as this
number or place is: in proportion to the condition of the function. Elsewhere, it is as accurate as others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.registration import Registry

# Shares of the greatest errors in ULP: 66 of erfc, 25 of cosh and sinh, 65 of erf_inv, 64 of power. XLA on
# x86 uses half of the bound that follows, at 400,000 points each; the 4 ULP of CUDA's powf are within.
GROWTHS: Final = Registry[Callable[..., Array]]()


@GROWTHS.of("chlo.erfc")
def _of_complement(operand: Array) -> Array:
    """exp(-x²), of which x² is rounded."""
    return np.asarray((4 + 0.9 * np.square(np.maximum(operand, 0))) / 66)


@GROWTHS.of("chlo.cosh", "chlo.sinh")
def _of_exponentials(operand: Array) -> Array:
    return np.asarray((2 + np.abs(operand)) / 25)


@GROWTHS.of("chlo.erf_inv")
def _of_inverse(operand: Array) -> Array:
    return np.asarray((4 + 0.1 / (1 - np.abs(operand))) / 65)


@GROWTHS.of("stablehlo.power")
def _of_power(base: Array, exponent: Array) -> Array:
    """exp(y log x), of which the product is rounded."""
    return np.asarray((1.5 + np.abs(exponent * np.log(np.abs(base)))) / 64)
