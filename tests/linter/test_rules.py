"""Every rule: it finds something in its bad program, nothing in its good one, and says what it did before.

`SHLO_UPDATE_SNAPSHOTS=1 pytest tests/linter/test_rules.py` writes the pages of `shlo explain` anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.linter.check import settings_of_example
from stablehlo_tools.linter.registry import RULES
from stablehlo_tools.linter.rule import FAMILIES, Rule

SNAPSHOTS = Path(__file__).resolve().parents[2] / "testdata" / "lint"


def codes(rule: Rule, text: str) -> set[str]:
    return {found.code for found in stablehlo_tools.lint(text, settings=settings_of_example(rule))}


def each_rule() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))


@each_rule()
def test_the_examples_verify(rule: Rule) -> None:
    found = [found for text in (rule.bad, rule.good) for found in stablehlo_tools.verify(text)]
    assert [each for each in found if each.severity is Severity.ERROR] == []


@each_rule()
def test_the_bad_program_has_it_and_the_good_one_has_not(rule: Rule) -> None:
    assert rule.code in codes(rule, rule.bad)
    assert rule.code not in codes(rule, rule.good)


@each_rule()
def test_the_page_reads_as_before(rule: Rule) -> None:
    page = re.sub(r"(\.py):\d+", r"\1", str(stablehlo_tools.explain(rule.code))) + "\n"
    snapshot = SNAPSHOTS / f"{rule.code}.txt"
    if os.environ.get("SHLO_UPDATE_SNAPSHOTS"):
        snapshot.write_text(page, encoding="utf-8")
    assert page == snapshot.read_text(encoding="utf-8")


@each_rule()
def test_a_rule_is_declared_in_full(rule: Rule) -> None:
    assert re.fullmatch(rf"({'|'.join(FAMILIES)})\d{{3}}", rule.code)
    assert all(text.endswith(".") for text in (rule.what, rule.why, rule.help))
    assert stablehlo_tools.explain(rule.name) == stablehlo_tools.explain(rule.code)


def test_every_page_is_of_a_rule() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("*.txt")} == set(RULES)


def test_names_are_no_two_rules() -> None:
    assert len({rule.name for rule in RULES.values()}) == len(RULES)
