"""slice, dynamic_slice and dynamic_update_slice."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from types import EllipsisType

import numpy as np

from stablehlo_tools.ops.model.declare import Array, Integers, IntegerScalars, PlainTensor, op
from stablehlo_tools.ops.model.facts import VIEW, Execution, moves
from stablehlo_tools.ops.model.schema import SIGNATURE
from stablehlo_tools.ops.model.specialize import Kernel, Site, specialize

Box = tuple[slice | EllipsisType, ...]  # with the ellipsis, indexing a scalar gives an array, too


@op("""
C1  element_type(operand) = element_type(result)
C2  size(start_indices) = size(limit_indices) = size(strides) = rank(operand)
C3  0 <= start_indices <= limit_indices <= shape(operand)
C4  0 < strides
C5  shape(result) = ceil((limit_indices - start_indices) / strides)
""", outputs={"result": PlainTensor}, name="slice", numerics=moves("operand"), execution=VIEW,
format="$operand {ranges}{attrs} : {signature}")  # fmt: skip
def slice_(
    operand: PlainTensor, *, start_indices: Integers, limit_indices: Integers, strides: Integers
) -> Array:
    """The elements from start_indices up to limit_indices (exclusive), with these strides.

    Each has one number per dimension. A slice out of bounds is an error.
    """
    box: Box = (*map(slice, start_indices, limit_indices, strides), ...)
    return operand[box]


@op("""
C1  element_type(operand) = element_type(result)
C2  size(start_indices) = size(slice_sizes) = rank(operand)
C3  same(type(start_indices...))
C4  0 <= slice_sizes <= shape(operand)
C5  shape(result) = slice_sizes
""", outputs={"result": PlainTensor}, numerics=moves("operand"),
execution=Execution(aliases="usually", takes_scalars=True),
format="$operands*, sizes = $slice_sizes{attrs} : {signature}")  # fmt: skip
def dynamic_slice(operand: PlainTensor, start_indices: IntegerScalars, *, slice_sizes: Integers) -> Array:
    """The slice of sizes slice_sizes at start_indices, which are clamped so that it is in bounds.

    An index out of bounds is not an error, and the slice always has its full size: a negative start becomes
    0, one that is too large the last in bounds.
    """
    return operand[moving_box(operand.shape, slice_sizes)(start_indices)]


@op("""
C1  type(operand) = type(result)
C2  element_type(update) = element_type(operand)
C3  rank(update) = rank(operand)
C4  size(start_indices) = rank(operand)
C5  same(type(start_indices...))
C6  0 <= shape(update) <= shape(operand)
""", outputs={"result": PlainTensor}, numerics=moves("operand", "update"),
execution=Execution(in_place="operand", takes_scalars=True), format=SIGNATURE)  # fmt: skip
def dynamic_update_slice(
    operand: PlainTensor, update: PlainTensor, start_indices: IntegerScalars, *, out: Array | None = None
) -> Array:
    """The operand with update at start_indices, which are clamped so that update is in bounds.

    An index out of bounds is not an error, and all of update is used: a negative start becomes 0, one that is
    too large the last in bounds.
    """
    result = np.array(operand) if out is None else out
    result[moving_box(operand.shape, update.shape)(start_indices)] = update
    return result


# --- specializations --------------------------------------------------------------------------------


@specialize("stablehlo.slice", "view")
def _sliced_view(site: Site) -> Kernel:
    ranges = (site.named[name] for name in ("start_indices", "limit_indices", "strides"))
    return operator.itemgetter((*map(slice, *ranges), ...))


@specialize("stablehlo.dynamic_slice", "starts that move", when=lambda site: site.is_static)
def _slice_at(site: Site) -> Kernel:
    box_at = moving_box(site.shapes[0], site.named["slice_sizes"])

    def kernel(operand: Array, start_indices: Sequence[Array]) -> Array:
        box: Box = box_at(start_indices)
        return operand[box]

    return kernel


@specialize("stablehlo.dynamic_update_slice", "starts that move", when=lambda site: site.is_static)
def _update_at(site: Site) -> Kernel:
    box_at = moving_box(*site.shapes[:2])

    def kernel(
        operand: Array, update: Array, start_indices: Sequence[Array], *, out: Array | None = None
    ) -> Array:
        result = np.array(operand) if out is None else out
        result[box_at(start_indices)] = update
        return result

    return kernel


def moving_box(shape: Sequence[int], sizes: Sequence[int]) -> Callable[[Sequence[Array]], Box]:
    """A function from start indices, which it clamps to a shape, to slices of `sizes`.

    Only indices that can vary are computed.
    """
    full = [slice(None)] * len(shape)
    moving = [
        (axis, dimension - size, size)
        for axis, (dimension, size) in enumerate(zip(shape, sizes, strict=True))
        if size < dimension
    ]

    if len(moving) == 1:
        ((only, end, length),) = moving
        before = full[:only]

        def box_along(starts: Sequence[Array]) -> Box:
            start = int(starts[only])
            start = 0 if start < 0 else min(start, end)
            return (*before, slice(start, start + length), ...)

        return box_along

    def box_at(starts: Sequence[Array]) -> Box:
        box = full.copy()
        for axis, last, size in moving:
            start = int(starts[axis])
            start = 0 if start < 0 else min(start, last)
            box[axis] = slice(start, start + size)
        return (*box, ...)

    return box_at
