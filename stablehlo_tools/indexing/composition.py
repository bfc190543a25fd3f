"""Maps through a graph: the elements of arguments, or of any value, that an element of a value depends on.

Backwards from a value, each node composes the maps to its outputs with those to its inputs. A value that is
used in several ways has several distinct maps.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from stablehlo_tools.indexing.affine import Expression, maximum, minimum
from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph, DataflowNode, NodeBody
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.inverse import inverse
from stablehlo_tools.indexing.maps import IndexingMap, OperandIndexing, RuntimeSource
from stablehlo_tools.indexing.op import IndexedOp, Readings, constant_element, identity, scalar, unknown
from stablehlo_tools.indexing.operand_indexing import compose_indexing, substitute_runtimes
from stablehlo_tools.indexing.rules.processes import OWN_POSITION
from stablehlo_tools.indexing.rules.table import input_to_output, output_to_input
from stablehlo_tools.indexing.widening import widen
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.registry import OPS

Reached = Mapping[ArrayRef, tuple[OperandIndexing, ...]]

_INSIDE = "it is used in the body of the op"


class Analysis:
    """The maps of nodes and graphs, each computed once."""

    def __init__(self) -> None:
        self._nodes: dict[ArrayRef, Readings] = {}
        self._rules: dict[tuple[Any, ...], Readings] = {}  # for equal ops
        self._bodies: dict[tuple[DataflowGraph, int], Reached] = {}

    def readings(self, node: DataflowNode, output: int = 0) -> Readings:
        """The elements of each input that an output of a node reads; runtime variables refer to values."""
        value = node.outputs[output]
        if value not in self._nodes:
            self._nodes[value] = self._readings(node, output)
        return self._nodes[value]

    def writings(self, node: DataflowNode, number: int, output: int = 0) -> tuple[OperandIndexing, ...]:
        """The elements of an output that read each element of an input."""
        if not node.bodies and number < len(node.op.operands):
            maps = input_to_output(node.op, number, output, self._rule_readings(node.op, output))
            return tuple(_with_values(indexing, node) for indexing in maps)
        sizes = node.inputs[number].sizes
        maps = self.readings(node, output)[number]
        return maps if sizes is None else tuple(inverse(indexing, sizes) for indexing in maps)

    def reached(self, graph: DataflowGraph, start: ArrayRef, until: Collection[ArrayRef] = ()) -> Reached:
        """The maps from a value to all values that it depends on, including itself.

        The dependencies of the values in `until` are omitted. If maps would be too many or too large, they
        are widened, with a note.
        """
        result: dict[ArrayRef, Sequence[OperandIndexing]] = {start: [_identity(start)]}
        for node in graph.before(start):
            for output in node.outputs:
                maps = result.get(output)
                if maps and (output is start or output not in until):
                    for value, through in zip(node.inputs, self.readings(node, output.index), strict=True):
                        result[value] = _together(result.get(value, ()), _through(maps, through), value)
        return {value: without_empty(maps) for value, maps in result.items() if maps}

    def reaching(self, graph: DataflowGraph, start: ArrayRef) -> Reached:
        """The maps from a value to all values that depend on it, including itself."""
        result: dict[ArrayRef, Sequence[OperandIndexing]] = {start: [_identity(start)]}
        for node, number in graph.behind(start):
            maps = result.get(node.inputs[number], ())
            for output in node.outputs if maps else ():
                through = self.writings(node, number, output.index)
                result[output] = _together(result.get(output, ()), _through(maps, through), output)
        return {value: without_empty(maps) for value, maps in result.items() if maps}

    # -- nodes ----------------------------------------------------------------------------------------

    def _readings(self, node: DataflowNode, output: int) -> Readings:
        if node.bodies:
            return self._through_bodies(node, output)
        by_rule = self._rule_readings(node.op, output)
        readings = [tuple(with_known_values(_with_values(map, node)) for map in maps) for maps in by_rule]
        inside = len(node.inputs) - len(readings)
        return readings + [(unknown(_INSIDE),)] * inside

    def _rule_readings(self, op: IndexedOp, output: int) -> Readings:
        """The reads of an op by its rule, cached for equal ops unless the rule reads constants."""
        if not op.operands:
            return output_to_input(op, output)
        key = (op.name, *op.operands, None, *op.results, output, *op.attributes.items())
        try:
            cached = self._rules.get(key)
        except TypeError:  # an unhashable attribute
            return output_to_input(op, output)
        if cached is not None:
            return cached
        accessed: list[int] = []

        def constant_operand(number: int) -> Array | None:
            accessed.append(number)
            return op.constant_operand(number)

        readings = output_to_input(dataclasses.replace(op, constant_operand=constant_operand), output)
        if not accessed:
            self._rules[key] = readings
        return readings

    def _through_bodies(self, node: DataflowNode, output: int) -> Readings:
        readings: list[dict[OperandIndexing, None]] = [{} for _ in node.inputs]
        sizes = node.outputs[output].sizes
        for number in range(node.selectors if len(node.bodies) > 1 else 0):
            readings[number][unknown("its shape is unknown") if sizes is None else scalar(sizes)] = None
        places = {value: number for number, value in enumerate(node.inputs)}
        for body in node.bodies:
            for value, maps in self._reached_in(body, output).items():
                place = places.get(body.bindings.get(value, value))
                if place is not None:
                    readings[place].update(dict.fromkeys(maps))
        return [tuple(maps) for maps in readings]

    def _reached_in(self, body: NodeBody, output: int) -> Reached:
        key = (body.graph, output)
        if key not in self._bodies:
            self._bodies[key] = {}  # in case of recursion
            self._bodies[key] = self.reached(body.graph, body.graph.outputs[output])
        return self._bodies[key]


def _identity(value: ArrayRef) -> OperandIndexing:
    if value.sizes is None:
        return unknown(f"the shape of {value.name} is unknown")
    return identity(value.sizes)


def _with_values(indexing: OperandIndexing, node: DataflowNode) -> OperandIndexing:
    def bound(source: RuntimeSource) -> RuntimeSource:
        operand = source.source
        if isinstance(operand, int) and operand != OWN_POSITION:
            return dataclasses.replace(source, source=node.inputs[operand])
        return source

    if not indexing.runtimes:
        return indexing
    return dataclasses.replace(indexing, runtimes=tuple(map(bound, indexing.runtimes)))


def _through(
    maps: Iterable[OperandIndexing], through: Iterable[OperandIndexing]
) -> Iterator[OperandIndexing]:
    """The compositions of all maps to a node with all maps through it."""
    for first in maps:
        for second in through:
            yield with_known_values(compose_indexing(first, second))


def _together(
    prior: Sequence[OperandIndexing], added: Iterable[OperandIndexing], value: ArrayRef
) -> Sequence[OperandIndexing]:
    """The distinct maps to a value; `prior` are earlier results of this function."""
    return list(dict.fromkeys([*prior, *added])) if value.sizes is None else widen(prior, added, value.sizes)


def without_empty(maps: Iterable[OperandIndexing]) -> tuple[OperandIndexing, ...]:
    """The maps without empty ones, unless all are empty."""
    all_maps = tuple(maps)
    return tuple(indexing for indexing in all_maps if not is_empty(indexing)) or all_maps[:1]


def is_empty(indexing: OperandIndexing) -> bool:
    """Whether a map is known to relate no elements."""
    return isinstance(indexing.map, IndexingMap) and indexing.map.is_known_empty


# -- elements known without running the program: of constants and iotas, and computed from these ---


_MAX_DEPTH = 16  # ops to look through


def with_known_values(indexing: OperandIndexing) -> OperandIndexing:
    """The map, with runtime variables replaced where their values are known."""
    map = indexing.map
    if not indexing.runtimes or not isinstance(map, IndexingMap):
        return indexing
    values: dict[int, Expression] = {}
    for number, source in enumerate(indexing.runtimes, len(map.ranges)):
        value = _source_value(source, map)
        if value is not None:
            values[number] = value
    if not values:
        return indexing
    return substitute_runtimes(indexing, values)


def _source_value(source: RuntimeSource, map: IndexingMap) -> Expression | None:
    if not isinstance(source.source, ArrayRef) or not isinstance(source.access, IndexingMap):
        return None
    element = _element(source.source, source.access.results, _MAX_DEPTH)
    if element is None or source.clamp is None:
        return None
    bounds = element.interval(map.dimension_bounds, map.symbol_bounds)
    if source.clamp.covers(bounds):
        return element
    if element.is_constant:  # like XLA: an out-of-range constant remains a runtime variable
        return None
    return _clamped(element, bounds, source.clamp)


def _clamped(element: Expression, bounds: Interval, clamp: Interval) -> Expression:
    if bounds.upper > clamp.upper:
        element = minimum(element, clamp.upper)
    return maximum(element, clamp.lower) if bounds.lower < clamp.lower else element


def _element(value: ArrayRef, index: Sequence[Expression], depth: int) -> Expression | None:
    """The element at an index, as an expression of the variables in the index; None if it is unknown."""
    elements = value.elements()
    if elements is not None and elements.size and elements.dtype.kind in "iu":
        return constant_element(elements, index)
    node = value.node
    if node is None or node.bodies or depth == 0:
        return None
    if node.op.name == "stablehlo.iota":
        axis: int = node.op["iota_dimension"]
        return index[axis]
    if not _keeps_values(node.op.name):
        return None
    moved, *others = output_to_input(node.op, value.index)[0]
    if others or moved.runtimes or not isinstance(moved.map, IndexingMap) or moved.map.symbols:
        return None
    place = [result.substitute(index) for result in moved.map.results]
    return _element(node.inputs[0], place, depth - 1)


def _keeps_values(name: str) -> bool:
    """Whether the elements of a result are numbers of the first operand."""
    is_copy = name in ("hlo.bitcast", "hlo.copy", "stablehlo.convert")
    return is_copy or (name in OPS and OPS[name].is_selection)
