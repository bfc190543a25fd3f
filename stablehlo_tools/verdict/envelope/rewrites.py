"""Rounding errors of rewrites across two operations, which XLA makes of all programs it compiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ops.sources import source_of

_EXPONENTIAL: Final = "stablehlo.exponential"
_MULTIPLY: Final = "stablehlo.multiply"
_DIVIDE: Final = "stablehlo.divide"
_POWER: Final = "stablehlo.power"


def error_as_one(operation: Operation, result: Array, off: Array, unit: float) -> Array:
    """The error if exponentials or powers are computed as one function: `exp(a) * exp(b)` as `exp(a + b)`.

    The sum, difference or product of exponents is rounded; its size is that of the logarithm of the result,
    which is `off` by so much.
    """
    if not _becomes_one(operation):
        return np.zeros(())
    size = np.abs(result)
    exponent = np.abs(np.log(size)) + np.where(off < size, off / (size - off), np.inf)
    return np.where(size > 0, size * np.expm1(exponent * unit), 0.0)


def _becomes_one(operation: Operation) -> bool:
    """Whether an operation combines exponentials or powers, or what becomes one."""
    pending, seen = [operation], set[Operation]()
    while pending:
        combined = pending.pop()
        if combined in seen:
            continue
        seen.add(combined)
        if combined.name not in (_MULTIPLY, _DIVIDE, _POWER):
            return False
        is_power = combined.name == _POWER
        ends = (_EXPONENTIAL, _POWER) if is_power else (_EXPONENTIAL,)
        for operand in combined.operands[: 1 if is_power else 2]:
            if not isinstance(operand.owner, Operation):
                return False
            if operand.owner.name not in ends:
                pending.append(operand.owner)
    return True


def error_of_factors(operation: Operation, result: Array, unit: float) -> Array:
    """The error if two constant factors are multiplied first: `x * c * d` as `x * (c * d)`."""
    factor = _constant_factor(operation)
    inner = operation.operands[1 - factor].owner if factor is not None else None
    has_two = isinstance(inner, Operation) and _constant_factor(inner) is not None
    return np.abs(result) * unit if has_two else np.zeros(())


def _constant_factor(operation: Operation) -> int | None:
    """The place of a constant factor or divisor, other than powers of two, whose products are exact."""
    places: Sequence[int] = {_MULTIPLY: (0, 1), _DIVIDE: (1,)}.get(operation.name, ())
    return next((place for place in places if _is_inexact_constant(operation.operands[place])), None)


def _is_inexact_constant(value: Value) -> bool:
    while isinstance(value.owner, Operation) and (source := source_of(value)) is not None:
        value = value.owner.operands[source]
    constant = constant_of(value)
    if constant is None:
        return False
    return bool((np.abs(np.frexp(np.asarray(constant.elements, np.float64))[0]) != 0.5).any())
