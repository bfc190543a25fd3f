"""Simplification: the forms that it reaches, and that it never changes what a map means."""

from __future__ import annotations

import pytest

from stablehlo_tools.indexing.affine import ExpressionKind, dimension
from stablehlo_tools.indexing.canonical import canonical
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import IndexingMap, Undefined
from stablehlo_tools.indexing.parse import parse_expression, parse_map
from stablehlo_tools.indexing.print import MapForm, print_map
from stablehlo_tools.indexing.simplify import result_intervals, simplify
from tests.indexing.cases import is_small, pairs, point_set
from tests.indexing.generate import Maps
from tests.together import together

CASES = list(pairs("simplify.txt"))


@pytest.mark.parametrize(("before", "after"), CASES)
def test_the_forms_that_are_reached(before: str, after: str) -> None:
    simplified = simplify(parse_map(before))
    assert print_map(simplified, MapForm.XLA_2025) == after
    assert simplify(simplified) == simplified


@pytest.mark.parametrize(("before", "after"), CASES)
def test_the_cases_mean_what_they_did(before: str, after: str) -> None:
    original, simplified = parse_map(before), parse_map(after)
    assert isinstance(original, IndexingMap)
    assert isinstance(simplified, IndexingMap)
    if is_small(original):
        assert point_set(original) == point_set(simplified)


def test_dimensions_of_one_value_are_kept_on_request() -> None:
    domain = ", domain: d0 in [0, 0], d1 in [0, 31], s0 in [4, 4]"
    map = parse_map("(d0, d1)[s0] -> (d0 * 32 + d1, d1 / 32, d0 + s0)" + domain)
    assert print_map(simplify(map)) == "(d0, d1)[s0] -> (d1, 0, 4)" + domain
    assert print_map(simplify(map, keep_points=True)) == "(d0, d1)[s0] -> (d0 * 32 + d1, 0, 4)" + domain


def test_what_is_not_known_stays_unknown() -> None:
    assert simplify(Undefined("custom_call")) == Undefined("custom_call")


@pytest.mark.parametrize(
    ("text", "intervals"),
    [
        ("(d0, d1) -> (d0 * 86 + d1), domain: d0 in [0, 11], d1 in [0, 85]", [(0, 1031)]),
        (
            "(d0) -> ((d0 * 3) mod 7, -d0), domain: d0 in [0, 11], (d0 * 3) mod 7 in [2, 5]",
            [(2, 5), (-11, 0)],
        ),
        ("(d0) -> (d0), domain: d0 in [0, 9], d0 floordiv 20 in [1, 1]", [(0, 9)]),
    ],
)
def test_the_intervals_of_results(text: str, intervals: list[tuple[int, int]]) -> None:
    map = parse_map(text)
    assert isinstance(map, IndexingMap)
    assert result_intervals(map) == [Interval(*ends) for ends in intervals]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(v0 + 0) * 1 + v1 * 0", "v0"),
        ("v0 * 3 + v0 * 2", "v0 * 5"),
        ("v0 * 5 - v0 * 5", "0"),
        ("(v0 + 2) * 3", "v0 * 3 + 6"),
        ("v1 * 3 + v0 * 2", "v0 * 2 + v1 * 3"),
        ("((v1 * 2) + 5) + ((v0 - v1) * 3)", "v0 * 3 - v1 + 5"),
        ("(2 * (v0 + 1) + 3) * 4", "v0 * 8 + 20"),
        ("(v0 + 1) * (v1 + 2)", "v0 * v1 + v0 * 2 + v1 + 2"),
        ("v1 * v0 * 2", "v0 * v1 * 2"),
        ("max(v0, v0 + 1)", "v0 + 1"),
        ("min(v0, v0 - 1)", "v0 - 1"),
        ("min(v1, v0) + min(v0, v1)", "min(v0, v1) * 2"),
        ("(v0 * 8) ceildiv 4", "v0 * 2"),
        ("(v0 * 8 + 3) floordiv 4", "v0 * 2"),
        ("(v0 * 8 + 3) ceildiv 4", "v0 * 2 + 1"),
        ("(v0 * 8 + 3) mod 4", "3"),
        ("(v0 * 6) mod 4", "((v0 * 3) mod 2) * 2"),
        ("(v0 mod 21) mod 7", "v0 mod 7"),
        ("(v0 mod 20) mod 7", "(v0 mod 20) mod 7"),
        ("v0 mod -5", "v0 mod 5"),
        ("v0 mod v0", "0"),
        ("v0 floordiv -1", "-v0"),
        ("v0 ceildiv -2", "-(v0 floordiv 2)"),
        ("(v0 * 6) floordiv -3", "v0 * -2"),
        ("(v0 floordiv 16) * 32 + v1 + (v0 mod 16) * 2", "v0 * 2 + v1"),
        ("((v0 + v1) floordiv 4) * 4 + (v0 + v1) mod 4", "v0 + v1"),
    ],
)
def test_the_canonical_form_of_an_expression(text: str, expected: str) -> None:
    variables = {"v0": dimension(0), "v1": dimension(1)}
    assert canonical(parse_expression(text, variables)) is parse_expression(expected, variables)


@together("seed", range(300))
def test_a_simplified_map_has_the_same_points(seed: int) -> None:
    chance = Maps(seed)
    map = chance.map()
    simplified = simplify(map, keep_points=chance.chance.random() < 0.3)
    assert isinstance(simplified, IndexingMap)
    assert point_set(simplified) == point_set(map)
    again = simplify(simplified)
    assert simplify(again) == again


@together("seed", range(100))
def test_a_canonical_expression_has_the_same_values(seed: int) -> None:
    chance = Maps(seed)
    expression = chance.expression(5, [dimension(0), dimension(1)])
    simple = canonical(expression)
    assert canonical(simple) is simple
    assert simple.kind is not ExpressionKind.CEILING
    for point in [(-7, 3), (0, 0), (5, -2), (16, 9), (123, 48)]:
        assert int(simple.evaluate(point)) == int(expression.evaluate(point))
