"""Indexing maps: affine results over bounded variables, and their composition.

A map from a tensor A to a tensor B gives, for an index of A (its dimensions), the corresponding indices of B
(its results). There may be several, one for each value of the range variables, and they may depend on values
that are known only at run time, the runtime variables. Expressions number both as symbols: range variables
first, then runtime variables.

The domain of a map is the box of its variables' bounds, restricted by constraints.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools.host.notebook import Shown
from stablehlo_tools.indexing.affine import (
    Expression,
    ExpressionKind,
    Integers,
    TooLarge,
    constant,
    dimensions,
    symbols,
)
from stablehlo_tools.indexing.interval import Interval, size_interval

Constraint = tuple[Expression, Interval]

_EMPTY = Interval(0, -1)
NEVER: Constraint = (constant(0), _EMPTY)  # of a map that is known to be empty


@dataclass(frozen=True, slots=True)
class Variable:
    """The values of a dimension or symbol; the name is only for printing."""

    bounds: Interval
    name: str = field(default="", compare=False)


def box(sizes: Iterable[int]) -> tuple[Variable, ...]:
    """Variables that index dimensions of these sizes."""
    return tuple(Variable(size_interval(size)) for size in sizes)


def count_points(variables: Iterable[Variable]) -> int:
    """The number of all combinations of values of variables."""
    return math.prod(variable.bounds.size for variable in variables)


@dataclass(frozen=True)
class Undefined:
    """Stands for an unknown map, for the given `reason`."""

    reason: str = ""


class IndexingMap(Shown):
    """A map, normalized on construction.

    Constraints on single variables become bounds, and constraints on constants are decided. If the domain is
    then known to be empty, the map becomes the known empty map with as many variables and results: dimensions
    and ranges are [0, -1], results are 0, and the only constraint is unsatisfiable.
    """

    __slots__ = ("_hash", "constraints", "dimensions", "is_known_empty", "ranges", "results", "runtimes")

    dimensions: tuple[Variable, ...]
    ranges: tuple[Variable, ...]
    runtimes: tuple[Variable, ...]
    results: tuple[Expression, ...]
    constraints: Mapping[Expression, Interval]
    is_known_empty: bool

    def __init__(
        self,
        dimensions: Iterable[Variable],
        ranges: Iterable[Variable],
        runtimes: Iterable[Variable],
        results: Iterable[Expression],
        constraints: Iterable[Constraint] = (),
    ) -> None:
        self.results = tuple(results)
        self.dimensions, self.ranges, self.runtimes = tuple(dimensions), tuple(ranges), tuple(runtimes)
        table = self._restrict(constraints)
        self.is_known_empty = table is None or any(variable.bounds.is_empty for variable in self.variables)
        if self.is_known_empty:
            self.dimensions = tuple(Variable(_EMPTY, variable.name) for variable in self.dimensions)
            self.ranges = tuple(Variable(_EMPTY, variable.name) for variable in self.ranges)
            self.results = (constant(0),) * len(self.results)
        self.constraints = MappingProxyType(dict([NEVER]) if self.is_known_empty else table or {})
        self._hash: int | None = None
        self._check_variables()

    def _restrict(self, constraints: Iterable[Constraint]) -> dict[Expression, Interval] | None:
        """The constraints on more than one variable; the others narrow bounds. None if unsatisfiable."""
        table: dict[Expression, Interval] = {}
        bounds = [variable.bounds for variable in self.variables]
        for expression, interval in constraints:
            if expression.is_constant:
                if expression.number not in interval:
                    return None
            elif expression.is_variable:
                position = expression.number
                position += len(self.dimensions) if expression.kind is ExpressionKind.SYMBOL else 0
                bounds[position] &= interval
            else:
                table[expression] = table.get(expression, interval) & interval
                if table[expression].is_empty:
                    return None
        self._set_bounds(bounds)
        return table

    def _set_bounds(self, bounds: Sequence[Interval]) -> None:
        changed = [
            variable if variable.bounds == interval else Variable(interval, variable.name)
            for variable, interval in zip(self.variables, bounds, strict=True)
        ]
        first_range = len(self.dimensions)
        first_runtime = first_range + len(self.ranges)
        self.dimensions = tuple(changed[:first_range])
        self.ranges = tuple(changed[first_range:first_runtime])
        self.runtimes = tuple(changed[first_runtime:])

    def _check_variables(self) -> None:
        used_dimensions = used_symbols = 0
        for expression in (*self.results, *self.constraints):
            used_dimensions |= expression.dimensions
            used_symbols |= expression.symbols
        for used, declared, letter in (
            (used_dimensions, len(self.dimensions), "d"),
            (used_symbols, len(self.ranges) + len(self.runtimes), "s"),
        ):
            if used.bit_length() > declared:
                raise ValueError(
                    f"{letter}{used.bit_length() - 1} is used, but the map has {declared} of them"
                )

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All variables: dimensions, ranges, runtime variables."""
        return self.dimensions + self.ranges + self.runtimes

    @property
    def symbols(self) -> tuple[Variable, ...]:
        """The variables that expressions number as symbols: ranges, then runtime variables."""
        return self.ranges + self.runtimes

    @property
    def dimension_bounds(self) -> tuple[Interval, ...]:
        """The bounds of the dimensions."""
        return tuple(variable.bounds for variable in self.dimensions)

    @property
    def symbol_bounds(self) -> tuple[Interval, ...]:
        """The bounds of the symbols."""
        return tuple(variable.bounds for variable in self.symbols)

    def over(self, results: Iterable[Expression], constraints: Iterable[Constraint] = ()) -> IndexingMap:
        """A map of the same variables, with these results and constraints."""
        return IndexingMap(self.dimensions, self.ranges, self.runtimes, results, constraints)

    def substitute(
        self, own: Sequence[Expression], symbols: Sequence[Expression]
    ) -> tuple[list[Expression], list[Constraint]]:
        """The results and constraints with other expressions for its dimensions and symbols."""
        results = [result.substitute(own, symbols) for result in self.results]
        return results, [(key.substitute(own, symbols), bounds) for key, bounds in self.constraints.items()]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IndexingMap):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        if self._hash is None:
            constraints = frozenset(self.constraints.items())
            self._hash = hash((self.results, self.dimensions, self.ranges, constraints))
        return self._hash

    @property
    def _identity(self) -> tuple[Any, ...]:
        variables = (self.dimensions, self.ranges, self.runtimes)
        return (self.results, *variables, dict(self.constraints))

    def __repr__(self) -> str:
        parts = [f"{self.results!r}"]
        for letter, variables in (("d", self.dimensions), ("s", self.symbols)):
            parts += [f"{letter}{i} in {variable.bounds}" for i, variable in enumerate(variables)]
        parts += [f"{expression!r} in {interval}" for expression, interval in self.constraints.items()]
        return f"IndexingMap({', '.join(parts)})"


