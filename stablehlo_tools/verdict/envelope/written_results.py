"""The spreads of results that a loop only writes, taken while it runs: the results need not be kept.

A loop that stacks values writes each element of a result once, and never reads it. Such results of several
runs at once take as much memory as all other values together.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.errors import unsupported
from stablehlo_tools.interpret.observers.observation import Instrument, StepInstrument
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import CALLS, Function, Module, Operation, Value
from stablehlo_tools.ir.types import TensorType, element_kind
from stablehlo_tools.ops.stablehlo.control import LOOP
from stablehlo_tools.ops.stablehlo.slicing import Box, moving_box
from stablehlo_tools.verdict.noise.lane_values import Lanes, rows_of
from stablehlo_tools.verdict.usual_spreads import has_rows

_UPDATE: Final = "stablehlo.dynamic_update_slice"
_UNWRITTEN: Final = -1.0


def updates_of_results(module: Module, function: Function) -> dict[Operation, int]:
    """The updates that write results of a function in loops, each with the index of its result.

    Nothing else reads or writes these results, and an update belongs to one of them.
    """
    program = ModuleIndex(module)
    calls = Counter(program.callee(operation) for operation in program.named(*CALLS))
    if function in calls:
        return {}
    once = {callee for callee, count in calls.items() if callee is not None and count == 1}
    updates = [_update_of(program, returned, once) for returned in function.returned]
    return {update: index for index, update in enumerate(updates) if update is not None}


def _update_of(program: ModuleIndex, result: Value, once: set[Function]) -> Operation | None:
    """The update of a result that a loop carries; None if it is read, or changed by others."""
    loop = result.owner
    if not isinstance(loop, Operation) or loop.name != LOOP or len(program.uses[result]) != 1:
        return None
    place = loop.results.index(result)
    in_condition, value = (region.blocks[0].arguments[place] for region in loop.regions)
    update, calls = None, list[Operation]()
    while len(program.uses.get(value, ())) == 1 and in_condition not in program.uses:
        (user,) = program.uses[value]
        index, callee = user.operands.index(value), program.callee(user)
        if user.name == _UPDATE and index == 0 and update is None and _is_covered(user):
            update, (value,) = user, user.results
        elif callee is not None and callee in once:
            calls.append(user)
            value = callee.arguments[index]
        elif calls and user.parent is program.callee(calls[-1]) and not user.results:
            value = calls.pop().results[index]
        else:
            return update if user.parent is loop and not user.results and index == place else None
    return None


def _is_covered(update: Operation) -> bool:
    """Whether an update writes real numbers, into an array of a static shape."""
    is_real = element_kind(update.results[0].type) == "float"
    return is_real and all(isinstance(type, TensorType) and type.is_static for type in update.types)


class WrittenSpread:
    """The spread of a result of real numbers over several runs at once, written box by box."""

    def __init__(self, reference: Array, runs: int) -> None:
        self._reference, self._runs, self._size = reference, runs, 0
        self._root = np.full(reference.shape, _UNWRITTEN, np.float32)  # of the sum of squares
        self._rows = reference.shape[:-1] if has_rows(reference) else ()
        self._sums = np.zeros((runs, *self._rows))  # of the squares in each row, or of all

    def add(self, box: Box, update: Array) -> None:
        """Write a box: that of all runs, or one row for each."""
        reference = self._reference[box]
        self._size += reference.size
        squares = np.square(update - reference)  # infinite values remain unknown
        if squares.ndim == reference.ndim:
            squares = np.broadcast_to(squares, (self._runs, *squares.shape))
        self._root[box] = np.sqrt(np.add.reduce(squares, 0))
        rows = squares if self._rows else squares.reshape(self._runs, -1)
        place = slice(None), *box[: len(self._rows)]
        self._sums[place] += np.add.reduce(rows, -1)

    @property
    def is_known(self) -> bool:
        """Whether each element was written once, and no two values are infinite or NaN."""
        return self._size == self._root.size and bool(self._root.min(initial=0) >= 0)

    def root_mean_squares(self) -> Array:
        """The root mean square deviation of each element from the reference."""
        self._root /= np.float32(math.sqrt(self._runs))
        return self._root

    def squares_of_rows(self) -> list[Array | None]:
        """The mean squares of the rows after each run; empty if there are none, or only short ones."""
        return [*_means(self._sums / self._reference.shape[-1])] if self._rows else []

    def mean_squares(self) -> list[float]:
        """The mean squares of all elements after each run."""
        totals = self._sums.reshape(self._runs, -1).sum(1)
        return [*map(float, _means(totals / max(1, self._size)))]


def _means(of_runs: Array) -> Array:
    """The means of the runs so far, after each of them."""
    counts = np.arange(1, 1 + len(of_runs)).reshape(-1, *[1] * (of_runs.ndim - 1))
    return np.asarray(np.cumsum(of_runs, axis=0) / counts)


class WrittenResults(StepInstrument):
    """An instrument that takes the spreads of written results in several runs at once, around another one.

    `updates` are those of `updates_of_results`.
    """

    def __init__(self, inner: Instrument, updates: Mapping[Operation, int], runs: int) -> None:
        self._inner, self._updates, self._runs = inner, updates, runs
        self.begin_taking(())

    def begin_taking(self, references: Sequence[Array]) -> None:
        """Take the spreads from now on, relative to these references; if empty, results are kept."""
        indices = self._updates.values() if references else ()
        self._spreads = {index: WrittenSpread(references[index], self._runs) for index in indices}

    def taken(self) -> dict[int, WrittenSpread]:
        """The spreads by the indices of results, which are not referred to any more."""
        spreads = self._spreads
        self.begin_taking(())
        return spreads

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """The step of the other instrument; if an update is taken, the operand is the result."""
        step = self._inner.observe_step(step, operation, operands, results)
        index = self._updates.get(operation)
        if index is None:
            return step
        types = [operand.type for operand in operation.operands[:2]]
        box_at = moving_box(*[type.static_shape for type in types if isinstance(type, TensorType)])

        def writing(frame: Frame) -> None:
            operand, update, *starts = [frame[slot] for slot in operands]
            spread = self._spreads.get(index)
            if spread is None:
                step(frame)
                return
            if Lanes in map(type, starts):
                raise RunError(
                    unsupported(operation, "runs that write at other places are executed one by one")
                )
            spread.add(box_at(starts), rows_of(update))
            frame[results[0]] = operand

        return writing
