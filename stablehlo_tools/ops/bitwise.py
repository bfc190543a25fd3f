"""Ops on the bits of booleans and integers."""

from __future__ import annotations

from typing import Any

import numpy as np

from stablehlo_tools.ir.constants import element_type_of
from stablehlo_tools.ops.declare import (
    BOOLEAN,
    INTEGER,
    SIGNED,
    UNSIGNED,
    Array,
    IntegerTensor,
    op,
)
from stablehlo_tools.ops.elementwise import SAME_TYPE, binary, unary
from stablehlo_tools.ops.narrow import WIDE, in_wide

SAME_TYPES = "C1  type(lhs) = type(rhs) = type(result)"

unary("not", np.invert, BOOLEAN | INTEGER, "Each boolean negated; each bit of an integer flipped.",
      rules=SAME_TYPE)  # fmt: skip
binary("and", np.bitwise_and, BOOLEAN | INTEGER,
       "The bits that are set in both operands; of booleans, whether both are true.",
       rules=SAME_TYPES)  # fmt: skip
binary("or", np.bitwise_or, BOOLEAN | INTEGER,
       "The bits that are set in any operand; of booleans, whether any is true.",
       rules=SAME_TYPES)  # fmt: skip
binary("xor", np.bitwise_xor, BOOLEAN | INTEGER,
       "The bits that are set in just one of the operands; of booleans, whether they differ.",
       rules=SAME_TYPES)  # fmt: skip

# numpy's shifts give what the specification wants where the count is negative or exceeds the width
binary("shift_left", np.left_shift, INTEGER,
       "The bits of lhs, rhs places up; zeros come in. A count that is negative, or not less than the width "
       "of the type, gives 0.",
       rules=SAME_TYPES)  # fmt: skip


@op(SAME_TYPES, elementwise=True, ufunc=np.right_shift, ufunc_kinds=SIGNED)
def shift_right_arithmetic(lhs: IntegerTensor, rhs: IntegerTensor) -> Array:
    """The bits of lhs, rhs places down; copies of the highest bit come in, for unsigned types too.

    A count that is negative, or not less than the width of the type, leaves nothing but copies: 0 or all bits
    set.
    """
    return _from_bits(np.right_shift(_signed(lhs), _signed(rhs)), lhs.dtype)


@op(SAME_TYPES, elementwise=True, ufunc=np.right_shift, ufunc_kinds=UNSIGNED)
def shift_right_logical(lhs: IntegerTensor, rhs: IntegerTensor) -> Array:
    """The bits of lhs, rhs places down; zeros come in, for signed types too.

    A count that is negative, or not less than the width of the type, gives 0.
    """
    return _from_bits(np.right_shift(_unsigned(lhs), _unsigned(rhs)), lhs.dtype)


@op(SAME_TYPE, elementwise=True)
def popcnt(operand: IntegerTensor) -> Array:
    """The number of bits that are set in each element; -1 has all of them."""
    return np.asarray(np.bitwise_count(_unsigned(operand))).astype(operand.dtype)


@op(SAME_TYPE, elementwise=True)
def count_leading_zeros(operand: IntegerTensor) -> Array:
    """The number of bits above the highest one that is set in each element; all of them for 0."""
    bits = _unsigned(operand)
    # without the bit below the highest one, conversion cannot round up to the next power of two
    _, length = np.frexp((bits & ~(bits >> 1)).astype(np.float64))
    return np.asarray(element_type_of(operand.dtype).bits - length).astype(operand.dtype)


def _unsigned(operand: Array) -> Array:
    """The bits of each element as an unsigned number that numpy computes with."""
    wide = in_wide(operand)
    bits = wide.view(f"u{wide.dtype.itemsize}")
    if operand.dtype in WIDE:
        bits &= (1 << element_type_of(operand.dtype).bits) - 1
    return bits


def _signed(operand: Array) -> Array:
    """The bits of each element as a signed number that numpy computes with."""
    bits = _unsigned(operand)
    signed = bits.view(f"i{bits.dtype.itemsize}")
    if operand.dtype in WIDE:
        sign = 1 << element_type_of(operand.dtype).bits - 1
        signed = (signed ^ sign) - sign
    return signed


def _from_bits(bits: Any, dtype: np.dtype[Any]) -> Array:
    """Elements of `dtype` from numbers of which its bits are the lowest."""
    numbers: Array = np.asarray(bits)
    return numbers.astype(dtype) if dtype in WIDE else numbers.view(dtype)
