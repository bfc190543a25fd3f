"""Shapes of the results of instructions that move elements."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.shape_rules import (
    Rule,
    ShapeMismatch,
    array,
    arrays,
    axes,
    one_axis,
    plain,
    same_size,
    with_sizes,
)
from stablehlo_tools.types import Dim

S32 = PRIMITIVE_TYPES["s32"]


def _reshape(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    shape, result = array(operands, 0), instruction.shape
    if not isinstance(result, ArrayShape):
        return None
    if shape.is_static and result.is_static and shape.element_count != result.element_count:
        raise ShapeMismatch(
            f"{plain(shape)} has {shape.element_count} elements, and {plain(result)} {result.element_count}",
            "shape",
            "hlo_result_shape",
        )
    return ArrayShape(shape.element_type, result.dimensions)


def _broadcast(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    shape, result = array(operands, 0), instruction.shape
    dimensions = instruction.attributes.get("dimensions", ())
    if not isinstance(result, ArrayShape):
        return None
    if len(dimensions) != shape.rank:
        raise ShapeMismatch(
            f"{plain(shape)} has {shape.rank} dimensions, not {len(dimensions)}", "dimensions"
        )
    axes(instruction, "dimensions", result.rank)
    for own, dimension in zip(shape.dimensions, dimensions, strict=True):
        if not same_size(own, result.dimensions[dimension]):
            size = result.dimensions[dimension]
            raise ShapeMismatch(
                f"a dimension of {own} does not become one of {size}: nothing is stretched", "dimensions"
            )
    return ArrayShape(shape.element_type, result.dimensions)


def _transpose(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape = array(operands, 0)
    order = axes(instruction, "dimensions", shape.rank)
    if len(order) != shape.rank:
        raise ShapeMismatch(f"{len(order)} dimensions are no order of {shape.rank}", "dimensions")
    return with_sizes(shape, [shape.dimensions[dimension] for dimension in order])


def _reverse(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape = array(operands, 0)
    axes(instruction, "dimensions", shape.rank)
    return with_sizes(shape, shape.dimensions)


def _concatenate(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    parts = arrays(operands)
    axis = one_axis(instruction, parts[0].rank)
    sizes = list(parts[0].dimensions)
    for place, part in enumerate(parts[1:], 1):
        others = [
            (a, b)
            for i, (a, b) in enumerate(zip(parts[0].dimensions, part.dimensions, strict=False))
            if i != axis
        ]
        same = part.rank == parts[0].rank and part.element_type == parts[0].element_type
        if not same or not all(same_size(a, b) for a, b in others):
            raise ShapeMismatch(f"{plain(part)} does not continue {plain(parts[0])}", place)
        sizes[axis] = _sum(sizes[axis], part.dimensions[axis])
    return with_sizes(parts[0], sizes)


def _sum(one: int | Dim, other: int | Dim) -> int | Dim:
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    (low, high), (other_low, other_high) = (
        (each, each) if isinstance(each, int) else each for each in (one, other)
    )
    return Dim(low + other_low, high + other_high)


def _slice(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, slices = array(operands, 0), instruction.attributes["slice"]
    if len(slices) != shape.rank:
        raise ShapeMismatch(f"{plain(shape)} has {shape.rank} dimensions, not {len(slices)}", "slice")
    for each, size in zip(slices, shape.dimensions, strict=True):
        high = size if isinstance(size, int) else size.high
        if not 0 <= each.start <= each.limit <= high or each.stride < 1:
            raise ShapeMismatch(
                f"[{each.start}:{each.limit}:{each.stride}] is no part of 0 to {high}", "slice"
            )
    return with_sizes(shape, [-(-(each.limit - each.start) // each.stride) for each in slices])


def _indices(instruction: HloInstruction, operands: Sequence[Shape], first: int, rank: int) -> None:
    indices = arrays(operands[first:])
    if len(indices) == 1 and indices[0].rank == 1 and same_size(indices[0].dimensions[0], rank):
        return
    if len(indices) != rank:
        raise ShapeMismatch(
            f"{rank} dimensions want {rank} indices, not {len(indices)}", "opcode", "hlo_operand_count"
        )
    for place, index in enumerate(indices, first):
        if index.rank or index.element_type.kind not in ("signed", "unsigned"):
            raise ShapeMismatch(f"{plain(index)} is no index, a scalar of an integer type", place)


def _dynamic_slice(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, sizes = array(operands, 0), instruction.attributes["dynamic_slice_sizes"]
    _indices(instruction, operands, 1, shape.rank)
    if len(sizes) != shape.rank:
        raise ShapeMismatch(
            f"{plain(shape)} has {shape.rank} dimensions, not {len(sizes)}", "dynamic_slice_sizes"
        )
    for own, size in zip(shape.dimensions, sizes, strict=True):
        if not 0 <= size <= (own if isinstance(own, int) else own.high):
            raise ShapeMismatch(f"there are no {size} of {own}", "dynamic_slice_sizes")
    return with_sizes(shape, sizes)


def _dynamic_update_slice(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, update = array(operands, 0), array(operands, 1)
    _indices(instruction, operands, 2, shape.rank)
    fits = update.rank == shape.rank and update.element_type == shape.element_type
    if not fits or not all(
        isinstance(a, Dim) or isinstance(b, Dim) or a <= b
        for a, b in zip(update.dimensions, shape.dimensions, strict=True)
    ):
        raise ShapeMismatch(f"{plain(update)} is no part of {plain(shape)}", 1)
    return with_sizes(shape, shape.dimensions)


def _pad(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, value, padding = array(operands, 0), array(operands, 1), instruction.attributes["padding"]
    if value.rank or value.element_type != shape.element_type:
        raise ShapeMismatch(f"{plain(value)} is no element of {plain(shape)}", 1)
    if len(padding) != shape.rank:
        raise ShapeMismatch(f"{plain(shape)} has {shape.rank} dimensions, not {len(padding)}", "padding")
    sizes: list[int | Dim] = []
    for each, size in zip(padding, shape.dimensions, strict=True):
        if each.interior < 0:
            raise ShapeMismatch("interior padding is not negative", "padding")
        if isinstance(size, Dim):
            sizes.append(Dim(0, math.inf))
            continue
        padded = size + each.low + each.high + max(size - 1, 0) * each.interior
        sizes.append(padded)
        if padded < 0:
            raise ShapeMismatch(f"a dimension of {size} cannot lose so much", "padding")
    return with_sizes(shape, sizes)


def _iota(instruction: HloInstruction, operands: Sequence[Shape]) -> None:
    shape, dimension = instruction.shape, instruction.attributes["iota_dimension"]
    if isinstance(shape, ArrayShape) and not 0 <= dimension < shape.rank:
        raise ShapeMismatch(f"{plain(shape)} has no dimension {dimension}", "iota_dimension")


def _dimension_size(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape = array(operands, 0)
    axis = one_axis(instruction, shape.rank)
    if instruction.opcode == "get-dimension-size":
        return ArrayShape(S32)
    size = array(operands, 1)
    if size != ArrayShape(S32):
        raise ShapeMismatch(f"a size is s32[], not {plain(size)}", 1)
    sizes = list(shape.dimensions)
    bound = sizes[axis]
    sizes[axis] = Dim(0, bound if isinstance(bound, int) else bound.high)
    return with_sizes(shape, sizes)


def _topk(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, k = array(operands, 0), instruction.attributes["k"]
    last = shape.dimensions[-1] if shape.rank else 0
    if not shape.rank or k < 0 or (isinstance(last, int) and k > last):
        raise ShapeMismatch(f"there are no {k} greatest along the last dimension of {plain(shape)}", "k")
    sizes = (*shape.dimensions[:-1], k)
    return TupleShape((ArrayShape(shape.element_type, sizes), ArrayShape(S32, sizes)))


def _dynamic_reshape(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    """The sizes are operands, and the result says how large they can be."""
    shape, result, sizes = array(operands, 0), instruction.shape, arrays(operands)[1:]
    if not isinstance(result, ArrayShape):
        return None
    if len(sizes) != result.rank:
        message = f"{result.rank} dimensions want {result.rank} sizes, not {len(sizes)}"
        raise ShapeMismatch(message, "opcode", "hlo_operand_count")
    for place, size in enumerate(sizes, 1):
        if size != ArrayShape(S32):
            raise ShapeMismatch(f"a size is s32[], not {plain(size)}", place)
    return ArrayShape(shape.element_type, result.dimensions)


ARRAYS: Mapping[str, Rule] = {
    **dict.fromkeys(("get-dimension-size", "set-dimension-size"), _dimension_size),
    "broadcast": _broadcast,
    "concatenate": _concatenate,
    "dynamic-reshape": _dynamic_reshape,
    "dynamic-slice": _dynamic_slice,
    "dynamic-update-slice": _dynamic_update_slice,
    "iota": _iota,
    "pad": _pad,
    "reshape": _reshape,
    "reverse": _reverse,
    "slice": _slice,
    "topk": _topk,
    "transpose": _transpose,
}
