"""Ops that rearrange or repeat elements."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import Dim, TensorType
from stablehlo_tools.ops.model.declare import (
    Array,
    BoundedTensor,
    Integer,
    Integers,
    PlainTensor,
    PlainTensors,
    ResultType,
    Tensor,
    op,
)
from stablehlo_tools.ops.model.facts import VIEW, Execution, moves
from stablehlo_tools.ops.model.schema import ANY, PER_AXIS, SIGNATURE, Failed, OperandRule, Unsupported
from stablehlo_tools.ops.model.specialize import Kernel, Site, specialize
from stablehlo_tools.ops.stablehlo.windows import pad_and_dilate

# The result's element type: the operand's but for scales, zero points and the quantization dimension.
_SAME_STORAGE = """
when !is_per_axis_quantized(operand):
  C1  element_type(result) = element_type(operand)
when is_per_axis_quantized(operand):
  C1  is_per_axis_quantized(result) and storage_type(result) = storage_type(operand)
      and storage_min(result) = storage_min(operand) and storage_max(result) = storage_max(operand)
      and expressed_type(result) = expressed_type(operand)
"""
_SAME_BUT_AXIS = f"""{_SAME_STORAGE}
      and scales(result) = scales(operand) and zero_points(result) = zero_points(operand)
"""

BROADCAST_RULES = f"""{_SAME_STORAGE}
C2  size(broadcast_dimensions) = rank(operand)
C3  0 <= broadcast_dimensions < rank(result)
C4  is_unique(broadcast_dimensions)
C5  dim(operand, d) = 1 or dim(operand, d) = dim(result, broadcast_dimensions[d]) for all d in axes(operand)
when is_per_axis_quantized(result):
  C6  quantization_dimension(result) = broadcast_dimensions[quantization_dimension(operand)]
  C6  If dim(operand, quantization_dimension(operand)) = 1, then
        scales(result) = scales(operand)[0] and zero_points(result) = zero_points(operand)[0]
"""


@op(
    BROADCAST_RULES,
    outputs={"result": BoundedTensor},
    numerics=moves("operand"),
    execution=Execution(aliases="usually", takes_scalars=True),
    format="$operand, dims = $broadcast_dimensions{attrs} : {signature}",
)
def broadcast_in_dim(operand: Tensor, *, broadcast_dimensions: Integers, result: ResultType) -> Array:
    """The operand broadcast to the shape of the result; its dimension d becomes broadcast_dimensions[d]."""
    shape = _broadcast_shape(operand, broadcast_dimensions, result)
    return broadcast_to(operand, shape, broadcast_dimensions)


def _broadcast_shape(operand: Array, broadcast_dimensions: Integers, result: TensorType) -> tuple[int, ...]:
    """The shape of the result, whose dynamic sizes are those of the operand."""
    if result.is_static:
        return result.static_shape
    sizes = dict(zip(broadcast_dimensions, operand.shape, strict=True))
    shape = []
    for axis, size in enumerate(result.shape or ()):
        if isinstance(size, Dim) and sizes.get(axis, 1) == 1:
            raise Unsupported(f"a broadcast along dimension {axis}, whose size is dynamic, is not supported")
        shape.append(sizes[axis] if isinstance(size, Dim) else size)
    return tuple(shape)


def broadcast_to(operand: Array, shape: Sequence[int], broadcast_dimensions: Integers) -> Array:
    """A view of the operand with this shape; its dimension d becomes broadcast_dimensions[d]."""
    order = sorted(range(operand.ndim), key=broadcast_dimensions.__getitem__)
    sizes = [1] * len(shape)
    for axis in order:
        sizes[broadcast_dimensions[axis]] = operand.shape[axis]
    return np.broadcast_to(operand.transpose(order).reshape(sizes), shape)


RESHAPE_RULES = _SAME_BUT_AXIS + """
C2  size(operand) = size(result)
when is_per_axis_quantized(operand):
  C3  product(dims(operand, range(quantization_dimension(operand)))) =
        product(dims(result, range(quantization_dimension(result))))
  C3  dim(operand, quantization_dimension(operand)) = dim(result, quantization_dimension(result))
  C3  product(dims(operand, range(quantization_dimension(operand) + 1, rank(operand)))) =
        product(dims(result, range(quantization_dimension(result) + 1, rank(result))))
