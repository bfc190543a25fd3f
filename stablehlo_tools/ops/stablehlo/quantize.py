"""Quantization: the quantize and dequantize ops, and quantized operands of other ops.

An array of quantized elements has their storage values. The kernel of a numeric op computes with expressed
values: `on_expressed_values` adds the conversions around it, which are all that `uniform_quantize` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of, round_to
from stablehlo_tools.ir.types import ElementType, QuantizedType, TensorType, Type, element_kind
from stablehlo_tools.ops.model.declare import Argument, Array, FloatTensor, op
from stablehlo_tools.ops.model.facts import Execution
from stablehlo_tools.ops.model.schema import FLOAT, QUANTIZED, SAME, OperandRule
from stablehlo_tools.ops.numerics.narrow import upcast

QuantizedTensor = Annotated[Array, OperandRule(QUANTIZED)]


@op("""
C1  shape(operand) = shape(result)
C2  expressed_type(result) = is_float(operand) ? element_type(operand) : expressed_type(operand)
""", outputs={"result": QuantizedTensor}, execution=Execution(is_numeric=True), format=SAME)  # fmt: skip
def uniform_quantize(operand: Annotated[Array, OperandRule(FLOAT | QUANTIZED)]) -> Array:
    """The floats, or quantized elements, quantized to the type of the result.

    Ties round to even; values out of range saturate.
    """
    return operand


@op("""
C1  shape(operand) = shape(result)
C2  element_type(result) = expressed_type(operand)
""", outputs={"result": FloatTensor}, execution=Execution(is_numeric=True), format=SAME)  # fmt: skip
def uniform_dequantize(operand: QuantizedTensor) -> Array:
    """The expressed values of a quantized tensor: (integer - zero point) * scale."""
    return operand


# The formulas are the specification's, in its types: each step rounds to the expressed type.


def dequantize_values(stored: Array, type: QuantizedType) -> Array:
    """The expressed values of storage values: scale * (integer - zero point)."""
    offsets = stored.astype(np.int64) - _along_axis(type, type.zero_points, np.int64, stored.ndim)
    scales = _along_axis(type, type.scales, dtype_of(type.expressed_type), stored.ndim)
    return np.asarray(round_to(offsets.astype(np.float64), type.expressed_type) * scales)


def quantize_values(floats: Array, type: QuantizedType) -> Array:
    """The storage values nearest to expressed values, ties to even; zero for NaN."""
    dtype = dtype_of(type.expressed_type)
    scaled = floats / _along_axis(type, type.scales, dtype, floats.ndim)
    shifted = upcast(scaled + _along_axis(type, type.zero_points, dtype, floats.ndim))
    rounded = np.rint(np.clip(shifted, type.storage_min, type.storage_max))
    integers = np.where(np.isnan(rounded), 0, rounded).astype(np.int64)
    # f32 does not represent the bounds of 32-bit storage types, so clip the integers, too
    return np.clip(integers, type.storage_min, type.storage_max).astype(dtype_of(type))


def _along_axis(type: QuantizedType, values: Sequence[float], dtype: Any, rank: int) -> Array:
    """Scales or zero points, reshaped to broadcast along the quantization dimension."""
    if type.quantization_dimension is None:
        return np.array(values[0], dtype)
    return np.array(values, dtype).reshape(-1, *[1] * (rank - 1 - type.quantization_dimension))


def zeros(shape: Sequence[int], element_type: ElementType | QuantizedType) -> Array:
    """An array of zeros; for quantized elements, of zero points."""
    zero = element_type.zero_points[0] if isinstance(element_type, QuantizedType) else 0
    return np.full(shape, zero, dtype_of(element_type))


# -- kernels of numeric ops on quantized operands ----------------------------------------------------


def is_quantized(type: Type) -> bool:
    """Whether the type is a tensor of quantized elements."""
    return element_kind(type) == "quantized"


def expressed_type_of(type: Type) -> Type:
    """A quantized tensor type with its expressed element type; any other type unchanged."""
    if isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType):
        return type.of(type.element_type.expressed_type)
    return type


def on_expressed_values(
    kernel: Callable[..., Any], operands: Sequence[Type | tuple[Type, ...]], results: Sequence[Type]
) -> Callable[..., Any]:
    """`kernel` as a function on expressed values, for operand and result types that may be quantized."""

    def compute(*values: Any, out: Array | None = None, **named: Argument) -> Any:
        floats = [_to_floats(value, type) for value, type in zip(values, operands, strict=True)]
        computed = kernel(*floats, **named)
        if isinstance(computed, tuple):
            return tuple(map(_from_floats, computed, results))
        return _from_floats(computed, results[0])

    return compute


def _to_floats(value: Any, type: Type | tuple[Type, ...]) -> Any:
    if isinstance(type, tuple):
        return tuple(_to_floats(*pair) for pair in zip(value, type, strict=True))
    if isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType):
        return dequantize_values(value, type.element_type)
    return value


def _from_floats(value: Any, type: Type) -> Any:
    if isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType):
        return quantize_values(value, type.element_type)
    return value
