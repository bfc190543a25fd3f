"""Elements known without running the program: those of constants and iotas, and computed from these.

They replace runtime variables by expressions of other variables.
"""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.indexing.affine import Expression, constant, maximum, minimum
from stablehlo_tools.indexing.graph import ArrayRef
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import IndexingMap, OperandIndexing, RuntimeSource
from stablehlo_tools.indexing.operand_indexing import substitute_runtimes
from stablehlo_tools.indexing.rules.table import output_to_input
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.registry import OPS

_MAX_DEPTH = 16  # ops to look through


def with_known_values(given: OperandIndexing) -> OperandIndexing:
    """The map, with runtime variables replaced where their values are known."""
    map = given.map
    if not given.runtimes or not isinstance(map, IndexingMap):
        return given
    known: dict[int, Expression] = {}
    for number, source in enumerate(given.runtimes, len(map.ranges)):
        value = _of_source(source, map)
        if value is not None:
            known[number] = value
    if not known:
        return given
    return substitute_runtimes(given, known)


def _of_source(source: RuntimeSource, map: IndexingMap) -> Expression | None:
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
        return _of_constant(elements, index)
    node = value.node
    if node is None or node.bodies or depth == 0:
        return None
    if node.op.name == "stablehlo.iota":
        along: int = node.op["iota_dimension"]
        return index[along]
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


def _of_constant(elements: Array, index: Sequence[Expression]) -> Expression | None:
    if all(place.is_constant for place in index):
        return constant(int(elements[tuple(place.number for place in index)]))
    first = elements.reshape(-1)[0]
    return constant(int(first)) if (elements == first).all() else None
