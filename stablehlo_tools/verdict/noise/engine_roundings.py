"""The roundings of implementations that a run with random rounding simulates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from stablehlo_tools.interpret.plans.steps import Step
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.verdict.noise.inexactness import distance_to
from stablehlo_tools.verdict.noise.magnitudes import binary_powers
from stablehlo_tools.verdict.noise.supply import ROUNDING, FloatFormat

_DISTANCES: Final = 3.0  # to the nearest number; with 2, correct results of few values are suspicious
# Noise within this many ULP, but at most this many times 2 * _DISTANCES distances, has a variance of 1/12, as
# the errors of rounding to nearest have.
_TO_NEAREST: Final = 0.567
FLOATS: Final = ("float", "complex")


class Roundings(Protocol):
    """The known properties of the implementations whose rounding is simulated."""

    @property
    def to_nearest(self) -> bool:
        """Whether noise is as large as errors of rounding to nearest, not as the largest errors allowed."""

    @property
    def window(self) -> int:
        """The number of terms of 16 bits in each dimension that are added before their sums; 0 for all."""

    @property
    def in_ulps(self) -> bool:
        """Whether noise is relative to ULP of results and of partial sums, not to their magnitudes."""

    @property
    def typical_share(self) -> float:
        """The share of the largest known error of a function that noise has."""

    def format(self, operation: Operation, value: Value) -> FloatFormat:
        """The format that a result, or an operand whose elements are added, is rounded to."""

    def error(self, op: Op, dtype: Dtype) -> float:
        """The error of a function of this type before rounding, in ULP."""

    def unit_of_sum(self, operation: Operation, dtype: Dtype) -> float:
        """The unit roundoff of the accumulator of a sum of this type."""

    def factors(self, operation: Operation, dtype: Dtype) -> FloatFormat | None:
        """The format that factors of products are rounded to; None for their own."""

    def kept_dtype(self, dtype: Dtype) -> Dtype:
        """The type in which the run keeps numbers of a type."""


def element_dtype(value: Value) -> Dtype:
    """The dtype of the elements of a tensor."""
    assert isinstance(value.type, TensorType)
    return dtype_of(value.type.element_type)


@dataclass(frozen=True)
class RoundingStep:
    """A step that rounds: what it executes, the slots of its operands, and its rounded results by slot.

    `op` is the one that the operation is based on.
    """

    execute: Step
    op: Op
    operation: Operation
    operands: Sequence[int]
    rounded: Sequence[tuple[int, Value]]


def sizes_of(roundings: Roundings, result: Array) -> Array:
    """The sizes to which noise on results is relative."""
    return binary_powers(result) if roundings.in_ulps else np.abs(result)


def share_of_distance(roundings: Roundings, result: Array, format: FloatFormat, amplitude: float) -> Array:
    """The share of the noise amplitude if the distance to the nearest number limits the rounding.

    An implementation rounds a result by this distance or keeps it, and its result is close to this one.
    """
    distances = _DISTANCES / format.eps * distance_to(format, result) / sizes_of(roundings, result)
    if not roundings.to_nearest:
        return np.asarray((np.fmin(distances, ROUNDING) + (amplitude - ROUNDING)) / amplitude)
    ulp = 0.5 / np.fmax(np.abs(np.frexp(result)[0]), 0.5)  # relative to epsilon, and to the result
    rounding = _TO_NEAREST * np.fmin(ulp, 2 * distances)
    return np.asarray(np.hypot(rounding, amplitude - ROUNDING) / amplitude)


def has_own_memory(result: Array, operands: Sequence[Array]) -> bool:
    """Whether a step has made the elements of a result: it shares no memory with operands."""
    return not any(np.may_share_memory(result, operand) for operand in operands)
