"""The order of keys by which a program sorts elements or selects the largest one.

Neighbors in the order of the reference swap if the gap between them closes. Unlike keys, gaps do not change
with errors that both keys share. Sorted keys move by no more than the keys themselves: rounding does not
decide them, but it decides which other elements move along with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.registry import OPS

MOST_OTHERS: Final = 8  # neighbors that may swap and are tried: each takes a run


@dataclass(frozen=True)
class Ranking:
    """The order of the keys of an operand along some `axes`, by their places.

    `key` is the number of the operand. `order` has the first `ranks` places and a few more that may swap with
    them. `axis` is the axis of ranks in the result, if it has one.
    """

    key: int
    axes: tuple[int, ...]
    axis: int | None
    order: Array
    ranks: int
    descends: bool

    def gaps(self, keys: Array) -> Array:
        """The differences of neighboring keys in the order, along the last axis."""
        return np.asarray(np.diff(self._ordered(keys)))

    def neighbor_sums(self, roundings: Array) -> Array:
        """The sums of the roundings of neighbors."""
        ordered = self._ordered(roundings)
        return np.asarray(ordered[..., :-1] + ordered[..., 1:])

    def _ordered(self, numbers: Array) -> Array:
        return np.take_along_axis(self.rows(numbers), self.order, -1)

    def rows(self, numbers: Array) -> Array:
        """Numbers in the shape of the keys, with the compared axes merged into the last one."""
        return _rows(numbers, self.axes)

    def closest(self, gaps: Array, sigma: Array) -> tuple[Array, Array]:
        """For each rank, the one of its two gaps that closes more easily, and its spread."""
        with np.errstate(all="ignore"):
            far = np.nan_to_num(np.where(sigma > 0, np.abs(gaps) / sigma, np.inf), nan=np.inf)
        after = np.minimum(np.arange(self.ranks), gaps.shape[-1] - 1)
        before = np.maximum(np.arange(self.ranks) - 1, 0)
        chosen = np.where(far[..., before] < far[..., after], before, after)
        first, second = (self.to_result(np.take_along_axis(array, chosen, -1)) for array in (gaps, sigma))
        return first, second

    def to_result(self, ranked: Array) -> Array:
        """Values by rank, along the last axis, in the shape of results."""
        return ranked[..., 0] if self.axis is None else np.moveaxis(ranked, -1, self.axis)

    def to_ranks(self, result: Array) -> Array:
        """A result with the ranks along the last axis."""
        return result[..., None] if self.axis is None else np.moveaxis(result, self.axis, -1)

    def longest(self, near: Array) -> float:
        """The most neighbors that may swap if these gaps close; infinite if some lie beyond `order`."""
        begin, end = _groups(near)
        is_open = self.order.shape[-1] > self.ranks and bool((end[..., : self.ranks] == near.shape[-1]).any())
        return np.inf if is_open else int((end - begin)[..., : self.ranks].max(initial=0)) + 1

    def moved_on(self, near: Array, count: int) -> Array:
        """The places if each rank takes the one `count` further on, among those whose gaps may close."""
        begin, end = _groups(near)
        turned = begin + (np.arange(near.shape[-1] + 1) - begin + count) % (end - begin + 1)
        return np.take_along_axis(self.order, turned, -1)[..., : self.ranks]


def _groups(near: Array) -> tuple[Array, Array]:
    """The first and last rank of each rank's group; gaps that are `near` lie within groups."""
    ranks = np.arange(near.shape[-1] + 1)
    border = np.ones((*near.shape[:-1], 1), bool)
    first, last = np.concatenate([border, ~near], -1), np.concatenate([~near, border], -1)
    begin = np.maximum.accumulate(np.where(first, ranks, 0), -1)
    backwards = np.where(last, ranks, len(ranks))[..., ::-1]
    return begin, np.minimum.accumulate(backwards, -1)[..., ::-1]


def ranking_of(operation: Operation, operands: Sequence[Array], results: Sequence[Array]) -> Ranking | None:
    """The ranking that an operation makes, by its operands and results; None if it ranks by no key."""
    rank = RANKINGS.get(operation.name)
    if rank is None:
        return None
    axes, axis = rank(operation, operands[0].ndim)
    pairs = zip(operands, results, strict=False)
    rankings = (_by_key(number, axes, axis, *pair) for number, pair in enumerate(pairs))
    return next((ranking for ranking in rankings if ranking is not None), None)


def _by_key(number: int, axes: tuple[int, ...], axis: int | None, keys: Array, best: Array) -> Ranking | None:
    if keys.dtype.kind != "f" or best.dtype.kind != "f":
        return None
    rows = _rows(keys, axes)
    ranked = np.moveaxis(best, axis, -1) if axis is not None else best[..., None]
    count = ranked.shape[-1]
    if rows.shape[-1] < 2 or ranked.shape[:-1] != rows.shape[:-1]:
        return None
    ascending = np.argsort(rows, axis=-1, kind="stable")
    for order in (ascending, ascending[..., ::-1]):
        if np.array_equal(np.take_along_axis(rows, order[..., :count], -1), ranked, equal_nan=True):
            places = order[..., : count + MOST_OTHERS]
            return Ranking(number, axes, axis, places, count, descends=order is not ascending)
    return None


def _rows(keys: Array, axes: tuple[int, ...]) -> Array:
    """The keys, with these axes merged into the last one."""
    last = np.moveaxis(keys, axes, range(-len(axes), 0))
    return last.reshape(*last.shape[: keys.ndim - len(axes)], -1)


# The axes along which keys are compared, and the axis of ranks in the result, if any.
Rank = Callable[[Operation, int], tuple[tuple[int, ...], int | None]]
RANKINGS: Final = Registry[Rank]()
RANKINGS.register("chlo.top_k")(lambda operation, rank: ((rank - 1,), rank - 1))


@RANKINGS.register("stablehlo.sort")
def _sorted(operation: Operation, rank: int) -> tuple[tuple[int, ...], int | None]:
    axis = int(spec_attributes(OPS[operation.name], operation)["dimension"]) % rank
    return (axis,), axis


@RANKINGS.register("stablehlo.reduce")
def _chosen(operation: Operation, rank: int) -> tuple[tuple[int, ...], int | None]:
    dimensions = spec_attributes(OPS[operation.name], operation)["dimensions"]
    return tuple(int(dimension) for dimension in np.ravel(dimensions)), None
