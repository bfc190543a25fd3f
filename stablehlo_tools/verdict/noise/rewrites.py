"""Rounding errors of rewrites across operations, which XLA makes of all programs it compiles.

It multiplies or adds constants first: `x * c * d` becomes `x * (c * d)`. Quotients by constants or by numbers
that are broadcast become products with their inverses. Products, quotients and powers of
exponentials become the exponential of a sum: `exp(a) * exp(b)` becomes `exp(a + b)`. Quotients of quotients
become quotients of products (`fractions`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.alone import base_op
from stablehlo_tools.verdict.noise.constants import Divisors, is_enlarged
from stablehlo_tools.verdict.noise.fractions import fraction_of, ufunc_of
from stablehlo_tools.verdict.noise.inexactness import lacks_bits
from stablehlo_tools.verdict.noise.inherited import NEVER, InheritedProperty, Sources
from stablehlo_tools.verdict.noise.joined_constants import FACTORS, TERMS, Chains, JoinedConstants
from stablehlo_tools.verdict.noise.supply import FloatFormat

EXPONENTIALS: Final = (np.exp, np.power)  # XLA computes their logarithms from their operands

# The largest error that a rewrite adds to results, which are already `off` by so much, in a format.
ErrorOfRewrite = Callable[[Array, Array, FloatFormat], Array]


class XlaRewrite(NamedTuple):
    """The error that a rewrite adds to results.

    Operands in the places `replaced` are not computed: where the program rounds them, their own errors are
    about as large, and estimates need no more.
    """

    error: ErrorOfRewrite
    replaced: tuple[int, ...] = ()


class Rewrites:
    """Finds what XLA makes of the operations of a program, which must not change meanwhile."""

    def __init__(self) -> None:
        self._factors, self._terms = Chains(FACTORS), Chains(TERMS)
        self._becomes_exponential = InheritedProperty(_combined)
        self._divisors = Divisors()

    def rewrite_of(self, operation: Operation) -> XlaRewrite | None:
        """The error of what XLA makes of an operation and its operands; None if it rewrites nothing."""
        if not _is_of_float(operation):
            return None
        (result,) = operation.results
        if self._becomes_exponential(result):
            return XlaRewrite(_error_as_one)
        for chains, error_of in ((self._factors, _error_of_factor), (self._terms, _error_of_term)):
            chain = chains.ending_in(result)
            if chain is not None and chain.joined is not None:
                return XlaRewrite(functools.partial(error_of, chain.joined))
        fraction = fraction_of(operation)
        if fraction is None:
            return None
        return XlaRewrite(functools.partial(_error_of_fraction, len(fraction.replaced)), fraction.replaced)

    def joined_terms(self, operation: Operation) -> JoinedTerms | None:
        """XLA's rewrite of a number to which constants are added; None unless two are, and floats."""
        chain = self._terms.ending_in(operation.results[0]) if _is_of_float(operation) else None
        if chain is None or chain.joined is None or not chain.is_local:
            return None
        if chain.operation.operands[chain.place].type != operation.results[0].type:  # it is broadcast
            return None
        return JoinedTerms(chain.operation, chain.place, chain.sign, chain.joined.constant)

    def becomes_exponential(self, operation: Operation) -> bool:
        """Whether XLA computes exponentials that an operation combines as the exponential of one number."""
        return _is_of_float(operation) and self._becomes_exponential(operation.results[0])

    def becomes_exponent(self, operation: Operation) -> bool:
        """Whether XLA computes the logarithm of an exponential, or of its root, as its exponent."""
        if not (_is_of_float(operation) and ufunc_of(operation) is np.log):
            return False
        (operand,) = operation.operands
        while isinstance(operand.owner, Operation) and power_of_root(operand.owner):
            (operand,) = operand.owner.operands
        return _ufunc_that_made(operand) in EXPONENTIALS or self._becomes_exponential(operand)

    def multiplies(self, quotient: Operation) -> bool:
        """Whether XLA multiplies by the inverse of a divisor that is constant or broadcast."""
        divisor = quotient.operands[1]
        return is_enlarged(divisor.type, quotient.results[0].type) or self._divisors.may_be(divisor)


class JoinedTerms(NamedTuple):
    """A number, the operand of an operation, with its sign, and the sum of the constants added to it."""

    operation: Operation
    place: int
    sign: float
    constant: Array


def power_of_root(operation: Operation) -> float:
    """The power that an operation computes as a root, or as its inverse; 0 for others."""
    op = OPS.get(operation.name)
    return 0.0 if op is None else base_op(op).numerics.power


def _is_of_float(operation: Operation) -> bool:
    """Whether an operation has one result, of real numbers."""
    return len(operation.results) == 1 and element_kind(operation.results[0].type) == "float"


# -- exponentials -------------------------------------------------------------------------------


def _error_as_one(result: Array, off: Array, format: FloatFormat) -> Array:
    """The error of a rounded exponent, whose size is that of the logarithm of the result."""
    size = np.abs(result)
    exponent = np.abs(np.log(size)) + np.where(off < size, off / (size - off), np.inf)
    return np.where(size > 0, size * np.expm1(exponent * (format.eps / 2)), 0.0)


def _combined(value: Value) -> Sources:
    """The values that must become exponentials so that this does: it combines exponentials."""
    if not isinstance(value.owner, Operation):
        return NEVER
    ufunc = ufunc_of(value.owner)
    if ufunc not in (np.multiply, np.divide, np.power):
        return NEVER
    operands = value.owner.operands[: 1 if ufunc is np.power else 2]
    return all, [each for each in operands if _ufunc_that_made(each) is not np.exp]


def _ufunc_that_made(value: Value) -> np.ufunc | None:
    return ufunc_of(value.owner) if isinstance(value.owner, Operation) else None


# -- constants and quotients --------------------------------------------------------------------


def _error_of_factor(factor: JoinedConstants, result: Array, off: Array, format: FloatFormat) -> Array:
    return np.where(_is_rounded(factor, format), np.abs(result) * (format.eps / 2), 0.0)


def _error_of_term(term: JoinedConstants, result: Array, off: Array, format: FloatFormat) -> Array:
    error = np.where(_is_rounded(term, format), np.abs(term.constant) * (format.eps / 2), 0.0)
    return np.broadcast_to(error, result.shape)


def _is_rounded(joined: JoinedConstants, format: FloatFormat) -> Array:
    lacks = lacks_bits(joined.constant, format)
    return np.isfinite(joined.constant) & (True if lacks is None else lacks | joined.rounded)


def _error_of_fraction(roundings: int, result: Array, off: Array, format: FloatFormat) -> Array:
    """The error of products that are rounded, where those of the program are exact."""
    return np.asarray((np.abs(result) + off) * np.expm1(roundings * np.log1p(format.eps / 2)))
