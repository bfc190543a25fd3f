"""Simplification of expressions by the ranges of their variables.

With `d1` in [0, 15], `d0 + d1 floordiv 16` is `d0` and `d1 mod 16` is `d1`. Rewriting alternates with
canonicalization, which needs no ranges, until a fixed point. Results are cached: a `Rewriter` serves all
expressions over variables with the same bounds.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping

from stablehlo_tools.indexing.affine import (
    Expression,
    ExpressionKind,
    TooLarge,
    combine,
    combine_intervals,
    constant,
)
from stablehlo_tools.indexing.canonical import Terms, add_scaled, canonical, from_linear, linear
from stablehlo_tools.indexing.interval import Interval

Bounds = tuple[Interval, ...]
Constraints = frozenset[tuple[Expression, Interval]]


class Infeasible(Exception):
    """The constraints are unsatisfiable."""


@functools.lru_cache(maxsize=1 << 10)
def rewriter(
    dimensions: Bounds, symbols: Bounds, constraints: Constraints = frozenset(), *, keep_points: bool = False
) -> Rewriter:
    """The rewriter for variables with these bounds and constraints."""
    return Rewriter(dimensions, symbols, dict(constraints), keep_points=keep_points)


class Rewriter:
    """Simplifies expressions over variables with given bounds.

    A constraint narrows the interval of exactly its expression. An expression with a single value is replaced
    by it; with `keep_points`, unless the reason is that its dimensions have a single value.
    """

    def __init__(
        self,
        dimensions: Bounds,
        symbols: Bounds,
        constraints: Mapping[Expression, Interval],
        *,
        keep_points: bool,
    ) -> None:
        self._bounds = {ExpressionKind.DIMENSION: dimensions, ExpressionKind.SYMBOL: symbols}
        self._constraints = constraints
        self._keep_points = keep_points
        self._intervals: dict[Expression, Interval] = {}
        self._passed: dict[Expression, Expression] = {}
        self._simplified: dict[Expression, Expression] = {}

    def interval(self, expression: Expression) -> Interval:
        """An interval that contains all its values. Raises Infeasible."""
        interval = self._intervals.get(expression)
        if interval is None:
            interval = self._intervals[expression] = self._interval(expression)
        return interval

    def _interval(self, expression: Expression) -> Interval:
        if expression.is_constant:
            return Interval(expression.number, expression.number)
        if expression.is_leaf:
            return self._bounds[expression.kind][expression.number]
        left, right = self.interval(expression.left), self.interval(expression.right)
        result = combine_intervals(expression.kind, left, right)
        if expression in self._constraints:
            result &= self._constraints[expression]
        if result.is_empty:
            raise Infeasible
        return result

    def simplify(self, expression: Expression) -> Expression:
        """The simplified expression."""
        simplified = self._simplified.get(expression)
        if simplified is None:
            simplified = self._simplified[expression] = self._simplify(expression)
        return simplified

    def _simplify(self, expression: Expression) -> Expression:
        seen: set[Expression] = set()
        try:
            current = canonical(expression)
            while current not in seen:
                seen.add(current)
                current = canonical(self._pass(current))
        except TooLarge:
            return expression
        return current

    def _pass(self, expression: Expression) -> Expression:
        rewritten = self._passed.get(expression)
        if rewritten is None:
            rewritten = self._passed[expression] = self._rewrite(expression)
        return rewritten

    def _rewrite(self, expression: Expression) -> Expression:
        if expression.is_constant:
            return expression
        interval = self.interval(expression)
        if interval.is_point and not (self._keep_points and self._is_of_points(expression)):
            return constant(interval.lower)
        if expression.is_leaf:
            return expression
        if expression.kind is ExpressionKind.SUM:
            return self._sum(expression)
        if expression.kind in (ExpressionKind.MINIMUM, ExpressionKind.MAXIMUM):
            return self._extremum(expression)
        left, right = self._pass(expression.left), self.interval(expression.right)
        if not right.is_point or right.lower == 0:
            return combine(expression.kind, left, self._pass(expression.right))
        if expression.kind is ExpressionKind.PRODUCT:
            return _distribute(left, right.lower)
        if expression.kind is ExpressionKind.REMAINDER:
            return self._remainder(left, abs(right.lower))
        if expression.kind is ExpressionKind.FLOOR and right.lower > 1:
            return self._quotient(left, right.lower)
        return combine(expression.kind, left, constant(right.lower))

    def _is_of_points(self, expression: Expression) -> bool:
        """Whether it has a single value only because all its variables are dimensions with a single value."""
        bounds = self._bounds[ExpressionKind.DIMENSION]
        return not expression.symbols and all(
            bounds[number].is_point
            for number in range(expression.dimensions.bit_length())
            if expression.dimensions >> number & 1
        )

    def _extremum(self, expression: Expression) -> Expression:
        left, right = self.interval(expression.left), self.interval(expression.right)
        is_minimum = expression.kind is ExpressionKind.MINIMUM
        if left.upper <= right.lower:
            return expression.left if is_minimum else expression.right
        if right.upper <= left.lower:
            return expression.right if is_minimum else expression.left
        return combine(expression.kind, self._pass(expression.left), self._pass(expression.right))

    def _remainder(self, dividend: Expression, modulus: int) -> Expression:
        """`dividend mod modulus`, the modulus positive."""
        interval = self.interval(dividend)
        if interval.lower // modulus == interval.upper // modulus:
            return dividend - interval.lower // modulus * modulus
        terms, number = linear(dividend)
        terms = {base: factor for base, factor in terms.items() if factor % modulus}
        number %= modulus
        multiples, common, others = split(terms, number)
        if common > 1 and modulus % common == 0:
            others_range = self.interval(others)
            if others_range == Interval(0, 0):
                return from_linear(multiples) % (modulus // common) * common
            if Interval(0, common - 1).covers(others_range):
                return _distribute(from_linear(multiples), common) % modulus + others
        return from_linear(terms, number) % modulus

    def _quotient(self, dividend: Expression, divisor: int) -> Expression:
        """`dividend floordiv divisor`, for a divisor greater than 1."""
        if dividend.kind is ExpressionKind.REMAINDER and dividend.right.is_constant:
            modulus = abs(dividend.right.number)
            if modulus % divisor == 0:
                return dividend.left // divisor % (modulus // divisor)
        if dividend.kind is ExpressionKind.FLOOR and dividend.right.is_constant:
            return dividend.left // (dividend.right.number * divisor)
        terms, number = linear(dividend)
        multiples = {base: factor // divisor for base, factor in terms.items() if factor % divisor == 0}
        extracted = from_linear(multiples, number // divisor)
        terms = {base: factor for base, factor in terms.items() if base not in multiples}
        remainder, divisor = self._reduce(terms, number % divisor, divisor)
        remainder, divisor = _one_division(remainder, divisor)
        return remainder // divisor + extracted

    def _reduce(self, terms: Terms, number: int, divisor: int) -> tuple[Expression, int]:
        """Dividend and divisor, reduced by a common factor if other terms cannot change the quotient."""
        multiples, common, others = split(terms, number)
        shared = math.gcd(common, divisor)
        others_range = self.interval(others)
        if shared > 1 and Interval(0, shared - 1).covers(others_range):
            return _distribute(from_linear(multiples), common // shared), divisor // shared
        shared = math.gcd(shared, others_range.lower) if others_range.is_point else 1
        if shared > 1:
            scaled_multiples = _distribute(from_linear(multiples), common // shared)
            return scaled_multiples + others_range.lower // shared, divisor // shared
        return from_linear(terms, number), divisor

    def _sum(self, expression: Expression) -> Expression:
        terms: Terms = {}
        number = 0
        for base, factor in linear(expression)[0].items():
            number += add_scaled(terms, self._pass(base * factor), 1)
        number += linear(expression)[1]
        number += self._join_quotients(terms)
        number += self._introduce_remainders(terms)
        return from_linear(terms, number)

    def _join_quotients(self, terms: Terms) -> int:
        """Replace `(x mod c)*b + (x floordiv c)*(b*c)` by `x*b`; return what it adds to the constant.

        The quotient is matched up to simplification.
        """
        number = 0
        for base in [base for base in terms if _is_by_constant(base, ExpressionKind.REMAINDER)]:
            factor, divisor = terms[base], base.right.number
            quotient = self.simplify(base.left // divisor)
            if factor and quotient.kind is ExpressionKind.FLOOR and terms.get(quotient) == factor * divisor:
                del terms[base], terms[quotient]
                number += add_scaled(terms, base.left, factor)
        return number

    def _introduce_remainders(self, terms: Terms) -> int:
        """Replace `(x floordiv c) * -(b*c)` by `(x mod c)*b - x*b`; return what it adds to the constant."""
        number = 0
        for base in [base for base in terms if _is_by_constant(base, ExpressionKind.FLOOR)]:
            factor, divisor = terms[base], base.right.number
            if factor < 0 < divisor and factor % divisor == 0:
                del terms[base]
                number += add_scaled(terms, base.left, factor // divisor)
                remainder = base.left % divisor
                terms[remainder] = terms.get(remainder, 0) - factor // divisor
        return number


def split(terms: Terms, number: int) -> tuple[Terms, int, Expression]:
    """A sum as `multiples * common + others`: the terms with a common factor, the factor, the others."""
    common = math.gcd(*(factor for factor in terms.values() if factor != 1))
    if common <= 1:
        return {}, 1, from_linear(terms, number)
    multiples = {base: factor // common for base, factor in terms.items() if factor != 1}
    others = {base: factor for base, factor in terms.items() if factor == 1}
    return multiples, common, from_linear(others, number)


def _distribute(expression: Expression, factor: int) -> Expression:
    terms, number = linear(expression)
    return from_linear({base: coefficient * factor for base, coefficient in terms.items()}, number * factor)


def _is_by_constant(expression: Expression, kind: ExpressionKind) -> bool:
    return expression.kind is kind and expression.right.is_constant


def _one_division(dividend: Expression, divisor: int) -> tuple[Expression, int]:
    """`(y floordiv k + r) floordiv c` as `(y + r*k) floordiv (k*c)`, for exactly one inner quotient."""
    terms, number = linear(dividend)
    inner = [
        base for base, factor in terms.items() if factor == 1 and _is_by_constant(base, ExpressionKind.FLOOR)
    ]
    if len(inner) != 1:
        return dividend, divisor
    k = inner[0].right.number
    scaled = {base: factor * k for base, factor in terms.items() if base is not inner[0]}
    number = number * k + add_scaled(scaled, inner[0].left, 1)
    return from_linear(scaled, number), divisor * k
