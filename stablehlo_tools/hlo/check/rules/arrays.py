"""Shapes of instructions on arrays: ops with more or fewer rules in XLA, and opcodes that are not ops."""

from __future__ import annotations

from typing import Final

from stablehlo_tools.hlo.attributes import DimensionLabels, HloWindow
from stablehlo_tools.hlo.check.by_op import HLO_OPERAND_COUNT, HLO_RESULT_SHAPE, by_op
from stablehlo_tools.hlo.check.site import (
    SHAPE_RULES,
    InferenceSite,
    ShapeMismatch,
    agree,
    array,
    plain,
    same_size,
    with_sizes,
)
from stablehlo_tools.hlo.layout import LayoutError
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TokenShape, TupleShape
from stablehlo_tools.hlo.text.attribute_reader import HLO_ATTRIBUTE
from stablehlo_tools.ir.types import Dim, ElementType

S32: Final = ArrayShape(PRIMITIVE_TYPES["s32"])

# -- ops with more or fewer rules in XLA -----------------------------------------------------------


@SHAPE_RULES.register("broadcast")
def _broadcast(site: InferenceSite) -> Shape | None:
    """Dimensions of size 1 are not expanded, unlike in StableHLO."""
    shape, result = site.array(0), site.written
    inferred = by_op(site.instruction, site.operands)
    if isinstance(result, ArrayShape):
        for own, dimension in zip(shape.dimensions, site.attributes.get("dimensions", ()), strict=True):
            if not same_size(own, size := result.dimensions[dimension]):
                message = f"cannot broadcast a dimension of size {own} to {size}"
                raise ShapeMismatch(message, "dimensions")
    return inferred


@SHAPE_RULES.register("dynamic-slice", "dynamic-update-slice")
def _indexed(site: InferenceSite) -> Shape | None:
    """A slice at indices, which may also be one array."""
    first = 1 if site.opcode == "dynamic-slice" else 2
    rank, indices = site.array(0).rank, site.arrays()[first:]
    if len(indices) == 1 and indices[0].rank == 1 and same_size(indices[0].dimensions[0], rank):
        indices = [ArrayShape(indices[0].element_type)] * rank
    if len(indices) != rank:
        message = f"expected {rank} indices for {rank} dimensions, found {len(indices)}"
        raise ShapeMismatch(message, "opcode", HLO_OPERAND_COUNT)
    return by_op(site.instruction, [*site.operands[:first], *indices])


@SHAPE_RULES.register("bitcast-convert")
def _bitcast_convert(site: InferenceSite) -> Shape | None:
    """A `pred` is a byte, not a bit as in StableHLO."""
    result = _written_array(site)
    if result is None:
        return None
    inferred = by_op(site.instruction, [_bytes(site.array(0))], hint=_bytes(result))
    return inferred and ArrayShape(result.element_type, array(inferred, 0).dimensions)


def _written_array(site: InferenceSite) -> ArrayShape | None:
    """The written shape, which must be that of an array; None if there is none."""
    written = site.written
    if written is not None and not isinstance(written, ArrayShape):
        message = f"`{site.opcode}` returns an array, not {plain(written)}"
        raise ShapeMismatch(message, "shape", HLO_RESULT_SHAPE)
    return written


def _bytes(shape: ArrayShape) -> ArrayShape:
    is_boolean = shape.element_type.kind == "boolean"
    return ArrayShape(PRIMITIVE_TYPES["u8"], shape.dimensions) if is_boolean else shape


@SHAPE_RULES.register("reshape")
def _reshape(site: InferenceSite) -> Shape | None:
    """The bounds of dynamic sizes give the same number of elements, too."""
    inferred = by_op(site.instruction, site.operands)
    _keeps_elements(site.array(0), site.written)
    return inferred


def _keeps_elements(shape: ArrayShape, result: Shape | None) -> None:
    """Raise ShapeMismatch for a result with another number of elements, dynamic sizes being their bounds."""
    sides = [shape, result] if isinstance(result, ArrayShape) else []
    try:
        counts = {side.element_count for side in sides}
    except LayoutError:  # a size has no bound
        return
    if len(counts) > 1:
        message = f"{plain(shape)} and {plain(result)} have different numbers of elements at their bounds"
        raise ShapeMismatch(message, "shape")


@SHAPE_RULES.register("set-dimension-size")
def _set_dimension_size(site: InferenceSite) -> Shape | None:
    """The dimension becomes dynamic, with its size as bound."""
    sizes = list(site.array(0).dimensions)
    for axis in site.attributes["dimensions"]:
        if 0 <= axis < len(sizes):
            size = sizes[axis]
            sizes[axis] = Dim(0, size.high if isinstance(size, Dim) else size)
    return by_op(site.instruction, site.operands, hint=site.written or with_sizes(site.array(0), sizes))


@SHAPE_RULES.register("convolution")
def _convolution(site: InferenceSite) -> Shape | None:
    """The window repeats the sizes of the kernel."""
    kernel, inferred = site.array(1), by_op(site.instruction, site.operands)
    labels: DimensionLabels = site.attributes["dim_labels"]
    window: HloWindow = site.attributes.get("window", HloWindow())
    if len(labels.rhs) == kernel.rank:
        sizes = [kernel.dimensions[labels.rhs.index(str(i))] for i in range(labels.spatial_rank)]
        if len(sizes) != window.rank or not all(map(same_size, sizes, window.size)):
            raise ShapeMismatch(f"the window does not have the sizes of the kernel, {sizes}", "window")
    return inferred


