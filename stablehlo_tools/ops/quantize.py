"""Quantized elements: integers that stand for floats, and what other kernels need to know nothing of.

An array of quantized elements holds the integers. The kernel of a numeric op computes with the floats that
they stand for: `with_floats` puts the conversions around it, which for `uniform_quantize` are all there is
to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.ir.constants import dtype_of, round_to
from stablehlo_tools.ir.types import ElementType, QuantizedType, TensorType, Type
from stablehlo_tools.ops.declare import (
    FLOAT,
    QUANTIZED,
    SAME,
    Array,
    FloatTensor,
    OperandRule,
    op,
)
from stablehlo_tools.ops.narrow import in_wide

QuantizedTensor = Annotated[Array, OperandRule(QUANTIZED)]


@op("""
C1  shape(operand) = shape(result)
C2  expressed_type(result) = is_float(operand) ? element_type(operand) : expressed_type(operand)
""", outputs={"result": QuantizedTensor}, is_numeric=True, format=SAME)  # fmt: skip
def uniform_quantize(operand: Annotated[Array, OperandRule(FLOAT | QUANTIZED)]) -> Array:
    """Floats, or integers that stand for floats, as the integers that stand for them in the result's type.

    The nearest one stands for a float, of two the even one; what is beyond their range becomes its end.
    """
    return operand


@op("""
C1  shape(operand) = shape(result)
C2  element_type(result) = expressed_type(operand)
""", outputs={"result": FloatTensor}, is_numeric=True, format=SAME)  # fmt: skip
def uniform_dequantize(operand: QuantizedTensor) -> Array:
    """The floats that the integers of a quantized tensor stand for: (integer - zero point) * scale."""
    return operand


# The formulas are the specification's, in the types that it says: every step rounds to the expressed type.


def dequantized(stored: Array, type: QuantizedType) -> Array:
    """The floats that stored integers stand for: scale * (integer - zero point)."""
    offsets = stored.astype(np.int64) - _along_axis(type, type.zero_points, np.int64, stored.ndim)
    scales = _along_axis(type, type.scales, dtype_of(type.expressed_type), stored.ndim)
    return np.asarray(round_to(offsets.astype(np.float64), type.expressed_type) * scales)


def quantized(floats: Array, type: QuantizedType) -> Array:
    """The integers that stand for the nearest floats, ties to even; zero for NaN."""
    dtype = dtype_of(type.expressed_type)
    scaled = floats / _along_axis(type, type.scales, dtype, floats.ndim)
    shifted = in_wide(scaled + _along_axis(type, type.zero_points, dtype, floats.ndim))
    rounded = np.rint(np.clip(shifted, type.storage_min, type.storage_max))
    integers = np.where(np.isnan(rounded), 0, rounded).astype(np.int64)
    # a bound of 32 bits is no float of 32 bits
    return np.clip(integers, type.storage_min, type.storage_max).astype(dtype_of(type))


def _along_axis(type: QuantizedType, values: Sequence[float], dtype: Any, rank: int) -> Array:
    """Scales or zero points, as an array that broadcasts along the axis they are for."""
    if type.quantization_dimension is None:
        return np.array(values[0], dtype)
    return np.array(values, dtype).reshape(-1, *[1] * (rank - 1 - type.quantization_dimension))


def zeros(shape: Sequence[int], element_type: ElementType | QuantizedType) -> Array:
    """An array of zeros; of quantized elements, of what stands for zero."""
    zero = element_type.zero_points[0] if isinstance(element_type, QuantizedType) else 0
    return np.full(shape, zero, dtype_of(element_type))


# -- kernels of numeric ops --------------------------------------------------------------------------


def is_quantized(type: Type) -> bool:
    """Whether it is a tensor of quantized elements."""
    return isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType)


def expressed(type: Type) -> Type:
    """The type of the floats that a quantized tensor stands for; any other type itself."""
    if isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType):
        return TensorType(type.shape, type.element_type.expressed_type, type.encoding)
    return type


def with_floats(
    kernel: Callable[..., Any], operands: Sequence[Type | tuple[Type, ...]], results: Sequence[Type]
) -> Callable[..., Any]:
    """`kernel` as a function of values of types `operands`, giving values of types `results`."""

    def compute(*values: Any, out: Array | None = None, **named: Any) -> Any:
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
        return dequantized(value, type.element_type)
    return value


def _from_floats(value: Any, type: Type) -> Any:
    if isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType):
        return quantized(value, type.element_type)
    return value
