"""The canonical form of expressions: simplification that needs no ranges of variables.

Sums are flat, with terms collected (`d0 * 3 + d0 * 2` is `d0 * 5`) and sorted; products are distributed over
sums; multiples of a divisor are moved out of its dividend; `(x floordiv c) * c + x mod c` is `x`. Constant
divisors of `mod` are positive, and `ceildiv` by a constant is expressed by `floordiv`.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping

from stablehlo_tools.indexing.affine import Expression, ExpressionKind, combine, constant, total

Terms = dict[Expression, int]


@functools.lru_cache(maxsize=1 << 16)
def canonical(expression: Expression) -> Expression:
    """The canonical form of an expression, which is equal for all values of the variables."""
    if expression.is_leaf:
        return expression
    left, right = canonical(expression.left), canonical(expression.right)
    if expression.kind is ExpressionKind.SUM:
        return _sum(left, right)
    if expression.kind is ExpressionKind.PRODUCT:
        return _product(left, right)
    if expression.kind in (ExpressionKind.MINIMUM, ExpressionKind.MAXIMUM):
        return _extremum(expression.kind, left, right)
    if left is constant(0):
        return left
    if not right.is_constant:
        is_itself = expression.kind is ExpressionKind.REMAINDER and left is right
        return constant(0) if is_itself else combine(expression.kind, left, right)
    return _DIVISIONS[expression.kind](left, right.number)


@functools.lru_cache(maxsize=1 << 16)
def readable(expression: Expression) -> Expression:
    """An equal expression with fewer constants: `(x - 3) floordiv 7` for `(x + 4) floordiv 7 - 1`."""
    if expression.is_leaf:
        return expression
    if expression.kind is not ExpressionKind.SUM:
        return combine(expression.kind, readable(expression.left), readable(expression.right))
    terms, number = linear(expression)
    result: Terms = {}
    for base, coefficient in terms.items():
        base = readable(base)
        if abs(number) == abs(coefficient) and base.kind is ExpressionKind.FLOOR and base.right.is_constant:
            inner, offset = linear(base.left)
            if offset:
                multiple = number // coefficient * base.right.number
                base, number = from_linear(inner, offset + multiple) // base.right, 0
        result[base] = result.get(base, 0) + coefficient
    return from_linear(result, number)


def readable_remainder(expression: Expression) -> Expression:
    """An equal expression with `(x - 3) mod 7` for `(x + 4) mod 7`, the distance from the start."""
    expression = readable(expression)
    if expression.kind is not ExpressionKind.REMAINDER or not expression.right.is_constant:
        return expression
    terms, number = linear(expression.left)
    return from_linear(terms, number - expression.right.number if number else 0) % expression.right


def summands(expression: Expression) -> Iterator[Expression]:
    """The terms of nested sums, from left to right."""
    if expression.kind is ExpressionKind.SUM:
        yield from summands(expression.left)
        yield from summands(expression.right)
    else:
        yield expression


def scaled(expression: Expression) -> tuple[Expression, int]:
    """An expression as a base and a constant factor."""
    if expression.kind is ExpressionKind.PRODUCT and expression.right.is_constant:
        return expression.left, expression.right.number
    return expression, 1


def linear(expression: Expression) -> tuple[Terms, int]:
    """A sum as nonzero coefficients of distinct bases, and a constant."""
    terms: Terms = {}
    number = 0
    for summand in summands(expression):
        if summand.is_constant:
            number += summand.number
        else:
            base, coefficient = scaled(summand)
            terms[base] = terms.get(base, 0) + coefficient
    return {base: coefficient for base, coefficient in terms.items() if coefficient}, number


def from_linear(terms: Mapping[Expression, int], number: int = 0) -> Expression:
    """The sum of the terms in sort order, followed by the constant."""
    products = [base * coefficient for base, coefficient in terms.items() if coefficient]
    return total([*sorted(products, key=lambda term: term.key), constant(number)])


def add_scaled(terms: Terms, expression: Expression, factor: int) -> int:
    """Add the terms of a sum, times the factor, to `terms`; return the constant part."""
    added, number = linear(expression)
    for base, coefficient in added.items():
        terms[base] = terms.get(base, 0) + coefficient * factor
    return number * factor


def _sum(left: Expression, right: Expression) -> Expression:
    terms, number = linear(left + right)
    for base, coefficient in terms.items():
        if base.kind is not ExpressionKind.FLOOR or not base.right.is_constant:
            continue
        divisor = base.right.number
        remainder = canonical(base.left % divisor)
        if divisor > 0 and coefficient == terms.get(remainder, 0) * divisor:
            remaining = {other: factor for other, factor in terms.items() if other not in (base, remainder)}
            return _sum(from_linear(remaining, number), canonical(base.left * (coefficient // divisor)))
    return from_linear(terms, number)


def _product(left: Expression, right: Expression) -> Expression:
    if right.is_constant and left.kind is not ExpressionKind.SUM:
        return left * right
    if left.kind is ExpressionKind.SUM:
        return _sum(_product(left.left, right), _product(left.right, right))
    if right.kind is ExpressionKind.SUM:
        return _sum(_product(left, right.left), _product(left, right.right))
    factor = scaled(left)[1] * scaled(right)[1]
    bases = sorted((scaled(left)[0], scaled(right)[0]), key=lambda base: base.key)
    return bases[0] * bases[1] * factor


def _extremum(kind: ExpressionKind, left: Expression, right: Expression) -> Expression:
    difference = _sum(left, _product(right, constant(-1)))
    if not difference.is_constant:
        return combine(kind, *sorted((left, right), key=lambda side: side.key))
    left_is_less = difference.number <= 0
    return left if left_is_less is (kind is ExpressionKind.MINIMUM) else right


def _floor(left: Expression, divisor: int) -> Expression:
    if divisor == -1:
        return _product(left, constant(-1))
    base, factor = scaled(left)
    common = math.gcd(factor, divisor)
    if common > 1:
        return canonical(base * (factor // common) // (divisor // common))
    terms, number = linear(left)
    multiples = {base: factor // divisor for base, factor in terms.items() if factor % divisor == 0}
    whole = number // divisor if number % divisor == 0 else 0
    if not multiples and not whole:
        return left // divisor
    remaining = {base: factor for base, factor in terms.items() if base not in multiples}
    quotient = canonical(from_linear(remaining, number - whole * divisor) // divisor)
    return _sum(from_linear(multiples, whole), quotient)


def _ceiling(left: Expression, divisor: int) -> Expression:
    if divisor < 0:
        return _product(_floor(left, -divisor), constant(-1))
    return _floor(_sum(left, constant(divisor - 1)), divisor)


def _remainder(left: Expression, divisor: int) -> Expression:
    divisor = abs(divisor)
    base, factor = scaled(left)
    common = math.gcd(factor, divisor)
    if common > 1:
        inner = canonical(base * (factor // common) % (divisor // common))
        return _product(inner, constant(common))
    if left.kind is ExpressionKind.REMAINDER and left.right.is_constant and left.right.number % divisor == 0:
        return _remainder(left.left, divisor)
    terms, number = linear(left)
    remaining = {base: factor for base, factor in terms.items() if known_divisor(base) * factor % divisor}
    reduced = from_linear(remaining, 0 if number % divisor == 0 else number)
    return reduced % divisor if reduced is left else canonical(reduced % divisor)


def known_divisor(expression: Expression) -> int:
    """A constant that divides every value of the expression; 0 for the constant 0."""
    if expression.is_constant:
        return abs(expression.number)
    if expression.is_leaf:
        return 1
    left = known_divisor(expression.left)
    if expression.kind in (ExpressionKind.FLOOR, ExpressionKind.CEILING):
        divisor = abs(expression.right.number) if expression.right.is_constant else 0
        return left // divisor if divisor and left % divisor == 0 else 1
    right = known_divisor(expression.right)
    return left * right if expression.kind is ExpressionKind.PRODUCT else math.gcd(left, right)


_DIVISIONS = {
    ExpressionKind.FLOOR: _floor,
    ExpressionKind.CEILING: _ceiling,
    ExpressionKind.REMAINDER: _remainder,
}
