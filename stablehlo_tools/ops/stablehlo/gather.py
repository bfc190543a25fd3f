"""gather: slices of an array at start indices."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.declare import (
    Array,
    Boolean,
    Integer,
    Integers,
    IntegerTensor,
    PlainTensor,
    op,
)
from stablehlo_tools.ops.model.facts import Execution, History, moves
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.stablehlo.boxes import (
    Boxes,
    batch_axes,
    boxes_at,
    flat_indices,
    is_within,
    starts_of,
    unsorted,
)
from stablehlo_tools.ops.stablehlo.windows import windows

OF_STARTS = unsorted("gather_s1")
BATCHING = History(revised=(1, 1), added=("operand_batching_dims", "start_indices_batching_dims"))
SIZES_OF_SLICES = """
batch_dim_sizes := concatenate(shape(start_indices)[:index_vector_dim],
    shape(start_indices)[index_vector_dim + 1:])
offset_dim_sizes := slice_sizes[without(axes(operand),
    concatenate(collapsed_slice_dims, operand_batching_dims))...]
batch_dims := without(range(size(batch_dim_sizes) + size(offset_dim_sizes)), offset_dims)
"""


@op("""
C1  rank(operand) = size(offset_dims) + size(collapsed_slice_dims) + size(operand_batching_dims)
C2  0 <= index_vector_dim <= rank(start_indices)
C3  size(start_index_map) = index_vector_dim < rank(start_indices) ?
        dim(start_indices, index_vector_dim) : 1
C4  is_unique(offset_dims) and is_sorted(offset_dims)
C5  0 <= offset_dims < rank(result)
C6  is_unique(concatenate(collapsed_slice_dims, operand_batching_dims))
C7  is_sorted(collapsed_slice_dims)
C8  0 <= collapsed_slice_dims < rank(operand)
C9  slice_sizes[collapsed_slice_dims...] <= 1
C10 is_sorted(operand_batching_dims)
C11 0 <= operand_batching_dims < rank(operand)
C12 slice_sizes[operand_batching_dims...] <= 1
C13 is_unique(start_indices_batching_dims)
C14 0 <= start_indices_batching_dims < rank(start_indices)
C15 index_vector_dim not in start_indices_batching_dims
C16 size(operand_batching_dims) == size(start_indices_batching_dims)
C17 dim(operand, operand_batching_dims...) = dim(start_indices, start_indices_batching_dims...)
C18 is_unique(concatenate(start_index_map, operand_batching_dims))
C19 0 <= start_index_map < rank(operand)
C20 size(slice_sizes) = rank(operand)
C21 0 <= slice_sizes <= shape(operand)
C22 rank(result) = size(batch_dim_sizes) + size(offset_dim_sizes) and
        shape(result) = combine(concatenate(batch_dim_sizes, offset_dim_sizes),
        concatenate(batch_dims, offset_dims))
C23 element_type(operand) = element_type(result)
""" + SIZES_OF_SLICES, outputs={"result": PlainTensor},
numerics=replace(moves("operand"), leaves_open=(OF_STARTS,)),
execution=Execution(aliases="seldom", workspace=workspace.gather), history=BATCHING)  # fmt: skip
def gather(
    operand: PlainTensor,
    start_indices: IntegerTensor,
    *,
    offset_dims: Integers,
    collapsed_slice_dims: Integers,
    operand_batching_dims: Integers = (),
    start_indices_batching_dims: Integers = (),
    start_index_map: Integers,
    index_vector_dim: Integer,
    slice_sizes: Integers,
    indices_are_sorted: Boolean = False,
) -> Array:
    """Slices of operand at start_indices, which are clamped so that the slices are in bounds.

    The index vectors are along index_vector_dim, and start_index_map maps their entries to dimensions of
    operand. Along operand_batching_dims, a slice is at its batch index; along all other dimensions, at 0.
    slice_sizes has the size of each dimension. The dimensions of a slice, without collapsed_slice_dims and
    operand_batching_dims, are the offset_dims of the result; its other dimensions are those of start_indices.
    """
    batching = dict(zip(operand_batching_dims, start_indices_batching_dims, strict=True))
    removed = {*collapsed_slice_dims, *operand_batching_dims}
    sizes = {axis: size for axis, size in enumerate(slice_sizes) if axis not in removed}
    batch_shape, starts = starts_of(start_indices, index_vector_dim, start_index_map, batching)
    clamped = {
        axis: _clamped(start, operand.shape[axis] - slice_sizes[axis])
        for axis, start in starts.items()
        if sizes.get(axis) != operand.shape[axis]
    }
    shape = (*batch_shape, *sizes.values())
    if 0 in shape:
        slices, axes = np.empty(shape, operand.dtype), [*batch_axes(batch_shape), *sizes]
    elif not operand.size:  # a collapsed slice may be empty
        raise Unsupported("a gather of elements from a tensor that has none is not supported")
    elif any(size != operand.shape[axis] for axis, size in sizes.items()):
        at = tuple(np.broadcast_to(clamped.get(axis, 0), batch_shape) for axis in range(operand.ndim))
        ones = (1,) * operand.ndim
        slices = windows(operand, slice_sizes, ones, ones)[at].reshape(shape)
        axes = [*batch_axes(batch_shape), *sizes]
    else:
        slices, axes = _take_boxes(operand, boxes_at(operand.shape, batch_shape, clamped, sizes))
    batch, within = iter(batch_axes(batch_shape)), iter(sizes)
    order = [next(within if dimension in offset_dims else batch) for dimension in range(slices.ndim)]
    return np.transpose(np.asarray(slices), [axes.index(axis) for axis in order])


def _clamped(start: Array, last: int) -> Array:
    return start if is_within(start, last) else np.clip(start, 0, last)


def _take_boxes(operand: Array, boxes: Boxes) -> tuple[Array, list[int]]:
    """The boxes, and for each of their axes the axis of `operand` or dimension of the batch."""
    matrix = operand.transpose(boxes.addressed + boxes.full)
    axes = boxes.batch + boxes.within
    if not boxes.addressed:
        return np.broadcast_to(operand, boxes.shape + operand.shape), axes + boxes.full
    if len(boxes.addressed) == 1 and operand.flags.c_contiguous:
        (axis,), (positions,) = boxes.addressed, boxes.positions
        places = np.broadcast_to(positions, boxes.shape)
        # all indices are in bounds; "clip" is the fastest mode
        taken = np.take(operand, places, axis, mode="clip")
        return taken, boxes.full[:axis] + axes + boxes.full[axis:]
    if matrix.flags.c_contiguous:
        height = math.prod(operand.shape[axis] for axis in boxes.addressed)
        rows = matrix.reshape(height, *matrix.shape[len(boxes.addressed) :])
        return np.take(rows, flat_indices(operand.shape, boxes), 0, mode="clip"), axes + boxes.full
    return matrix[tuple(np.broadcast_to(p, boxes.shape) for p in boxes.positions)], axes + boxes.full
