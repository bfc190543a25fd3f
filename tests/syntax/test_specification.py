"""What the specification shows is read: its examples, and every production of its grammar.

The documents are not part of the project: where they do not lie beside it, only the examples that
testdata/syntax/specification.mlir has of its own are read.
"""

from __future__ import annotations

import re

import pytest

from stablehlo_tools import api, grammars
from stablehlo_tools.diagnostic import Severity
from tests.specification import PROJECT, example, statements, text_of

OWN = PROJECT / "testdata" / "syntax" / "specification.mlir"


# -- examples -----------------------------------------------------------------------------------

# Mistakes in the examples, by op, and what is said of them.
MISTAKES = {
    "async_start": {"async_start_c3", "undefined_value"},  # the body has no argument for the operand
    "cholesky": {"cholesky_c1"},  # f32 becomes f64
    "collective_broadcast": {"unknown_type"},  # `tensor1x2xi64>`
    "collective_reduce": {"syntax"},  # the same, and commas are missing
    "composite": {"composite_c2"},  # the decomposition is not shown
    "custom_call": {"syntax"},  # there is a comma behind the last attribute
    "dynamic_conv": {"dynamic_conv_c13"},  # the feature dimension of the output is not unique
    "is_finite": {"syntax"},  # `tensor<7xf64)`
}


def errors_of(program: str) -> set[str]:
    return {found.code for found in api.verify(program) if found.severity is Severity.ERROR}


@pytest.mark.parametrize("name", ["stablehlo_spec.md", "seeds/002_039bdd0256351a45.txt"])
def test_every_example_of_the_documents_is_read_and_verified(name: str) -> None:
    found = list(statements(text_of(name)))
    assert len(found) > 100
    wrong = {}
    for statement in found:
        codes = errors_of(example(statement))
        op = statement.partition('"stablehlo.')[2].partition('"')[0]
        if codes and codes != MISTAKES.get(op):
            wrong[statement] = codes
    assert wrong == {}


@pytest.mark.parametrize("name", ["stablehlo_spec.md", "seeds/002_039bdd0256351a45.txt"])
def test_every_program_of_the_documents_is_read_and_verified(name: str) -> None:
    programs = re.findall(r"^func\.func .*?^}$", text_of(name), re.MULTILINE | re.DOTALL)
    assert programs
    assert [errors_of(program) for program in programs] == [set()] * len(programs)


def test_our_own_examples_in_the_spellings_of_the_grammar() -> None:
    assert api.verify(OWN) == []


# -- productions --------------------------------------------------------------------------------

README = (PROJECT / "grammar" / "README.md").read_text(encoding="utf-8")


def documented() -> set[str]:
    """The productions in the tables of grammar/README.md."""
    rows = re.findall(r"^\| (`.*?) \|", README, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_every_production_of_the_specification_has_its_rule() -> None:
    productions = re.findall(r"^(\w+) +::= ", text_of("stablehlo_spec.md"), re.MULTILINE)
    assert len(productions) > 80
    assert sorted(set(productions) - documented()) == []


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
