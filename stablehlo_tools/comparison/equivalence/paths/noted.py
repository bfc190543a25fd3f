"""The comparisons of two programs on many inputs: how far each is from its other outcome.

Only what tells comparisons apart and where to begin a search is kept, not the numbers on each of the inputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.paths.plain import PlainRuns
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.verdict.noise.lane_values import Lanes, count_of_lanes

MOST_INPUTS: Final = 1 << 8
_DIGITS: Final = 10  # of distances by which comparisons of the same numbers are told


class Comparisons(NamedTuple):
    """Comparisons, each with its place in a run, and the input that is closest to where its outcome changes.

    `starts` tell which input that is; `distances` are those of the compared numbers there. `shares` tell how
    many inputs have the outcome that fewer have. Numbers with equal `keys` are multiples.
    """

    keys: Array
    shares: Array
    sites: Array
    elements: Array
    distances: Array
    starts: Array

    def at(self, places: Any) -> Comparisons:
        """Some of the comparisons."""
        return Comparisons(*(each[places] for each in self))


class NotedInputs:
    """The first of many inputs on which two programs run, in parts, and what they compare there."""

    def __init__(self, plain: PlainRuns) -> None:
        self._plain = plain
        self.parts: list[Sequence[Any]] = []
        self._sides = [_Side([]) for _ in plain.functions]

    def results(self, inputs: Sequence[Any]) -> list[list[Any]]:
        """The results of both programs on a part of the inputs; comparisons are noted unless many are."""
        if sum(map(count_of_lanes, self.parts)) >= MOST_INPUTS:
            return self._plain.results(inputs)
        runs = [self._plain.noted(number, inputs) for number in range(len(self._sides))]
        widths = [[each.shape[1] for each in run.distances] for run in runs]
        if not self.parts:
            self._sides = [*map(_Side, widths)]
        if widths == [side.widths for side in self._sides]:  # else comparisons of another path
            step = max(count_of_lanes(inputs) // MOST_INPUTS, 1)  # on many more, no outcome is seldom
            few = [Lanes(x.rows[::step]) if type(x) is Lanes else x for x in inputs]
            for side, run in zip(self._sides, runs, strict=True):
                side.add(np.hstack([np.empty((count_of_lanes(few), 0)), *(x[::step] for x in run.distances)]))
            self.parts.append(few)
        return [run.results for run in runs]

    def comparisons(self) -> list[Comparisons]:
        """The comparisons of each program by numbers that vary."""
        return [side.comparisons() for side in self._sides]


class _Side:
    """The comparisons of one program, in the order of a run; sites have as many as the `widths`."""

    def __init__(self, widths: list[int]) -> None:
        self.widths, count = widths, sum(widths)
        self._inputs = 0
        self._generator = np.random.default_rng(0)  # of weights, which both programs have in common
        self._varies, self._first = np.zeros(count, bool), np.zeros(count)
        self._greatest, self._keys = np.zeros(count), np.zeros(count, np.int64)
        # of numbers that are not above the others, and of those that are
        self._counts, self._places = np.zeros((2, count), np.intp), np.zeros((2, count), np.intp)
        self._nearest = np.full((2, count), np.inf)

    def add(self, distances: Array) -> None:
        """Add the distances on more inputs, in rows."""
        if not self._inputs:
            self._first = distances[0].copy()
        is_above, is_finite = distances > 0, np.isfinite(distances)
        self._varies |= (distances != self._first).any(axis=0)
        greatest = np.fmax.reduce(np.abs(distances), axis=0, initial=0.0)
        self._greatest = np.maximum(self._greatest, greatest)
        scales, shares = np.where(greatest > 0, greatest, 1.0), np.zeros(distances.shape)
        np.divide(distances, scales, out=shares, where=is_finite)
        weights = self._generator.integers(1, 1 << 62, len(distances))
        self._keys += weights @ np.rint(shares * 10.0**_DIGITS).astype(np.int64)
        self._counts += [(is_finite & ~is_above).sum(axis=0), is_above.sum(axis=0)]
        below = np.where(is_finite & ~is_above, -distances, np.inf)
        for side, sizes in enumerate((below, np.where(is_above, distances, np.inf))):
            places = np.argmin(sizes, axis=0)
            nearest = sizes[places, np.arange(places.size)]
            is_nearer = nearest < self._nearest[side]
            self._nearest[side][is_nearer] = nearest[is_nearer]
            self._places[side][is_nearer] = self._inputs + places[is_nearer]
        self._inputs += len(distances)

    def comparisons(self) -> Comparisons:
        """The comparisons by numbers that vary."""
        sites = np.repeat(np.arange(len(self.widths)), self.widths)
        begins = np.repeat(np.cumsum([0, *self.widths])[:-1], self.widths)
        kept = np.flatnonzero(self._varies & np.isfinite(self._greatest) & (self._greatest > 0))
        shares = self._counts[1, kept] / self._counts[:, kept].sum(axis=0)
        usual = (shares > 1 / 2).astype(np.intp)
        return Comparisons(
            np.abs(self._keys[kept]),  # the same for numbers of the other sign
            np.minimum(shares, 1 - shares),
            sites[kept],
            kept - begins[kept],
            np.where(usual, 1, -1) * self._nearest[usual, kept],
            self._places[usual, kept],
        )
