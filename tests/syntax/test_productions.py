"""Each production of the specification's EBNF has a rule of the grammar, which parses what it derives."""

from __future__ import annotations

import functools
import json
import random
import re
from typing import NamedTuple

import lark
import pytest

from stablehlo_tools import api
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.parsing import grammars
from tests import oracle
from tests.agreement.mlir import Mlir
from tests.specification import PROJECT, productions
from tests.syntax.ebnf import derived, listed


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
# Where the grammar has less, see grammar/README.md: an empty element in a list, a number without digits.
_LESS = re.compile(r"[\[,<],|,[\]>]|0x(?![0-9A-Fa-f])")


@functools.cache
def rules() -> dict[str, str]:
    """The rule of each production, as the table of grammar/README.md has it."""
    table = (PROJECT / "grammar/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(.*)` \|$", table.partition("## From the spec")[2], re.MULTILINE)
    return {name: rule.replace("\\|", "|") for name, rule in rows}


@functools.cache
def parser() -> lark.Lark:
    """The grammar, with a start rule for each production."""
    starts = "".join(f"start{index}: {rule}\n" for index, rule in enumerate(rules().values()))
    grammar = f"{grammars.text('stablehlo', 'formats')}\n{starts}"
    names = [f"start{index}" for index in range(len(rules()))]
    return lark.Lark(grammar, parser="lalr", start=names, g_regex_flags=re.ASCII)


def test_each_production_has_a_rule_and_a_case() -> None:
    assert list(rules()) == list(productions())
    assert [case.production for case in CASES] == list(productions())


@pytest.mark.parametrize("name", productions())
def test_the_rule_parses_what_the_production_derives(name: str) -> None:
    source = random.Random(name)
    texts = {derived(name, source) for _ in range(60)}
    sound = [text for text in texts if not _LESS.search(text)]
    assert sound
    for text in sound:
        parser().parse(text, start=f"start{list(rules()).index(name)}")


@pytest.mark.parametrize("parser", ["fast", "reference"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.production)
def test_a_program_with_a_production_and_one_with_something_else(case: Case, parser: api.Parser) -> None:
    assert errors_of(case.accepted, parser) == []
    assert len(errors_of(case.rejected, parser)) > 0


def errors_of(program: str, parser: api.Parser) -> list[str]:
    """The errors of a program, by the positions at which they are."""
    found = [each for each in api.verify(program, parser=parser) if each.severity is Severity.ERROR]
    assert all(each.span for each in found)
    return [each.message for each in found]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.production)
def test_the_case_has_all_that_a_production_lists(case: Case) -> None:
    assert all(text in case.accepted for text in listed(case.production))


def test_the_verdicts_are_those_of_mlir() -> None:
    if not oracle.is_there():
        pytest.skip("MLIR comes with jax")
    with Mlir() as mlir:
        accepted = {case: mlir.verdict(case.accepted) is None for case in CASES}
        assert [case for case in CASES if accepted[case] != case.is_of_mlir] == []
        assert [case for case in CASES if mlir.verdict(case.rejected) is None] == []
