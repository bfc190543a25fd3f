"""Sizes with names, as JAX writes them."""

from __future__ import annotations

import pytest

from stablehlo_tools.ir.symbolic_sizes import names_in, size_of, solved

SIZES = {"b": 7, "t": 3}


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("b", 7),
        ("32", 32),
        ("2*b - 1", 13),
        ("b^2 + 3*t", 58),
        ("floordiv(b, 2)", 3),
        ("mod(b, t)", 1),
        ("max(b, 3)", 7),
        ("min(b, t)", 3),
        ("- b + 10", 3),
        ("b*t + b^2 - t - b", 60),
        ("2*floordiv(b + 1, t + 1)", 4),
        ("floordiv(b^2*t, 3)", 49),
        ("mod(-b, t)", 2),
        ("(b + t)*2", 20),
        ("non_negative(b)", None),
        ("c", None),
        ("floordiv(b, t - 3)", None),
        ("b +", None),
        ("b t", None),
        ("max(b)", None),
        ("b^99999", None),
        ("(" * 5000 + "b", None),
        ("", None),
    ],
)
def test_the_number_that_an_expression_is(text: str, size: int | None) -> None:
    """The expressions are those that JAX prints for symbolic sizes; the numbers are by hand."""
    assert size_of(text, SIZES) == size


@pytest.mark.parametrize(
    ("text", "size", "value"),
    [
        ("b", 7, {"b": 7}),
        ("2*b", 6, {"b": 3}),
        ("b^2 + 1", 50, {"b": 7}),
        ("2*b", 7, {}),
        ("b + t", 3, {}),
        ("4", 4, {}),
    ],
)
def test_a_name_follows_from_a_size(text: str, size: int, value: dict[str, int]) -> None:
    assert solved(text, size) == value


def test_names() -> None:
    assert names_in("floordiv(b^2*t, 3) + max(t_1, 2)") == ["b", "t", "t_1"]
    assert names_in("32") == []
