"""What is done with the map to an operand and what belongs to it: composing, simplifying.

The index at which a runtime variable's value stands, and the process that an element is of, are functions of
the same variables as the results. So they are treated as more results of the map, and what is done to one is
done to the others.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from stablehlo_tools.indexing.affine import Expression, dimensions, symbol, symbols
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
    whole = _parted(joined, len(second.map.results), OperandIndexing(second.map, sources, process, note))
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


def substituted(given: OperandIndexing, known: Mapping[int, Expression]) -> OperandIndexing:
    """The same with expressions in the place of some runtime variables, simplified."""
    map = _joined(given)
    places = [known.get(number, symbol(number)) for number in range(len(map.symbols))]
    own = dimensions(len(map.dimensions))
    results = [result.substitute(own, places) for result in map.results]
    constraints = [(e.substitute(own, places), interval) for e, interval in map.constraints.items()]
    constraints += [(value, map.symbols[number].bounds) for number, value in known.items()]
    joined = IndexingMap(*_variables(map), results, constraints)
    assert isinstance(given.map, IndexingMap)
    whole = _parted(joined, len(given.map.results), given)
    sources = [
        dataclasses.replace(source, clamp=map.symbols[number].bounds) if number in known else source
        for number, source in enumerate(whole.runtimes, len(map.ranges))
    ]
    return simplified(dataclasses.replace(whole, runtimes=tuple(sources)))


def _joined(given: OperandIndexing) -> IndexingMap:
    """The map with what belongs to it behind its results."""
    map = given.map
    assert isinstance(map, IndexingMap)
    beside = _beside(given)
    if not beside:
        return map
    return IndexingMap(*_variables(map), [*map.results, *beside], map.constraints.items())


def _parted(joined: IndexingMap, count: int, given: OperandIndexing) -> OperandIndexing:
    """The first `count` results as the map, the others as what belongs to `given`."""
    variables, rest = _variables(joined), list(joined.results[count:])
    sources = []
    for source in given.runtimes:
        assert isinstance(source.access, IndexingMap)
        length = len(source.access.results)
        sources.append(dataclasses.replace(source, access=IndexingMap(*variables, rest[:length])))
        rest = rest[length:]
    map = IndexingMap(*variables, joined.results[:count], joined.constraints.items())
    process = IndexingMap(*variables, rest) if given.replica_id is not None else None
    return dataclasses.replace(given, map=map, runtimes=tuple(sources), replica_id=process)


def _beside(given: OperandIndexing) -> list[Expression]:
    """What belongs to a map: the indices of the runtime variables' values, then the process."""
    return [*(index for source in given.runtimes for index in _index(source)), *_process(given)]


def _process(given: OperandIndexing) -> tuple[Expression, ...]:
    return given.replica_id.results if isinstance(given.replica_id, IndexingMap) else ()


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
    for place in _process(given):
        used |= place.symbols
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
