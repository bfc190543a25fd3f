"""Composition and simplification of maps together with the sources of their runtime variables.

The access maps of runtime variables, and the process, are functions of the same variables as the results.
They are appended to the results, so that each transformation applies to all of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from stablehlo_tools.indexing.affine import Expression, dimensions, symbol
from stablehlo_tools.indexing.maps import (
    IndexingMap,
    OperandIndexing,
    Undefined,
    Variable,
    compose,
    known_empty,
    renumbering,
)
from stablehlo_tools.indexing.simplify import simplify
from stablehlo_tools.indexing.variables import unused, without


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
    results = [*joined.results, *(index.substitute(own, moved) for index in _beside(first))]
    joined = IndexingMap(*_variables(joined), results, joined.constraints.items())
    extra = len(_process(second))  # which is between the indices of the second and of the first
    if extra:
        end = len(ahead.results)
        results = [*results[: end - extra], *results[end:], *results[end - extra : end]]
        joined = IndexingMap(*_variables(joined), results, joined.constraints.items())
    sources = (*second.runtimes, *first.runtimes)
    process = second.replica_id or first.replica_id
    note = first.note or second.note
    whole = _split_off(joined, len(second.map.results), OperandIndexing(second.map, sources, process, note))
    return simplify_indexing(whole, keep_points=keep_points)


def simplify_indexing(given: OperandIndexing, *, keep_points: bool = False) -> OperandIndexing:
    """The simplified map, without symbols that nothing depends on."""
    if isinstance(given.map, Undefined):
        return given
    joined = simplify(_join(given), keep_points=keep_points)
    assert isinstance(joined, IndexingMap)
    if joined.is_known_empty:
        return OperandIndexing(known_empty(len(joined.dimensions), len(given.map.results)), note=given.note)
    return _without_unused(_split_off(joined, len(given.map.results), given))


def readable(given: OperandIndexing) -> OperandIndexing:
    """The map, with access maps of runtime variables reduced to the symbols that they depend on."""
    sources = [
        dataclasses.replace(source, access=_without_unused(OperandIndexing(source.access)).map)
        for source in given.runtimes
    ]
    return dataclasses.replace(given, runtimes=tuple(sources))


def substitute_runtimes(given: OperandIndexing, known: Mapping[int, Expression]) -> OperandIndexing:
    """The map with some runtime variables replaced by expressions, simplified."""
    map = _join(given)
    places = [known.get(number, symbol(number)) for number in range(len(map.symbols))]
    own = dimensions(len(map.dimensions))
    results = [result.substitute(own, places) for result in map.results]
    constraints = [(e.substitute(own, places), interval) for e, interval in map.constraints.items()]
    constraints += [(value, map.symbols[number].bounds) for number, value in known.items()]
    joined = IndexingMap(*_variables(map), results, constraints)
    whole = _split_off(joined, len(given.known.results), given)
    sources = [
        dataclasses.replace(source, clamp=map.symbols[number].bounds) if number in known else source
        for number, source in enumerate(whole.runtimes, len(map.ranges))
    ]
    return simplify_indexing(dataclasses.replace(whole, runtimes=tuple(sources)))


def _join(given: OperandIndexing) -> IndexingMap:
    """The map with the access maps and the process appended to its results."""
    map = given.known
    beside = _beside(given)
    if not beside:
        return map
    return IndexingMap(*_variables(map), [*map.results, *beside], map.constraints.items())


def _split_off(joined: IndexingMap, count: int, given: OperandIndexing) -> OperandIndexing:
    """The inverse of `_join`: the first `count` results are those of the map."""
    variables, rest = _variables(joined), list(joined.results[count:])
    sources = []
    for source in given.runtimes:
        length = len(source.index)
        sources.append(dataclasses.replace(source, access=IndexingMap(*variables, rest[:length])))
        rest = rest[length:]
    map = IndexingMap(*variables, joined.results[:count], joined.constraints.items())
    process = IndexingMap(*variables, rest) if given.replica_id is not None else None
    return dataclasses.replace(given, map=map, runtimes=tuple(sources), replica_id=process)


def _beside(given: OperandIndexing) -> list[Expression]:
    """The results that are appended: the access maps, then the process."""
    return [*(index for source in given.runtimes for index in source.index), *_process(given)]


def _process(given: OperandIndexing) -> tuple[Expression, ...]:
    return given.replica_id.results if isinstance(given.replica_id, IndexingMap) else ()


def _variables(map: IndexingMap) -> tuple[tuple[Variable, ...], tuple[Variable, ...], tuple[Variable, ...]]:
    return map.dimensions, map.ranges, map.runtimes


def _without_unused(given: OperandIndexing) -> OperandIndexing:
    """The map without symbols that neither results nor relevant constraints depend on."""
    map = given.known
    gone = _unused_symbols(given)
    kept = tuple(
        source for number, source in enumerate(given.runtimes, len(map.ranges)) if not gone >> number & 1
    )
    smaller = dataclasses.replace(given, runtimes=kept)
    return _split_off(without(_join(smaller), 0, gone), len(map.results), smaller) if gone else given


def _unused_symbols(given: OperandIndexing) -> int:
    """The irrelevant symbols, as a bit mask; an access map is relevant if its runtime variable is."""
    map = given.known
    every_dimension, used = (1 << len(map.dimensions)) - 1, 0
    for place in _process(given):
        used |= place.symbols
    numbered = list(enumerate(given.runtimes, len(map.ranges)))
    for number, source in numbered:
        if source.clamp is None or not map.symbols[number].bounds.covers(source.clamp):
            used |= 1 << number  # its bounds restrict the domain
    while True:
        gone, more = unused(map, every_dimension, used)[1], used
        for number, source in numbered:
            if not gone >> number & 1:
                for index in source.index:
                    more |= index.symbols
        if more == used:
            return gone
        used = more
