"""Data movement: constants, broadcasts, reshapes, slices, gathers and scatters."""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy.typing as npt

from stablehlo_tools.hlo.builder.arguments import builds, operation
from stablehlo_tools.hlo.builder.core import (
    XlaBuilder,
    XlaBuilderError,
    XlaComputation,
    XlaOp,
    array_type,
    greatest,
    literal,
    require,
    require_dimension,
)
from stablehlo_tools.hlo.shape import Shape
from stablehlo_tools.ir.types import Dim
from stablehlo_tools.verifier.inference import with_shape


class PaddingConfigDimension(NamedTuple):
    """The padding of one dimension: at both edges, and between elements."""

    edge_padding_low: int = 0
    edge_padding_high: int = 0
    interior_padding: int = 0


@operation
def Parameter(builder: XlaBuilder, number: int, shape: Shape | str, name: str = "") -> XlaOp:
    """Parameter `number` of the computation, with a shape such as `f32[2,3]`."""
    return builder.parameter(number, shape)


@operation
def Constant(builder: XlaBuilder, value: npt.ArrayLike, element_type: str | None = None) -> XlaOp:
    """A constant array: f32 or s32 for Python numbers, unless an element type is given."""
    try:
        return builder.constant(literal(value, element_type))
    except (TypeError, ValueError, OverflowError) as error:
        raise XlaBuilderError(str(error)) from None


@builds("iota")
def Iota(builder: XlaBuilder, shape: Shape | str, iota_dimension: int) -> XlaOp:
    """0, 1, 2, ... along a dimension."""


# -- broadcasts and reshapes --------------------------------------------------------------------


@operation
def Broadcast(operand: XlaOp, broadcast_sizes: Sequence[int]) -> XlaOp:
    """The operand repeated, with new leading dimensions."""
    are_sizes = all(size >= 0 for size in broadcast_sizes)
    require(are_sizes, "sizes must not be negative", broadcast_sizes)
    sizes = (*broadcast_sizes, *operand.dimensions)
    return BroadcastInDim(operand, sizes, range(len(broadcast_sizes), len(sizes)))


@operation
def BroadcastInDim(
    operand: XlaOp, out_dim_size: Sequence[int | Dim], broadcast_dimensions: Sequence[int]
) -> XlaOp:
    """Dimension i of the operand becomes broadcast_dimensions[i]; size 1 is expanded."""
    dimensions = list(broadcast_dimensions)
    ascending = all(first < second for first, second in itertools.pairwise(dimensions))
    require(ascending, "broadcast_dimensions must be strictly increasing", dimensions)
    type = array_type(tuple(out_dim_size), operand.type.element_type)
    negative = any(greatest(size) < 0 for size in out_dim_size)
    require(not negative, "sizes must not be negative", list(out_dim_size))
    return operand.apply("broadcast_in_dim", result=type, broadcast_dimensions=dimensions)


@operation
def Reshape(operand: XlaOp, dimensions: Sequence[int], new_sizes: Sequence[int] | None = None) -> XlaOp:
    """`Reshape(operand, new_sizes)`: the same elements, in row-major order.

    `Reshape(operand, dimensions, new_sizes)` reads them in the order of dimensions, slowest first.
    """
    if new_sizes is None:
        return _reshaped(operand, dimensions)
    is_order = sorted(dimensions) == list(range(len(operand.dimensions)))
    rule = "dimensions must be a permutation of the operand's dimensions"
    require(is_order, rule, list(dimensions))
    return _reshaped(Transpose(operand, dimensions), new_sizes)


def _reshaped(operand: XlaOp, sizes: Sequence[int | Dim], *, is_forced: bool = False) -> XlaOp:
    shape = tuple(sizes)
    if operand.dimensions == shape and not is_forced:
        return operand
    return operand.apply("reshape", result=array_type(shape, operand.type.element_type))


@operation
def ReshapeWithInferredDimension(operand: XlaOp, new_sizes: Sequence[int], inferred_dimension: int) -> XlaOp:
    """The same elements in row-major order; `inferred_dimension` is ignored: it does not affect results."""
    return _reshaped(operand, new_sizes)


@operation
def DynamicReshape(
    operand: XlaOp,
    dim_sizes: Sequence[XlaOp],
    new_size_bounds: Sequence[int],
    dims_are_dynamic: Sequence[bool],
) -> XlaOp:
    """The same elements in row-major order; sizes are values, and bounded where dims_are_dynamic."""
    counts = len(dim_sizes), len(new_size_bounds), len(dims_are_dynamic)
    fits = counts[0] == counts[1] == counts[2] > 0
    require(fits, "each dimension must have a size, a bound and a flag", counts)
    pairs = zip(new_size_bounds, dims_are_dynamic, strict=True)
    type = array_type([Dim(0, size) if free else size for size, free in pairs], operand.type.element_type)
    sizes = ConcatInDim(operand.builder, [_reshaped(size, [1]) for size in dim_sizes], 0)
    return operand.apply("dynamic_reshape", sizes, result=type)


@operation
def Copy(operand: XlaOp) -> XlaOp:
    """The operand, copied."""
    return _reshaped(operand, operand.dimensions, is_forced=True)


@operation
def Collapse(operand: XlaOp, dimensions: Sequence[int]) -> XlaOp:
    """Consecutive dimensions merged into one."""
    if not dimensions:
        return operand
    sizes, first, end = operand.dimensions, dimensions[0], dimensions[0] + len(dimensions)
    fits = list(dimensions) == list(range(first, end)) and 0 <= first <= end <= len(sizes)
    rule = f"dimensions must be consecutive dimensions of an array of rank {len(sizes)}"
    require(fits, rule, list(dimensions))
    return _reshaped(operand, (*sizes[:first], functools.reduce(_joined, sizes[first:end]), *sizes[end:]))


