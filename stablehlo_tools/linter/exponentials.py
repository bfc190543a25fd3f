"""Sums of exponentials, as in softmax and its logarithm: what overflows in them, and what underflows."""

from __future__ import annotations

import math
from collections.abc import Iterator

from stablehlo_tools.ir import Operation
from stablehlo_tools.linter.ranges import float_limits, range_of
from stablehlo_tools.linter.terms import Term, folded_by
from stablehlo_tools.types import ElementType


def summed_exponentials(total: Term) -> Iterator[Term]:
    """The exponentials that are summed: reduced, maybe weighted before, or added to something."""
    operation = total.operation
    is_reduction = operation is not None and total.name == "reduce" and folded_by(operation) == "add"
    pending = list(total.operands[:1] if is_reduction else total.operands if total.name == "add" else [total])
    for term in pending:
        if term.name == "exponential":
            yield term
        elif is_reduction and term.name in ("convert", "select", "multiply") and len(pending) < _MOST_SUMMED:
            pending += term.operands


_MOST_SUMMED = 8


def divides(quotient: Operation, exponential: Term) -> bool:
    """Whether an exponential is what is divided, or multiplied with one by what it is to be divided by."""
    program = exponential.program
    above = Term.of(program, quotient.operands[0])
    if above.constant is None:
        return _computes_the_same(above, exponential)
    products = (
        user
        for user, _, calls in Term(program, quotient.results[0], ()).uses()
        if user.name == "stablehlo.multiply" and not calls
    )
    factors = (Term.of(program, value) for product in products for value in product.operands)
    return any(_computes_the_same(factor, exponential) for factor in factors)


def _computes_the_same(one: Term, other: Term) -> bool:
    while one.name == "convert":
        (one,) = one.operands
    return one == other or (one.name == other.name and one.operands == other.operands)


def can_overflow(exponential: Term) -> bool:
    """Whether an exponent has no bound, and nothing but a constant is subtracted in it."""
    (exponent,) = exponential.operands
    type = exponential.element_type
    limits = float_limits(type) if isinstance(type, ElementType) else None
    if limits is None or range_of(exponent).high <= math.log(float(limits.max)):
        return False
    return not any(each.constant is None for each in _subtracted(exponent))


def _subtracted(term: Term) -> Iterator[Term]:
    """What is subtracted in a term, if only by adding what is negated."""
    while term.name == "convert":
        (term,) = term.operands
    if term.name == "subtract":
        yield term.operands[1]
    elif term.name == "add":
        yield from (each.operands[0] for each in term.operands if each.name == "negate")


def underflows(term: Term) -> str:
    """The name of what it is, if it is a softmax or a sigmoid of what has no bound."""
    if term.name == "logistic":
        return "sigmoid" if range_of(term.operands[0]).low < _LEAST_EXPONENT else ""
    if term.name != "divide":
        return ""
    above, below = term.operands
    if above.name == "exponential" and below.name == "reduce":
        return "softmax" if range_of(above.operands[0]).low < _LEAST_EXPONENT else ""
    is_open = below.name == "add" and any(map(can_overflow, summed_exponentials(below)))
    return "sigmoid" if is_open and above.constant is not None else ""


_LEAST_EXPONENT = -80.0  # exp(-88) is no normal number of f32


def is_sum_of_exponentials(term: Term) -> bool:
    """Whether it is a sum of some exponentials: one of none has no logarithm but minus infinity."""
    inner = term.operands[0] if term.name == "abs" else term
    return any(True for _ in summed_exponentials(inner))
