"""The indices that correct implementations may return for a sort, a `top_k` or an argmax.

If keys are off by no more than their bounds, the key of each rank lies between the keys of this rank among
the lower and among the upper ends. An index may be that of any key whose own bounds reach there, once per
row.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.sources import source_of
from stablehlo_tools.verdict.envelope.decisions.rankings import Ranking

INTEGERS: Final = frozenset(("signed", "unsigned"))  # kinds of elements that may be indices


@dataclass(frozen=True, eq=False)
class Choices:
    """The possible indices of each rank, given keys between `low` and `high`.

    `least` and `greatest` bound the key of each rank. `indices` are integers moved along with the keys; None
    if results are places of keys. Elements of a result have these `rows` and `ranks`, and rounding decides
    those that are `undecided`.
    """

    low: Array
    high: Array
    least: Array
    greatest: Array
    indices: Array | None
    rows: Array
    ranks: Array
    undecided: Array

    @classmethod
    def from_ranking(
        cls, ranking: Ranking, keys: Array, bounds: Array, indices: Array | None, undecided: Array
    ) -> Choices | None:
        """The choices for an operation's own result; None if indices are not distinct."""
        low, high = (_matrix(ranking.rows(ends)) for ends in (keys - bounds, keys + bounds))
        step = -1 if ranking.descends else 1
        least, greatest = (np.sort(ends, -1)[:, ::step][:, : ranking.ranks] for ends in (low, high))
        rows = None if indices is None else _matrix(ranking.rows(indices)).astype(np.int64)
        if rows is not None and (np.diff(np.sort(rows, -1)) == 0).any():
            return None
        places = np.arange(undecided.size).reshape(undecided.shape)
        positions = np.empty(undecided.size, int)
        positions[ranking.to_ranks(places).reshape(-1)] = places.reshape(-1)
        row_of, rank_of = np.divmod(positions.reshape(undecided.shape), ranking.ranks)
        return cls(low, high, least, greatest, rows, row_of, rank_of, undecided)

    def moved(self, moves: Sequence[Operation]) -> Choices:
        """The choices for a result whose elements are moved by these operations."""
        arrays = [self.rows, self.ranks, self.undecided]
        for operation in moves:
            kernel = kernel_of(OPS[operation.name], operation)
            arrays = [np.asarray(kernel(array)) for array in arrays]
        return Choices(self.low, self.high, self.least, self.greatest, self.indices, *arrays)

    def refused(self, array: Array) -> Array:
        """A mask of the elements of a result that no correct implementation chooses for their rank."""
        places, is_known = self._places(array.astype(np.int64))
        with np.errstate(all="ignore"):
            is_above = self.low[self.rows, places] > self.greatest[self.rows, self.ranks]
            is_below = self.high[self.rows, places] < self.least[self.rows, self.ranks]
        return np.asarray(~is_known | is_above | is_below | self._again(places))

    def _places(self, array: Array) -> tuple[Array, Array]:
        """The places of the keys that indices refer to, and a mask of the indices that refer to any."""
        count = self.low.shape[-1]
        if self.indices is None:
            return np.clip(array, 0, count - 1), (array >= 0) & (array < count)
        order = np.argsort(self.indices, -1)
        lowest = self.indices.min(initial=0)
        span = self.indices.max(initial=0) - lowest + 1
        numbers = np.take_along_axis(self.indices, order, -1) - lowest + span * np.arange(len(order))[:, None]
        targets = np.clip(array, lowest, lowest + span - 1) - lowest + span * self.rows
        places = np.minimum(np.searchsorted(numbers.reshape(-1), targets), numbers.size - 1)
        is_known = (numbers.reshape(-1)[places] == targets) & (array >= lowest) & (array < lowest + span)
        return np.asarray(order.reshape(-1)[places]), np.asarray(is_known)

    def _again(self, places: Array) -> Array:
        """A mask of the elements that repeat the place of another rank in their row."""
        count = self.low.shape[-1]
        pairs = np.stack([self.rows * count + places, self.ranks]).reshape(2, -1)
        order = np.lexsort(pairs[::-1])
        first, second = pairs[:, order[:-1]], pairs[:, order[1:]]
        again = np.zeros(places.size, bool)
        again[order[1:]] = (first[0] == second[0]) & (first[1] != second[1])
        return again.reshape(places.shape)


def _matrix(rows: Array) -> Array:
    return rows.reshape(math.prod(rows.shape[:-1]), rows.shape[-1])


def moves_from(program: ModuleIndex, value: Value) -> tuple[Value, list[Operation]]:
    """The value whose elements a value holds, and the operations that move them, in order."""
    moves: list[Operation] = []
    while isinstance(owner := value.owner, Operation):
        if source_of(value) == 0 and len(owner.operands) == 1:
            moves.insert(0, owner)
            value = owner.operands[0]
        elif owner.name == "stablehlo.convert" and {*map(element_kind, owner.types)} <= INTEGERS:
            value = owner.operands[0]
        elif returned := program.returned(owner):
            value = returned[value.index]
        else:
            break
    return value, moves
