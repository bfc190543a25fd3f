"""Removes variables from maps.

    (d0)[s0, s1] -> (d0 + s1), domain: d0 in [0, 9], s0 in [0, 3], s1 in [0, 1]

does not depend on `s0`: `unused` names it, and `without` gives `(d0)[s0] -> (d0 + s0)` with `s0` in [0, 1].
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from stablehlo_tools.indexing.affine import constant, dimension, symbol
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import Constraint, IndexingMap, Variable, points

_MAX_POINTS = 1 << 16  # to search for one that satisfies constraints


def unused(map: IndexingMap, dimensions: int = 0, symbols: int = 0) -> tuple[int, int]:
    """The dimensions and symbols, as bit masks, that results do not depend on; those given are excluded.

    Variables in a common constraint are kept or removed together. Constraints that are not known to be
    satisfiable are kept: they may make the domain empty.
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
    """Whether a point that satisfies the constraints is known."""
    if not constraints or map.is_known_empty:
        return True
    dimensions, symbols = 0, 0
    for expression, _ in constraints:
        dimensions, symbols = dimensions | expression.dimensions, symbols | expression.symbols
    alone = IndexingMap(_pin(map.dimensions, dimensions), _pin(map.symbols, symbols), (), (), constraints)
    if math.prod(variable.bounds.size for variable in alone.variables) > _MAX_POINTS:
        return False
    return len(points(alone).results) > 0


def _pin(variables: Sequence[Variable], kept: int) -> list[Variable]:
    """The variables, with those outside of the mask `kept` fixed to one value."""
    return [
        variable if kept >> number & 1 else Variable(Interval(variable.bounds.lower, variable.bounds.lower))
        for number, variable in enumerate(variables)
    ]


def without(map: IndexingMap, unused_dimensions: int, unused_symbols: int) -> IndexingMap:
    """The map without these dimensions and symbols, given as bit masks, and their constraints."""
    kept_dimensions = [i for i in range(len(map.dimensions)) if not unused_dimensions >> i & 1]
    kept_symbols = [i for i in range(len(map.symbols)) if not unused_symbols >> i & 1]
    to_dimensions = [constant(0)] * len(map.dimensions)
    to_symbols = [constant(0)] * len(map.symbols)
    for new, old in enumerate(kept_dimensions):
        to_dimensions[old] = dimension(new)
    for new, old in enumerate(kept_symbols):
        to_symbols[old] = symbol(new)
    kept = [
        (expression.substitute(to_dimensions, to_symbols), interval)
        for expression, interval in map.constraints.items()
        if not (expression.dimensions & unused_dimensions or expression.symbols & unused_symbols)
    ]
    variables = (
        [map.dimensions[i] for i in kept_dimensions],
        [map.symbols[i] for i in kept_symbols if i < len(map.ranges)],
        [map.symbols[i] for i in kept_symbols if i >= len(map.ranges)],
    )
    results = [result.substitute(to_dimensions, to_symbols) for result in map.results]
    return IndexingMap(*variables, results, kept)
