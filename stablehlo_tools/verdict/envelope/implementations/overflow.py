"""Sums whose partial sums overflow in some orders of their terms, and not in others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.observers.observation import StepInstrument
from stablehlo_tools.interpret.plans.flatten import is_in_scalar_region
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.reducers import block_ufunc, only_operation
from stablehlo_tools.verdict.alone import is_product
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.envelope.shadow import float_of


class OverflowOfPartialSums(StepInstrument):
    """An instrument that makes sums NaN if the order of their terms decides whether they overflow.

    It executes steps twice: values must not be overwritten.
    """

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """The step of a sum or product, with results that depend on the order made NaN."""
        if is_in_scalar_region(operation) or not _adds(operation):
            return step
        format, (result,) = float_of(operation.results[0].type), results
        assert format is not None
        most = float(info(dtype_of(format)).max)

        def summing(frame: Frame) -> None:
            step(frame)
            total, saved = as_array(frame[result]), [frame[slot] for slot in operands]
            for slot, value in zip(operands, saved, strict=True):
                frame[slot] = stored(np.abs(as_array(value)))
            step(frame)
            magnitude = as_array(frame[result])
            for slot, value in zip(operands, saved, strict=True):
                frame[slot] = value
            frame[result] = stored(np.where(_is_open(total, magnitude, most), np.nan, total))

        return summing


def _adds(operation: Operation) -> bool:
    """Whether an operation has one result, of real sums of its operands or their products."""
    if len(operation.results) != 1 or {*map(element_kind, operation.types)} != {"float"}:
        return False
    op = OPS.get(operation.name)
    if op is None or not op.is_reduction:
        return op is not None and is_product(operation)
    block = operation.regions[0].blocks[0]
    return block_ufunc(block, only_operation(block)) is np.add


def _is_open(total: Array, magnitude: Array, most: float) -> Array:
    """A mask of the sums of positive and negative terms that overflow in some order, and not in all alike."""
    with np.errstate(all="ignore"):
        positive, negative = (magnitude + total) / 2, (magnitude - total) / 2
        smaller, larger = np.minimum(positive, negative), np.maximum(positive, negative)
        is_alike = (np.abs(total) > most) & (smaller <= most)
        return np.asarray((larger > most) & (smaller > 0) & ~is_alike)
