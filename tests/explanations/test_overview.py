"""The rules as a whole are those of the specification, all of them, and each is accounted for."""

from __future__ import annotations

import json

import pytest

from stablehlo_tools.explanations.facts.ops import (
    ConstructExplanation,
    OpExplanation,
    all_constructs,
    all_ops,
)
from stablehlo_tools.explanations.overview import coverage, ledger
from stablehlo_tools.explanations.table import table
from stablehlo_tools.ops.model.deviations import ADDED, REWORDED, STRICT, UNNUMBERED
from tests.specification import NumberedConstraint, constraints

DECLARED: list[OpExplanation | ConstructExplanation] = [*all_ops(), *all_constructs()]
RULES = [rule for op in DECLARED for rule in op.rules]


@pytest.fixture(scope="module")
def specification() -> dict[str, NumberedConstraint]:
    """The numbered constraints of the specification by code."""
    return {constraint.code: constraint for constraint in constraints()}


def test_no_constraint_is_missing(specification: dict[str, NumberedConstraint]) -> None:
    total = coverage()[-1]
    assert total.numbered == len(specification)
    numbered = [op.name for op in DECLARED if any(rule.origin != "added" for rule in op.rules)]
    assert len(numbered) == len({constraint.of for constraint in specification.values()})


def test_constraints_are_numbered_without_gaps() -> None:
    for op in DECLARED:
        numbers = [int(rule.id[1:]) for rule in op.rules]
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), op.name


def test_every_rule_is_counted_once() -> None:
    *ops, total = coverage()
    assert sum(total.origins.values()) == len(RULES)
    for counted in ("origins", "kinds"):
        assert sum((getattr(each, counted) for each in ops), type(total.origins)()) == getattr(total, counted)
    assert total.kinds.total() - total.kinds["type"] == len(RULES)
    assert total.kinds["type"] == sum(
        len(entries) for op in all_ops() for entries in (op.operands, op.attributes, op.regions, op.results)
    )


def test_the_wording_of_every_constraint_is_that_of_the_specification(
    specification: dict[str, NumberedConstraint],
) -> None:
    ours = {rule.code: rule.text for rule in RULES if rule.origin != "added"}
    assert ours.keys() == specification.keys()
    for code, row in specification.items():
        assert plain(ours[code]) == plain(" ".join([row.text, *row.items])), code


def plain(text: str) -> str:
    """A text without backquotes, bullets, line breaks and the full stop at its end."""
    text = text.replace("`", "").removeprefix("* ").replace("\n* ", " ").replace("\n  * ", " ")
    text = text.replace("\n    * ", " ")
    return " ".join(text.split()).removesuffix(".")


def test_ops_without_numbered_constraints_are_known(specification: dict[str, NumberedConstraint]) -> None:
    numbered = {constraint.of for constraint in specification.values()}
    with_rules = {
        op.name.partition(".")[2].replace("-", "_")
        for op in all_ops()
        if op.rules and "stablehlo." in op.name
    }
    assert with_rules - numbered == UNNUMBERED - {"create_token"}


def test_the_ledger_has_both_wordings_and_the_reason() -> None:
    rules = {rule.code: rule for rule in ledger()}
    assert rules.keys() == REWORDED.keys() | ADDED.keys() | STRICT.keys()
    for code, reason in REWORDED.items():
        assert rules[code].remark == reason
        assert rules[code].origin == "reworded"
        assert rules[code].formulas
    for code, reason in STRICT.items():
        assert rules[code].leniency == reason
        assert any(formula.is_strict for formula in rules[code].formulas)


def test_the_table_is_complete_and_plain_data() -> None:
    data = table()
    assert json.loads(json.dumps(data)) == data
    assert data["schema"] == 1
    assert len(data["ops"]) == len(all_ops())
    assert sum(len(each["rules"]) for each in (*data["ops"], *data["constructs"])) == len(RULES)
    dot_general = next(op for op in data["ops"] if op["op"] == "stablehlo.dot_general")
    assert [each["name"] for each in dot_general["inputs"]] == ["lhs", "rhs"]
    assert [each["name"] for each in dot_general["outputs"]] == ["result"]
    rule = dot_general["rules"][5]
    assert (rule["id"], rule["code"], rule["kind"]) == ("C6", "dot_general_c6", "formula")
    assert rule["text"] == "0 <= lhs_contracting_dimensions < rank(lhs)"
    assert rule["formulas"] == [{"when": [], "strict": False, "formula": rule["text"]}]
    assert rule["reads"] == ["lhs_contracting_dimensions", "lhs"]