"""  # fmt: skip


@op(
    RESHAPE_RULES,
    outputs={"result": BoundedTensor},
    numerics=moves("operand"),
    execution=Execution(aliases="usually", takes_scalars=True),
    format=SIGNATURE,
)
def reshape(operand: Tensor, *, result: ResultType) -> Array:
    """The elements of the operand, in row-major order, in another shape."""
    if result.is_static:
        return operand.reshape(result.static_shape)
    sizes = [-1 if isinstance(size, Dim) else size for size in result.shape or ()]
    static_size = -math.prod(sizes)  # at most one size is dynamic
    if not static_size:
        raise Unsupported("a reshape to an empty result with a dynamic size is not supported")
    if operand.size % static_size:
        raise Failed("reshape_c2", f"cannot reshape {operand.size} elements to {result}")
    return operand.reshape(sizes)


@op(_SAME_BUT_AXIS + """
C2  sorted(permutation) = range(rank(operand))
C3  shape(result) = dim(operand, permutation...)
C4  If is_per_axis_quantized(result), then
      quantization_dimension(operand) = permutation[quantization_dimension(result)]
""", numerics=moves("operand"), execution=VIEW,
format="$operand, dims = $permutation{attrs} : {signature}")  # fmt: skip
def transpose(operand: Tensor, *, permutation: Integers) -> Array:
    """The operand with permuted dimensions: dimension d of the result is permutation[d] of the operand."""
    return np.transpose(operand, permutation)


@op("""
C1  type(operand) = type(result)
C2  is_unique(dimensions)
C3  0 <= dimensions < rank(result)
""", outputs={"result": PlainTensor}, numerics=moves("operand"), execution=VIEW,
format="$operand, dims = $dimensions{attrs} : {same}")  # fmt: skip
def reverse(operand: PlainTensor, *, dimensions: Integers) -> Array:
    """The operand with its elements reversed along dimensions."""
    return np.flip(operand, dimensions)


@op("""
C1  same(element_type(inputs...))
C2  same(rank(inputs...)) and same(shape_except(inputs..., dimension, 0))
C3  0 < size(inputs)
C4  0 <= dimension < rank(inputs[0])
C5  element_type(result) = element_type(inputs[0])
C6  shape(result) = shape_except(inputs[0], dimension, sum(dim(inputs..., dimension)))
""", outputs={"result": PlainTensor}, format="$operands*, dim = $dimension{attrs} : {signature}",
numerics=moves("inputs"))  # fmt: skip
def concatenate(inputs: PlainTensors, *, dimension: Integer) -> Array:
    """The inputs concatenated along dimension; all other dimensions have equal sizes."""
    return np.concatenate(inputs, dimension)


PAD_RULES = """
C1  element_type(operand) = element_type(padding_value) = element_type(result)
C2  size(edge_padding_low) = size(edge_padding_high) = size(interior_padding) = rank(operand)
C3  0 <= interior_padding
C4  shape(result) = shape(operand) + edge_padding_low +
      max(shape(operand) - 1, 0) * interior_padding + edge_padding_high
