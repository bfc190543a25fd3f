"""What is done with the map to an operand and its runtime variables together: composing, simplifying.

The index at which a runtime variable's value stands is a function of the same variables as the results. So
it is treated as more results of the map, and what is done to one is done to the other.
"""

from __future__ import annotations

import dataclasses

from stablehlo_tools.indexing.affine import Expression, dimensions, symbols
from stablehlo_tools.indexing.maps import (
    IndexingMap,
    OperandIndexing,
    RuntimeSource,
    Undefined,
    Variable,
    compose,
    known_empty,
)
from stablehlo_tools.indexing.simplify import simplify
from stablehlo_tools.indexing.variables import unused, without


def composed(first: OperandIndexing, second: OperandIndexing, keep_points: bool = False) -> OperandIndexing:
    """From A to C, of A to B and B to C, simplified."""
    if first.replica_id is not None and second.replica_id is not None:
        return OperandIndexing(Undefined("the elements cross devices twice"))
    if isinstance(first.map, Undefined) or isinstance(second.map, Undefined):
        return first if isinstance(first.map, Undefined) else second
    ahead = _joined(second)
    joined = compose(first.map, ahead)
    if isinstance(joined, Undefined):
        return OperandIndexing(joined)
    own = dimensions(len(first.map.dimensions))
    moved = _symbols_of_first(first.map, ahead)
    behind = [index.substitute(own, moved) for index in _indices(first)]
    joined = IndexingMap(*_variables(joined), [*joined.results, *behind], joined.constraints.items())
    replica_id = first.replica_id
    if second.replica_id is not None:
        replica_id = compose(first.map, second.replica_id)
    sources = (*second.runtimes, *first.runtimes)
    note = first.note or second.note
    whole = _parted(joined, len(second.map.results), OperandIndexing(second.map, sources, replica_id, note))
    return simplified(whole, keep_points)


def _symbols_of_first(first: IndexingMap, second: IndexingMap) -> tuple[Expression, ...]:
    """What the symbols of the first of two composed maps are in their composition."""
    ranges = len(second.ranges) + len(first.ranges)
    return symbols(len(first.ranges), len(second.ranges)) + symbols(
        len(first.runtimes), ranges + len(second.runtimes)
    )


def simplified(given: OperandIndexing, keep_points: bool = False) -> OperandIndexing:
    """The same in its simplest form, without symbols that nothing depends on."""
    if isinstance(given.map, Undefined):
        return given
    joined = simplify(_joined(given), keep_points)
    assert isinstance(joined, IndexingMap)
    if joined.is_known_empty:
        return OperandIndexing(known_empty(len(joined.dimensions), len(given.map.results)), note=given.note)
    return _without_unused(_parted(joined, len(given.map.results), given))


def readable(given: OperandIndexing) -> OperandIndexing:
    """The same, where the indices of runtime variables' values have no symbols that they do not depend on."""
    sources = [
        dataclasses.replace(source, access=_without_unused(OperandIndexing(source.access)).map)
        for source in given.runtimes
    ]
    return dataclasses.replace(given, runtimes=tuple(sources))


def _joined(given: OperandIndexing) -> IndexingMap:
    """The map with the indices of the runtime variables' values behind its results."""
    map = given.map
    assert isinstance(map, IndexingMap)
    if not given.runtimes:
        return map
    return IndexingMap(*_variables(map), [*map.results, *_indices(given)], map.constraints.items())


def _parted(joined: IndexingMap, count: int, given: OperandIndexing) -> OperandIndexing:
    """The first `count` results as the map, the others as indices of what `given` has."""
    variables, rest = _variables(joined), list(joined.results[count:])
    sources = []
    for source in given.runtimes:
        assert isinstance(source.access, IndexingMap)
        length = len(source.access.results)
        sources.append(dataclasses.replace(source, access=IndexingMap(*variables, rest[:length])))
        rest = rest[length:]
    map = IndexingMap(*variables, joined.results[:count], joined.constraints.items())
    return dataclasses.replace(given, map=map, runtimes=tuple(sources))


def _indices(given: OperandIndexing) -> list[Expression]:
    return [index for source in given.runtimes for index in _index(source)]


def _index(source: RuntimeSource) -> tuple[Expression, ...]:
    assert isinstance(source.access, IndexingMap)
    return source.access.results


def _variables(map: IndexingMap) -> tuple[tuple[Variable, ...], tuple[Variable, ...], tuple[Variable, ...]]:
    return map.dimensions, map.ranges, map.runtimes


def _without_unused(given: OperandIndexing) -> OperandIndexing:
    """Without the symbols on which neither results nor a constraint on what they depend on depends."""
    map = given.map
    assert isinstance(map, IndexingMap)
    gone = _unused_symbols(given)
    kept = tuple(
        source for number, source in enumerate(given.runtimes, len(map.ranges)) if not gone >> number & 1
    )
    smaller = dataclasses.replace(given, runtimes=kept)
    return _parted(without(_joined(smaller), 0, gone), len(map.results), smaller) if gone else given


def _unused_symbols(given: OperandIndexing) -> int:
    """The symbols that do not matter, as bits: those in the index of a runtime variable do where it does."""
    map = given.map
    assert isinstance(map, IndexingMap)
    every_dimension, used = (1 << len(map.dimensions)) - 1, 0
    numbered = list(enumerate(given.runtimes, len(map.ranges)))
    for number, source in numbered:
        if source.clamp is None or not map.symbols[number].bounds.covers(source.clamp):
            used |= 1 << number  # where its value is out of bounds there is nothing
    while True:
        gone, more = unused(map, every_dimension, used)[1], used
        for number, source in numbered:
            if not gone >> number & 1:
                for index in _index(source):
                    more |= index.symbols
        if more == used:
            return gone
        used = more
