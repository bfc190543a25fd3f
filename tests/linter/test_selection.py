"""Which rules are applied, as ruff decides it: longer selectors win, ignoring wins of two equally long."""

from __future__ import annotations

import pytest

from stablehlo_tools.linter.registry import RULES
from stablehlo_tools.linter.selection import (
    Layer,
    UnknownSelector,
    known_codes,
    require_known,
    selected_rules,
)

HYGIENE = {code for code in RULES if code.startswith("HYG")}


def codes(*layers: Layer) -> set[str]:
    return {rule.code for rule in selected_rules(layers, preview=True)}


def test_without_a_word_matters_of_taste_are_left_out() -> None:
    assert codes() == {code for code in RULES if code[-3] == "0"}


@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        (Layer(select=("ALL",)), set(RULES)),
        (Layer(select=("HYG",)), HYGIENE),
        (Layer(select=("HYG001",)), {"HYG001"}),
        (Layer(select=("HYG",), ignore=("HYG001",)), HYGIENE - {"HYG001"}),
        (Layer(select=("HYG001",), ignore=("HYG",)), {"HYG001"}),
        (Layer(select=("HYG001",), ignore=("HYG001",)), set()),
        (Layer(select=("SUP",), extend_select=("HYG001",), ignore=("ALL",)), {"SUP001", "SUP002", "HYG001"}),
        (Layer(select=()), set()),
    ],
)
def test_a_layer(layer: Layer, expected: set[str]) -> None:
    assert codes(layer) == expected


def test_a_later_layer_changes_what_an_earlier_one_says() -> None:
    file = Layer(select=("HYG",), ignore=("HYG001",))
    assert codes(file, Layer(ignore=("HYG002",))) == HYGIENE - {"HYG001", "HYG002"}
    assert codes(file, Layer(extend_select=("HYG001",))) == HYGIENE
    assert codes(file, Layer(select=("HYG001", "SUP001"))) == {"HYG001", "SUP001"}


def test_what_no_rule_begins_with_is_unknown() -> None:
    require_known(["ALL", "HYG", "HYG0", "SUP001"])
    with pytest.raises(UnknownSelector, match=r"unknown rule `HYG01`; did you mean `HYG001`"):
        require_known(["HYG", "HYG01"])


def test_the_codes_are_known_without_the_rules() -> None:
    assert known_codes() == {code: rule.is_preview for code, rule in RULES.items()}
