"""Each production of the specification's EBNF has a rule of the grammar, which parses what it derives."""

from __future__ import annotations

import json
import random
from typing import NamedTuple

import pytest

import stablehlo_tools
from stablehlo_tools.api import reading
from stablehlo_tools.diagnostics.diagnostic import Severity
from tests import oracle
from tests.agreement.mlir import Mlir
from tests.specification import PROJECT, productions
from tests.text.ebnf import Ebnf
from tests.text.rules import is_parsed, parse, rules


class Case(NamedTuple):
    """A program with a production, which MLIR may not have, and one with something else in its place."""

    production: str
    accepted: str
    rejected: str
    is_of_mlir: bool = True


CASES = [
    Case(**json.loads(line))
    for line in (PROJECT / "testdata/syntax/productions.jsonl").read_text(encoding="utf-8").splitlines()
]


def test_each_production_has_a_rule_and_a_case() -> None:
    assert list(rules()) == list(productions())
    assert [case.production for case in CASES] == list(productions())


@pytest.mark.parametrize("name", productions())
def test_the_rule_parses_what_the_production_derives(name: str) -> None:
    grammar, source = Ebnf(productions()), random.Random(name)
    texts = [text for text in {grammar.derived(name, source) for _ in range(60)} if is_parsed(text)]
    assert texts
    for text in texts:
        parse(name, text)


@pytest.mark.parametrize("parser", ["fast", "reference"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.production)
def test_a_program_with_a_production_and_one_with_something_else(case: Case, parser: reading.Parser) -> None:
    assert errors_of(case.accepted, parser) == []
    assert len(errors_of(case.rejected, parser)) > 0


def errors_of(program: str, parser: reading.Parser) -> list[str]:
    """The errors of a program, by the positions at which they are."""
    found = [
        each for each in stablehlo_tools.verify(program, parser=parser) if each.severity is Severity.ERROR
    ]
    assert all(each.span for each in found)
    return [each.message for each in found]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.production)
def test_the_case_has_all_that_a_production_lists(case: Case) -> None:
    assert all(text in case.accepted for text in Ebnf(productions()).listed(case.production))


def test_the_verdicts_are_those_of_mlir() -> None:
    if not oracle.is_there():
        pytest.skip("MLIR comes with jax")
    with Mlir() as mlir:
        accepted = {case: mlir.verdict(case.accepted) is None for case in CASES}
        assert [case for case in CASES if accepted[case] != case.is_of_mlir] == []
        assert [case for case in CASES if mlir.verdict(case.rejected) is None] == []
