"""The order of keys in which a program sorts elements, or chooses the greatest one.

Neighbors in the order of the reference change places if the gap between them is closed. Gaps, unlike keys,
do not change with errors that both have in common.
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


@dataclass(frozen=True)
class Ranking:
    """The order of keys along some `axes`, by their places in it, of as many as have a rank, and one more.

    Ranks are an axis of the result where `axis` says so.
    """

    axes: tuple[int, ...]
    axis: int | None
    order: Array

    def gaps(self, keys: Array) -> Array:
        """The differences of keys that are neighbors in the order, which is the last axis."""
        return np.asarray(np.diff(self._ordered(keys)))

    def of_both(self, roundings: Array) -> Array:
        """The sums of what neighbors may be rounded by."""
        ordered = self._ordered(roundings)
        return np.asarray(ordered[..., :-1] + ordered[..., 1:])

    def _ordered(self, numbers: Array) -> Array:
        return np.take_along_axis(_rows(numbers, self.axes), self.order, -1)

    def closest(self, gaps: Array, sigma: Array, shape: tuple[int, ...]) -> tuple[Array, Array]:
        """For each rank, that of its two gaps which is closed more easily, and its spread."""
        ranks = shape[self.axis] if self.axis is not None else 1
        with np.errstate(all="ignore"):
            far = np.nan_to_num(np.where(sigma > 0, np.abs(gaps) / sigma, np.inf), nan=np.inf)
        after = np.minimum(np.arange(ranks), gaps.shape[-1] - 1)
        before = np.maximum(np.arange(ranks) - 1, 0)
        chosen = np.where(far[..., before] < far[..., after], before, after)
        found = [np.take_along_axis(each, chosen, -1) for each in (gaps, sigma)]
        axis = -1 if self.axis is None else self.axis
        first, second = (np.moveaxis(each, -1, axis).reshape(shape) for each in found)
        return first, second


def ranking_of(operation: Operation, operands: Sequence[Array], results: Sequence[Array]) -> Ranking | None:
    """The ranking that an operation makes, by its operands and results; None if it makes none by its keys."""
    rank = RANKINGS.get(operation.name)
    if rank is None or not results or operands[0].dtype.kind != "f" or results[0].dtype.kind != "f":
        return None
    axes, axis = rank(operation, operands[0].ndim)
    rows, best = _rows(operands[0], axes), results[0]
    ranked = np.moveaxis(best, axis, -1) if axis is not None else best[..., None]
    count = ranked.shape[-1]
    if rows.shape[-1] < 2 or ranked.shape[:-1] != rows.shape[:-1]:
        return None
    ascending = np.argsort(rows, axis=-1, kind="stable")
    for order in (ascending, ascending[..., ::-1]):
        if np.array_equal(np.take_along_axis(rows, order[..., :count], -1), ranked, equal_nan=True):
            return Ranking(axes, axis, order[..., : count + 1])
    return None


def _rows(keys: Array, axes: tuple[int, ...]) -> Array:
    """The keys, with these axes as the last one."""
    last = np.moveaxis(keys, axes, range(-len(axes), 0))
    return last.reshape(*last.shape[: keys.ndim - len(axes)], -1)


# The axes along which keys are compared, and that of the result, if any, along which they are ranked.
Rank = Callable[[Operation, int], tuple[tuple[int, ...], int | None]]
RANKINGS: Final = Registry[Rank]()


@RANKINGS.of("stablehlo.sort")
def _sorted(operation: Operation, rank: int) -> tuple[tuple[int, ...], int | None]:
    axis = int(spec_attributes(OPS[operation.name], operation)["dimension"]) % rank
    return (axis,), axis


@RANKINGS.of("chlo.top_k")
def _greatest(operation: Operation, rank: int) -> tuple[tuple[int, ...], int | None]:
    return (rank - 1,), rank - 1


@RANKINGS.of("stablehlo.reduce")
def _chosen(operation: Operation, rank: int) -> tuple[tuple[int, ...], int | None]:
    dimensions = spec_attributes(OPS[operation.name], operation)["dimensions"]
    return tuple(int(each) for each in np.ravel(dimensions)), None
