"""Simplification of maps: first the constraints, which narrow variables, then the results.

The domain and the results for each point are preserved.
"""

from __future__ import annotations

import math

from stablehlo_tools.indexing.affine import Expression, ExpressionKind
from stablehlo_tools.indexing.canonical import from_linear, linear, readable, readable_remainder
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import NEVER, Constraint, IndexingMap, Map, Undefined
from stablehlo_tools.indexing.rewrite import Infeasible, Rewriter, rewriter, split

_ROUNDS = 50  # to a fixed point; two or three usually suffice


def simplify(map: Map, *, keep_points: bool = False) -> Map:
    """The simplified map, over the same variables.

    An expression with a single value is replaced by it: `d0` in [0, 0] becomes 0. With `keep_points`,
    expressions of such dimensions are kept, as XLA does for a single reshape or bitcast.
    """
    if isinstance(map, Undefined) or map.is_known_empty:
        return map
    try:
        return _simplify(map, keep_points=keep_points)
    except Infeasible:
        return map.over(map.results, [NEVER])


def _simplify(map: IndexingMap, *, keep_points: bool) -> IndexingMap:
    map = _with_simple_constraints(map)
    if map.is_known_empty:
        return map
    simplifier = _rewriter(map, keep_points=keep_points)
    constraints = [(readable_remainder(key), interval) for key, interval in map.constraints.items()]
    return map.over([readable(simplifier.simplify(result)) for result in map.results], constraints)


def result_intervals(map: IndexingMap) -> list[Interval]:
    """An interval for each result that contains all its values; empty if the domain is."""
    try:
        simplifier = _rewriter(map, keep_points=False)
        return [simplifier.interval(result) for result in map.results]
    except Infeasible:
        return [Interval(0, -1)] * len(map.results)


def _rewriter(map: IndexingMap, *, keep_points: bool) -> Rewriter:
    constraints = frozenset(map.constraints.items())
    return rewriter(map.dimension_bounds, map.symbol_bounds, constraints, keep_points=keep_points)


def _with_simple_constraints(map: IndexingMap) -> IndexingMap:
    for _ in range(_ROUNDS):
        if not map.constraints:
            return map
        simpler = map.over(map.results, _simple_constraints(map))
        simpler = simpler if simpler != map else merge_remainders(map)
        if simpler == map:
            return map
        map = simpler
    return map


def _simple_constraints(map: IndexingMap) -> list[Constraint]:
    simplifier = rewriter(map.dimension_bounds, map.symbol_bounds)
    constraints = []
    for expression, interval in map.constraints.items():
        expression, interval = _reduce(simplifier, simplifier.simplify(expression), interval)
        values = simplifier.interval(expression)
        if (values & interval).is_empty:
            raise Infeasible
        if not interval.covers(values):
            constraints.append((expression, interval))
    return constraints


def _reduce(simplifier: Rewriter, expression: Expression, interval: Interval) -> Constraint:
    """An equivalent constraint on a subexpression that is as small as possible."""
    while True:
        smaller = _reduce_once(simplifier, expression, interval)
        if smaller is None:
            return expression, interval
        expression, interval = smaller


def _reduce_once(simplifier: Rewriter, expression: Expression, interval: Interval) -> Constraint | None:
    if expression.kind is ExpressionKind.SUM:
        return _reduce_sum(simplifier, expression, interval)
    if expression.is_leaf or not expression.right.is_constant:
        return None
    number = expression.right.number
    if expression.kind is ExpressionKind.PRODUCT:
        return expression.left, _divide(interval, number)
    if expression.kind is ExpressionKind.FLOOR and number > 0:
        return expression.left, Interval(interval.lower * number, (interval.upper + 1) * number - 1)
    if expression.kind is ExpressionKind.FLOOR:
        return expression.left, Interval((interval.upper + 1) * number + 1, interval.lower * number)
    return None


def _divide(interval: Interval, factor: int) -> Interval:
    """The numbers whose product with the factor is in the interval."""
    if factor < 0:
        interval, factor = -interval, -factor
    return Interval(-(-interval.lower // factor), interval.upper // factor)


def _reduce_sum(simplifier: Rewriter, expression: Expression, interval: Interval) -> Constraint | None:
    """The constraint without its constant, and without terms that cannot affect it.

    `a*g + b` is in [l, u] where `a` is in [ceil((l - b)/g), floor((u - b)/g)]: if neither depends on `b`,
    only `a` matters.
    """
    terms, number = linear(expression)
    if number:
        return from_linear(terms), interval + Interval(-number, -number)
    multiples, common, others = split(terms, 0)
    if common == 1:
        return None
    others_range = simplifier.interval(others)
    for_lower = _divide(interval + Interval(-others_range.lower, -others_range.lower), common)
    for_upper = _divide(interval + Interval(-others_range.upper, -others_range.upper), common)
    return (from_linear(multiples), for_lower) if for_lower == for_upper else None


def merge_remainders(map: IndexingMap) -> IndexingMap:
    """Merge constraints `x mod m in [r, r]` with equal `x` and `r`, and shrink bounds to such values."""
    groups: dict[tuple[Expression, int], int] = {}
    constraints = []
    for expression, interval in map.constraints.items():
        if expression.kind is ExpressionKind.REMAINDER and expression.right.is_constant and interval.is_point:
            group = (expression.left, interval.lower)
            groups[group] = math.lcm(groups.get(group, 1), expression.right.number)
        else:
            constraints.append((expression, interval))
    simplifier = rewriter(map.dimension_bounds, map.symbol_bounds)
    for (expression, remainder), modulus in groups.items():
        constraints.append((expression % modulus, Interval(remainder, remainder)))
        if expression.is_variable:
            values = simplifier.interval(expression)
            first = values.lower + (remainder - values.lower) % modulus
            last = values.upper - (values.upper - remainder) % modulus
            constraints.append((expression, Interval(first, last)))
    return map.over(map.results, constraints)