"""


@op(PAD_RULES, outputs={"result": PlainTensor}, numerics=moves("operand", "padding_value"),
execution=Execution(aliases="seldom"),
format="$operand, $padding_value, low = $edge_padding_low, high = $edge_padding_high"
    ", interior = $interior_padding{attrs} : {signature}")  # fmt: skip
def pad(
    operand: PlainTensor,
    padding_value: Annotated[Array, OperandRule(ANY - PER_AXIS, rank=0)],
    *,
    edge_padding_low: Integers,
    edge_padding_high: Integers,
    interior_padding: Integers,
) -> Array:
    """The operand with padding_value around it and between its elements.

    Negative edge padding removes elements, after interior padding.
    """
    edges = tuple(zip(edge_padding_low, edge_padding_high, strict=True))
    return pad_and_dilate(operand, padding_value, edges, [padding + 1 for padding in interior_padding])


@op("C1  0 <= dimension < rank(operand)",
    outputs={"result": Annotated[Array, OperandRule(frozenset({"i32"}), rank=0)]},
format="$operand, dim = $dimension{attrs} : {signature}")  # fmt: skip
def get_dimension_size(operand: Tensor, *, dimension: Integer) -> Array:
    """The size of one dimension of the operand, at run time if it is dynamic."""
    return np.asarray(operand.shape[dimension], np.int32)


# --- specializations --------------------------------------------------------------------------------

# From this many bytes on, np.broadcast_to takes less time than copying an operand that is not contiguous.
_COPY_LIMIT = 1 << 14


@specialize("stablehlo.reshape", "view", when=lambda site: site.named["result"].is_static)
def _reshape_view(site: Site) -> Kernel:
    return operator.methodcaller("reshape", site.named["result"].static_shape)


@specialize(
    "stablehlo.reshape",
    "element",
    when=lambda site: site.is_static and site.shapes[0] != () == site.shapes[1],
    of_scalars=True,
)
def _only_element(site: Site) -> Kernel:
    return operator.itemgetter((0,) * len(site.shapes[0]))


@specialize("stablehlo.transpose", "view")
def _transposed_view(site: Site) -> Kernel:
    return operator.methodcaller("transpose", site.named["permutation"])


def _keeps_order(site: Site) -> bool:
    dimensions = list(site.named["broadcast_dimensions"])
    return site.is_static and dimensions == sorted(dimensions)


def _expanded_shape(site: Site) -> list[int]:
    """The operand's shape with dimensions of size 1 inserted, to the rank of the result."""
    operand, shape = site.shapes
    sizes = [1] * len(shape)
    for axis, size in zip(site.named["broadcast_dimensions"], operand, strict=True):
        sizes[axis] = size
    return sizes


def _is_only_reshaped(site: Site) -> bool:
    return _keeps_order(site) and tuple(_expanded_shape(site)) == site.shapes[1]


@specialize("stablehlo.broadcast_in_dim", "reshape", when=_is_only_reshaped, priority=2)
def _broadcast_as_reshape(site: Site) -> Kernel:
    return operator.methodcaller("reshape", site.shapes[1])


def _strides(site: Site) -> list[int]:
    """The strides of the result: 0 along broadcast dimensions."""
    sizes, itemsize = _expanded_shape(site), dtype_of(site.tensors[0].element_type).itemsize
    unit = np.empty(sizes, np.int8).strides
    return [0 if size == 1 else step * itemsize for size, step in zip(sizes, unit, strict=True)]


@specialize(
    "stablehlo.broadcast_in_dim",
    "view of a scalar",
    when=lambda site: _keeps_order(site) and site.shapes[0] == () and site.shapes[1] != (),
    priority=1,
)
def _broadcast_scalar(site: Site) -> Kernel:
    """A read-only view, since numpy's scalars are read-only."""
    shape, steps = site.shapes[1], _strides(site)

    def kernel(operand: Any) -> Array:
        scalar = operand[()]
        result: Array = np.ndarray(shape, scalar.dtype, scalar, 0, steps)
        return result

    return kernel


def _is_contiguous_or_small(operand: Array) -> bool:
    return operand.flags.c_contiguous or operand.nbytes < _COPY_LIMIT


@specialize("stablehlo.broadcast_in_dim", "strided view", when=_keeps_order, guard=_is_contiguous_or_small)
def _broadcast_view(site: Site) -> Kernel:
    shape, steps, dtype = site.shapes[1], _strides(site), dtype_of(site.tensors[0].element_type)

    def kernel(operand: Array) -> Array:
        if not operand.flags.c_contiguous:
            operand = operand.copy()  # faster than np.broadcast_to
        result: Array = np.ndarray(shape, dtype, operand, 0, steps)
        result.setflags(write=False)
        return result

    return kernel
