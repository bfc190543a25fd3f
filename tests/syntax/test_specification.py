"""What the specification shows is read: examples in its spellings, and every production of its grammar."""

from __future__ import annotations

import re

from stablehlo_tools import api, grammars
from tests.specification import PROJECT, productions

OWN = PROJECT / "testdata" / "syntax" / "specification.mlir"


def test_our_own_examples_in_the_spellings_of_the_grammar() -> None:
    assert api.verify(OWN) == []


# -- productions --------------------------------------------------------------------------------

README = (PROJECT / "grammar" / "README.md").read_text(encoding="utf-8")


def documented() -> set[str]:
    """The productions in the tables of grammar/README.md."""
    rows = re.findall(r"^\| (`.*?) \|", README, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_every_production_of_the_specification_has_its_rule() -> None:
    assert sorted(set(productions()) - documented()) == []


def test_every_rule_that_the_table_names_is_in_the_grammar() -> None:
    table = README.partition("## From the specification")[2].partition("\nWhat MLIR has")[0]
    named = set()
    for row in re.findall(r"^\| `.*? \| (.*) \|$", table, re.MULTILINE):
        named |= set(re.findall(r"`([a-z_]+|[A-Z_]+)`", row))
    grammar = grammars.text("stablehlo")
    rules = set(re.findall(r"^[?!]*(\w+)(?:\.\d+)?:", grammar, re.MULTILINE))
    rules |= set(re.findall(r"-> (\w+)", grammar)) | set(re.findall(r'"(\w+)"', grammar))
    assert sorted(named - rules) == []
    assert "statement" in named
