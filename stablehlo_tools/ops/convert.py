"""Ops that change the type of elements, or their precision."""

from __future__ import annotations

import functools
from typing import Any

import ml_dtypes
import numpy as np

from stablehlo_tools.ops.declare import (
    FLOAT,
    QUANTIZED,
    Array,
    FloatOrQuantizedTensor,
    Integer,
    ResultType,
    Tensor,
    op,
)
from stablehlo_tools.ops.elementwise import WIDE, in_wide
from stablehlo_tools.types import ElementType, part_of
from stablehlo_tools.values import dtype_of, element_type_of, from_bits, round_to, to_bits


# --- convert ----------------------------------------------------------------------------------------


@op("C1  shape(operand) = shape(result)", elementwise=True, is_view=True)
def convert(operand: Tensor, *, result: ResultType) -> Array:
    """Each element as an element of another type.

    To integers, floats are truncated, those too large become the nearest integer and NaNs zero.
    Integers wrap. Only the real part of a complex number is converted to a type that is not complex.
    """
    target = result.element_type
    assert isinstance(target, ElementType)
    dtype = dtype_of(target)
    if operand.dtype == dtype:
        return operand
    if operand.dtype.kind == "c" != dtype.kind:
        operand = operand.real
    if target.kind == "boolean":
        return np.asarray(in_wide(operand) != 0)
    if target.kind in ("signed", "unsigned") and in_wide(operand).dtype.kind == "f":
        return _truncated(in_wide(operand), dtype)
    if operand.dtype == np.float64 and dtype in WIDE:
        return round_to(operand, target)
    return in_wide(operand).astype(WIDE.get(dtype, dtype)).astype(dtype, copy=False)
