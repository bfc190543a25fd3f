"""Maps between places in memory: of arrays whose dimensions lie there in another order."""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.hlo.shape import ArrayShape, Shape
from stablehlo_tools.indexing.affine import dimension
from stablehlo_tools.indexing.maps import OperandIndexing, Undefined
from stablehlo_tools.indexing.op import reading
from stablehlo_tools.indexing.operand_indexing import composed


def physical(given: OperandIndexing, shape: Shape, target: Shape) -> OperandIndexing:
    """The map between the dimensions of two arrays as they lie in memory, the most major first."""
    if not isinstance(shape, ArrayShape) or not isinstance(target, ArrayShape):
        return OperandIndexing(Undefined("it is between values that are no arrays"))
    if not (shape.order.is_dim0_major and target.order.is_dim0_major):
        given = composed(composed(_out_of_memory(shape), given), _into_memory(target))
    return given


def _major_to_minor(shape: ArrayShape) -> Sequence[int]:
    return tuple(reversed(shape.order.minor_to_major))


def _into_memory(shape: ArrayShape) -> OperandIndexing:
    return reading(shape.greatest, [dimension(number) for number in _major_to_minor(shape)])


def _out_of_memory(shape: ArrayShape) -> OperandIndexing:
    order = _major_to_minor(shape)
    sizes = [shape.greatest[number] for number in order]
    return reading(sizes, [dimension(order.index(number)) for number in range(shape.rank)])
