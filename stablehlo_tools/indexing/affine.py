"""Affine expressions over dimensions and symbols, the parts of indexing maps.

    row, column, step = dimension(0), dimension(1), symbol(0)
    (row * 8 + column) // 4 + step % 2

`//` rounds towards minus infinity, and `a % b` is in [0, |b| - 1]. Expressions are uniqued: equality is
identity, and results can be cached by node. Construction folds constants, drops neutral elements and moves
constants to the right of `+` and `*`; it does not reorder anything else.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from stablehlo_tools.indexing.interval import UNBOUNDED, Interval

Integers = npt.NDArray[np.int64]
Values = Sequence[Any] | Integers
T = TypeVar("T")

MAX_DEPTH = 100  # of nested operations: expressions are traversed recursively
MAX_SIZE = 2000  # number of operations: larger ones are not readable, and sizes multiply in compositions


class ExpressionKind(IntEnum):
    """The kind of an expression, in sort order."""

    SUM = 0
    PRODUCT = 1
    REMAINDER = 2
    FLOOR = 3  # the quotient, rounded down
    CEILING = 4  # the quotient, rounded up
    MAXIMUM = 5
    MINIMUM = 6
    DIMENSION = 7
    SYMBOL = 8
    CONSTANT = 9


class TooLarge(Exception):
    """An expression has too many operations, or they are nested too deeply."""


class Expression:
    """A node: an operation on `left` and `right`, or a variable or constant with its `number`.

    `dimensions` and `symbols` are the sets of its variables, as bit masks; `depth` and `size` are the nesting
    and number of its operations. `key` defines the sort order of expressions: by kind, then by content.
    """

    __slots__ = (
        "__weakref__",
        "depth",
        "dimensions",
        "key",
        "kind",
        "left",
        "number",
        "right",
        "size",
        "symbols",
    )

    kind: ExpressionKind
    left: Expression
    right: Expression
    number: int
    dimensions: int
    symbols: int
    depth: int
    size: int
    key: tuple[Any, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        if self.is_leaf:
            return _leaf, (self.kind, self.number)
        return _node, (self.kind, self.left, self.right)

    def __repr__(self) -> str:
        if self.is_leaf:
            return f"{_LETTERS[self.kind]}{self.number}"
        return f"({self.left!r} {SIGNS[self.kind]} {self.right!r})"

    @property
    def is_leaf(self) -> bool:
        """Whether it is a variable or a constant."""
        return self.kind >= ExpressionKind.DIMENSION

    @property
    def is_variable(self) -> bool:
        """Whether it is a dimension or a symbol."""
        return self.kind in (ExpressionKind.DIMENSION, ExpressionKind.SYMBOL)

    @property
    def is_constant(self) -> bool:
        """Whether it is a constant with the value `number`."""
        return self.kind is ExpressionKind.CONSTANT

    def __add__(self, other: Expression | int) -> Expression:
        return _sum(self, _expression(other))

    def __radd__(self, other: int) -> Expression:
        return _sum(constant(other), self)

    def __sub__(self, other: Expression | int) -> Expression:
        return _sum(self, -_expression(other))

    def __rsub__(self, other: int) -> Expression:
        return _sum(constant(other), -self)

    def __neg__(self) -> Expression:
        return _product(self, constant(-1))

    def __mul__(self, other: Expression | int) -> Expression:
        return _product(self, _expression(other))

    def __rmul__(self, other: int) -> Expression:
        return _product(self, constant(other))

    def __floordiv__(self, other: Expression | int) -> Expression:
        return _quotient(ExpressionKind.FLOOR, self, _expression(other))

    def __mod__(self, other: Expression | int) -> Expression:
        return _remainder(self, _expression(other))

    def evaluate(self, dimensions: Values, symbols: Values = ()) -> Integers:
        """Its values for the given values of the variables: numbers or arrays of one shape.

        They are Python integers, in an object array, if intermediate results may exceed 64 bits.
        """
        exact = np.dtype(np.int64 if self._fits(dimensions, symbols) else object)
        arrays = ([np.asarray(value, exact) for value in values] for values in (dimensions, symbols))
        leaf = _leaves(lambda number: np.array(number, exact), *arrays)
        return _fold(self, leaf, lambda kind, left, right: _OPERATORS[kind].of_arrays(left, right))

    def _fits(self, dimensions: Values, symbols: Values) -> bool:
        """Whether 64 bits hold all intermediate results."""
        widest = Interval(0, 0)
        ranges = ([_range_of(np.asarray(value)) for value in values] for values in (dimensions, symbols))

        def node(kind: ExpressionKind, left: Interval, right: Interval) -> Interval:
            nonlocal widest
            result = combine_intervals(kind, left, right)
            for interval in (left, right, result):
                widest = Interval(min(widest.lower, interval.lower), max(widest.upper, interval.upper))
            return result

        _fold(self, _leaves(_only, *ranges), node)
        return -UNBOUNDED.upper <= widest.lower and widest.upper <= UNBOUNDED.upper

    def substitute(self, dimensions: Sequence[Expression], symbols: Sequence[Expression] = ()) -> Expression:
        """The expression with its variables replaced by expressions."""
        return _fold(self, _leaves(constant, dimensions, symbols), combine)

    def interval(self, dimensions: Sequence[Interval], symbols: Sequence[Interval] = ()) -> Interval:
        """An interval that contains all its values for variables in these intervals."""
        return _fold(self, _leaves(_only, dimensions, symbols), combine_intervals)


def _leaves(
    of_constant: Callable[[int], T], dimensions: Sequence[T], symbols: Sequence[T]
) -> Callable[[Expression], T]:
    """A function of leaves: the value of a variable, or that of a constant by `of_constant`."""

    def leaf(node: Expression) -> T:
        if node.is_constant:
            return of_constant(node.number)
        return (dimensions if node.kind is ExpressionKind.DIMENSION else symbols)[node.number]

    return leaf


def _only(number: int) -> Interval:
    return Interval(number, number)


def _range_of(values: Integers) -> Interval:
    return Interval(int(values.min()), int(values.max())) if values.size else Interval(0, 0)


def dimension(number: int) -> Expression:
    """The dimension `d<number>`."""
    return _leaf(ExpressionKind.DIMENSION, number)


def symbol(number: int) -> Expression:
    """The symbol `s<number>`: a range variable, or a runtime variable, which are numbered after those."""
    return _leaf(ExpressionKind.SYMBOL, number)


def constant(number: int) -> Expression:
    """The constant."""
    return _leaf(ExpressionKind.CONSTANT, number)


def dimensions(count: int) -> tuple[Expression, ...]:
    """The dimensions `d0`, `d1`, ..."""
    return tuple(map(dimension, range(count)))


def symbols(count: int, first: int = 0) -> tuple[Expression, ...]:
    """`count` symbols, numbered from `first`."""
    return tuple(map(symbol, range(first, first + count)))


def ceildiv(left: Expression, right: Expression | int) -> Expression:
    """The quotient, rounded towards plus infinity."""
    return _quotient(ExpressionKind.CEILING, left, _expression(right))


def minimum(left: Expression | int, right: Expression | int) -> Expression:
    """The smaller of two expressions."""
    return combine(ExpressionKind.MINIMUM, _expression(left), _expression(right))


def maximum(left: Expression | int, right: Expression | int) -> Expression:
    """The larger of two expressions."""
    return combine(ExpressionKind.MAXIMUM, _expression(left), _expression(right))


def combine(kind: ExpressionKind, left: Expression, right: Expression) -> Expression:
    """The expression of this kind, folded like the operators fold."""
    return _OPERATORS[kind].fold(left, right)


def combine_intervals(kind: ExpressionKind, left: Interval, right: Interval) -> Interval:
    """An interval that contains all results of an operation on values in these intervals."""
    return _OPERATORS[kind].of_intervals(left, right)


def total(terms: Iterable[Expression]) -> Expression:
    """The sum of the terms, associated to the left."""
    result = constant(0)
    for term in terms:
        result = _sum(result, term)
    return result


def _expression(value: Expression | int) -> Expression:
    return value if isinstance(value, Expression) else constant(int(value))


def _sum(left: Expression, right: Expression) -> Expression:
    if left.is_constant:
        if right.is_constant:
            return constant(left.number + right.number)
        left, right = right, left
    if right.is_constant and right.number == 0:
        return left
    return _node(ExpressionKind.SUM, left, right)


def _product(left: Expression, right: Expression) -> Expression:
    if left.is_constant:
        left, right = right, left
    if not right.is_constant:
        return _node(ExpressionKind.PRODUCT, left, right)
    if left.is_constant:
        return constant(left.number * right.number)
    if right.number == 0:
        return right
    if right.number == 1:
        return left
    if left.kind is ExpressionKind.PRODUCT and left.right.is_constant:
        return _product(left.left, constant(left.right.number * right.number))
    return _node(ExpressionKind.PRODUCT, left, right)


def _remainder(left: Expression, right: Expression) -> Expression:
    if right.is_constant:
        if abs(right.number) == 1:
            return constant(0)
        _check_divisor(right)
        if left.is_constant:
            return constant(left.number % abs(right.number))
    return _node(ExpressionKind.REMAINDER, left, right)


def _quotient(kind: ExpressionKind, left: Expression, right: Expression) -> Expression:
    if right.is_constant:
        if right.number == 1:
            return left
        _check_divisor(right)
        if left.is_constant:
            is_floor = kind is ExpressionKind.FLOOR
            return constant(left.number // right.number if is_floor else -(-left.number // right.number))
    return _node(kind, left, right)


def _extremum(kind: ExpressionKind, left: Expression, right: Expression) -> Expression:
    if left.is_constant and right.is_constant:
        return constant((max if kind is ExpressionKind.MAXIMUM else min)(left.number, right.number))
    return _node(kind, left, right)


def _check_divisor(divisor: Expression) -> None:
    if divisor.number == 0:
        raise ZeroDivisionError("division by zero in an expression")


def _fold(root: Expression, leaf: Callable[[Expression], T], node: Callable[[ExpressionKind, T, T], T]) -> T:
    """Fold the expression bottom-up, visiting each distinct node once."""
    cache: dict[Expression, T] = {}

    def visit(expression: Expression) -> T:
        if expression in cache:
            return cache[expression]
        if expression.is_leaf:
            value = leaf(expression)
        else:
            value = node(expression.kind, visit(expression.left), visit(expression.right))
        cache[expression] = value
        return value

    return visit(root)


_INTERNED: weakref.WeakValueDictionary[tuple[Any, ...], Expression] = weakref.WeakValueDictionary()


def _leaf(kind: ExpressionKind, number: int) -> Expression:
    identity = (kind, number)
    interned = _INTERNED.get(identity)
    if interned is not None:
        return interned
    created = Expression()
    created.kind, created.number, created.depth, created.size = kind, number, 0, 0
    created.dimensions = 1 << number if kind is ExpressionKind.DIMENSION else 0
    created.symbols = 1 << number if kind is ExpressionKind.SYMBOL else 0
    created.key = identity
    return _INTERNED.setdefault(identity, created)


def _node(kind: ExpressionKind, left: Expression, right: Expression) -> Expression:
    identity = (kind, left, right)
    interned = _INTERNED.get(identity)
    if interned is not None:
        return interned
    created = Expression()
    created.kind, created.left, created.right = kind, left, right
    created.depth = 1 + max(left.depth, right.depth)
    created.size = 1 + left.size + right.size
    if created.depth > MAX_DEPTH:
        raise TooLarge(f"an expression has more than {MAX_DEPTH} nested operations")
    if created.size > MAX_SIZE:
        raise TooLarge(f"an expression has more than {MAX_SIZE} operations")
    created.dimensions = left.dimensions | right.dimensions
    created.symbols = left.symbols | right.symbols
    created.key = (kind, left.key, right.key)
    return _INTERNED.setdefault(identity, created)


_LETTERS = {ExpressionKind.DIMENSION: "d", ExpressionKind.SYMBOL: "s", ExpressionKind.CONSTANT: ""}


class _Operator(NamedTuple):
    """An operation: its sign in the syntax of affine maps, and it on expressions, arrays and intervals."""

    sign: str
    fold: Callable[[Expression, Expression], Expression]
    of_arrays: Callable[[Any, Any], Any]
    of_intervals: Callable[[Interval, Interval], Interval]


_OPERATORS = {
    ExpressionKind.SUM: _Operator("+", _sum, np.add, Interval.__add__),
    ExpressionKind.PRODUCT: _Operator("*", _product, np.multiply, Interval.__mul__),
    ExpressionKind.REMAINDER: _Operator(
        "mod", _remainder, lambda left, right: np.mod(left, np.abs(_divisors(right))), Interval.__mod__
    ),
    ExpressionKind.FLOOR: _Operator(
        "floordiv", functools.partial(_quotient, ExpressionKind.FLOOR),
        lambda left, right: np.floor_divide(left, _divisors(right)), Interval.__floordiv__,
    ),
    ExpressionKind.CEILING: _Operator(
        "ceildiv", functools.partial(_quotient, ExpressionKind.CEILING),
        lambda left, right: -np.floor_divide(-left, _divisors(right)), lambda left, right: -(-left // right),
    ),
    ExpressionKind.MAXIMUM: _Operator(
        "max", functools.partial(_extremum, ExpressionKind.MAXIMUM), np.maximum, Interval.maximum
    ),
    ExpressionKind.MINIMUM: _Operator(
        "min", functools.partial(_extremum, ExpressionKind.MINIMUM), np.minimum, Interval.minimum
    ),
}  # fmt: skip
SIGNS = {kind: operator.sign for kind, operator in _OPERATORS.items()}


def _divisors(values: Any) -> Any:
    if not np.all(values):
        raise ZeroDivisionError("division by zero in an expression")
    return values
