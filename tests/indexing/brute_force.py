"""Who reads what, in truth: an element of an input is changed, and what changes in the results is seen.

Which pairs there are of an element of a result and one of an input is found by executing the program with
one element of one input changed, for several inputs and changes, since a maximum or a selection does not show
each change. The pairs that maps give are those of all points of their domains, with the values that the
inputs give to runtime variables.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools import interpret
from stablehlo_tools.indexing.composition import Analysis
from stablehlo_tools.indexing.from_stablehlo import StableHloGraphs
from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph, DataflowNode
from stablehlo_tools.indexing.maps import IndexingMap, OperandIndexing, Undefined, points
from stablehlo_tools.indexing.operand_indexing import simplify_indexing
from stablehlo_tools.indexing.rules.table import input_to_output, output_to_input
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.operations import Module

Array = npt.NDArray[Any]
Pairs = npt.NDArray[np.bool_]  # [elements of the result, elements of the input]
ValueOf = Callable[[Any], Array]

_ATTEMPTS = 200  # with other inputs, while a map has pairs that were not seen


class Finding(NamedTuple):
    """What came of comparing the maps of a result to an input, or to an operand of an op, with the truth.

    `verdict`: `equal`; `noted`, for more pairs than there are where the map says so; `unknown`; or wrong:
    `more` pairs, `fewer`, others from input to output (`back`), or others once it is `simplified`.
    """

    verdict: str
    input: int
    maps: Sequence[OperandIndexing] = ()
    difference: Any = None


# -- inputs -------------------------------------------------------------------------------------------


def array_like(random: np.random.Generator, array: Array) -> Array:
    """Elements of the type and sizes of an array: of any, of few, or of one of the values."""
    kind = element_type_of(array.dtype).kind
    if kind == "complex":
        parts = random.normal(size=(2, *array.shape))
        return np.array(parts[0] + 1j * parts[1]).astype(array.dtype)
    if kind == "float":
        values = random.normal(size=array.shape) * 2
        drawn = (values, values, values.round(), np.full(array.shape, random.integers(2)))
        return np.array(drawn[random.integers(len(drawn))]).astype(array.dtype)
    if kind == "boolean":
        return np.array(random.random(array.shape) < random.choice([0.1, 0.5, 0.9]))
    low, high = _ends(array)
    ends = [(0, 1), (0, 2), (max(low, -3), 4), (low, high), (high, high), (max(low, -1), max(low, -1))]
    least, most = ends[random.integers(len(ends))]
    return np.array(random.integers(least, most, size=array.shape, endpoint=True, dtype=array.dtype))


def _ends(array: Array) -> tuple[int, int]:
    info = np.iinfo(array.dtype)
    return int(info.min), int(info.max)


def other_values(array: Array, place: int) -> Iterator[Any]:
    """Values that an element may have instead."""
    value, kind = array.reshape(-1)[place], element_type_of(array.dtype).kind
    if kind == "boolean":
        yield not value
    elif kind == "complex":
        yield from (value + 1 + 0.5j, -value * 2)
    elif kind == "float":
        yield from (value + 1.37, -3 * value - 0.1, 30.0, -30.0, value.round(), value + 1)
        yield from (np.nan, np.inf, -np.inf)
    else:
        low, high = _ends(array)
        near = {int(value) + step for step in (-2, -1, 1, 2)} | {int(value) ^ 1, *range(8), low, high}
        yield from (each for each in near if low <= each <= high and each != value)


# -- by executing -------------------------------------------------------------------------------------


def pairs_seen(
    program: interpret.Executable, base: Sequence[Array], changed: Iterable[int]
) -> dict[tuple[int, int], Pairs]:
    """The pairs of a result and an input, by their numbers, that changes of single elements show."""
    seen: dict[tuple[int, int], Pairs] = {}
    before = [np.array(array) for array in program([array.copy() for array in base])]
    for number in changed:
        for place in range(base[number].size):
            alike = [x.reshape(-1)[place % x.size] for x in base if x.dtype == base[number].dtype and x.size]
            for value in (*other_values(base[number], place), *alike):
                given = [array.copy() for array in base]
                given[number].reshape(-1)[place] = value
                for result, after in enumerate(program(given)):
                    shape = (after.size, base[number].size)
                    pairs = seen.setdefault((result, number), np.zeros(shape, bool))
                    pairs[:, place] |= _differs(before[result], after)
    return seen


def _differs(before: Array, after: Array) -> npt.NDArray[np.bool_]:
    """Where the bits of two arrays differ."""
    return np.any(_bytes(before) != _bytes(after), axis=1)


def _bytes(array: Array) -> npt.NDArray[np.uint8]:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).reshape(array.size, array.dtype.itemsize)


# -- by maps ------------------------------------------------------------------------------------------


class UnknownMap(Exception):
    """The map is not known."""


def pairs_of(
    maps: Iterable[OperandIndexing], sizes: Sequence[int], target: Sequence[int], value_of: ValueOf
) -> Pairs:
    """The pairs that maps from a tensor of `sizes` to one of `target` sizes give together.

    `value_of` gives the array that a source of runtime variables stands for. Raises UnknownMap.
    """
    pairs = np.zeros((math.prod(sizes), math.prod(target)), bool)
    for each in maps:
        if isinstance(each.map, Undefined):
            raise UnknownMap(each.map.reason)
        own, there = _points(each, value_of)
        pairs[_flat(own, sizes), _flat(there, target)] = True
    return pairs


def _flat(rows: npt.NDArray[np.int64], sizes: Sequence[int]) -> Any:
    """Places in a flat tensor; an index that is outside of it raises ValueError."""
    return np.ravel_multi_index(tuple(rows.T), tuple(sizes)) if len(sizes) else np.zeros(len(rows), np.int64)


def _points(each: OperandIndexing, value_of: ValueOf) -> tuple[Any, Any]:
    """The indices that a map relates, those left out where a runtime variable has another value."""
    map = each.map
    assert isinstance(map, IndexingMap)
    own, symbols, results = points(map)
    kept = np.ones(len(own), bool)
    for number, source in enumerate(each.runtimes, len(map.ranges)):
        assert isinstance(source.access, IndexingMap)
        at = [np.broadcast_to(e.evaluate(own.T, symbols.T), len(own)) for e in source.access.results]
        values = np.minimum(value_of(source.source)[tuple(at)].astype(object), 1 << 62).astype(np.int64)
        if source.clamp is not None:
            values = np.clip(values, source.clamp.lower, source.clamp.upper)
        kept &= values == symbols[:, number]
    return own[kept], results[kept]


# -- compared -----------------------------------------------------------------------------------------


def findings(module: Module, like: Sequence[Array], seed: int) -> Iterator[Finding]:
    """What comes of comparing each result with each input, and the maps of a single op both ways."""
    random = np.random.default_rng(seed)
    graph = StableHloGraphs(module).function("main")
    assert graph is not None
    fixed = [array_like(random, array) for array in like]
    values = dict(zip(graph.arguments, fixed, strict=True))
    analysis = Analysis()
    maps = {
        (result, number): analysis.reached(graph, value).get(argument, ())
        for result, value in enumerate(graph.outputs)
        for number, argument in enumerate(graph.arguments)
    }
    given = _given_pairs(graph, maps, values)
    seen = _seen_pairs(interpret.compile(module), random, fixed, maps, given)
    for key, found in maps.items():
        yield _verdict(key[1], found, given.get(key), seen.get(key))
    if len(graph.nodes) == 1 and not graph.nodes[0].bodies:
        for output in graph.nodes[0].outputs:
            yield from _of_op(graph.nodes[0], output, values)


def _given_pairs(
    graph: DataflowGraph,
    maps: Mapping[tuple[int, int], Sequence[OperandIndexing]],
    values: Mapping[ArrayRef, Array],
) -> dict[tuple[int, int], Pairs]:
    given = {}
    for (result, number), some in maps.items():
        sizes, target = graph.outputs[result].sizes, graph.arguments[number].sizes
        assert sizes is not None
        assert target is not None
        if not any(isinstance(each.map, Undefined) for each in some):
            given[result, number] = pairs_of(some, sizes, target, values.__getitem__)
    return given


def _seen_pairs(
    program: interpret.Executable,
    random: np.random.Generator,
    fixed: Sequence[Array],
    maps: Mapping[tuple[int, int], Sequence[OperandIndexing]],
    given: Mapping[tuple[int, int], Pairs],
) -> dict[tuple[int, int], Pairs]:
    """The pairs seen with several inputs: for maps with runtime variables, with integers as they are."""
    seen: dict[tuple[int, int], Pairs] = {}
    placed = {number for (_, number), some in maps.items() if any(each.runtimes for each in some)}
    wanted = set(range(len(fixed)))
    for _ in range(_ATTEMPTS):
        for numbers, kinds in ((wanted & placed, "iu"), (wanted - placed, "")):
            base = [array if array.dtype.kind in kinds else array_like(random, array) for array in fixed]
            for key, pairs in pairs_seen(program, base, sorted(numbers)).items():
                seen[key] = seen.get(key, np.zeros(pairs.shape, bool)) | pairs
        wanted = {
            number
            for (result, number), pairs in given.items()
            if (pairs & ~seen.get((result, number), pairs)).any()
            and not any(each.note for each in maps[result, number])
        }
        if not wanted:
            break
    return seen


def _verdict(
    number: int, maps: Sequence[OperandIndexing], given: Pairs | None, seen: Pairs | None
) -> Finding:
    if given is None:
        return Finding("unknown", number, maps)
    if seen is None:
        return Finding("equal", number, maps)
    if (seen & ~given).any():
        return Finding("fewer", number, maps, np.argwhere(seen & ~given))
    if (given & ~seen).any():
        verdict = "noted" if any(each.note for each in maps) else "more"
        return Finding(verdict, number, maps, np.argwhere(given & ~seen))
    return Finding("equal", number, maps)


def _of_op(node: DataflowNode, output: ArrayRef, values: Mapping[ArrayRef, Array]) -> Iterator[Finding]:
    """Maps as rules give them, simplified, and from input to output: they have the same pairs."""

    def value_of(source: Any) -> Array:
        return values[node.inputs[source]]

    for number, some in enumerate(output_to_input(node.op, output.index)):
        back = input_to_output(node.op, number, output.index)
        if any(isinstance(each.map, Undefined) for each in (*some, *back)):
            continue
        sizes, target = node.op.result(output.index), node.op.operand(number)
        pairs = pairs_of(some, sizes, target, value_of)
        if (pairs_of(map(simplify_indexing, some), sizes, target, value_of) != pairs).any():
            yield Finding("simplified", number, some)
        elif (pairs != pairs_of(back, target, sizes, value_of).T).any():
            yield Finding("back", number, back)
        else:
            yield Finding("equal", number, back)