Map = IndexingMap | Undefined


def identity(sizes: Sequence[int]) -> IndexingMap:
    """The map of each index of a tensor of these sizes to itself."""
    return IndexingMap(box(sizes), (), (), dimensions(len(sizes)))


def known_empty(dimension_count: int, result_count: int) -> IndexingMap:
    """The map with an empty domain."""
    results = (constant(0),) * result_count
    return IndexingMap(box([0] * dimension_count), (), (), results, [NEVER])


def compose(first: Map, second: Map) -> Map:
    """The map from A to C, given `first` from A to B and `second` from B to C; not simplified.

    The variables of `second` precede those of `first`. The bounds of the dimensions of `second` become
    constraints on the results of `first`. If an expression becomes too large, the map is undefined.
    """
    if isinstance(first, Undefined):
        return first
    if isinstance(second, Undefined):
        return second
    try:
        return _compose(first, second)
    except TooLarge as error:
        return Undefined(str(error))


def _compose(first: IndexingMap, second: IndexingMap) -> IndexingMap:
    if len(first.results) != len(second.dimensions):
        raise ValueError(
            f"cannot compose {len(first.results)} results with {len(second.dimensions)} dimensions"
        )
    ranges, runtimes = second.ranges + first.ranges, second.runtimes + first.runtimes
    if first.is_known_empty or second.is_known_empty:
        return IndexingMap(first.dimensions, ranges, runtimes, second.results, [NEVER])
    own = dimensions(len(first.dimensions))
    outer, inner = renumbering(first, second)
    middle, before = first.substitute(own, outer)
    results, after = second.substitute(middle, inner)
    inside = zip(middle, second.dimension_bounds, strict=True)
    return IndexingMap(first.dimensions, ranges, runtimes, results, [*after, *before, *inside])


