"""Saturated softmaxes in a run: one element of a row is nearly 1.

Such results depend little on most inputs, and small errors of the inputs may change them entirely.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.interpret.observers.observation import Observation
from stablehlo_tools.ir.arrays import plain
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.ops.model.attributes import attributes_of
from stablehlo_tools.ops.sources import source_of

_SATURATED: Final = 0.99  # of the sum of a row, in one element
_MOST: Final = 0.5  # of the rows: a causal mask saturates some
_LONGEST: Final = 20  # operations between the parts of a softmax


class SaturatedSoftmax(NamedTuple):
    """A softmax with mostly saturated rows: the operation, and the share of such rows."""

    operation: Operation
    share: float


class Saturation:
    """Counts the saturated rows of each softmax in a run, as an observer of it."""

    def __init__(self, module: Module) -> None:
        self.axes = {operation: axes for operation in module.walk() if (axes := _axes(operation))}
        self._counts: dict[Operation, tuple[int, int]] = {}

    def __call__(self, observation: Observation) -> None:
        axes = self.axes.get(observation.operation)
        array = observation.results[0] if axes else None
        if axes is None or array is None or math.prod(array.shape[axis] for axis in axes) < 2:
            return
        with np.errstate(all="ignore"):
            rows = plain(array).max(axis=axes) > _SATURATED
        saturated, count = self._counts.get(observation.operation, (0, 0))
        self._counts[observation.operation] = saturated + int(rows.sum()), count + rows.size

    @property
    def found(self) -> list[SaturatedSoftmax]:
        """The softmaxes with mostly saturated rows, in the order in which they were executed."""
        shares = {each: saturated / count for each, (saturated, count) in self._counts.items() if count}
        return [SaturatedSoftmax(each, share) for each, share in shares.items() if share > _MOST]


def _axes(operation: Operation) -> tuple[int, ...]:
    """The dimensions of the rows of a softmax, exp(x) / sum(exp(x)); empty for any other operation."""
    if operation.name != "stablehlo.divide":
        return ()
    exponential = operation.operands[0].owner
    total = _moved_from(operation.operands[1])
    if not isinstance(exponential, Operation) or exponential.name != "stablehlo.exponential":
        return ()
    if not isinstance(total, Operation) or total.name != "stablehlo.reduce" or len(total.results) != 1:
        return ()
    if _moved_from(total.operands[0]) is not exponential:
        return ()
    return tuple(attributes_of(total)["dimensions"])


def _moved_from(value: Value) -> object:
    """The operation that computes a value, before it was converted, reshaped or broadcast."""
    owner = value.owner
    for _ in range(_LONGEST):
        if not isinstance(owner, Operation):
            break
        source = 0 if owner.name == "stablehlo.convert" else source_of(value)
        if source is None:
            break
        value = owner.operands[source]
        owner = value.owner
    return owner
