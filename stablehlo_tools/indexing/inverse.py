"""Inversion of maps: from the elements that are read to the elements that read them.

A map has results as functions of its variables. In its inverse, the results are the new dimensions, and the
old variables are unknowns. Each equation `result = dimension` is solved for a variable that it determines,
which eliminates the variable. Undetermined variables become range variables, and unsolved equations become
constraints.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from stablehlo_tools.indexing import maps
from stablehlo_tools.indexing.affine import (
    Expression,
    ExpressionKind,
    constant,
    dimension,
    dimensions,
    symbol,
    symbols,
    total,
)
from stablehlo_tools.indexing.interval import Interval, size_interval
from stablehlo_tools.indexing.operand_indexing import simplify_indexing
from stablehlo_tools.indexing.rewrite import rewriter


def inverse(indexing: maps.OperandIndexing, target: Sequence[int]) -> maps.OperandIndexing:
    """The map from the tensor of `target` sizes, which `indexing` maps to, back to its domain."""
    if isinstance(indexing.map, maps.Undefined):
        return indexing
    return simplify_indexing(_Inversion(indexing, target).result(), keep_points=True)


class _Equation(NamedTuple):
    """An unsolved equation: `left` over old variables, `right` over new ones."""

    left: Expression
    right: Expression


class _Inversion:
    """The state of an inversion.


    All old variables are symbols, in the order dimensions, ranges, runtime variables, remainders of
    divisions; the new dimensions are dimensions.
    """

    def __init__(self, indexing: maps.OperandIndexing, target: Sequence[int]) -> None:
        self.indexing, self.map, self.target = indexing, indexing.defined, target
        self.bounds = tuple(map(size_interval, target))
        self.dimension_count = len(self.map.dimensions)
        self.variables = list(self.map.variables)
        self.runtime_numbers = range(self.dimension_count + len(self.map.ranges), len(self.variables))
        self.solved: dict[int, Expression] = {}
        own = symbols(self.dimension_count)
        extra = symbols(len(self.variables) - self.dimension_count, self.dimension_count)
        left, self.constraints = self.map.substitute(own, extra)
        self.equations = [_Equation(e, dimension(number)) for number, e in enumerate(left)]

    def result(self) -> maps.OperandIndexing:
        """The inverse, not simplified."""
        while self.equations:
            step = min(self._steps(), key=lambda step: step.cost, default=None)
            if step is None:
                break
            self._take(step)
        unsolved = [(equation.left - equation.right, Interval(0, 0)) for equation in self.equations]
        return self._assemble([*self.constraints, *unsolved])

    # -- solving --------------------------------------------------------------------------------------

    def _steps(self) -> Iterable[_Step]:
        for number, (left, right) in enumerate(self.equations):
            terms = list(_terms(left))
            for position, (factor, coefficient) in enumerate(terms):
                other_terms = terms[:position] + terms[position + 1 :]
                if self._may_move(factor, other_terms, right):
                    yield self._step(number, factor, coefficient, _sum(other_terms), right)

    def _may_move(self, factor: Expression, others: list[tuple[Expression, int]], right: Expression) -> bool:
        """Whether an equation determines a term: not if its variables occur in other terms."""
        if not factor.symbols & ~self._runtime_bits or factor.symbols & right.symbols:
            return False
        is_divided = (
            factor.kind in (ExpressionKind.FLOOR, ExpressionKind.REMAINDER) and factor.right.is_constant
        )
        if factor.kind is not ExpressionKind.SYMBOL and not (is_divided and factor.right.number > 0):
            return False
        return not any(factor.symbols & other.symbols for other, _ in others)

    def _step(
        self, number: int, factor: Expression, coefficient: int, remaining: Expression, right: Expression
    ) -> _Step:
        is_range = factor.kind is ExpressionKind.SYMBOL and factor.number >= self.dimension_count
        free = (remaining.symbols & ~self._runtime_bits).bit_count()
        cost = (
            factor.kind is not ExpressionKind.SYMBOL,
            abs(coefficient) != 1,
            free > 0,
            is_range,
            free,
            number,
        )
        return _Step(cost, number, factor, coefficient, right - remaining)

    @property
    def _runtime_bits(self) -> int:
        return sum(1 << number for number in self.runtime_numbers)

    def _take(self, step: _Step) -> None:
        """Solve `factor * coefficient = value` for the factor."""
        del self.equations[step.equation]
        value, coefficient = step.value, step.coefficient
        if coefficient < 0:
            value, coefficient = -value, -coefficient
        if coefficient > 1:
            self.constraints.append((value % coefficient, Interval(0, 0)))
            value = value // coefficient
        factor = step.factor
        if factor.kind is ExpressionKind.SYMBOL:
            self._solve(factor.number, value)
        elif factor.kind is ExpressionKind.FLOOR:
            remainder = self._new(Interval(0, factor.right.number - 1))
            self.equations.append(_Equation(factor.left, value * factor.right + remainder))
        else:
            self.constraints.append((value, Interval(0, factor.right.number - 1)))
            quotients = self._interval(factor.left // factor.right)
            self.equations.append(_Equation(factor.left, self._new(quotients) * factor.right + value))

    def _solve(self, number: int, value: Expression) -> None:
        self.constraints.append((value, self.variables[number].bounds))
        places = [value if n == number else symbol(n) for n in range(len(self.variables))]
        own = dimensions(len(self.target))
        self.solved = {n: e.substitute(own, places) for n, e in self.solved.items()} | {number: value}
        self.constraints = [(e.substitute(own, places), bounds) for e, bounds in self.constraints]
        simplifier = rewriter(self.bounds, tuple(variable.bounds for variable in self.variables))
        self.equations = [
            _Equation(simplifier.simplify(e.left.substitute(own, places)), e.right.substitute(own, places))
            for e in self.equations
        ]

    def _new(self, bounds: Interval) -> Expression:
        self.variables.append(maps.Variable(bounds))
        return symbol(len(self.variables) - 1)

    def _interval(self, expression: Expression) -> Interval:
        return expression.interval(self.bounds, [variable.bounds for variable in self.variables])

    # -- the map --------------------------------------------------------------------------------------

    def _assemble(self, constraints: Sequence[maps.Constraint]) -> maps.OperandIndexing:
        free = [
            n for n in range(len(self.variables)) if n not in self.solved and n not in self.runtime_numbers
        ]
        order = [*free, *self.runtime_numbers]
        places = [symbol(order.index(n)) if n in order else constant(0) for n in range(len(self.variables))]
        own = dimensions(len(self.target))

        def final(expression: Expression) -> Expression:
            return expression.substitute(own, places)

        def moved(number: int) -> Expression:
            return final(self.solved.get(number, symbol(number)))

        variables = (maps.box(self.target), [self.variables[n] for n in free], self.map.runtimes)
        inside = [(final(e), bounds) for e, bounds in constraints]
        results = [moved(number) for number in range(self.dimension_count)]
        old = [moved(number) for number in range(len(self.map.variables))]
        old_dimensions, old_symbols = old[: self.dimension_count], old[self.dimension_count :]
        sources = []
        for source in self.indexing.runtimes:
            index = [e.substitute(old_dimensions, old_symbols) for e in source.index]
            sources.append(dataclasses.replace(source, access=maps.IndexingMap(*variables, index)))
        return maps.OperandIndexing(
            maps.IndexingMap(*variables, results, inside), tuple(sources), note=self.indexing.note
        )


class _Step(NamedTuple):
    """A term that an equation determines; candidates compare by cost."""

    cost: tuple[int | bool, ...]
    equation: int
    factor: Expression
    coefficient: int
    value: Expression


def _terms(expression: Expression) -> Iterable[tuple[Expression, int]]:
    """The terms of a sum, as pairs of a factor and a constant."""
    if expression.kind is ExpressionKind.SUM:
        yield from _terms(expression.left)
        yield from _terms(expression.right)
    elif expression.kind is ExpressionKind.PRODUCT and expression.right.is_constant:
        for factor, coefficient in _terms(expression.left):
            yield factor, coefficient * expression.right.number
    else:
        yield expression, 1


def _sum(terms: Sequence[tuple[Expression, int]]) -> Expression:
    return total(factor * coefficient for factor, coefficient in terms)