@SHAPE_RULES.register("scaled-dot")
def _scaled_dot(site: InferenceSite) -> Shape | None:
    """The product of the first two operands; the scales of their blocks do not affect its shape."""
    return by_op(site.instruction, site.arrays()[:2], opcode="dot")


@SHAPE_RULES.register("compare")
def _compare(site: InferenceSite) -> Shape | None:
    if {"type", "order"} <= site.attributes.keys():
        raise ShapeMismatch("a comparison has a `type` or an `order`, not both", "order", HLO_ATTRIBUTE)
    return by_op(site.instruction, site.operands)


# -- opcodes that are not ops ------------------------------------------------------------------------


@SHAPE_RULES.register("exp2", "log2")
def _base_two(site: InferenceSite) -> Shape:
    shape = site.array(0)
    if shape.element_type.kind not in ("float", "complex"):
        raise ShapeMismatch(f"expected an array of floats or complex numbers, found {plain(shape)}", 0)
    return shape


@SHAPE_RULES.register("shuffle")
def _shuffle(site: InferenceSite) -> Shape | None:
    dimensions, shifts = site.attributes["dimensions"], site.attributes["shifts"]
    if not dimensions or len(dimensions) != len(shifts):
        message = f"expected a shift for each dimension, at least one, found {len(shifts)}"
        raise ShapeMismatch(message, "shifts")
    return by_op(site.instruction, site.operands, opcode="reverse")


@SHAPE_RULES.register("bitcast")
def _bitcast(site: InferenceSite) -> Shape | None:
    shape, result = site.operands[0], site.written
    sides = [side for side in (shape, result) if isinstance(side, ArrayShape) and side.is_static]
    if len(sides) == 2 and not any(side.order.tiles for side in sides):
        own, other = (side.element_count * _width(side.element_type) for side in sides)
        if own != other:
            raise ShapeMismatch(f"{plain(shape)} and {plain(result)} have different sizes in memory", "shape")
    return None


def _width(element_type: ElementType) -> int:
    return 8 if element_type.kind == "boolean" else element_type.bits


@SHAPE_RULES.register("dynamic-reshape")
def _dynamic_reshape(site: InferenceSite) -> Shape | None:
    """The sizes are operands, and the result has their bounds."""
    (shape, *sizes), result = site.arrays(), _written_array(site)
    if result is None:
        return None
    if len(sizes) != result.rank:
        message = f"expected {result.rank} sizes for {result.rank} dimensions, found {len(sizes)}"
        raise ShapeMismatch(message, "opcode", HLO_OPERAND_COUNT)
    for place, size in enumerate(sizes, 1):
        if not agree(size, S32):
            raise ShapeMismatch(f"expected a size of shape s32[], found {plain(size)}", place)
    _keeps_elements(shape, result)
    return with_sizes(shape, result.dimensions)


@SHAPE_RULES.register("get-tuple-element")
def _get_tuple_element(site: InferenceSite) -> Shape:
    shape, index = site.operands[0], site.attributes["index"]
    if not isinstance(shape, TupleShape):
        raise ShapeMismatch(f"expected a tuple, found {plain(shape)}", 0)
    if not 0 <= index < len(shape.elements):
        raise ShapeMismatch(f"the tuple has {len(shape.elements)} elements", "index")
    element: Shape = shape.elements[index]
    return element


@SHAPE_RULES.register("outfeed")
def _outfeed(site: InferenceSite) -> Shape:
    declared = site.attributes.get("outfeed_shape")
    if declared is not None and not agree(declared, site.operands[0]):
        message = f"`outfeed_shape` is {plain(declared)}, but the operand is {plain(site.operands[0])}"
        raise ShapeMismatch(message, "outfeed_shape")
    return TokenShape()


@SHAPE_RULES.register("rng")
def _rng(site: InferenceSite) -> Shape | None:
    shapes, result = site.arrays(), _written_array(site)
    if len(shapes) != 2:
        message = f"expected 2 distribution parameters, found {len(shapes)}"
        raise ShapeMismatch(message, "opcode", HLO_OPERAND_COUNT)
    for place, shape in enumerate(shapes):
        if shape.rank or not agree(shape, shapes[0]):
            raise ShapeMismatch(f"expected a scalar distribution parameter, found {plain(shape)}", place)
    if site.attributes["distribution"] == "rng_normal" and shapes[0].element_type.kind != "float":
        message = f"expected float parameters for a normal distribution, found {plain(shapes[0])}"
        raise ShapeMismatch(message, 0)
    return result and with_sizes(shapes[0], result.dimensions)


@SHAPE_RULES.register("rng-bit-generator")
def _rng_bit_generator(site: InferenceSite) -> Shape | None:
    state, written = site.array(0), site.written
    if state.element_type.kind != "unsigned" or state.rank != 1:
        raise ShapeMismatch(f"expected a vector of unsigned integers as state, found {plain(state)}", 0)
    if not isinstance(written, TupleShape) or len(written.elements) != 2:
        return None
    return TupleShape((state, array(written.elements[1], 1)))
