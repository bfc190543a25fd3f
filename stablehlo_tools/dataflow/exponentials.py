"""Sums of exponentials, as in softmax and its logarithm, which may overflow or underflow."""

from __future__ import annotations

import math
from collections.abc import Iterator

from stablehlo_tools.dataflow.ranges import float_limits, range_of
from stablehlo_tools.dataflow.traced_values import TracedValue, reducer_op
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import ElementType


def summed_exponentials(total: TracedValue) -> Iterator[TracedValue]:
    """The exponentials in a sum: in a reduction, possibly weighted, or in an addition."""
    operation = total.operation
    is_reduction = operation is not None and total.name == "reduce" and reducer_op(operation) == "add"
    pending = list(total.operands[:1] if is_reduction else total.operands if total.name == "add" else [total])
    for traced in pending:
        if traced.name == "exponential":
            yield traced
        elif is_reduction and traced.name in _WEIGHTING and len(pending) < _MAX_FACTORS:
            pending += traced.operands


_WEIGHTING = ("convert", "select", "multiply")
_MAX_FACTORS = 8  # values that are followed through these ops, to bound the cost


def normalizes(quotient: Operation, exponential: TracedValue) -> bool:
    """Whether a division divides an exponential: as its dividend, or as a factor of the reciprocal."""
    program = exponential.program
    dividend = TracedValue.trace(program, quotient.operands[0])
    if dividend.constant is None:
        return _is_equal(dividend, exponential)
    products = (
        user
        for user, _, calls in TracedValue(program, quotient.results[0], ()).uses()
        if user.name == "stablehlo.multiply" and not calls
    )
    factors = (TracedValue.trace(program, value) for product in products for value in product.operands)
    return any(_is_equal(factor, exponential) for factor in factors)


def _is_equal(first: TracedValue, second: TracedValue) -> bool:
    while first.name == "convert":
        (first,) = first.operands
    return first == second or (first.name == second.name and first.operands == second.operands)


def can_overflow(exponential: TracedValue) -> bool:
    """Whether an exponent is not bounded, and nothing is subtracted in it except constants."""
    (exponent,) = exponential.operands
    type = exponential.element_type
    limits = float_limits(type) if isinstance(type, ElementType) else None
    if limits is None or range_of(exponent).high <= math.log(float(limits.max)):
        return False
    return not any(subtrahend.constant is None for subtrahend in _subtrahends(exponent))


def _subtrahends(traced: TracedValue) -> Iterator[TracedValue]:
    """The values that are subtracted, or negated and added, to compute a value."""
    while traced.name == "convert":
        (traced,) = traced.operands
    if traced.name == "subtract":
        yield traced.operands[1]
    elif traced.name == "add":
        yield from (operand.operands[0] for operand in traced.operands if operand.name == "negate")


def underflows(traced: TracedValue) -> str:
    """`softmax` or `sigmoid` for such a function of unbounded values, which underflows to zero; or empty."""
    if traced.name == "logistic":
        return "sigmoid" if range_of(traced.operands[0]).low < _MIN_EXPONENT else ""
    if traced.name != "divide":
        return ""
    dividend, divisor = traced.operands
    if dividend.name == "exponential" and divisor.name == "reduce":
        return "softmax" if range_of(dividend.operands[0]).low < _MIN_EXPONENT else ""
    is_unbounded = divisor.name == "add" and any(map(can_overflow, summed_exponentials(divisor)))
    return "sigmoid" if is_unbounded and dividend.constant is not None else ""


_MIN_EXPONENT = -80.0  # exp(-87.4) is subnormal in f32; some margin for the divisor


def is_sum_of_exponentials(traced: TracedValue) -> bool:
    """Whether a value is a sum of exponentials, whose logarithm is infinite only for an empty sum."""
    inner = traced.operands[0] if traced.name == "abs" else traced
    return any(True for _ in summed_exponentials(inner))
