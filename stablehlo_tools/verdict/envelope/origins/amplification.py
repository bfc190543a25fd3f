"""Amplification: how much larger a relative error is in the result of an operation than in its operands.

Each float operand is changed by itself, by a small random fraction of each element; the changes of the result
add up as independent ones. For functions of one number this is the condition number |x f'(x) / f(x)| of each
element.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.interpret.arrays import as_array
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.observers.observation import StepInstrument
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Function, Module, Operation
from stablehlo_tools.verdict.envelope.loops import EndingDomain, UsualIterations
from stablehlo_tools.verdict.envelope.shadow import WITH_DOUBLE, ShadowDomain, float_of

_EPSILON: Final = 2.0**-26  # relative changes of operands, which are small in float64
_TAIL: Final = 99.0  # percentile


class Amplification(NamedTuple):
    """The relative change of the elements of a result over that of operands: median and 99th percentile."""

    median: float
    tail: float


class AmplificationProbe(StepInstrument):
    """An instrument that repeats operations with changed operands to measure their amplification."""

    def __init__(self, operations: Collection[Operation]) -> None:
        self._operations = frozenset(operations)
        self._generator = np.random.default_rng(0)
        self.found: dict[Operation, Amplification] = {}

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """A step that is executed once more for each float operand, with that operand changed."""
        if operation not in self._operations:
            return step
        pairs = zip(operands, operation.operands, strict=True)
        floats = list(dict.fromkeys(slot for slot, value in pairs if float_of(value.type)))
        output = results[0]

        def probing(frame: Frame) -> None:
            saved = {slot: frame[slot] for slot in operands}
            changed = []
            for slot in floats:
                frame_values = {other: _copied(value) for other, value in saved.items()}  # may be overwritten
                frame_values[slot] = self._changed(saved[slot])
                _put(frame, frame_values)
                step(frame)
                changed.append(as_array(frame[output]))
            _put(frame, saved)
            step(frame)
            self._note(operation, changed, as_array(frame[output]))

        return probing

    def _changed(self, value: Any) -> Array:
        """An array whose elements are larger or smaller by a small fraction."""
        array = as_array(value)
        changes = self._generator.choice([-_EPSILON, _EPSILON], array.shape)
        return np.asarray(array * (1 + changes))

    def _note(self, operation: Operation, changed: Sequence[Array], result: Array) -> None:
        with np.errstate(all="ignore"):
            squares = [(np.abs(array - result) / (_EPSILON * np.abs(result))) ** 2 for array in changed]
            factors = np.sqrt(np.sum(squares, axis=0)) if squares else np.zeros(0)
        factors = factors[np.isfinite(factors)]
        if factors.size:
            new = Amplification(float(np.median(factors)), float(np.percentile(factors, _TAIL)))
            previous = self.found.get(operation)
            self.found[operation] = max(new, previous, key=lambda x: x.tail) if previous else new


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray) else value


def _put(frame: Frame, values: Mapping[int, Any]) -> None:
    """Put values in their slots."""
    for slot, value in values.items():
        frame[slot] = value


def amplifications(
    module: Module,
    function: Function,
    values: Sequence[Any],
    operations: Collection[Operation],
    usual: UsualIterations,
) -> dict[Operation, Amplification]:
    """The amplification of each operation, in the execution in which it is largest."""
    probe = AmplificationProbe(operations)
    if operations:
        domain = EndingDomain(ShadowDomain(WITH_DOUBLE), usual)
        compile(module, function.symbol, observer=probe, domain=domain)(values)
    return probe.found
