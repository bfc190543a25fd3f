"""uniform_quantize and uniform_dequantize: between floats and the integers that stand for them."""

from __future__ import annotations

from typing import Annotated

from stablehlo_tools.ops.declare import (
    FLOAT,
    QUANTIZED,
    Array,
    FloatTensor,
    OperandRule,
    ResultType,
    Unsupported,
    op,
)

QuantizedTensor = Annotated[Array, OperandRule(QUANTIZED)]


@op("""
C1  shape(operand) = shape(result)
C2  expressed_type(result) = is_float(operand) ? element_type(operand) : expressed_type(operand)
""", outputs={"result": QuantizedTensor})  # fmt: skip
def uniform_quantize(
    operand: Annotated[Array, OperandRule(FLOAT | QUANTIZED)], *, result: ResultType
) -> Array:
    """Floats, or integers that stand for floats, as the integers that stand for them in the result's type."""
    raise Unsupported("uniform_quantize")


@op("""
C1  shape(operand) = shape(result)
C2  element_type(result) = expressed_type(operand)
""", outputs={"result": FloatTensor})  # fmt: skip
def uniform_dequantize(operand: QuantizedTensor) -> Array:
    """The floats that the integers of a quantized tensor stand for."""
    raise Unsupported("uniform_dequantize")
