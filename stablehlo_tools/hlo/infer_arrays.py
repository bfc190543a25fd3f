"""Shape inference for array opcodes that are not ops of StableHLO, or have different rules in XLA."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stablehlo_tools.hlo.attributes import DimensionLabels, Window
from stablehlo_tools.hlo.infer_ops import by_op
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.shape_rules import (
    Rule,
    ShapeMismatch,
    array,
    arrays,
    plain,
    same_dimensions,
    same_size,
    with_sizes,
)
from stablehlo_tools.ir.types import Dim, ElementType

PRED = PRIMITIVE_TYPES["pred"]
S32 = PRIMITIVE_TYPES["s32"]

# -- ops with more or fewer rules in XLA -----------------------------------------------------------


def _broadcast(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    """Dimensions of size 1 are not expanded, unlike in StableHLO."""
    shape, result = array(operands, 0), instruction.shape
    dimensions = instruction.attributes.get("dimensions", ())
    found = by_op(instruction, operands)
    if isinstance(result, ArrayShape):
        for own, dimension in zip(shape.dimensions, dimensions, strict=True):
            if not same_size(own, size := result.dimensions[dimension]):
                message = f"cannot broadcast a dimension of size {own} to {size}"
                raise ShapeMismatch(message, "dimensions")
    return found


def _indexed(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    """A slice at indices, which may also be one array."""
    first = 1 if instruction.opcode == "dynamic-slice" else 2
    rank, indices = array(operands, 0).rank, arrays(operands)[first:]
    if len(indices) == 1 and indices[0].rank == 1 and same_size(indices[0].dimensions[0], rank):
        indices = [ArrayShape(indices[0].element_type)] * rank
    if len(indices) != rank:
        message = f"expected {rank} indices for {rank} dimensions, found {len(indices)}"
        raise ShapeMismatch(message, "opcode", "hlo_operand_count")
    return by_op(instruction, [*operands[:first], *indices])


def _bitcast_convert(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    """A `pred` is a byte, not a bit as in StableHLO."""
    result = instruction.shape
    if not isinstance(result, ArrayShape):
        return None
    found = by_op(instruction, list(map(_bytes, arrays(operands))), hint=_bytes(result))
    return found and ArrayShape(result.element_type, array([found], 0).dimensions)


def _bytes(shape: ArrayShape) -> ArrayShape:
    return ArrayShape(PRIMITIVE_TYPES["u8"], shape.dimensions) if shape.element_type == PRED else shape


def _set_dimension_size(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    """The dimension becomes dynamic, with its size as bound."""
    sizes = list(array(operands, 0).dimensions)
    for axis in instruction.attributes["dimensions"]:
        if 0 <= axis < len(sizes):
            size = sizes[axis]
            sizes[axis] = Dim(0, size.high if isinstance(size, Dim) else size)
    return by_op(instruction, operands, hint=instruction.shape or with_sizes(array(operands, 0), sizes))


def _convolution(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    """The window repeats the sizes of the kernel."""
    kernel, found = array(operands, 1), by_op(instruction, operands)
    labels: DimensionLabels = instruction.attributes["dim_labels"]
    window: Window = instruction.attributes.get("window", Window())
    if len(labels.rhs) == kernel.rank:
        sizes = [kernel.dimensions[labels.rhs.index(str(i))] for i in range(labels.spatial_rank)]
        if len(sizes) != window.rank or not all(map(same_size, sizes, window.size)):
            raise ShapeMismatch(f"the window does not have the sizes of the kernel, {sizes}", "window")
    return found


def _scaled_dot(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    """The product of the first two operands; the scales of their blocks do not affect its shape."""
    arrays(operands)
    return by_op(instruction, operands[:2], opcode="dot")


# -- opcodes that are not ops ------------------------------------------------------------------------


def _bitcast(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    shape, result = operands[0], instruction.shape
    if (
        isinstance(shape, ArrayShape)
        and isinstance(result, ArrayShape)
        and shape.is_static
        and result.is_static
    ):
        own, other = (each.element_count * _width(each.element_type) for each in (shape, result))
        if own != other and not (shape.order.tiles or result.order.tiles):
            raise ShapeMismatch(f"{plain(shape)} and {plain(result)} have different sizes in memory", "shape")
    return None


def _width(element_type: ElementType) -> int:
    return 8 if element_type.kind == "boolean" else element_type.bits


def _stochastic_convert(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    shape, random = array(operands, 0), array(operands, 1)
    fits = random.element_type.kind == "unsigned" and random.element_type.bits == shape.element_type.bits
    if not fits or not same_dimensions(shape, random):
        message = f"expected random bits for each element of {plain(shape)}, found {plain(random)}"
        raise ShapeMismatch(message, 1)
    return by_op(instruction, operands)


def _topk(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, k = array(operands, 0), instruction.attributes["k"]
    last = shape.dimensions[-1] if shape.rank else 0
    if not shape.rank or k < 0 or (isinstance(last, int) and k > last):
        raise ShapeMismatch(f"k = {k} exceeds the last dimension of {plain(shape)}", "k")
    sizes = (*shape.dimensions[:-1], k)
    return TupleShape((ArrayShape(shape.element_type, sizes), ArrayShape(S32, sizes)))


def _dynamic_reshape(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    """The sizes are operands, and the result has their bounds."""
    shape, result, sizes = array(operands, 0), instruction.shape, arrays(operands)[1:]
    if not isinstance(result, ArrayShape):
        return None
    if len(sizes) != result.rank:
        message = f"expected {result.rank} sizes for {result.rank} dimensions, found {len(sizes)}"
        raise ShapeMismatch(message, "opcode", "hlo_operand_count")
    for place, size in enumerate(sizes, 1):
        if size != ArrayShape(S32):
            raise ShapeMismatch(f"expected a size of shape s32[], found {plain(size)}", place)
    return ArrayShape(shape.element_type, result.dimensions)


ARRAYS: Mapping[str, Rule] = {
    **dict.fromkeys(("dynamic-slice", "dynamic-update-slice"), _indexed),
    "bitcast": _bitcast,
    "bitcast-convert": _bitcast_convert,
    "broadcast": _broadcast,
    "convolution": _convolution,
    "dynamic-reshape": _dynamic_reshape,
    "scaled-dot": _scaled_dot,
    "set-dimension-size": _set_dimension_size,
    "stochastic-convert": _stochastic_convert,
    "topk": _topk,
}
