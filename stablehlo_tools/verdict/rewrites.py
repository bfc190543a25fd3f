"""Rounding errors of rewrites across operations, which XLA makes of all programs it compiles.

It multiplies or adds constants first: `x * c * d` becomes `x * (c * d)`. Products, quotients and powers of
exponentials become the exponential of a sum: `exp(a) * exp(b)` becomes `exp(a + b)`. Quotients of quotients
become quotients of products (`fractions`).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import Type, element_kind
from stablehlo_tools.ops.sources import source_of
from stablehlo_tools.verdict.constants import kept_from
from stablehlo_tools.verdict.fractions import fraction_of, ufunc_of
from stablehlo_tools.verdict.inexactness import lacks_bits, rounded_in_double
from stablehlo_tools.verdict.noise import FloatFormat

# The largest error that a rewrite adds to results, which are already `off` by so much, in a format.
ErrorOfRewrite = Callable[[Array, Array, FloatFormat], Array]


class XlaRewrite(NamedTuple):
    """The error that a rewrite adds to results.

    Operands in the places `replaced` are not computed: where the program rounds them, their own errors are
    about as large, and estimates need no more.
    """

    error: ErrorOfRewrite
    replaced: tuple[int, ...] = ()


def rewrite_of(operation: Operation) -> XlaRewrite | None:
    """The error of what XLA makes of an operation and those of its operands; None if it rewrites nothing."""
    if len(operation.results) != 1 or element_kind(operation.results[0].type) != "float":
        return None
    if _becomes_one(operation):
        return XlaRewrite(_error_as_one)
    factor, term = (_folded(operation.results[0], each) for each in (_FACTORS, _TERMS))
    if factor is not None:
        return XlaRewrite(functools.partial(_error_of_factor, factor))
    if term is not None:
        return XlaRewrite(functools.partial(_error_of_term, term))
    fraction = fraction_of(operation)
    if fraction is None:
        return None
    return XlaRewrite(functools.partial(_error_of_fraction, len(fraction.replaced)), fraction.replaced)


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
        ufunc = ufunc_of(combined)
        if ufunc not in (np.multiply, np.divide, np.power):
            return False
        is_power = ufunc is np.power
        ends = (np.exp, np.power) if is_power else (np.exp,)
        for operand in combined.operands[: 1 if is_power else 2]:
            if not isinstance(operand.owner, Operation):
                return False
            if ufunc_of(operand.owner) not in ends:
                pending.append(operand.owner)
    return True


def _error_of_fraction(roundings: int, result: Array, off: Array, format: FloatFormat) -> Array:
    """The error of products that are rounded, where those of the program are exact."""
    return np.asarray((np.abs(result) + off) * np.expm1(roundings * np.log1p(format.eps / 2)))


# -- constants ----------------------------------------------------------------------------------


class _Family(NamedTuple):
    """Operations whose constants are joined: their ufuncs, and the places of the constant."""

    neutral: float
    places: Collection[tuple[np.ufunc | None, int]]


class _Joined(NamedTuple):
    """What constants become as one in f64, and a mask of what is rounded on the way."""

    constant: Array
    rounded: Array


_LONGEST: Final = 32  # constants: each operation of a chain looks back so far
_FACTORS: Final = _Family(1.0, {(np.multiply, 0), (np.multiply, 1), (np.divide, 1)})
_TERMS: Final = _Family(0.0, {(np.add, 0), (np.add, 1), (np.subtract, 0), (np.subtract, 1)})


def _error_of_factor(factor: _Joined, result: Array, off: Array, format: FloatFormat) -> Array:
    return np.where(_is_rounded(factor, format), np.abs(result) * (format.eps / 2), 0.0)


def _error_of_term(term: _Joined, result: Array, off: Array, format: FloatFormat) -> Array:
    error = np.where(_is_rounded(term, format), np.abs(term.constant) * (format.eps / 2), 0.0)
    return np.broadcast_to(error, result.shape)


def _is_rounded(joined: _Joined, format: FloatFormat) -> Array:
    lacks = lacks_bits(joined.constant, format)
    return np.isfinite(joined.constant) & (True if lacks is None else lacks | joined.rounded)


def _folded(value: Value, family: _Family) -> _Joined | None:
    """What the constants that a value is combined with become as one; None if there are not two."""
    chain = [*_chain(value, family)]
    return _joined(chain, family.neutral) if len(chain) > 1 else None


def _joined(chain: Sequence[_Link], first: float) -> _Joined:
    """What the constants of a chain make of a number, from the innermost one; divisors become inverses."""
    joined, rounded = np.asarray(first), np.asarray(False)
    with np.errstate(all="ignore"):
        for operation, place, constant in reversed(chain):
            ufunc, number = ufunc_of(operation), constant
            assert ufunc is not None
            if ufunc is np.divide:
                rounded = rounded | rounded_in_double(ufunc, np.asarray(1.0), constant)
                ufunc, number = np.multiply, np.asarray(1.0 / constant)
            operands = (joined, number) if place else (number, joined)
            rounded = rounded | rounded_in_double(ufunc, *operands)
            joined = np.asarray(ufunc(*operands))
    return _Joined(joined, rounded)


_Link = tuple[Operation, int, Array]  # an operation, the place of its constant operand, and the constant


def _chain(value: Value, family: _Family) -> Iterator[_Link]:
    """The operations that combine a value with constants, the last one first."""
    type = value.type
    for _ in range(_LONGEST):
        owner = value.owner
        if not isinstance(owner, Operation) or (step := _step(owner, family, type)) is None:
            return
        yield owner, *step
        value = owner.operands[1 - step[0]]


class JoinedTerms(NamedTuple):
    """A number, the operand of an operation, with its sign, and the sum of the constants added to it."""

    operation: Operation
    place: int
    sign: float
    constant: Array


def joined_terms(operation: Operation) -> JoinedTerms | None:
    """What XLA makes of a number to which constants are added; None if there are not two, or not floats."""
    if len(operation.results) != 1 or element_kind(operation.results[0].type) != "float":
        return None
    chain = [*_chain(operation.results[0], _TERMS)]
    if len(chain) < 2 or any(link.block is not operation.block for link, _, _ in chain):
        return None
    first, place, _ = chain[-1]
    if first.operands[1 - place].type != operation.results[0].type:  # it is broadcast
        return None
    signs = [-1.0 for link, place, _ in chain if ufunc_of(link) is np.subtract and place == 0]
    return JoinedTerms(first, 1 - place, math.prod(signs), _joined(chain, 0.0).constant)


def _step(operation: Operation, family: _Family, type: Type) -> tuple[int, Array] | None:
    """The place of the constant operand of an operation, and its elements for results of a type, or None."""
    for place, operand in enumerate(operation.operands):
        constant = _constant(operand, type) if (ufunc_of(operation), place) in family.places else None
        if constant is not None:
            return place, constant
    return None


def _constant(given: Value, type: Type) -> Array | None:
    """The elements of a constant of a type, or the one that all elements are; None for other values.

    XLA joins no constants whose elements it broadcasts.
    """
    value = given
    while (source := _source(value)) is not None:
        value = source
    constant = constant_of(value)
    if constant is None or element_kind(value.type) != "float":
        return None
    elements = np.asarray(constant.elements, np.float64)
    if elements.size and (elements == elements.flat[0]).all():
        return np.asarray(elements.flat[0])
    return elements if value is given and value.type == type else None


def _source(value: Value) -> Value | None:
    """The value whose elements a moved value has, or what a loop keeps; None for other values."""
    if not isinstance(value.owner, Operation):
        return kept_from(value)
    place = source_of(value)
    return None if place is None else value.owner.operands[place]
