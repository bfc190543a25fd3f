"""Bitwise ops on booleans and integers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.choices import Choice, with_operands
from stablehlo_tools.ops.model.declare import Array, IntegerTensor, op
from stablehlo_tools.ops.model.facts import Execution, Numerics
from stablehlo_tools.ops.model.schema import BOOLEAN, INTEGER, SIGNED, UNSIGNED
from stablehlo_tools.ops.model.specialize import Site
from stablehlo_tools.ops.model.workspace import per_element
from stablehlo_tools.ops.numerics.narrow import COMPUTE_DTYPES, upcast
from stablehlo_tools.ops.stablehlo.elementwise_rows import SAME_TYPE, binary, unary

SAME_TYPES = "C1  type(lhs) = type(rhs) = type(result)"

unary("not", np.invert, BOOLEAN | INTEGER, "The elementwise bitwise NOT; logical not for booleans.",
      rules=SAME_TYPE)  # fmt: skip
binary("and", np.bitwise_and, BOOLEAN | INTEGER,
       "The elementwise bitwise AND; logical and for booleans.",
       rules=SAME_TYPES)  # fmt: skip
binary("or", np.bitwise_or, BOOLEAN | INTEGER,
       "The elementwise bitwise OR; logical or for booleans.",
       rules=SAME_TYPES)  # fmt: skip
binary("xor", np.bitwise_xor, BOOLEAN | INTEGER,
       "The elementwise bitwise XOR; whether the operands differ for booleans.",
       rules=SAME_TYPES)  # fmt: skip


def _modulo_width(site: Site, lhs: Array, rhs: Array) -> Sequence[Array]:
    return lhs, _from_bits(_unsigned(rhs) & (element_type_of(rhs.dtype).bits - 1), rhs.dtype)


def _is_out_of_bounds(operands: Sequence[Array], result: TensorType) -> Any:
    """Counts that are negative, or not less than the bit width."""
    return _unsigned(operands[1]) >= result.element_type.bits


_SHIFT_OUT_OF_RANGE = Code(
    "shift_out_of_range",
    "A result depends on a shift by a negative number of bits, or by as many as the type has or more, which "
    "the specification leaves to the implementation.",
    "Select another value where the count is out of range.",
    command="run --sanitize",
)
SHIFT = Choice(
    _SHIFT_OUT_OF_RANGE,
    ("errors_s1",),
    "all bits are shifted out: 0, or copies of the sign bit",
    {"the count is taken modulo the bit width": with_operands(_modulo_width)},
    elements=_is_out_of_bounds,
)

# numpy's shifts agree with the specification for negative counts and for those that exceed the width
binary("shift_left", np.left_shift, INTEGER,
       "lhs shifted left by rhs bits, filled with zeros. A negative count, or one not less than the bit "
       "width, gives 0.",
       rules=SAME_TYPES, numerics=Numerics(leaves_open=(SHIFT,)))  # fmt: skip


@op(
    SAME_TYPES,
    elementwise=True,
    numerics=Numerics(leaves_open=(SHIFT,)),
    execution=Execution(np.right_shift, SIGNED),
)
def shift_right_arithmetic(lhs: IntegerTensor, rhs: IntegerTensor) -> Array:
    """lhs shifted right by rhs bits, filled with copies of the sign bit, also for unsigned types.

    A negative count, or one not less than the bit width, gives only copies: 0 or all bits set.
    """
    return _from_bits(np.right_shift(_signed(lhs), _signed(rhs)), lhs.dtype)


@op(
    SAME_TYPES,
    elementwise=True,
    numerics=Numerics(leaves_open=(SHIFT,)),
    execution=Execution(np.right_shift, UNSIGNED),
)
def shift_right_logical(lhs: IntegerTensor, rhs: IntegerTensor) -> Array:
    """lhs shifted right by rhs bits, filled with zeros, also for signed types.

    A negative count, or one not less than the bit width, gives 0.
    """
    return _from_bits(np.right_shift(_unsigned(lhs), _unsigned(rhs)), lhs.dtype)


@op(SAME_TYPE, elementwise=True)
def popcnt(operand: IntegerTensor) -> Array:
    """The number of bits set in each element; in -1, all are."""
    return np.asarray(np.bitwise_count(_unsigned(operand))).astype(operand.dtype)


@op(SAME_TYPE, elementwise=True, execution=Execution(workspace=per_element(real=20)))
def count_leading_zeros(operand: IntegerTensor) -> Array:
    """The number of leading zero bits of each element; the bit width for 0."""
    bits = _unsigned(operand)
    # with the bit below the highest one cleared, the conversion to f64 cannot round up to a power of two
    _, length = np.frexp((bits & ~(bits >> 1)).astype(np.float64))
    return np.asarray(element_type_of(operand.dtype).bits - length).astype(operand.dtype)


def _unsigned(operand: Array) -> Array:
    """The bits of each element as an unsigned integer that numpy computes with."""
    wide = upcast(operand)
    bits = wide.view(f"u{wide.dtype.itemsize}")
    if operand.dtype in COMPUTE_DTYPES:
        bits &= (1 << element_type_of(operand.dtype).bits) - 1
    return bits


def _signed(operand: Array) -> Array:
    """The bits of each element as a signed integer that numpy computes with."""
    bits = _unsigned(operand)
    signed = bits.view(f"i{bits.dtype.itemsize}")
    if operand.dtype in COMPUTE_DTYPES:
        sign = 1 << element_type_of(operand.dtype).bits - 1
        signed = (signed ^ sign) - sign
    return signed


def _from_bits(bits: Any, dtype: np.dtype[Any]) -> Array:
    """Elements of `dtype` from integers whose low bits are theirs."""
    numbers: Array = np.asarray(bits)
    return numbers.astype(dtype) if dtype in COMPUTE_DTYPES else numbers.view(dtype)
