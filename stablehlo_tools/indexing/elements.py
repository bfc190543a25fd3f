"""The elements that a map reaches, as strided ranges, and facts such as how much of an operand is read.

The results of a map are partitioned into groups that share no variable, and are therefore independent.
A group of one result is a set of numbers, a group of several a set of rows.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools.indexing import affine
from stablehlo_tools.indexing.canonical import linear
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import IndexingMap, Variable, count_points, grid_of, satisfies
from stablehlo_tools.indexing.simplify import result_intervals, simplify

Rows = npt.NDArray[np.int64]

_MAX_POINTS = 1 << 20  # enumerated for a group of dependent variables: 8 MB per column


class TooManyPoints(Exception):
    """There are too many points to enumerate."""


@dataclass(frozen=True)
class StridedRange:
    """The numbers `first`, `first + step`, ... up to `last`."""

    first: int
    last: int
    step: int = 1

    def __str__(self) -> str:
        if self.first == self.last:
            return str(self.first)
        if self.last - self.first == self.step:
            return f"{self.first}, {self.last}"
        return f"{self.first}..{self.last}" + (f" by {self.step}" if self.step > 1 else "")

    @property
    def size(self) -> int:
        """The number of elements."""
        return (self.last - self.first) // self.step + 1

    def covers(self, other: StridedRange) -> bool:
        """Whether the other range is a subset."""
        return (
            self.first <= other.first
            and other.last <= self.last
            and (other.first - self.first) % self.step == 0
            and (other.step % self.step == 0 or other.size == 1)
        )


@dataclass(frozen=True)
class Elements:
    """A box of tensor elements; if it is not `is_exact`, a bounding box of `count` elements."""

    ranges: tuple[tuple[StridedRange, ...], ...]
    count: int
    is_exact: bool = True

    def __str__(self) -> str:
        return f"[{', '.join(_list_text(ranges) for ranges in self.ranges)}]"

    @property
    def numbers(self) -> list[list[int]]:
        """The numbers of each dimension."""
        return [[n for r in ranges for n in range(r.first, r.last + 1, r.step)] for ranges in self.ranges]

    def covers(self, other: Elements) -> bool:
        """Whether the other elements are a subset, as far as the ranges show it."""
        pairs = zip(self.ranges, other.ranges, strict=True)
        return self.is_exact and all(len(a) == 1 and all(a[0].covers(b) for b in bs) for a, bs in pairs)


def _list_text(ranges: Sequence[StridedRange]) -> str:
    texts = [str(strided) for strided in ranges]
    return texts[0] if len(texts) == 1 and "," not in texts[0] else f"{{{', '.join(texts)}}}"


class _Group(NamedTuple):
    """The numbers of results that depend on the same variables, these variables, and their constraints."""

    results: tuple[int, ...]
    variables: tuple[int, ...]
    constraints: tuple[affine.Expression, ...]


def elements(map: IndexingMap) -> list[Elements]:
    """The elements that the map reaches from its domain, as a union of boxes."""
    if map.is_known_empty:
        return []
    ranges: dict[int, tuple[StridedRange, ...]] = {}
    count, is_exact = 1, True
    for group in _groups(map):
        reached = _reached(map, group)
        if reached is None:
            return []
        ranges.update(zip(group.results, reached.ranges, strict=True))
        count *= reached.count
        is_exact = is_exact and reached.is_exact
    return [Elements(tuple(ranges[number] for number in range(len(map.results))), count, is_exact)]


def _reached(map: IndexingMap, group: _Group) -> Elements | None:
    """The elements of the dimensions that a group determines; None if its constraints admit none."""
    evenly = _evenly(map, group)
    if evenly is not None:
        return Elements((tuple(evenly),), sum(strided.size for strided in evenly))
    try:
        if group.results:
            return next(iter(elements_of_rows(_rows(map, group))), None)
        return Elements((), 1) if _solution_count(map, group) else None
    except TooManyPoints:
        bounds = result_intervals(map)
        intervals = [bounds[number] for number in group.results]
        ranges = tuple((StridedRange(interval.lower, interval.upper),) for interval in intervals)
        return Elements(ranges, math.prod(interval.size for interval in intervals), _is_whole(map, group))


def elements_of_rows(rows: Rows) -> list[Elements]:
    """The elements with these index vectors."""
    if not len(rows):
        return []
    distinct = np.unique(rows, axis=0)
    columns = [np.unique(column) for column in distinct.T]
    ranges = tuple(tuple(_ranges(column)) for column in columns)
    return [Elements(ranges, len(distinct), math.prod(map(len, columns)) == len(distinct))]


def _evenly(map: IndexingMap, group: _Group) -> list[StridedRange] | None:
    """The ranges of a group that is a multiple of one free variable, or constant; None for other groups."""
    if len(group.results) != 1 or group.constraints:
        return None
    terms, first = linear(map.results[group.results[0]])
    if not terms:
        return [StridedRange(first, first)]
    ((variable, step), *more) = terms.items()
    if more or not variable.is_variable:
        return None
    bounds = (map.dimensions if variable.kind is affine.ExpressionKind.DIMENSION else map.symbols)[
        variable.number
    ].bounds
    lower, upper = sorted((first + step * bounds.lower, first + step * bounds.upper))
    if bounds.size > 2 or abs(step) == 1:
        return [StridedRange(lower, upper, abs(step))]
    # two distant numbers are listed, not a range
    return [StridedRange(end, end) for end in dict.fromkeys((lower, upper))]


def _is_whole(map: IndexingMap, group: _Group) -> bool:
    """Whether the results of a group are unconstrained variables, which reach all of their intervals."""
    return not group.constraints and all(map.results[n].is_variable for n in group.results)


def _ranges(numbers: Rows) -> list[StridedRange]:
    """Sorted numbers as a minimal list of ranges, found greedily."""
    ranges: list[StridedRange] = []
    start = 0
    while start < len(numbers):
        end = start + 1
        if end < len(numbers):
            step = int(numbers[end] - numbers[start])
            while end + 1 < len(numbers) and numbers[end + 1] - numbers[end] == step:
                end += 1
            if end - start == 1 and step > 1:  # two distant numbers are listed, not a range
                end -= 1
        end = min(end, len(numbers) - 1)
        step = int(numbers[start + 1] - numbers[start]) if end > start else 1
        ranges.append(StridedRange(int(numbers[start]), int(numbers[end]), step))
        start = end + 1
    return ranges


# -- points -------------------------------------------------------------------------------------------


def _groups(map: IndexingMap) -> Iterator[_Group]:
    """The results and constraints, partitioned by the variables that they share."""
    count = len(map.dimensions)
    masks = [(e.dimensions | e.symbols << count) for e in (*map.results, *map.constraints)]
    masks += [1 << number for number in range(len(map.variables))]
    joined: list[int] = []
    for mask in masks:
        apart = [other for other in joined if not other & mask]
        joined = [*apart, _union([mask, *(other for other in joined if other & mask)])]
    expressions = list(map.constraints)
    for mask in joined:
        if mask:
            results = tuple(n for n in range(len(map.results)) if masks[n] & mask)
            constraints = tuple(e for n, e in enumerate(expressions, len(map.results)) if masks[n] & mask)
            yield _Group(results, tuple(n for n in range(len(map.variables)) if mask >> n & 1), constraints)
    for number in range(len(map.results)):
        if not masks[number]:
            yield _Group((number,), (), ())


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _solutions(map: IndexingMap, group: _Group) -> Rows:
    """The points of a group that satisfy its constraints, with a column for each variable of the map."""
    bounds = [map.variables[n].bounds for n in group.variables]
    if math.prod(interval.size for interval in bounds) > _MAX_POINTS:
        raise TooManyPoints
    grid = grid_of(bounds)
    values = np.zeros((len(map.variables), grid.shape[1]), np.int64)
    values[list(group.variables)] = grid
    only = map.over((), [(e, map.constraints[e]) for e in group.constraints])
    count = len(map.dimensions)
    return values[:, satisfies(only, values[:count], values[count:])]


def _solution_count(map: IndexingMap, group: _Group) -> int:
    """The number of points of a group, ignoring constraints."""
    if group.constraints:
        return len(_solutions(map, group).T)
    return math.prod(map.variables[n].bounds.size for n in group.variables)


def _rows(map: IndexingMap, group: _Group) -> Rows:
    values = _solutions(map, group)
    count = len(map.dimensions)
    columns = [map.results[n].evaluate(values[:count], values[count:]) for n in group.results]
    return np.stack([np.broadcast_to(column, values.shape[1:]) for column in columns], axis=1)


# -- facts --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Facts:
    """Derived facts of a map; None if they depend on runtime values or are too expensive to compute.

    `utilisation` is the fraction of the target's elements that is read, `reads` the average number of
    elements read per element, and `step` the distance, in row-major order, of the elements that neighbors
    in the last dimension read.
    """

    utilisation: float | None
    reads: float | None
    step: int | None


def facts(map: IndexingMap, target: Sequence[int]) -> Facts:
    """The facts of a map to a tensor of these sizes."""
    return _facts(map, tuple(target))


@functools.lru_cache(maxsize=1 << 8)  # most ops of a program repeat
def _facts(map: IndexingMap, target: tuple[int, ...]) -> Facts:
    if map.is_known_empty:
        return Facts(0.0, 0.0, None)
    return Facts(_utilisation(map, target), _reads(map), _step(map, target))


def _utilisation(map: IndexingMap, target: Sequence[int]) -> float | None:
    if map.runtimes:
        return None
    boxes = elements(map)
    if not all(box.is_exact or box.count <= _MAX_POINTS for box in boxes):
        return None
    return sum(box.count for box in boxes) / max(math.prod(target), 1)


def _reads(map: IndexingMap) -> float | None:
    """The average number of points per value of the dimensions."""
    if any(e.symbols >> len(map.ranges) for e in map.constraints):
        return None
    if not map.constraints:
        return float(count_points(map.ranges))
    try:
        points = math.prod(_solution_count(map, group) for group in _groups(map) if group.variables)
    except TooManyPoints:
        return None
    return points / count_points(map.runtimes) / count_points(map.dimensions)


def _step(map: IndexingMap, target: Sequence[int]) -> int | None:
    """The distance of reads when the last dimension advances by one; None if it varies."""
    if not map.dimensions or map.dimensions[-1].bounds.size < 2:
        return None
    strides = [math.prod(target[number + 1 :]) for number in range(len(target))]
    place = affine.total([result * stride for result, stride in zip(map.results, strides, strict=True)])
    last = len(map.dimensions) - 1
    own = [*affine.dimensions(last), affine.dimension(last) + 1]
    moved = place.substitute(own, affine.symbols(len(map.symbols)))
    bounds = map.dimensions[-1].bounds
    shorter = (*map.dimensions[:-1], Variable(Interval(bounds.lower, bounds.upper - 1)))
    difference = simplify(IndexingMap(shorter, map.ranges, map.runtimes, [moved - place]))
    assert isinstance(difference, IndexingMap)
    (step,) = difference.results
    return step.number if step.is_constant else None


# -- one element --------------------------------------------------------------------------------------


def at(map: IndexingMap, index: Sequence[int], symbols: Mapping[int, int] | None = None) -> IndexingMap:
    """The map restricted to one index, with `symbols` replaced by numbers; empty outside of the domain."""
    fixed = dict(symbols or {})
    places = [affine.constant(number) for number in index]
    values = [
        affine.constant(fixed[n]) if n in fixed else affine.symbols(1, n)[0] for n in range(len(map.symbols))
    ]
    inside = zip(places, map.dimension_bounds, strict=True)
    results, constraints = map.substitute(places, values)
    constraints += [(affine.constant(value), map.symbols[n].bounds) for n, value in fixed.items()]
    restricted = IndexingMap((), map.ranges, map.runtimes, results, [*inside, *constraints])
    simplified: Any = simplify(restricted)
    return simplified  # type: ignore[no-any-return]
