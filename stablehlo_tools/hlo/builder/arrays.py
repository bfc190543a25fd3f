"""Data movement: constants, broadcasts, reshapes, slices, gathers and scatters."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy.typing as npt

from stablehlo_tools.hlo.builder.arguments import operation
from stablehlo_tools.hlo.builder.core import (
    XlaBuilder,
    XlaBuilderError,
    XlaComputation,
    XlaOp,
    array_type,
    as_shape,
    greatest,
    literal,
    require,
    type_of_shape,
)
from stablehlo_tools.hlo.shape import ArrayShape, Shape
from stablehlo_tools.ir.types import Dim, TensorType
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
        raise XlaBuilderError(f"Constant: {error}") from None


@operation
def Iota(builder: XlaBuilder, shape: Shape | str, iota_dimension: int) -> XlaOp:
    """0, 1, 2, ... along a dimension."""
    attributes = {"iota_dimension": iota_dimension}
    type = type_of_shape(as_shape(shape))
    return builder.apply("Iota", "stablehlo.iota", [], attributes, results=[type])[0]


# -- broadcasts and reshapes --------------------------------------------------------------------


@operation
def Broadcast(operand: XlaOp, broadcast_sizes: Sequence[int]) -> XlaOp:
    """The operand repeated, with new leading dimensions."""
    require(
        all(size >= 0 for size in broadcast_sizes), "Broadcast", "sizes must not be negative", broadcast_sizes
    )
    sizes = (*broadcast_sizes, *operand.dimensions)
    return BroadcastInDim(operand, sizes, range(len(broadcast_sizes), len(sizes)))


@operation
def BroadcastInDim(
    operand: XlaOp, out_dim_size: Sequence[int | Dim], broadcast_dimensions: Sequence[int]
) -> XlaOp:
    """Dimension i of the operand becomes broadcast_dimensions[i]; size 1 is expanded."""
    dimensions = list(broadcast_dimensions)
    ascending = all(first < second for first, second in itertools.pairwise(dimensions))
    require(ascending, "BroadcastInDim", "broadcast_dimensions must be strictly increasing", dimensions)
    type = array_type(tuple(out_dim_size), operand.type.element_type)
    negative = any(greatest(size) < 0 for size in out_dim_size)
    require(not negative, "BroadcastInDim", "sizes must not be negative", list(out_dim_size))
    attributes = {"broadcast_dimensions": dimensions}
    return operand.builder.apply(
        "BroadcastInDim", "stablehlo.broadcast_in_dim", [operand], attributes, results=[type]
    )[0]


@operation
def Reshape(operand: XlaOp, dimensions: Sequence[int], new_sizes: Sequence[int] | None = None) -> XlaOp:
    """`Reshape(operand, new_sizes)`: the same elements, in row-major order.

    `Reshape(operand, dimensions, new_sizes)` reads them in the order of dimensions, slowest first.
    """
    if new_sizes is None:
        return _reshaped(operand, dimensions)
    is_order = sorted(dimensions) == list(range(len(operand.dimensions)))
    require(
        is_order, "Reshape", "dimensions must be a permutation of the operand's dimensions", list(dimensions)
    )
    return _reshaped(Transpose(operand, dimensions), new_sizes)


def _reshaped(operand: XlaOp, sizes: Sequence[int | Dim]) -> XlaOp:
    wanted = tuple(sizes)
    if operand.dimensions == wanted:
        return operand
    type = array_type(wanted, operand.type.element_type)
    return operand.builder.apply("Reshape", "stablehlo.reshape", [operand], results=[type])[0]


@operation
def Collapse(operand: XlaOp, dimensions: Sequence[int]) -> XlaOp:
    """Consecutive dimensions merged into one."""
    if not dimensions:
        return operand
    first, rank = dimensions[0], len(operand.dimensions)
    follow = list(dimensions) == list(range(first, first + len(dimensions)))
    inside = first >= 0 and first + len(dimensions) <= rank
    rule = f"dimensions must be consecutive dimensions of an array of rank {rank}"
    require(follow and inside, "Collapse", rule, list(dimensions))
    sizes = operand.dimensions
    product = functools.reduce(_joined, sizes[first : first + len(dimensions)])
    return _reshaped(operand, (*sizes[:first], product, *sizes[first + len(dimensions) :]))


def _joined(one: int | Dim, other: int | Dim) -> int | Dim:
    """The size of two dimensions that become one."""
    if isinstance(one, Dim) or isinstance(other, Dim):
        return Dim(0, greatest(one) * greatest(other))
    return one * other


@operation
def Transpose(operand: XlaOp, permutation: Sequence[int]) -> XlaOp:
    """Dimension i of the result is dimension permutation[i] of the operand."""
    if list(permutation) == list(range(len(operand.dimensions))):
        return operand
    attributes = {"permutation": permutation}
    return operand.builder.apply("Transpose", "stablehlo.transpose", [operand], attributes)[0]


@operation
def Rev(operand: XlaOp, dimensions: Sequence[int]) -> XlaOp:
    """The elements in reverse order along some dimensions."""
    return operand.builder.apply("Rev", "stablehlo.reverse", [operand], {"dimensions": dimensions})[0]


# -- parts --------------------------------------------------------------------------------------


@operation
def Slice(
    operand: XlaOp,
    start_indices: Sequence[int],
    limit_indices: Sequence[int],
    strides: Sequence[int] | None = None,
) -> XlaOp:
    """Every strides-th element from start_indices up to limit_indices, exclusive."""
    attributes = {
        "start_indices": start_indices,
        "limit_indices": limit_indices,
        "strides": [1] * len(start_indices) if strides is None else strides,
    }
    return operand.builder.apply("Slice", "stablehlo.slice", [operand], attributes)[0]


@operation
def DynamicSlice(operand: XlaOp, start_indices: Sequence[XlaOp], size_indices: Sequence[int]) -> XlaOp:
    """A slice of the given sizes, with start indices clamped to bounds."""
    attributes = {"slice_sizes": size_indices}
    return operand.builder.apply(
        "DynamicSlice", "stablehlo.dynamic_slice", [operand, start_indices], attributes
    )[0]


@operation
def DynamicUpdateSlice(operand: XlaOp, update: XlaOp, start_indices: Sequence[XlaOp]) -> XlaOp:
    """The operand with a slice replaced by update, with start indices clamped to bounds."""
    return operand.builder.apply(
        "DynamicUpdateSlice", "stablehlo.dynamic_update_slice", [operand, update, start_indices]
    )[0]


@operation
def ConcatInDim(builder: XlaBuilder, operands: Sequence[XlaOp], dimension: int) -> XlaOp:
    """The operands concatenated along a dimension."""
    attributes = {"dimension": dimension}
    return builder.apply("ConcatInDim", "stablehlo.concatenate", [operands], attributes)[0]


@operation
def Concatenate(operands: Sequence[XlaOp], dimension: int) -> XlaOp:
    """The operands concatenated along a dimension."""
    require(bool(operands), "Concatenate", "at least one operand is required")
    return ConcatInDim(operands[0].builder, operands, dimension)


@operation
def Pad(
    operand: XlaOp, padding_value: XlaOp, padding_config: Sequence[Sequence[int] | PaddingConfigDimension]
) -> XlaOp:
    """The operand padded between elements and at the edges, where negative padding removes elements."""
    triples = all(len(each) == len(PaddingConfigDimension._fields) for each in padding_config)
    require(triples, "Pad", "padding_config must have low, high and interior padding", padding_config)
    low, high, interior = zip(*padding_config, strict=True) if padding_config else ((), (), ())
    attributes = {"edge_padding_low": low, "edge_padding_high": high, "interior_padding": interior}
    return operand.builder.apply("Pad", "stablehlo.pad", [operand, padding_value], attributes)[0]


@operation
def GetDimensionSize(operand: XlaOp, dimension: int) -> XlaOp:
    """The size of a dimension as s32."""
    attributes = {"dimension": dimension}
    return operand.builder.apply("GetDimensionSize", "stablehlo.get_dimension_size", [operand], attributes)[0]


@operation
def SetDimensionSize(operand: XlaOp, size: XlaOp, dimension: int) -> XlaOp:
    """The operand with a dynamic size of a dimension, whose former size is the bound."""
    attributes = {"dimension": dimension}
    return operand.builder.apply(
        "SetDimensionSize", "stablehlo.set_dimension_size", [operand, size], attributes,
        results=[_bounded(operand, dimension)],
    )[0]  # fmt: skip


def _bounded(operand: XlaOp, dimension: int) -> TensorType:
    """The type of the operand with a bounded dimension."""
    sizes = list(operand.dimensions)
    inside = 0 <= dimension < len(sizes)
    require(inside, "SetDimensionSize", "dimension must be a dimension of the operand", dimension)
    sizes[dimension] = Dim(0, greatest(sizes[dimension]))
    return with_shape(operand.type, sizes)


@operation
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
    attributes = {
        "offset_dims": offset_dims,
        "collapsed_slice_dims": collapsed_slice_dims,
        "operand_batching_dims": operand_batching_dims,
        "start_indices_batching_dims": start_indices_batching_dims,
        "start_index_map": start_index_map,
        "index_vector_dim": index_vector_dim,
        "slice_sizes": slice_sizes,
        "indices_are_sorted": indices_are_sorted,
    }
    return operand.builder.apply("Gather", "stablehlo.gather", [operand, start_indices], attributes)[0]


@operation
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
    attributes = {
        "update_window_dims": update_window_dims,
        "inserted_window_dims": inserted_window_dims,
        "input_batching_dims": input_batching_dims,
        "scatter_indices_batching_dims": scatter_indices_batching_dims,
        "scatter_dims_to_operand_dims": scatter_dims_to_operand_dims,
        "index_vector_dim": index_vector_dim,
        "indices_are_sorted": indices_are_sorted,
        "unique_indices": unique_indices,
    }
    builder = scatter_indices.builder
    inputs, changes = as_list(operands), as_list(updates)
    check_reducer("Scatter", update_computation, inputs)
    results = builder.apply(
        "Scatter", "stablehlo.scatter", [inputs, scatter_indices, changes], attributes,
        regions=[builder.region(update_computation)],
    )  # fmt: skip
    return one_or_tuple(builder, results)


def as_list(operands: XlaOp | Sequence[XlaOp]) -> list[XlaOp]:
    """The operands of a variadic operation as a list; a single operand may be passed by itself."""
    return [operands] if isinstance(operands, XlaOp) else list(operands)


def one_or_tuple(builder: XlaBuilder, results: Sequence[XlaOp]) -> XlaOp:
    """The result of a variadic operation: a tuple if there are several."""
    return results[0] if len(results) == 1 else builder.tuple(results)


def check_reducer(what: str, computation: XlaComputation, operands: Sequence[XlaOp]) -> None:
    """Raise XlaBuilderError if a computation does not take two scalars per operand."""
    require(bool(operands), what, "at least one operand is required")
    count = len(operands)
    scalars = [parameter for parameter in computation.parameters if _is_scalar(parameter)]
    fits = len(scalars) == len(computation.parameters) == 2 * count
    require(fits, what, f"computation must take {2 * count} scalars", computation)


def _is_scalar(shape: Shape) -> bool:
    return isinstance(shape, ArrayShape) and not shape.dimensions
