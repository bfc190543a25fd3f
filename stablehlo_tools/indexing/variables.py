"""Takes variables out of maps, and turns variables into others.

    (d0)[s0, s1] -> (d0 + s1), domain: d0 in [0, 9], s0 in [0, 3], s1 in [0, 1]

does not depend on `s0`: `without_unused_symbols` gives `(d0)[s0] -> (d0 + s0)` with `s0` in [0, 1].
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from stablehlo_tools.indexing.affine import (
    Expression,
    ExpressionKind,
    constant,
    dimension,
    dimensions,
    symbol,
    symbols,
)
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import Constraint, IndexingMap, Variable, points
from stablehlo_tools.indexing.simplify import merge_remainders

Groups = tuple[Sequence[Variable], Sequence[Variable], Sequence[Variable]]  # dimensions, ranges, runtimes

_MOST_POINTS = 1 << 16  # among which one is looked for that satisfies constraints


def without_unused_symbols(map: IndexingMap) -> IndexingMap:
    """The map without the symbols on which neither a result nor a constraint on dimensions depends."""
    return without(map, *unused(map, (1 << len(map.dimensions)) - 1))


def without_unused_variables(map: IndexingMap) -> IndexingMap:
    """The map without the dimensions and symbols on which no result depends, not even through constraints."""
    return without(map, *unused(map))


def unused(map: IndexingMap, dimensions: int = 0, symbols: int = 0) -> tuple[int, int]:
    """The dimensions and symbols, as bits, that do not matter to the results; those given are taken to.

    What is constrained together matters together. Constraints that nobody knows to be satisfiable matter too:
    if they are not, there are no results.
    """
    for result in map.results:
        dimensions, symbols = dimensions | result.dimensions, symbols | result.symbols
    rest = list(map.constraints.items())
    while True:
        touched = [each for each in rest if each[0].dimensions & dimensions or each[0].symbols & symbols]
        rest = [each for each in rest if each not in touched]
        if not touched and not _can_hold(map, rest):
            touched = rest
        if not touched:
            break
        for expression, _ in touched:
            dimensions, symbols = dimensions | expression.dimensions, symbols | expression.symbols
    return (1 << len(map.dimensions)) - 1 & ~dimensions, (1 << len(map.symbols)) - 1 & ~symbols


def _can_hold(map: IndexingMap, constraints: Sequence[Constraint]) -> bool:
    """Whether a point is known that satisfies them."""
    if not constraints or map.is_known_empty:
        return True
    dimensions, symbols = 0, 0
    for expression, _ in constraints:
        dimensions, symbols = dimensions | expression.dimensions, symbols | expression.symbols
    alone = IndexingMap(
        _pinned(map.dimensions, dimensions), _pinned(map.symbols, symbols), (), (), constraints
    )
    if math.prod(variable.bounds.size for variable in alone.variables) > _MOST_POINTS:
        return False
    return len(points(alone).results) > 0


def _pinned(variables: Sequence[Variable], kept: int) -> list[Variable]:
    """The variables, those that are not among the kept with one value."""
    return [
        variable if kept >> number & 1 else Variable(Interval(variable.bounds.lower, variable.bounds.lower))
        for number, variable in enumerate(variables)
    ]


def without(map: IndexingMap, unused_dimensions: int, unused_symbols: int) -> IndexingMap:
    """The map without these dimensions and symbols, given as bits, and what constrains them."""
    kept_dimensions = [i for i in range(len(map.dimensions)) if not unused_dimensions >> i & 1]
    kept_symbols = [i for i in range(len(map.symbols)) if not unused_symbols >> i & 1]
    to_dimensions = [constant(0)] * len(map.dimensions)
    to_symbols = [constant(0)] * len(map.symbols)
    for new, old in enumerate(kept_dimensions):
        to_dimensions[old] = dimension(new)
    for new, old in enumerate(kept_symbols):
        to_symbols[old] = symbol(new)
    kept = [
        (expression, interval)
        for expression, interval in map.constraints.items()
        if not (expression.dimensions & unused_dimensions or expression.symbols & unused_symbols)
    ]
    variables = (
        [map.dimensions[i] for i in kept_dimensions],
        [map.symbols[i] for i in kept_symbols if i < len(map.ranges)],
        [map.symbols[i] for i in kept_symbols if i >= len(map.ranges)],
    )
    return _substituted(map, variables, to_dimensions, to_symbols, kept)


def symbols_to_dimensions(map: IndexingMap) -> IndexingMap:
    """The map with every symbol as a dimension behind those that there are."""
    first = len(map.dimensions)
    to_symbols = [dimension(first + i) for i in range(len(map.symbols))]
    own = dimensions(first)
    return _substituted(map, (map.variables, (), ()), own, to_symbols, map.constraints.items())


def ranges_to_dimensions(map: IndexingMap, numbers: Collection[int]) -> IndexingMap:
    """The map with these range variables as dimensions behind those that there are."""
    moved = [i for i in range(len(map.ranges)) if i in numbers]
    kept = [i for i in range(len(map.symbols)) if i not in moved]
    to_symbols = {old: symbol(new) for new, old in enumerate(kept)}
    to_symbols |= {old: dimension(len(map.dimensions) + new) for new, old in enumerate(moved)}
    added = tuple(map.ranges[i] for i in moved)
    ranges = [variable for i, variable in enumerate(map.ranges) if i not in moved]
    ordered = [to_symbols[i] for i in range(len(map.symbols))]
    own, variables = dimensions(len(map.dimensions)), (map.dimensions + added, ranges, map.runtimes)
    return _substituted(map, variables, own, ordered, map.constraints.items())


def rescale_symbols(map: IndexingMap) -> IndexingMap:
    """The map with `s*c + r` for a range variable `s` that a constraint `s mod c in [r, r]` takes steps with.

    The constraint goes. Of several such constraints on one variable, the first is taken.
    """
    map = merge_remainders(map)
    ranges, to_symbols, constraints = list(map.ranges), list(symbols(len(map.symbols))), []
    for expression, interval in map.constraints.items():
        number = _stepping(expression, interval)
        if number is None or number >= len(ranges) or to_symbols[number] is not symbol(number):
            constraints.append((expression, interval))
            continue
        step, first = expression.right.number, interval.lower
        bounds = ranges[number].bounds
        to_symbols[number] = symbol(number) * step + first
        ranges[number] = Variable(
            Interval(-(-(bounds.lower - first) // step), (bounds.upper - first) // step), ranges[number].name
        )
    own = dimensions(len(map.dimensions))
    return _substituted(map, (map.dimensions, ranges, map.runtimes), own, to_symbols, constraints)


def _stepping(expression: Expression, interval: Interval) -> int | None:
    """The symbol that the constraint gives a step and a start."""
    is_step = (
        expression.kind is ExpressionKind.REMAINDER and expression.right.is_constant and interval.is_point
    )
    if is_step and expression.left.kind is ExpressionKind.SYMBOL and expression.right.number > 0:
        return expression.left.number
    return None


def _substituted(
    map: IndexingMap,
    variables: Groups,
    to_dimensions: Sequence[Expression],
    to_symbols: Sequence[Expression],
    constraints: Iterable[Constraint],
) -> IndexingMap:
    """The map over other variables, with expressions in place of its own."""
    results = [result.substitute(to_dimensions, to_symbols) for result in map.results]
    kept = [(each.substitute(to_dimensions, to_symbols), interval) for each, interval in constraints]
    return IndexingMap(*variables, results, kept)
