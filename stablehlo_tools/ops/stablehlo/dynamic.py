"""Dynamic ops, whose shapes or other parameters are operands.

In constraints, such an operand is the list of its elements, which are known if it is a constant.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import numpy as np

from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.declare import (
    Array,
    Boolean,
    Booleans,
    Integer,
    Integers,
    IntegerTensor,
    PlainTensor,
    ResultType,
    ShapeTensor,
    Tensor,
    op,
)
from stablehlo_tools.ops.model.facts import EXACT, SUM, VIEW, Execution, History, moves
from stablehlo_tools.ops.model.schema import (
    ANY,
    BOOLEAN,
    INDEX,
    INTEGER,
    PER_AXIS,
    SIGNATURE,
    OperandRule,
    Unsupported,
)
from stablehlo_tools.ops.stablehlo.constant import iota_of
from stablehlo_tools.ops.stablehlo.convolution import CHOICES, NOT_REVERSED, ONES, RULES, convolution
from stablehlo_tools.ops.stablehlo.dot_general import Precisions
from stablehlo_tools.ops.stablehlo.gather import BATCHING, OF_STARTS, SIZES_OF_SLICES, gather
from stablehlo_tools.ops.stablehlo.shape import BROADCAST_RULES, PAD_RULES, RESHAPE_RULES, broadcast_to, pad
from stablehlo_tools.ops.stablehlo.slicing import slice_

PlainScalar = Annotated[Array, OperandRule(ANY - PER_AXIS, rank=0)]
Padding = Annotated[Array, OperandRule(INTEGER | INDEX, rank=2, dynamic_dimensions=0, is_read=True)]
NumericTensor = Annotated[Array, OperandRule(ANY - BOOLEAN - PER_AXIS)]


_MOST_DIMENSIONS = 64  # numpy's limit


def _sizes(shape: Array) -> list[int]:
    """A shape computed at run time. Raises Unsupported beyond numpy's number of dimensions."""
    if shape.size > _MOST_DIMENSIONS:
        raise Unsupported(
            f"a result with {shape.size:,} dimensions is not supported; the maximum is {_MOST_DIMENSIONS}"
        )
    return shape.tolist()  # type: ignore[no-any-return]


# No numbered constraint of the specification gives the shape of the result: here, it is the last one.
@op(BROADCAST_RULES + """
C7  size(output_dimensions) = rank(result)
C8  is_unique(concatenate(known_expanding_dimensions, known_nonexpanding_dimensions))
C9  0 <= known_expanding_dimensions < rank(operand)
C10 0 <= known_nonexpanding_dimensions < rank(operand)
C11 shape(result) = output_dimensions
C11 dim(operand, d) = 1 or dim(operand, d) = output_dimensions[broadcast_dimensions[d]]
        for all d in axes(operand)
""", static="stablehlo.broadcast_in_dim", numerics=moves("operand"), execution=VIEW,
format="$operand, $output_dimensions, dims = $broadcast_dimensions{attrs} : {signature}")  # fmt: skip
def dynamic_broadcast_in_dim(
    operand: Tensor,
    output_dimensions: ShapeTensor,
    *,
    broadcast_dimensions: Integers,
    known_expanding_dimensions: Integers = (),
    known_nonexpanding_dimensions: Integers = (),
) -> Array:
    """The operand broadcast along broadcast_dimensions to the shape output_dimensions, known at run time.

    As broadcast_in_dim. known_expanding_dimensions and known_nonexpanding_dimensions help compilers, and do
    not affect the result.
    """
    return broadcast_to(operand, _sizes(output_dimensions), broadcast_dimensions)


@op(RESHAPE_RULES + """
C4  size(output_shape) = rank(result)
C5  shape(result) = output_shape and size(operand) = product(output_shape)
""", static="stablehlo.reshape", numerics=moves("operand"), execution=VIEW, format=SIGNATURE)  # fmt: skip
def dynamic_reshape(operand: Tensor, output_shape: ShapeTensor) -> Array:
    """The elements of the operand, in row-major order, in the shape output_shape, known at run time."""
    return np.reshape(operand, _sizes(output_shape))


