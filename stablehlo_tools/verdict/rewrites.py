"""Rounding errors of rewrites across operations, which XLA makes of all programs it compiles.

It multiplies or adds constants first: `x * c * d` becomes `x * (c * d)`. Products, quotients and powers of
exponentials become the exponential of a sum: `exp(a) * exp(b)` becomes `exp(a + b)`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import Type, element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.sources import source_of
from stablehlo_tools.verdict.alone import base_op
from stablehlo_tools.verdict.inexactness import lacks_bits
from stablehlo_tools.verdict.noise import FloatFormat

# The largest error that a rewrite adds to results, which are already `off` by so much, in a format.
Rewrite = Callable[[Array, Array, FloatFormat], Array]


def rewrite_of(operation: Operation) -> Rewrite | None:
    """The error of what XLA makes of an operation and those of its operands; None if it rewrites nothing."""
    if len(operation.results) != 1 or element_kind(operation.results[0].type) != "float":
        return None
    if _becomes_one(operation):
        return _error_as_one
    factor, term = (_folded(operation.results[0], each) for each in (_FACTORS, _TERMS))
    if factor is not None:
        return functools.partial(_error_of_factor, factor)
    return None if term is None else functools.partial(_error_of_term, term)


def _ufunc(operation: Operation) -> np.ufunc | None:
    op = OPS.get(operation.name)
    return None if op is None else base_op(op).execution.ufunc


# -- exponentials -------------------------------------------------------------------------------


def _error_as_one(result: Array, off: Array, format: FloatFormat) -> Array:
    """The error of a rounded exponent, whose size is that of the logarithm of the result."""
    size = np.abs(result)
    exponent = np.abs(np.log(size)) + np.where(off < size, off / (size - off), np.inf)
    return np.where(size > 0, size * np.expm1(exponent * (format.eps / 2)), 0.0)


def _becomes_one(operation: Operation) -> bool:
    """Whether an operation combines exponentials or powers, or what becomes one."""
    pending, seen = [operation], set[Operation]()
    while pending:
        combined = pending.pop()
        if combined in seen:
            continue
        seen.add(combined)
        ufunc = _ufunc(combined)
        if ufunc not in (np.multiply, np.divide, np.power):
            return False
        is_power = ufunc is np.power
        ends = (np.exp, np.power) if is_power else (np.exp,)
        for operand in combined.operands[: 1 if is_power else 2]:
            if not isinstance(operand.owner, Operation):
                return False
            if _ufunc(operand.owner) not in ends:
                pending.append(operand.owner)
    return True


# -- constants ----------------------------------------------------------------------------------


class _Family(NamedTuple):
    """Operations whose constants are joined: how, by the operation and the place of the constant."""

    neutral: float
    joined: Mapping[tuple[np.ufunc | None, int], Callable[[Array, Array], Array]]  # with those of the operand


_FACTORS: Final = _Family(1.0, {
    (np.multiply, 0): np.multiply,
    (np.multiply, 1): np.multiply,
    (np.divide, 1): lambda constant, others: others / constant,
})  # fmt: skip
_TERMS: Final = _Family(0.0, {
    (np.add, 0): np.add,
    (np.add, 1): np.add,
    (np.subtract, 0): np.subtract,
    (np.subtract, 1): lambda constant, others: others - constant,
})  # fmt: skip


def _error_of_factor(factor: Array, result: Array, off: Array, format: FloatFormat) -> Array:
    return np.where(_is_rounded(factor, format), np.abs(result) * (format.eps / 2), 0.0)


def _error_of_term(term: Array, result: Array, off: Array, format: FloatFormat) -> Array:
    error = np.where(_is_rounded(term, format), np.abs(term) * (format.eps / 2), 0.0)
    return np.broadcast_to(error, result.shape)


def _is_rounded(constants: Array, format: FloatFormat) -> Array:
    lacks = lacks_bits(constants, format)
    return np.isfinite(constants) if lacks is None else np.isfinite(constants) & lacks


def _folded(value: Value, family: _Family) -> Array | None:
    """What the constants that a value is combined with become as one; None if there are not two."""
    chain: list[tuple[Callable[[Array, Array], Array], Array]] = []
    type = value.type
    while isinstance(value.owner, Operation) and (step := _step(value.owner, family, type)) is not None:
        place, constant = step
        chain.append((family.joined[_ufunc(value.owner), place], constant))
        value = value.owner.operands[1 - place]
    with np.errstate(all="ignore"):
        folded = np.asarray(family.neutral)
        for joined, constant in reversed(chain):
            folded = np.asarray(joined(constant, folded))
    return folded if len(chain) > 1 else None


def _step(operation: Operation, family: _Family, type: Type) -> tuple[int, Array] | None:
    """The place of the constant operand of an operation, and its elements for results of a type, or None."""
    for place, operand in enumerate(operation.operands):
        if (_ufunc(operation), place) in family.joined and (constant := _constant(operand, type)) is not None:
            return place, constant
    return None


def _constant(given: Value, type: Type) -> Array | None:
    """The elements of a constant of a type, or the one that all elements are; None for other values.

    XLA joins no constants whose elements it broadcasts.
    """
    value = given
    while isinstance(value.owner, Operation) and (source := source_of(value)) is not None:
        value = value.owner.operands[source]
    constant = constant_of(value)
    if constant is None or element_kind(value.type) != "float":
        return None
    elements = np.asarray(constant.elements, np.float64)
    if elements.size and (elements == elements.flat[0]).all():
        return np.asarray(elements.flat[0])
    return elements if value is given and value.type == type else None
