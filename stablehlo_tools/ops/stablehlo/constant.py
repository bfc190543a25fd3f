"""Ops without operands: constant, of all dialects that have it, and iota."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import ElementType, QuantizedType
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.declare import Array, Constant, Integer, ResultType, StaticTensor, op
from stablehlo_tools.ops.model.facts import EXACT, VIEW, Execution
from stablehlo_tools.ops.model.schema import ANY, BOOLEAN, PER_AXIS, OperandRule

StaticNumericTensor = Annotated[Array, OperandRule(ANY - BOOLEAN - PER_AXIS, dynamic_dimensions=0)]


# A quantized constant may also be written as a tensor of its storage type, as MLIR has it.
@op("""
when !is_quantized(output) or is_quantized(value):
  C1  type(value) = type(output)
when is_quantized(output) and !is_quantized(value):
  C1  shape(value) = shape(output) and is_integer(value) and num_bits(value) = num_bits(output)
""", outputs={"output": StaticTensor}, numerics=EXACT,
execution=VIEW, format="{attrs} $value:literal : {result}")  # fmt: skip
def constant(*, value: Constant) -> Array:
    """A constant tensor; a splat has one element for all."""
    return value


for _dialect, _format in (("chlo", "{attrs} $value:literal : {result}"), ("sdy", "")):

    @op(
        "C1  type(value) = type(output)",
        name="constant",
        dialect=_dialect,
        outputs={"output": StaticTensor},
        numerics=EXACT,
        execution=VIEW,
        format=_format,
    )
    def _constant(*, value: Constant) -> Array:
        """A constant tensor, as stablehlo.constant."""
        return value


@op(
    "C1  0 <= iota_dimension < rank(output)",
    outputs={"output": StaticNumericTensor},
    numerics=EXACT,
    execution=Execution(aliases="usually", is_numeric=True, workspace=workspace.counter),
    format="dim = $iota_dimension{attrs} : {result}",
)
def iota(*, iota_dimension: Integer, output: ResultType) -> Array:
    """Values that count up from zero along iota_dimension and are constant along all other dimensions."""
    return iota_of(output.static_shape, iota_dimension, output.element_type)


def iota_of(shape: Sequence[int], dimension: int, element_type: ElementType | QuantizedType) -> Array:
    """A view whose elements are their indices along `dimension`."""
    counted = np.arange(shape[dimension]).astype(dtype_of(element_type))
    return np.broadcast_to(counted.reshape(-1, *[1] * (len(shape) - dimension - 1)), shape)