@op("""
C1  0 <= iota_dimension < size(output_shape)
C2  rank(result) = size(output_shape)
C3  shape(result) = output_shape
""", static="stablehlo.iota", outputs={"result": NumericTensor}, numerics=EXACT,
execution=Execution(aliases="usually", is_numeric=True, workspace=workspace.counter),
format="$output_shape, dim = $iota_dimension{attrs} : {signature}")  # fmt: skip
def dynamic_iota(output_shape: ShapeTensor, *, iota_dimension: Integer, result: ResultType) -> Array:
    """Values that count up from zero along iota_dimension, in the shape output_shape, known at run time."""
    return iota_of(_sizes(output_shape), iota_dimension, result.element_type)


@op(PAD_RULES, outputs={"result": PlainTensor}, static="stablehlo.pad",
numerics=moves("operand", "padding_value"), execution=Execution(aliases="seldom"),
format=SIGNATURE)  # fmt: skip
def dynamic_pad(
    operand: PlainTensor,
    padding_value: PlainScalar,
    edge_padding_low: ShapeTensor,
    edge_padding_high: ShapeTensor,
    interior_padding: ShapeTensor,
) -> Array:
    """The operand padded with padding_value around it and between elements: pad with run-time amounts."""
    return pad(
        operand,
        padding_value,
        edge_padding_low=edge_padding_low.tolist(),
        edge_padding_high=edge_padding_high.tolist(),
        interior_padding=interior_padding.tolist(),
    )


# The specification lacks this op's batching dimensions, and numbers for the constraints on them.
@op("""
C1  rank(operand) = size(offset_dims) + size(collapsed_slice_dims) + size(operand_batching_dims)
C2  0 <= index_vector_dim <= rank(start_indices)
C3  size(start_index_map) = index_vector_dim < rank(start_indices) ?
        dim(start_indices, index_vector_dim) : 1
C4  is_unique(offset_dims) and is_sorted(offset_dims)
C5  0 <= offset_dims < rank(result)
C6  is_unique(concatenate(collapsed_slice_dims, operand_batching_dims)) and is_sorted(collapsed_slice_dims)
C7  0 <= collapsed_slice_dims < rank(operand)
C8  slice_sizes[collapsed_slice_dims...] <= 1
C9  is_unique(concatenate(start_index_map, operand_batching_dims))
C10 0 <= start_index_map < rank(operand)
C11 size(slice_sizes) = rank(operand)
C12 0 <= slice_sizes <= shape(operand)
C13 rank(result) = size(batch_dim_sizes) + size(offset_dim_sizes) and
        shape(result) = combine(concatenate(batch_dim_sizes, offset_dim_sizes),
        concatenate(batch_dims, offset_dims))
C14 element_type(operand) = element_type(result)
C15 is_sorted(operand_batching_dims) and 0 <= operand_batching_dims < rank(operand)
C16 slice_sizes[operand_batching_dims...] <= 1
C17 is_unique(start_indices_batching_dims) and 0 <= start_indices_batching_dims < rank(start_indices)
C18 index_vector_dim not in start_indices_batching_dims
C19 size(operand_batching_dims) = size(start_indices_batching_dims)
C20 dim(operand, operand_batching_dims...) = dim(start_indices, start_indices_batching_dims...)
""" + SIZES_OF_SLICES, outputs={"result": PlainTensor},
static="stablehlo.gather", numerics=replace(moves("operand"), leaves_open=(OF_STARTS,)),
execution=Execution(aliases="seldom", workspace=workspace.gather), history=BATCHING)  # fmt: skip
def dynamic_gather(
    operand: PlainTensor,
    start_indices: IntegerTensor,
    slice_sizes: ShapeTensor,
    *,
    offset_dims: Integers,
    collapsed_slice_dims: Integers,
    start_index_map: Integers,
    index_vector_dim: Integer,
    indices_are_sorted: Boolean = False,
    operand_batching_dims: Integers = (),
    start_indices_batching_dims: Integers = (),
) -> Array:
    """Slices of operand that start at start_indices: gather with slice_sizes known at run time."""
    return gather(
        operand,
        start_indices,
        offset_dims=offset_dims,
        collapsed_slice_dims=collapsed_slice_dims,
        operand_batching_dims=operand_batching_dims,
        start_indices_batching_dims=start_indices_batching_dims,
        start_index_map=start_index_map,
        index_vector_dim=index_vector_dim,
        slice_sizes=slice_sizes.tolist(),
    )


