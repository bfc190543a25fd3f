"""Inputs on which a single comparison of an array has the outcome that it has on no other inputs.

One entry of a table of thresholds, or a neuron that is almost always off, hides among others with both
outcomes. The compared numbers tell how far each is from its other outcome: a search goes down their slopes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.paths.noted import Comparisons, NotedInputs
from stablehlo_tools.comparison.equivalence.paths.plain import PlainRuns
from stablehlo_tools.comparison.equivalence.paths.stacked import LEAST
from stablehlo_tools.comparison.equivalence.residues.tensors import within_range
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.errors import InternalError
from stablehlo_tools.ir.arrays import Array, wide
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.noise.lane_values import Lanes

_MOST_SOUGHT: Final = 1 << 7  # comparisons of a program
_MOST_ASIDE: Final = 1 << 5  # directions in which slopes are measured
_ROUNDS: Final = 8
_NARROWINGS: Final = 3
_ASIDE: Final = 2.0**-14  # of the size of an input, to measure a slope, unless it is less than two roundings
_GAIN: Final = 0.999  # the share of a distance that a round leaves, at most
# How far to go, as parts of the way to where the outcome changes if the slope is constant.
_FORTH: Final = np.exp2(np.arange(-6, 24))
_PARTS: Final = np.concatenate([-_FORTH[::-1], [0.0], _FORTH])
_MOST_CHANGES: Final = 8  # on a way
_MOST_NUMBERS: Final = 1 << 21  # of the points on the ways of a batch


def on_which_seldom_outcomes_differ(
    plain: PlainRuns, inputs: Sequence[Array], noted: NotedInputs, is_over: Callable[[], bool]
) -> Iterator[Sequence[Array]]:
    """Inputs beside changes of single comparisons on which functions differ; integers stay."""
    changes = _changes(plain, inputs, noted, is_over)
    while not is_over() and (batch := list(itertools.islice(changes, plain.batch))):
        agreeing = zip(batch, plain.agreeing(batch), strict=True)
        yield from (candidate for candidate, agrees in agreeing if not agrees)


def _changes(
    plain: PlainRuns, inputs: Sequence[Array], noted: NotedInputs, is_over: Callable[[], bool]
) -> Iterator[Sequence[Array]]:
    """Inputs beside changes of comparisons that have one outcome where noted, or are in one program alone.

    Comparisons by multiples are sought once, and none where lanes cannot be run.
    """
    one, other = noted.comparisons()
    descents = [_Descent(plain, side, inputs, is_over) for side in range(len(plain.functions))]
    try:
        yield from descents[0].changes(_seldom(one, other.keys), noted.parts)
        yield from descents[1].changes(_seldom(other, one.keys, one.keys[one.shares == 0]), noted.parts)
    except (RunError, InternalError):  # of a kernel that takes no lanes, or of different paths
        return


def _seldom(sought: Comparisons, others: Array, tried: Sequence[int] | Array = ()) -> Comparisons:
    """The comparisons to try, those first whose outcomes are seldom, without those that were tried."""
    _, first = np.unique(sought.keys, return_index=True)
    is_first = np.isin(np.arange(len(sought.keys)), first)
    is_alone = ~np.isin(sought.keys, others)
    places = np.flatnonzero(is_first & (is_alone | (sought.shares == 0)) & ~np.isin(sought.keys, tried))
    order = np.argsort(sought.shares[places], kind="stable")
    return sought.at(places[order[:_MOST_SOUGHT]])


class _Descent:
    """A search down the slopes of the numbers that one program compares."""

    def __init__(
        self, plain: PlainRuns, side: int, inputs: Sequence[Array], is_over: Callable[[], bool]
    ) -> None:
        self._plain, self._side, self._inputs, self._is_over = plain, side, inputs, is_over
        types = enumerate(plain.functions[0].type.inputs)
        self._floats = [at for at, type in types if element_kind(type) == "float"]
        self._ends = np.cumsum([0, *(inputs[at].size for at in self._floats)])
        self._aside = max([_ASIDE, *(2 * float(info(inputs[at].dtype).eps) for at in self._floats)])
        self._generator = np.random.default_rng(side)

    def changes(self, sought: Comparisons, parts: Sequence[Sequence[Any]]) -> Iterator[Sequence[Array]]:
        """Inputs beyond and on both sides of changes of outcomes, found from those in `parts`."""
        if not sought.sites.size:
            return
        starts = np.concatenate([np.empty((0, self._ends[-1])), *map(self._joined, parts)])
        numbers = len(_PARTS) * starts.shape[1]
        size = min(max(_MOST_NUMBERS // max(numbers, 1), 1), _MOST_ASIDE)
        for begin in range(0, len(sought.sites), size):
            batch = sought.at(slice(begin, begin + size))
            yield from self._changes_from(batch, starts[batch.starts])

    def _changes_from(self, batch: Comparisons, inputs: Array) -> Iterator[Sequence[Array]]:
        """Inputs beyond and on both sides of changes of some outcomes, found from an input for each."""
        for _ in range(_ROUNDS):
            if self._is_over() or not len(batch.sites):
                break
            ways = self._ways(batch, inputs)
            points = inputs[:, None] + _PARTS[:, None] * ways[:, None]
            distances = self._distances(batch, points)
            signs = np.sign(distances)
            is_change = signs[:, 1:] * signs[:, :-1] < 0
            for place in np.flatnonzero(is_change.any(axis=1)):
                for part in np.flatnonzero(is_change[place])[:_MOST_CHANGES]:
                    between = _PARTS[part : part + 2]
                    yield from self._beside(batch.at([place]), inputs[place], ways[place], between)
            sizes = np.where(np.isfinite(distances), abs(distances), np.inf)
            nearest = np.arange(len(sizes)), np.argmin(sizes, axis=1)
            is_sought = (sizes[nearest] < _GAIN * abs(batch.distances)) & ~is_change.any(axis=1)
            batch = batch._replace(distances=distances[nearest]).at(is_sought)
            inputs = points[nearest][is_sought]

    def _ways(self, sought: Comparisons, inputs: Array) -> Array:
        """The ways down the slopes, to where the other outcome is if these are constant."""
        count, width = inputs.shape
        is_each = width <= _MOST_ASIDE
        shape = count, min(width, _MOST_ASIDE), width
        aside = np.broadcast_to(np.eye(width), shape) if is_each else self._generator.normal(size=shape)
        sizes = np.abs(inputs).max(axis=1, initial=0.0)
        steps = self._aside * np.where(sizes, sizes, 1.0)
        moved = self._distances(sought, inputs[:, None] + steps[:, None, None] * aside)
        slopes = np.nan_to_num((moved - sought.distances[:, None]) / steps[:, None], posinf=0.0, neginf=0.0)
        squares = (slopes**2).sum(axis=1)
        is_flat = squares == 0
        lengths = -sought.distances / np.where(is_flat, 1.0, squares)
        down = np.einsum("ek,ekn->en", slopes, aside * lengths[:, None, None])
        anywhere = steps[:, None] * self._generator.normal(size=down.shape)
        return np.asarray(np.where(is_flat[:, None], anywhere, down))

    def _beside(
        self, sought: Comparisons, begin: Array, way: Array, between: Array
    ) -> Iterator[Sequence[Array]]:
        """Inputs at the ends of a part of the way on which an outcome changes, and on both sides of it."""
        yield from (self._separate(begin + part * way) for part in between)
        for _ in range(_NARROWINGS):
            parts = np.linspace(between[0], between[1], _MOST_ASIDE)
            signs = np.sign(self._distances(sought, (begin + parts[:, None] * way)[None])[0])
            changes = np.flatnonzero(signs[1:] != signs[:-1])
            if not changes.size:
                return
            between = parts[changes[0] : changes[0] + 2]
        yield from (self._separate(begin + part * way) for part in between)

    def _distances(self, sought: Comparisons, points: Array) -> Array:
        """The distances of comparisons at points, of which each has several; NaN once the time is up."""
        count, several, width = points.shape
        lanes, results = points.reshape(-1, width), np.full(count * several, np.nan)
        sites, elements = np.repeat(sought.sites, several), np.repeat(sought.elements, several)
        size = max(self._plain.room, LEAST)
        for begin in range(0, len(lanes), size):
            if self._is_over():
                break
            places = np.arange(begin, min(begin + size, len(lanes)))
            stacks = self._separate(lanes[places])
            for site, distances in enumerate(self._plain.noted(self._side, stacks).distances):
                own = places[sites[places] == site]
                results[own] = distances[own - begin, elements[own]]
        return results.reshape(count, several)

    def _joined(self, arguments: Sequence[Any]) -> Array:
        """The floats of arguments that are lanes, joined in rows."""
        arrays = [wide(arguments[at].rows) for at in self._floats]
        return np.hstack([array.reshape(len(array), -1) for array in arrays])

    def _separate(self, rows: Array) -> list[Any]:
        """The arguments whose floats are joined in a row; as lanes, if there are several rows."""
        separate = list[Any](self._inputs)
        for at, begin, end in zip(self._floats, self._ends, self._ends[1:], strict=False):
            dtype, shape = self._inputs[at].dtype, self._inputs[at].shape
            numbers = within_range(np.nan_to_num(rows[..., begin:end]), dtype)
            array = numbers.reshape((*rows.shape[:-1], *shape))
            separate[at] = array if rows.ndim == 1 else Lanes(array)
        return separate
