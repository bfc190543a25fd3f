"""The instrument that records the decisions of a run, or makes those that rounding makes otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.observers.observation import Instrument, StepInstrument
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import wide
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.verdict.envelope.decisions.rankings import RANKINGS
from stablehlo_tools.verdict.envelope.decisions.record import Decisions
from stablehlo_tools.verdict.envelope.shadow import float_of
from stablehlo_tools.verdict.noise.lane_values import Lanes


class Watching(StepInstrument):
    """An instrument of the interpreter that records decisions, and leaves the rest to another one.

    After `otherwise` runs, it may instead change decisions that rounding makes, at every `every`-th place.
    """

    def __init__(
        self, decisions: Decisions, inner: Instrument | None, otherwise: int = 0, every: int = 1
    ) -> None:
        self._decisions, self._inner, self._otherwise, self._every = decisions, inner, otherwise, every

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """The step of the other instrument, after which outcomes are recorded or changed."""
        if self._inner is not None:
            step = self._inner.observe_step(step, operation, operands, results)
        if not self._decisions.is_made_by(operation):
            return step
        decisions, decided, runs = self._decisions, _decided(operation, results), self._otherwise
        changed = results if operation.name in RANKINGS else decided
        every = self._every

        def changing(frame: Frame) -> None:
            arguments = [_real(frame[slot]) for slot in operands]
            step(frame)
            outcomes = [as_array(frame[slot]) for slot in changed]
            changed_outcomes = decisions.otherwise(operation, arguments, outcomes, runs, every)
            for slot, outcome in zip(changed, changed_outcomes, strict=True):
                frame[slot] = stored(outcome)

        def deciding(frame: Frame) -> None:
            arguments = [_real(frame[slot]) for slot in operands]
            step(frame)
            values = [_real(frame[slot]) for slot in results]
            outcomes = [_plain(frame[slot]) for slot in decided]
            decisions.add(operation, arguments, values, outcomes)

        return changing if runs else deciding


def _decided(operation: Operation, results: Sequence[int]) -> list[int]:
    """The slots of decided results: those that are not floats, if there are any, else all."""
    pairs = list(zip(results, operation.results, strict=True))
    return [slot for slot, value in pairs if float_of(value.type) is None] or list(results)


def _real(value: Any) -> Any:
    if type(value) is Lanes:
        return Lanes(_real(value.rows))
    array = np.asarray(value)
    return wide(array) if array.dtype.kind in "fc" else array  # a step may overwrite it


def _plain(value: Any) -> Any:
    return value if type(value) is Lanes else np.asarray(value)
