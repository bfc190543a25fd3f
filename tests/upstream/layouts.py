"""Maps between positions in memory, for arrays with layouts."""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.hlo.shape import ArrayShape, Shape
from stablehlo_tools.indexing.affine import dimension
from stablehlo_tools.indexing.maps import OperandIndexing, Undefined
from stablehlo_tools.indexing.op import reading
from stablehlo_tools.indexing.operand_indexing import compose_indexing


def physical(given: OperandIndexing, shape: Shape, target: Shape) -> OperandIndexing:
    """The map between the physical dimensions of two arrays, major to minor."""
    if not isinstance(shape, ArrayShape) or not isinstance(target, ArrayShape):
        return OperandIndexing(Undefined("the values are not arrays"))
    if not (shape.order.is_dim0_major and target.order.is_dim0_major):
        given = compose_indexing(compose_indexing(_out_of_memory(shape), given), _into_memory(target))
    return given


def _major_to_minor(shape: ArrayShape) -> Sequence[int]:
    return tuple(reversed(shape.order.minor_to_major))


def _into_memory(shape: ArrayShape) -> OperandIndexing:
    return reading(shape.greatest, [dimension(number) for number in _major_to_minor(shape)])


def _out_of_memory(shape: ArrayShape) -> OperandIndexing:
    order = _major_to_minor(shape)
    sizes = [shape.greatest[number] for number in order]
    return reading(sizes, [dimension(order.index(number)) for number in range(shape.rank)])
