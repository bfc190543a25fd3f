"""Operands that a program replaces where an op would compute something else."""

from __future__ import annotations

from typing import Final

from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.edit import defining_op
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ELEMENT_TYPES
from stablehlo_tools.ops.model.attributes import attributes_of


def is_common_float(match: object, x: Value, y: Value) -> bool:
    """Whether x is of f16, bf16, f32 or f64: they have infinities and NaN, and integers of their widths."""
    return getattr(x.type, "element_type", None) in _COMMON_FLOATS


_COMMON_FLOATS: Final = tuple(ELEMENT_TYPES[name] for name in ("f16", "bf16", "f32", "f64"))


def replaced_by_one(base: Value, exponent: Value) -> Value | None:
    """The base x of x^y if both operands are replaced by 1 where y is 0 or x is 1; None otherwise."""
    first, second = (defining_op(operand, "stablehlo.select") for operand in (base, exponent))
    if first is None or second is None or first.operands[:2] != second.operands[:2]:
        return None
    either = defining_op(first.operands[0], "stablehlo.or")
    is_guard = (
        either is not None
        and _is_splat(first.operands[1], 1)
        and _is_equality(either.operands[0], second.operands[2], 0)
        and _is_equality(either.operands[1], first.operands[2], 1)
    )
    return first.operands[2] if is_guard else None


def _is_equality(predicate: Value, value: Value, number: float) -> bool:
    """Whether a predicate compares a value with a number."""
    compare = defining_op(predicate, "stablehlo.compare")
    if compare is None or compare.operands[0] is not value:
        return False
    direction = attributes_of(compare)["comparison_direction"]
    return str(direction) == "EQ" and _is_splat(compare.operands[1], number)


def _is_splat(value: Value, number: float) -> bool:
    """Whether a number is all elements of a constant, or of one in the shape of another value."""
    scalar = defining_op(value, "chlo.constant_like")
    if scalar is not None:
        return getattr(scalar.attributes.get("value"), "value", None) == number
    constant = constant_of(value)
    return constant is not None and bool((constant.array == number).all())
