"""Indexing maps and the results of `shlo why`, as text and JSON."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stablehlo_tools.indexing.elements import Facts, facts
from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph, DataflowNode
from stablehlo_tools.indexing.listing import ListedMap
from stablehlo_tools.indexing.maps import IndexingMap, OperandIndexing, Undefined
from stablehlo_tools.indexing.op import Sizes
from stablehlo_tools.indexing.operand_indexing import readable
from stablehlo_tools.indexing.print import MapForm, print_map, print_operand
from stablehlo_tools.indexing.why import Answer, Dependency

_VERSION = 1
_MAX_VALUES = 16  # per dependency
_MAX_INTERMEDIATE = 12  # intermediate values


# -- maps ---------------------------------------------------------------------------------------------


def lines_of_node(node: DataflowNode, entries: Sequence[ListedMap], form: MapForm) -> Iterator[str]:
    """The maps of an op as text."""
    names = ", ".join(value.name for value in node.outputs) or "(no result)"
    place = f"  {node.place.source.name}:{node.place.begin[0]}" if node.place else ""
    yield f"{names} = {node.opcode}{place}"
    if not entries:
        yield "  reads no elements"
    for entry in entries:
        yield from lines_of_entry(entry, form)


def lines_of_entry(entry: ListedMap, form: MapForm) -> Iterator[str]:
    """The maps between two values as text, each with its facts."""
    yield f"  {entry.start.name} -> {entry.target.name}  {entry.target.type}"
    for indexing in entry.maps:
        yield from _lines_of_map(indexing, indexing.note, entry.target.sizes, form)


@functools.lru_cache(maxsize=1 << 8)  # most ops of a program repeat
def _lines_of_map(indexing: OperandIndexing, note: str, target: Sizes | None, form: MapForm) -> Sequence[str]:
    """A map to a tensor of these sizes as text. `note` is a separate key: maps compare without notes."""
    if isinstance(indexing.map, Undefined):
        return [f"    unknown indexing: {indexing.map.reason}"]
    lines = [f"    {line}" for line in print_operand(readable(indexing), form, _source).splitlines()]
    map_facts = _facts_of(indexing, target)
    notes = [*(_describe_facts(map_facts) if map_facts else ()), *([f"upper bound: {note}"] if note else ())]
    return [*lines, f"      {'; '.join(notes)}"] if notes else lines


def _facts_of(indexing: OperandIndexing, target: Sizes | None) -> Facts | None:
    """The facts of a map to a tensor of these sizes."""
    return (
        facts(indexing.map, target) if isinstance(indexing.map, IndexingMap) and target is not None else None
    )


def _source(source: Any) -> str:
    return source.name if isinstance(source, ArrayRef) else "process index in its group"


def _describe_facts(map_facts: Facts) -> Iterator[str]:
    if map_facts.reads is not None:
        yield f"{map_facts.reads:,.4g} read per element"
    if map_facts.utilisation is not None:
        yield f"{100 * map_facts.utilisation:.4g}% of the elements used"
    if map_facts.step is not None:
        yield {0: "neighbors read the same element", 1: "neighbors read adjacent elements"}.get(
            map_facts.step, f"neighbors read with stride {map_facts.step:,}"
        )


def _head(file: str, graph: DataflowGraph) -> dict[str, Any]:
    """The first keys of the JSON of a function."""
    # `version` is what `schema`, which reports begin with, was called here
    return {"version": _VERSION, "file": file, "function": graph.name}


def index_as_json(
    file: str, graph: DataflowGraph, nodes: Sequence[tuple[DataflowNode, Sequence[ListedMap]]], form: MapForm
) -> dict[str, Any]:
    """The maps of ops in the JSON format of `shlo index`."""
    return {
        **_head(file, graph),
        "ops": [
            {
                "op": node.opcode,
                "results": [value.name for value in node.outputs],
                "line": node.place.begin[0] if node.place else None,
                "maps": [_entry_as_json(entry, form) for entry in entries],
            }
            for node, entries in nodes
        ],
    }


def composed_as_json(
    file: str, graph: DataflowGraph, values: Sequence[tuple[ArrayRef, Sequence[ListedMap]]], form: MapForm
) -> dict[str, Any]:
    """The maps from values to their dependencies, as JSON."""
    return {
        **_head(file, graph),
        "values": [
            {"value": value.name, "maps": [_entry_as_json(entry, form) for entry in entries]}
            for value, entries in values
        ],
    }


def _entry_as_json(entry: ListedMap, form: MapForm) -> dict[str, Any]:
    return {
        "from": entry.start.name,
        "to": entry.target.name,
        "direction": entry.direction,
        "indexing": [_map_as_json(entry, indexing, form) for indexing in entry.maps],
    }


def _map_as_json(entry: ListedMap, indexing: OperandIndexing, form: MapForm) -> dict[str, Any]:
    if isinstance(indexing.map, Undefined):
        return {"map": None, "reason": indexing.map.reason}
    map_facts = _facts_of(indexing, entry.target.sizes)
    return {
        "map": print_map(indexing.map, form),
        "note": indexing.note or None,
        "runtime_variables": [
            {"source": _source(source.source), "access": print_map(source.access, form)}
            for source in readable(indexing).runtimes
        ],
        "replica_id": None if indexing.replica_id is None else print_map(indexing.replica_id, form),
        "reads_per_element": map_facts.reads if map_facts else None,
        "utilisation": map_facts.utilisation if map_facts else None,
        "neighbour_distance": map_facts.step if map_facts else None,
    }


# -- why ----------------------------------------------------------------------------------------------


def lines_of_answer(answer: Answer, graph: DataflowGraph, arrays: Mapping[ArrayRef, Any]) -> Iterator[str]:
    """An answer as text, with the values in `arrays`."""
    yield f"{_element(answer)} of {graph.name}{_computed_by(answer.value)}"
    yield from (f"  = {text}" for text in _values(answer.value, [list(answer.index)], arrays))
    yield "depends on" if answer.sources else "depends on no elements"
    yield from _table(answer.sources, arrays)
    if answer.through:
        count = len(answer.through)
        yield f"through {count:,} {'value' if count == 1 else 'values'}"
        yield from _table(answer.through[:_MAX_INTERMEDIATE], {})
        if count > _MAX_INTERMEDIATE:
            yield f"  ... and {count - _MAX_INTERMEDIATE:,} earlier values"


def _element(answer: Answer) -> str:
    return f"{answer.value.name}[{', '.join(map(str, answer.index))}]"


def _computed_by(value: ArrayRef) -> str:
    if value.node is None:
        return f", an argument, {value.type}"
    place = value.node.place
    where = f", {place.source.name}:{place.begin[0]}" if place else ""
    return f": {value.node.opcode}, {value.type}{where}"


def _table(dependencies: Sequence[Dependency], arrays: Mapping[ArrayRef, Any]) -> Iterator[str]:
    width = max((len(dependency.value.name) for dependency in dependencies), default=0)
    for dependency in dependencies:
        kind = f"  {dependency.value.node.opcode}" if dependency.value.node else ""
        places = " and ".join(map(str, dependency.elements)) or "any element"
        yield f"  {dependency.value.name:{width}}  {places}  {_count_text(dependency)}{kind}"
        yield from (f"  {'':{width}}  {note}" for note in dependency.notes)
        indices = [row for box in dependency.elements if box.is_exact for row in _rows(box.numbers)]
        yield from (f"  {'':{width}}  = {text}" for text in _values(dependency.value, indices, arrays))


def _count_text(row: Dependency) -> str:
    size = math.prod(row.value.sizes or ())
    return f"of {row.value.type}" if row.count is None else f"{row.count:,} of {size:,}, {row.value.type}"


def _rows(numbers: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The first indices of a box."""
    return map(list, itertools.islice(itertools.product(*numbers), _MAX_VALUES + 1))


