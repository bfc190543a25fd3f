"""Composition and simplification of maps together with the sources of their runtime variables.

The access maps of runtime variables, and the process, are functions of the same variables as the results.
They are appended to the results, so that each transformation applies to all of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from stablehlo_tools.indexing.affine import Expression, constant, dimension, dimensions, symbol
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import (
    Constraint,
    IndexingMap,
    OperandIndexing,
    Undefined,
    Variable,
    compose,
    count_points,
    known_empty,
    points,
    renumbering,
)
from stablehlo_tools.indexing.simplify import simplify


def compose_indexing(
    first: OperandIndexing, second: OperandIndexing, *, keep_points: bool = False
) -> OperandIndexing:
    """The map from A to C, given the maps from A to B and from B to C, simplified."""
    if first.replica_id is not None and second.replica_id is not None:
        return OperandIndexing(Undefined("elements are exchanged between devices twice"))
    if isinstance(first.map, Undefined) or isinstance(second.map, Undefined):
        return first if isinstance(first.map, Undefined) else second
    ahead = _join(second)
    joined = compose(first.map, ahead)
    if isinstance(joined, Undefined):
        return OperandIndexing(joined)
    own = dimensions(len(first.map.dimensions))
    moved, _ = renumbering(first.map, ahead)
    results = [*joined.results, *(index.substitute(own, moved) for index in _appended(first))]
    joined = joined.over(results, joined.constraints.items())
    extra = len(_process(second))  # which is between the indices of the second and of the first
    if extra:
        end = len(ahead.results)
        results = [*results[: end - extra], *results[end:], *results[end - extra : end]]
        joined = joined.over(results, joined.constraints.items())
    sources = (*second.runtimes, *first.runtimes)
    process = second.replica_id or first.replica_id
    note = first.note or second.note
    split = _split_off(joined, len(second.map.results), OperandIndexing(second.map, sources, process, note))
    return simplify_indexing(split, keep_points=keep_points)


def simplify_indexing(indexing: OperandIndexing, *, keep_points: bool = False) -> OperandIndexing:
    """The simplified map, without symbols that nothing depends on."""
    if isinstance(indexing.map, Undefined):
        return indexing
    joined = simplify(_join(indexing), keep_points=keep_points)
    assert isinstance(joined, IndexingMap)
    if joined.is_known_empty:
        return OperandIndexing(
            known_empty(len(joined.dimensions), len(indexing.map.results)), note=indexing.note
        )
    return _without_unused(_split_off(joined, len(indexing.map.results), indexing))


def readable(indexing: OperandIndexing) -> OperandIndexing:
    """The map, with access maps of runtime variables reduced to the symbols that they depend on."""
    sources = [
        dataclasses.replace(source, access=_without_unused(OperandIndexing(source.access)).map)
        for source in indexing.runtimes
    ]
    return dataclasses.replace(indexing, runtimes=tuple(sources))


def substitute_runtimes(indexing: OperandIndexing, values: Mapping[int, Expression]) -> OperandIndexing:
    """The map with some runtime variables replaced by expressions, simplified."""
    map = _join(indexing)
    places = [values.get(number, symbol(number)) for number in range(len(map.symbols))]
    results, constraints = map.substitute(dimensions(len(map.dimensions)), places)
    constraints += [(value, map.symbols[number].bounds) for number, value in values.items()]
    joined = map.over(results, constraints)
    substituted = _split_off(joined, len(indexing.defined.results), indexing)
    sources = [
        dataclasses.replace(source, clamp=map.symbols[number].bounds) if number in values else source
        for number, source in enumerate(substituted.runtimes, len(map.ranges))
    ]
    return simplify_indexing(dataclasses.replace(substituted, runtimes=tuple(sources)))


def _join(indexing: OperandIndexing) -> IndexingMap:
    """The map with the access maps and the process appended to its results."""
    map = indexing.defined
    appended = _appended(indexing)
    if not appended:
        return map
    return map.over([*map.results, *appended], map.constraints.items())


def _split_off(joined: IndexingMap, count: int, indexing: OperandIndexing) -> OperandIndexing:
    """The inverse of `_join`: the first `count` results are those of the map."""
    remaining = list(joined.results[count:])
    sources = []
    for source in indexing.runtimes:
        length = len(source.index)
        sources.append(dataclasses.replace(source, access=joined.over(remaining[:length])))
        remaining = remaining[length:]
    map = joined.over(joined.results[:count], joined.constraints.items())
    process = joined.over(remaining) if indexing.replica_id is not None else None
    return dataclasses.replace(indexing, map=map, runtimes=tuple(sources), replica_id=process)


def _appended(indexing: OperandIndexing) -> list[Expression]:
    """The results that are appended: the access maps, then the process."""
    return [*(index for source in indexing.runtimes for index in source.index), *_process(indexing)]


def _process(indexing: OperandIndexing) -> tuple[Expression, ...]:
    return indexing.replica_id.results if isinstance(indexing.replica_id, IndexingMap) else ()


def _without_unused(indexing: OperandIndexing) -> OperandIndexing:
    """The map without symbols that neither results nor relevant constraints depend on."""
    map = indexing.defined
    dropped = _unused_symbols(indexing)
    sources = tuple(
        source
        for number, source in enumerate(indexing.runtimes, len(map.ranges))
        if not dropped >> number & 1
    )
    smaller = dataclasses.replace(indexing, runtimes=sources)
    return _split_off(without(_join(smaller), 0, dropped), len(map.results), smaller) if dropped else indexing


def _unused_symbols(indexing: OperandIndexing) -> int:
    """The irrelevant symbols, as a bit mask; an access map is relevant if its runtime variable is."""
    map = indexing.defined
    every_dimension, used = (1 << len(map.dimensions)) - 1, 0
    for place in _process(indexing):
        used |= place.symbols
    numbered = list(enumerate(indexing.runtimes, len(map.ranges)))
    for number, source in numbered:
        if source.clamp is None or not map.symbols[number].bounds.covers(source.clamp):
            used |= 1 << number  # its bounds restrict the domain
    while True:
        irrelevant, more = unused(map, every_dimension, used)[1], used
        for number, source in numbered:
            if not irrelevant >> number & 1:
                for index in source.index:
                    more |= index.symbols
        if more == used:
            return irrelevant
        used = more


# -- variables that nothing depends on --------------------------------------------------------------

_MAX_POINTS = 1 << 16  # to search for one that satisfies constraints


def unused(map: IndexingMap, dimensions: int = 0, symbols: int = 0) -> tuple[int, int]:
    """The dimensions and symbols, as bit masks, that results do not depend on; those given are excluded.

    They are s1 of `(d0)[s0, s1] -> (d0 + s0)`. Variables in a common constraint are kept or removed together.
    Constraints that are not known to be satisfiable are kept: they may make the domain empty.
    """
    for result in map.results:
        dimensions, symbols = dimensions | result.dimensions, symbols | result.symbols
    remaining = list(map.constraints.items())
    while True:
        touched = [pair for pair in remaining if pair[0].dimensions & dimensions or pair[0].symbols & symbols]
        remaining = [pair for pair in remaining if pair not in touched]
        if not touched and not _can_hold(map, remaining):
            touched = remaining
        if not touched:
            break
        for expression, _ in touched:
            dimensions, symbols = dimensions | expression.dimensions, symbols | expression.symbols
    return (1 << len(map.dimensions)) - 1 & ~dimensions, (1 << len(map.symbols)) - 1 & ~symbols


def _can_hold(map: IndexingMap, constraints: Sequence[Constraint]) -> bool:
    """Whether a point that satisfies the constraints is known."""
    if not constraints or map.is_known_empty:
        return True
    dimensions, symbols = 0, 0
    for expression, _ in constraints:
        dimensions, symbols = dimensions | expression.dimensions, symbols | expression.symbols
    alone = IndexingMap(_pin(map.dimensions, dimensions), _pin(map.symbols, symbols), (), (), constraints)
    if count_points(alone.variables) > _MAX_POINTS:
        return False
    return len(points(alone).results) > 0


def _pin(variables: Sequence[Variable], mask: int) -> list[Variable]:
    """The variables, with those outside of `mask` fixed to one value."""
    return [
        variable if mask >> number & 1 else Variable(Interval(variable.bounds.lower, variable.bounds.lower))
        for number, variable in enumerate(variables)
    ]


def without(map: IndexingMap, unused_dimensions: int, unused_symbols: int) -> IndexingMap:
    """The map without these dimensions and symbols, given as bit masks, and their constraints."""
    kept_dimensions = [i for i in range(len(map.dimensions)) if not unused_dimensions >> i & 1]
    kept_symbols = [i for i in range(len(map.symbols)) if not unused_symbols >> i & 1]
    to_dimensions = [constant(0)] * len(map.dimensions)
    to_symbols = [constant(0)] * len(map.symbols)
    for new, old in enumerate(kept_dimensions):
        to_dimensions[old] = dimension(new)
    for new, old in enumerate(kept_symbols):
        to_symbols[old] = symbol(new)
    constraints = [
        (expression.substitute(to_dimensions, to_symbols), interval)
        for expression, interval in map.constraints.items()
        if not (expression.dimensions & unused_dimensions or expression.symbols & unused_symbols)
    ]
    variables = (
        [map.dimensions[i] for i in kept_dimensions],
        [map.symbols[i] for i in kept_symbols if i < len(map.ranges)],
        [map.symbols[i] for i in kept_symbols if i >= len(map.ranges)],
    )
    results = [result.substitute(to_dimensions, to_symbols) for result in map.results]
    return IndexingMap(*variables, results, constraints)
