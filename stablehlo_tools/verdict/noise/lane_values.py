"""Lanes: the values of a variable in several runs of a program at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, flat, read_only
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.verdict.noise.magnitudes import Extremes, extremes_of


class Lanes:
    """The values of a variable in several runs at once: an array with one row per run.

    The first run decides branches for all.
    """

    __slots__ = ("_extremes", "rows")

    def __init__(self, rows: Array, extremes: Extremes | None = None) -> None:
        self.rows = rows
        self._extremes = extremes

    def __getitem__(self, key: tuple[()]) -> Lanes:
        """The lanes themselves: a scalar, too, is an array of rows."""
        return self

    def __bool__(self) -> bool:
        return bool(self.rows[0])

    def __index__(self) -> int:
        return int(self.rows[0])

    __int__ = __index__

    @property
    def flags(self) -> Any:
        """The memory flags of the array."""
        return self.rows.flags

    @property
    def dtype(self) -> Dtype:
        """The dtype of the value."""
        return self.rows.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the value in one run."""
        return self.rows.shape[1:]

    @property
    def size(self) -> int:
        """The number of elements in all runs."""
        return self.rows.size

    @property
    def extremes(self) -> Extremes:
        """The extremes of real values over all runs, or bounds of them; cached: values must not change."""
        if self._extremes is None:
            self._extremes = extremes_of(self.rows)
        return self._extremes

    @property
    def nbytes(self) -> int:
        """The memory of all runs, in bytes."""
        return self.rows.nbytes

    def read_only(self) -> Lanes:
        """The same values, read-only."""
        return Lanes(read_only(self.rows))


def rows_of(value: Any) -> Any:
    """A value of a frame as an array, with all rows of lanes."""
    return value.rows if type(value) is Lanes else as_array(value)


def reference_of(value: Any) -> Any:
    """A value of a frame as an array; of lanes, the row of the first run."""
    return value.rows[0, ...] if type(value) is Lanes else as_array(value)


def last_of(value: Any) -> Any:
    """A value of a frame as an array; of lanes, the row of the last run, which has noise."""
    return value.rows[-1, ...] if type(value) is Lanes else as_array(value)


def rows_alike(values: Sequence[Any]) -> list[Any]:
    """Values of a frame as arrays, broadcast to the rows of lanes if one of them has lanes."""
    count = next((len(value.rows) for value in values if type(value) is Lanes), 0)
    if not count:
        return list(map(as_array, values))
    return [
        value.rows if type(value) is Lanes else np.broadcast_to(value, (count, *np.shape(value)))
        for value in values
    ]


def row(value: Any, number: int) -> Any:
    """A value, or each one of a group, in run `number`."""
    if type(value) is Lanes:
        return value.rows[number, ...]
    return tuple([row(element, number) for element in value]) if type(value) in (tuple, list) else value


def count_of_lanes(values: Sequence[Any]) -> int:
    """The number of runs in the lanes among values and groups of values; 1 without lanes."""
    return max((len(value.rows) for value in flat(values) if type(value) is Lanes), default=1)