def _joined(size: int | Dim, other: int | Dim) -> int | Dim:
    """The size of two dimensions that become one."""
    if isinstance(size, Dim) or isinstance(other, Dim):
        return Dim(0, greatest(size) * greatest(other))
    return size * other


@operation
def Transpose(operand: XlaOp, permutation: Sequence[int]) -> XlaOp:
    """Dimension i of the result is dimension permutation[i] of the operand."""
    if list(permutation) == list(range(len(operand.dimensions))):
        return operand
    return operand.apply("transpose", permutation=permutation)


@builds("reverse")
def Rev(operand: XlaOp, dimensions: Sequence[int]) -> XlaOp:
    """The elements in reverse order along some dimensions."""


# -- parts --------------------------------------------------------------------------------------


@operation
def Slice(
    operand: XlaOp,
    start_indices: Sequence[int],
    limit_indices: Sequence[int],
    strides: Sequence[int] | None = None,
) -> XlaOp:
    """Every strides-th element from start_indices up to limit_indices, exclusive."""
    strides = [1] * len(start_indices) if strides is None else strides
    return operand.apply("slice", start_indices=start_indices, limit_indices=limit_indices, strides=strides)


@operation
def SliceInDim(operand: XlaOp, start_index: int, limit_index: int, stride: int, dimno: int) -> XlaOp:
    """A slice along one dimension."""
    require_dimension("dimno", dimno, operand)
    limits = [size for size in operand.dimensions if isinstance(size, int)]
    fits = len(limits) == len(operand.dimensions)
    require(fits, "sizes must not be bounded", [*operand.dimensions])
    starts, strides = [0] * len(limits), [1] * len(limits)
    starts[dimno], limits[dimno], strides[dimno] = start_index, limit_index, stride
    return Slice(operand, starts, limits, strides)


@builds("dynamic_slice", size_indices="slice_sizes")
def DynamicSlice(operand: XlaOp, start_indices: Sequence[XlaOp], size_indices: Sequence[int]) -> XlaOp:
    """A slice of the given sizes, with start indices clamped to bounds."""


@builds("dynamic_update_slice")
def DynamicUpdateSlice(operand: XlaOp, update: XlaOp, start_indices: Sequence[XlaOp]) -> XlaOp:
    """The operand with a slice replaced by update, with start indices clamped to bounds."""


@builds("concatenate")
def ConcatInDim(builder: XlaBuilder, operands: Sequence[XlaOp], dimension: int) -> XlaOp:
    """The operands concatenated along a dimension."""


@operation
def Concatenate(operands: Sequence[XlaOp], dimension: int) -> XlaOp:
    """The operands concatenated along a dimension."""
    return ConcatInDim(operands[0].builder, operands, dimension)


@operation
def Pad(
    operand: XlaOp, padding_value: XlaOp, padding_config: Sequence[Sequence[int] | PaddingConfigDimension]
) -> XlaOp:
    """The operand padded between elements and at the edges, where negative padding removes elements."""
    triples = all(len(entry) == len(PaddingConfigDimension._fields) for entry in padding_config)
    require(triples, "padding_config must have low, high and interior padding", padding_config)
    low, high, interior = zip(*padding_config, strict=True) if padding_config else ((), (), ())
    return operand.apply(
        "pad", padding_value, edge_padding_low=low, edge_padding_high=high, interior_padding=interior
    )


@operation
def PadInDim(operand: XlaOp, padding_value: XlaOp, dimno: int, pad_lo: int, pad_hi: int) -> XlaOp:
    """The operand padded at the edges of one dimension."""
    require_dimension("dimno", dimno, operand)
    config = [PaddingConfigDimension()] * len(operand.dimensions)
    config[dimno] = PaddingConfigDimension(pad_lo, pad_hi)
    return Pad(operand, padding_value, config)


@builds("get_dimension_size")
def GetDimensionSize(operand: XlaOp, dimension: int) -> XlaOp:
    """The size of a dimension as s32."""


@operation
def SetDimensionSize(operand: XlaOp, size: XlaOp, dimension: int) -> XlaOp:
    """The operand with a dynamic size of a dimension, whose former size is the bound."""
    sizes = list(operand.dimensions)
    require_dimension("dimension", dimension, operand)
    sizes[dimension] = Dim(0, greatest(sizes[dimension]))
    type = with_shape(operand.type, sizes)
    return operand.apply("set_dimension_size", size, result=type, dimension=dimension)


@builds("gather", unique_indices="")
def Gather(
    operand: XlaOp,
    start_indices: XlaOp,
    offset_dims: Sequence[int],
    collapsed_slice_dims: Sequence[int],
    slice_sizes: Sequence[int],
    start_index_map: Sequence[int],
    index_vector_dim: int,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    operand_batching_dims: Sequence[int] = (),
    start_indices_batching_dims: Sequence[int] = (),
) -> XlaOp:
    """Slices of the operand at an array of indices, each clamped to bounds.

    `unique_indices` is ignored: StableHLO has no such attribute of gather, and it does not affect results.
    """


@builds("scatter", reduces=True)
def Scatter(
    operands: XlaOp | Sequence[XlaOp],
    scatter_indices: XlaOp,
    updates: XlaOp | Sequence[XlaOp],
    update_computation: XlaComputation,
    index_vector_dim: int,
    update_window_dims: Sequence[int],
    inserted_window_dims: Sequence[int],
    scatter_dims_to_operand_dims: Sequence[int],
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    input_batching_dims: Sequence[int] = (),
    scatter_indices_batching_dims: Sequence[int] = (),
) -> XlaOp:
    """The operands with updates combined into them at an array of indices; out-of-bounds updates are ignored.

    For several operands, the result is a tuple.
    """
