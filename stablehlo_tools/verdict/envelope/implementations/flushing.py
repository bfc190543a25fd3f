"""Intermediate results that engines flush to zero, and terms that they join: small changes of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.observers.observation import StepInstrument
from stablehlo_tools.interpret.plans.flatten import is_in_scalar_region
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.verdict.envelope.shadow import float_of
from stablehlo_tools.verdict.noise.random_rounding import rounds
from stablehlo_tools.verdict.noise.rewrites import JoinedTerms, Rewrites
from stablehlo_tools.verdict.noise.supply import format_of


class FlushedResults(StepInstrument):
    """An instrument that flushes subnormal numbers to zero where an operation rounds to them."""

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """The step of an operation with one real result, whose subnormal elements become zero."""
        if len(results) != 1 or rounds(operation) != [True] or element_kind(operation.types[-1]) != "float":
            return step
        format, (result,) = float_of(operation.results[0].type), results
        assert format is not None
        normal = format_of(dtype_of(format)).normal

        def flushing(frame: Frame) -> None:
            step(frame)
            value = as_array(frame[result])
            is_small = np.abs(value) < normal
            if is_small.any():
                frame[result] = stored(np.where(is_small, np.copysign(0, value), value))

        return flushing if normal else step


class TermsJoined(StepInstrument):
    """An instrument that adds constants first, which the program adds one by one.

    Values must not be overwritten, and one process runs.
    """

    def __init__(self, terms: dict[Operation, JoinedTerms]) -> None:
        self._terms = terms
        self._firsts = {joined.operation for joined in terms.values()}
        self._operands: dict[Operation, Sequence[Any]] = {}

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """The step of a sum of a number and all constants that are added to it."""
        joined = self._terms.get(operation)
        if joined is None and operation not in self._firsts:
            return step

        def adding(frame: Frame) -> None:
            self._operands[operation] = [frame[slot] for slot in operands]
            step(frame)
            if joined is not None:
                number = as_array(self._operands[joined.operation][joined.place])
                (result,) = results
                total = np.broadcast_to(joined.sign * number + joined.constant, np.shape(frame[result]))
                frame[result] = stored(total)

        return adding


def joined_terms_of(module: Module) -> dict[Operation, JoinedTerms]:
    """The sums of a program whose constants XLA joins, except in the regions that map scalars."""
    rewrites = Rewrites()
    found = ((operation, rewrites.joined_terms(operation)) for operation in module.walk())
    return {
        operation: joined
        for operation, joined in found
        if joined is not None and not is_in_scalar_region(operation)
    }