def renumbering(first: IndexingMap, second: IndexingMap) -> tuple[list[Expression], list[Expression]]:
    """The symbols of the composition that replace those of `first` and of `second`."""
    first_runtime = len(second.ranges) + len(first.ranges)
    outer = symbols(len(first.ranges), len(second.ranges))
    outer += symbols(len(first.runtimes), first_runtime + len(second.runtimes))
    inner = symbols(len(second.ranges)) + symbols(len(second.runtimes), first_runtime)
    return list(outer), list(inner)


class Points(NamedTuple):
    """Points of a domain, one per row, and the results for each."""

    dimensions: Integers
    symbols: Integers
    results: Integers


def points(map: IndexingMap) -> Points:
    """All points of the domain with their results, in order. Enumerates the box, which must be small."""
    grid = grid_of([variable.bounds for variable in map.variables])
    grid = grid[:, :0] if map.is_known_empty else grid
    domain = grid[:, satisfies(map, *_split(map, grid))]
    at = _split(map, domain)
    results = [np.broadcast_to(result.evaluate(*at), domain.shape[1:]) for result in map.results]
    rows = np.stack(results, axis=1) if results else np.zeros((domain.shape[1], 0), np.int64)
    return Points(at[0].T, at[1].T, rows)


def grid_of(bounds: Sequence[Interval]) -> Integers:
    """All points of a box, in order: a row for each of its intervals, a column for each point."""
    sizes = [interval.size for interval in bounds]
    grid = np.indices(sizes, np.int64).reshape(len(sizes), math.prod(sizes))
    return grid + np.array([interval.lower for interval in bounds], np.int64).reshape(-1, 1)


def _split(map: IndexingMap, grid: Integers) -> tuple[Integers, Integers]:
    return grid[: len(map.dimensions)], grid[len(map.dimensions) :]


def satisfies(map: IndexingMap, dimensions: Integers, symbols: Integers) -> npt.NDArray[np.bool_]:
    """Whether points, with an array of values per variable, satisfy the constraints."""
    satisfied = np.ones(dimensions.shape[1:], np.bool_)
    for expression, interval in map.constraints.items():
        values = expression.evaluate(dimensions, symbols)
        satisfied &= (values >= interval.lower) & (values <= interval.upper)
    return satisfied


@dataclass(frozen=True)
class RuntimeSource:
    """The source of a runtime variable: a value, and the map to the element of it that is read.

    The dimensions of the map are the variables of the map that has the runtime variable. An element outside
    of the interval `clamp` is clamped to it.
    """

    source: Hashable
    access: Map
    clamp: Interval | None = None

    @property
    def index(self) -> tuple[Expression, ...]:
        """The place of the element, by a map that is known."""
        assert isinstance(self.access, IndexingMap)
        return self.access.results


@dataclass(frozen=True)
class OperandIndexing:
    """A map to an operand, with the sources of its runtime variables.

    `replica_id` maps to the device id, if the operand is on another device. `note` tells why the map is an
    upper bound; without a note, it is exact.
    """

    map: Map
    runtimes: tuple[RuntimeSource, ...] = ()
    replica_id: Map | None = None
    note: str = field(default="", compare=False)

    @property
    def defined(self) -> IndexingMap:
        """The map, which is not undefined."""
        assert isinstance(self.map, IndexingMap)
        return self.map
