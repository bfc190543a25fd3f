"""Expressions: what is folded as they are built, their values and their intervals."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from collections.abc import Callable

import numpy as np
import pytest

from stablehlo_tools.indexing.affine import (
    MAX_DEPTH,
    MAX_SIZE,
    Expression,
    ExpressionKind,
    TooLarge,
    ceildiv,
    combine,
    constant,
    dimension,
    maximum,
    minimum,
    symbol,
)
from stablehlo_tools.indexing.interval import Interval
from tests.together import together

x, y, s = dimension(0), dimension(1), symbol(0)


@pytest.mark.parametrize(
    ("built", "folded"),
    [
        (constant(2) * 3 + 5, constant(11)),
        (2 + x, x + 2),
        (0 + x, x),
        (x * 1, x),
        (x * 0, constant(0)),
        ((2 * x) * -1, x * -2),
        (x // 1, x),
        (ceildiv(x, 1), x),
        (x % 1, constant(0)),
        (x % -1, constant(0)),
        (constant(-7) // 2, constant(-4)),
        (ceildiv(constant(-7), 2), constant(-3)),
        (constant(-7) % 3, constant(2)),
        (constant(2) % -3, constant(2)),
        (minimum(2, 5) + maximum(2, 7), constant(9)),
        (x - 3, x + -3),
        (3 - x, x * -1 + 3),
    ],
)
def test_what_is_built_is_folded(built: Expression, folded: Expression) -> None:
    assert built is folded


def test_nothing_is_reordered_but_constants() -> None:
    assert y + x is not x + y
    assert (x + 1) + 2 is not x + 3
    assert minimum(10, x).left is constant(10)


def test_an_expression_is_one_object_wherever_it_comes_from() -> None:
    built = (x * 8 + y) // 4 + ceildiv(s, 3)
    assert copy.deepcopy(built) is built
    assert pickle.loads(pickle.dumps(built)) is built


def test_the_variables_of_an_expression_are_known() -> None:
    built = dimension(2) * 5 + symbol(1) % 3
    assert (built.dimensions, built.symbols) == (0b100, 0b10)


@pytest.mark.parametrize("build", [lambda: x // 0, lambda: x % 0, lambda: ceildiv(x, 0)])
def test_division_by_the_constant_zero_is_refused(build: object) -> None:
    with pytest.raises(ZeroDivisionError):
        build()  # type: ignore[operator]


def test_division_by_a_variable_that_is_zero_is_refused_where_it_happens() -> None:
    assert (x // y).evaluate([7, 2]) == 3
    with pytest.raises(ZeroDivisionError):
        (x // y).evaluate([np.array([7, 7]), np.array([2, 0])])


def test_the_size_of_an_expression_is_bounded() -> None:
    nested = x
    for _ in range(MAX_DEPTH):
        nested = nested // 2
    with pytest.raises(TooLarge, match=f"more than {MAX_DEPTH} nested operations"):
        nested // 2
    doubled = x % 3
    while 2 * doubled.size + 1 <= MAX_SIZE:
        doubled = doubled * doubled
    with pytest.raises(TooLarge, match=f"more than {MAX_SIZE} operations"):
        doubled * doubled


def test_variables_are_replaced() -> None:
    assert (x * 8 + s).substitute([y + 1], [constant(3)]) is (y + 1) * 8 + 3
    assert (x + s).substitute([constant(2)], [constant(3)]) is constant(5)


PYTHON: dict[ExpressionKind, Callable[[int, int], int]] = {
    ExpressionKind.SUM: lambda a, b: a + b,
    ExpressionKind.PRODUCT: lambda a, b: a * b,
    ExpressionKind.REMAINDER: lambda a, b: a % abs(b),
    ExpressionKind.FLOOR: lambda a, b: a // b,
    ExpressionKind.CEILING: lambda a, b: -(-a // b),
    ExpressionKind.MAXIMUM: max,
    ExpressionKind.MINIMUM: min,
}


def test_values_are_those_of_pythons_integers() -> None:
    left, right = np.array([-7, -3, 0, 5, 8]), np.array([3, -2, 4, -7, 8])
    for kind, operation in PYTHON.items():
        values = combine(kind, x, y).evaluate([left, right])
        assert values.tolist() == [operation(int(a), int(b)) for a, b in zip(left, right, strict=True)]


def test_values_are_exact_beyond_64_bits() -> None:
    index = (x * 2**62 + y) * 4 // 2**62 - y * 3
    assert index.evaluate([np.array([3, 5]), np.array([7, 2**62])]).tolist() == [-9, 24 - 3 * 2**62]
    assert int((x * 4).evaluate([2**62])) == 2**64
    assert (x % 5).evaluate([np.array([7, -1])]).dtype == np.int64


def random_expression(chooser: random.Random, depth: int) -> Expression:
    if depth == 0 or chooser.random() < 0.1:
        return chooser.choice([x, y, s, constant(chooser.randint(-6, 6))])
    kind = chooser.choice(list(PYTHON))
    left = random_expression(chooser, depth - 1)
    if kind in (ExpressionKind.REMAINDER, ExpressionKind.FLOOR, ExpressionKind.CEILING):
        return combine(kind, left, constant(chooser.choice([-5, -3, -2, 2, 3, 4, 6])))
    return combine(kind, left, random_expression(chooser, depth - 1))


@together("seed", range(200))
def test_the_interval_holds_every_value(seed: int) -> None:
    chooser = random.Random(seed)
    expression = random_expression(chooser, 4)
    lowers = [chooser.randint(-8, 8) for _ in range(3)]
    bounds = [Interval(lower, lower + chooser.randint(0, 4)) for lower in lowers]
    interval = expression.interval(bounds[:2], bounds[2:])
    for point in itertools.product(*(range(each.lower, each.upper + 1) for each in bounds)):
        assert int(expression.evaluate(point[:2], point[2:])) in interval


@pytest.mark.parametrize(
    ("expression", "lower", "upper"),
    [
        (x * 2 + y, -10, 17),
        (minimum(x, y), -10, -1),
        (maximum(x, y), 0, 9),
        (x * y, -90, 0),
        (x // -4, -3, 0),
        (ceildiv(x, 4), 0, 3),
        (y % 10, 0, 9),
        (x % 20, 0, 9),
    ],
)
def test_intervals_are_tight(expression: Expression, lower: int, upper: int) -> None:
    assert expression.interval([Interval(0, 9), Interval(-10, -1)]) == Interval(lower, upper)