# Programs may have more window_strides than spatial dimensions: the rest is ignored.
_CONVOLUTION_RULES = RULES.replace(
    "C2  size(window_strides) = N - 2",
    "C2  N - 2 <= size(window_strides)\nwhen strict:\n    C2  size(window_strides) = N - 2",
).replace("/ window_strides", "/ window_strides[:N - 2]")


@op(
    _CONVOLUTION_RULES,
    static="stablehlo.convolution",
    numerics=replace(SUM, leaves_open=CHOICES),
    execution=Execution(is_numeric=True, workspace=workspace.times_all(2)),
    history=History(revised=(0, 20), removed=("padding",)),
)
def dynamic_conv(
    lhs: PlainTensor,
    rhs: Tensor,
    padding: Padding,
    *,
    window_strides: Integers = ONES,
    lhs_dilation: Integers = ONES,
    rhs_dilation: Integers = ONES,
    window_reversal: Booleans = NOT_REVERSED,
    input_batch_dimension: Integer,
    input_feature_dimension: Integer,
    input_spatial_dimensions: Integers,
    kernel_input_feature_dimension: Integer,
    kernel_output_feature_dimension: Integer,
    kernel_spatial_dimensions: Integers,
    output_batch_dimension: Integer,
    output_feature_dimension: Integer,
    output_spatial_dimensions: Integers,
    feature_group_count: Integer,
    batch_group_count: Integer,
    precision_config: Precisions = ("DEFAULT", "DEFAULT"),
    result: ResultType,
) -> Array:
    """Dot products between windows of lhs and slices of rhs: convolution with padding known at run time."""
    return convolution(
        lhs,
        rhs,
        window_strides=window_strides[: lhs.ndim - 2],
        padding=tuple(map(tuple, padding.tolist())),
        lhs_dilation=lhs_dilation,
        rhs_dilation=rhs_dilation,
        window_reversal=window_reversal,
        input_batch_dimension=input_batch_dimension,
        input_feature_dimension=input_feature_dimension,
        input_spatial_dimensions=input_spatial_dimensions,
        kernel_input_feature_dimension=kernel_input_feature_dimension,
        kernel_output_feature_dimension=kernel_output_feature_dimension,
        kernel_spatial_dimensions=kernel_spatial_dimensions,
        output_batch_dimension=output_batch_dimension,
        output_feature_dimension=output_feature_dimension,
        output_spatial_dimensions=output_spatial_dimensions,
        feature_group_count=feature_group_count,
        batch_group_count=batch_group_count,
        precision_config=precision_config,
        result=result,
    )


# -- ops that are not in the specification: constraints are MLIR's, the numbers our own --------------


@op("""
C1  size(start_indices) = size(limit_indices) = size(strides) = rank(operand)
C2  element_type(operand) = element_type(result)
C3  0 <= start_indices <= limit_indices <= shape(operand)
C4  0 < strides
C5  shape(result) = ceil((limit_indices - start_indices) / strides)
""", static="stablehlo.slice", outputs={"result": PlainTensor}, numerics=moves("operand"), execution=VIEW,
format=SIGNATURE)  # fmt: skip
def real_dynamic_slice(
    operand: PlainTensor, start_indices: ShapeTensor, limit_indices: ShapeTensor, strides: ShapeTensor
) -> Array:
    """The elements from start_indices up to limit_indices (exclusive), with these strides.

    As slice, with indices known at run time. Indices are not clamped, as those of dynamic_slice are: a slice
    out of bounds is an error.
    """
    return slice_(
        operand,
        start_indices=start_indices.tolist(),
        limit_indices=limit_indices.tolist(),
        strides=strides.tolist(),
    )


@op("""
C1  0 <= dimension < rank(operand)
C2  element_type(operand) = element_type(result)
C3  rank(result) = rank(operand)
        and shape_except(result, dimension, 0) = shape_except(operand, dimension, 0)
C4  dim(result, dimension) <= dim(operand, dimension)
""", outputs={"result": PlainTensor}, numerics=moves("operand"), execution=VIEW,
format="$operand, $size, dim = $dimension{attrs} : {signature}")  # fmt: skip
def set_dimension_size(
    operand: PlainTensor,
    size: Annotated[Array, OperandRule(frozenset({"i32"}), rank=0)],
    *,
    dimension: Integer,
) -> Array:
    """The first size elements of the operand along dimension, whose full size becomes a bound."""
    return operand[(slice(None),) * dimension + (slice(int(size)),)]