def _values(
    value: ArrayRef, indices: Sequence[Sequence[int]], arrays: Mapping[ArrayRef, Any]
) -> Iterator[str]:
    if value in arrays and indices:
        shown = [str(arrays[value][tuple(index)]) for index in indices[:_MAX_VALUES]]
        yield ", ".join(shown) + (", ..." if len(indices) > _MAX_VALUES else "")


def answer_as_json(
    file: str, graph: DataflowGraph, answer: Answer, arrays: Mapping[ArrayRef, Any]
) -> dict[str, Any]:
    """An answer in the JSON format of `shlo why`."""
    return {
        **_head(file, graph),
        "value": answer.value.name,
        "index": list(answer.index),
        "sources": [_dependency_as_json(dependency, arrays) for dependency in answer.sources],
        "through": [_dependency_as_json(dependency, {}) for dependency in answer.through],
    }


def _dependency_as_json(dependency: Dependency, arrays: Mapping[ArrayRef, Any]) -> dict[str, Any]:
    boxes = [
        {
            "ranges": [[[r.first, r.last, r.step] for r in ranges] for ranges in box.ranges],
            "is_exact": box.is_exact,
        }
        for box in dependency.elements
    ]
    indices = [row for box in dependency.elements if box.is_exact for row in _rows(box.numbers)]
    values = list(_values(dependency.value, indices, arrays))
    return {
        "value": dependency.value.name,
        "op": dependency.value.node.opcode if dependency.value.node else None,
        "type": dependency.value.type,
        "elements": boxes,
        "count": dependency.count,
        "notes": list(dependency.notes),
        **({"values": values[0].split(", ")} if values else {}),
    }
