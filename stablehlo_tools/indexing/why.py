"""Provenance: the elements of arguments and constants that an element is computed from."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stablehlo_tools.indexing.composition import Analysis, is_empty
from stablehlo_tools.indexing.elements import Elements, at, elements, elements_of_rows
from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph
from stablehlo_tools.indexing.maps import (
    IndexingMap,
    OperandIndexing,
    RuntimeSource,
    Undefined,
    count_points,
    grid_of,
    satisfies,
)
from stablehlo_tools.ir.arrays import Array

_MAX_POINTS = 1 << 18  # to enumerate for a map with runtime variables
_MAX_MARKED = 1 << 24  # elements of a tensor, to count the union of boxes in a bit mask


@dataclass(frozen=True)
class Dependency:
    """The elements of a value that the element depends on.

    `count` is their number, None if it is unknown. `notes` tell why they are an upper bound, or depend on
    runtime values.
    """

    value: ArrayRef
    elements: tuple[Elements, ...]
    count: int | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """The dependencies of an element: `sources` are arguments and constants, `through` the others."""

    value: ArrayRef
    index: tuple[int, ...]
    sources: tuple[Dependency, ...]
    through: tuple[Dependency, ...]


def why(
    graph: DataflowGraph,
    value: ArrayRef,
    index: Sequence[int],
    arrays: Mapping[ArrayRef, Array] | None = None,
) -> Answer:
    """The answer for one element of a value; `arrays` are runtime values that maps may depend on."""
    reached = Analysis().reached(graph, value)
    computed = [output for node in graph.nodes for output in node.outputs]
    order = {ref: place for place, ref in enumerate([*reversed(computed), *graph.arguments])}
    dependencies = [
        dependency
        for ref in order
        if ref in reached and ref is not value
        for dependency in [_dependency(ref, reached[ref], index, arrays or {})]
        if dependency.count != 0
    ]
    sources = [entry for entry in dependencies if entry.value.node is None or not entry.value.node.inputs]
    sources.sort(key=lambda entry: order[entry.value] if entry.value.node else -1)
    through = [entry for entry in dependencies if entry.value.node is not None and entry.value.node.inputs]
    if value.node is None or not value.node.inputs:
        sources = [_dependency(value, reached[value], index, {})]
    return Answer(value, tuple(index), tuple(sources), tuple(through))


def _dependency(
    value: ArrayRef, maps: Sequence[OperandIndexing], index: Sequence[int], arrays: Mapping[ArrayRef, Array]
) -> Dependency:
    boxes: dict[Elements, None] = {}
    notes: dict[str, None] = {}
    for indexing in maps:
        if isinstance(indexing.map, Undefined):
            notes[indexing.map.reason] = None
        elif not is_empty(indexing):
            boxes_of_map, note = _map_elements(indexing, index, arrays)
            boxes.update(dict.fromkeys(boxes_of_map))
            notes.update(dict.fromkeys(text for text in (note, indexing.note) if text and boxes_of_map))
    if any(isinstance(indexing.map, Undefined) for indexing in maps):
        return Dependency(value, (), None, tuple(notes))
    maximal = tuple(box for box in boxes if not any(other.covers(box) for other in boxes if other != box))
    return Dependency(value, maximal, _count(maximal, value), tuple(notes))


def _count(boxes: Sequence[Elements], value: ArrayRef) -> int | None:
    if len(boxes) < 2:
        return sum(box.count for box in boxes)
    if value.sizes is None or math.prod(value.sizes) > _MAX_MARKED or not all(b.is_exact for b in boxes):
        return None
    marked = np.zeros(value.sizes, bool)
    for box in boxes:
        marked[np.ix_(*box.numbers)] = True
    return int(marked.sum())


def _map_elements(
    indexing: OperandIndexing, index: Sequence[int], arrays: Mapping[ArrayRef, Array]
) -> tuple[list[Elements], str]:
    """The elements, and the unknown values that they depend on."""
    map = indexing.defined
    fixed = at(map, index)
    if fixed.is_known_empty:
        return [], ""
    if not indexing.runtimes:
        return elements(fixed), ""
    missing = [source for source in indexing.runtimes if source.source not in arrays]
    if missing or count_points(map.ranges) > _MAX_POINTS:
        return elements(fixed), "; ".join(dict.fromkeys(_with_names(source) for source in indexing.runtimes))
    return elements_of_rows(_rows(indexing, index, arrays)), ""


def _with_names(source: RuntimeSource) -> str:
    name = source.source.name if isinstance(source.source, ArrayRef) else "the process"
    return f"depends on the values of {name}"


def _rows(indexing: OperandIndexing, index: Sequence[int], arrays: Mapping[ArrayRef, Array]) -> Array:
    """The results for each value of the range variables, given the values of runtime variables."""
    map = indexing.defined
    grid = grid_of([variable.bounds for variable in map.ranges])
    count = grid.shape[1]
    own = np.broadcast_to(np.array(index, np.int64).reshape(-1, 1), (len(index), count))
    symbols = np.concatenate([grid, np.zeros((len(indexing.runtimes), count), np.int64)])
    valid = np.ones(count, bool)
    for number in _in_order(indexing):
        source = indexing.runtimes[number - len(map.ranges)]
        values = _values(source, own, symbols, arrays)
        symbols[number] = values
        valid &= (values >= map.symbols[number].bounds.lower) & (values <= map.symbols[number].bounds.upper)
    valid &= satisfies(map, own, symbols)
    columns = [np.broadcast_to(result.evaluate(own, symbols), (count,)) for result in map.results]
    rows = np.stack(columns, axis=1) if columns else np.zeros((count, 0), np.int64)
    return rows[valid]


def _in_order(indexing: OperandIndexing) -> Iterator[int]:
    """The runtime variables, each after the ones that its access map depends on."""
    pending = dict(enumerate(indexing.runtimes, len(indexing.defined.ranges)))
    while pending:
        unknown = sum(1 << number for number in pending)
        ready = [
            number
            for number, source in pending.items()
            if isinstance(source.access, IndexingMap)
            and not any(place.symbols & unknown for place in source.access.results)
        ]
        if not ready:
            return
        for number in ready:
            del pending[number]
            yield number


def _values(source: RuntimeSource, own: Array, symbols: Array, arrays: Mapping[ArrayRef, Array]) -> Array:
    assert isinstance(source.source, ArrayRef)
    array = arrays[source.source]
    index = []
    for place, size in zip(source.index, array.shape, strict=True):
        at_most = np.clip(place.evaluate(own, symbols), 0, max(size - 1, 0))
        index.append(np.broadcast_to(at_most, (symbols.shape[1],)))
    values = np.broadcast_to(array[tuple(index)], (symbols.shape[1],)).astype(np.int64)
    return values if source.clamp is None else np.clip(values, source.clamp.lower, source.clamp.upper)
