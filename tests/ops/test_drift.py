"""The declared constraints are those of the specification, or the ledger says why they are not."""

from __future__ import annotations

from collections import defaultdict

import pytest

from stablehlo_tools.ops.model.constructs import CONSTRUCTS, Construct
from stablehlo_tools.ops.model.deviations import ADDED, REWORDED, STRICT, UNSPECIFIED
from stablehlo_tools.ops.model.schema import Constraint, Op
from stablehlo_tools.ops.registry import OPS
from tests.specification import NumberedConstraint, constraints, ops

DECLARED: list[Op | Construct] = [*OPS.values(), *CONSTRUCTS.values()]


@pytest.fixture(scope="module")
def specification() -> dict[str, NumberedConstraint]:
    """The numbered constraints of all ops, types and constants, by code."""
    return {constraint.code: constraint for constraint in constraints()}


def declared_rules(specification: dict[str, NumberedConstraint]) -> dict[str, list[Constraint]]:
    """The rules of what the specification has numbered constraints for, by code."""
    numbered = {constraint.of for constraint in specification.values()}
    rules: dict[str, list[Constraint]] = defaultdict(list)
    for construct in CONSTRUCTS.values():
        for rule in construct.rules:
            rules[code_of(construct, rule)].append(rule)
    for op in OPS.values():
        if op.name.startswith("stablehlo.") and op.mnemonic in numbered:
            for rule in op.rules:
                rules[code_of(op, rule)].append(rule)
    return rules


def code_of(op: Op | Construct, rule: Constraint) -> str:
    return f"{op.mnemonic}_{rule.id.lower()}"


def plain(text: str) -> str:
    """A text without backquotes, line breaks and the full stop at its end."""
    return " ".join(text.replace("`", "").split()).removesuffix(".")


def is_verbatim(rules: list[Constraint], constraint: NumberedConstraint) -> bool:
    rules = [rule for rule in rules if rule.is_strict] or rules  # the others are more lenient
    texts, conditions = [plain(rule.text) for rule in rules], len(rules[0].guards)
    return texts == [plain(constraint.text)] and not constraint.items and conditions == len(constraint.guards)


def test_ops_are_in_the_specification_or_listed() -> None:
    declared = {op.mnemonic for op in OPS.values() if op.name.startswith("stablehlo.")}
    assert declared - set(ops()) == UNSPECIFIED
    assert set(ops()) <= declared


def test_no_constraint_is_missing(specification: dict[str, NumberedConstraint]) -> None:
    assert specification.keys() <= declared_rules(specification).keys()


def test_no_constraint_is_invented(specification: dict[str, NumberedConstraint]) -> None:
    assert declared_rules(specification).keys() - specification.keys() == ADDED.keys()


def test_constraints_are_worded_as_in_the_specification(specification: dict[str, NumberedConstraint]) -> None:
    rules = declared_rules(specification)
    codes = rules.keys() & specification.keys()
    reworded = {code for code in codes if not is_verbatim(rules[code], specification[code])}
    assert reworded == REWORDED.keys()


def test_the_ledger_says_what_strict_is_for() -> None:
    assert STRICT.keys() == {code_of(op, rule) for op in DECLARED for rule in op.rules if rule.is_strict}


def test_the_ledger_is_about_rules_that_are_there() -> None:
    declared = {code_of(op, rule) for op in DECLARED for rule in op.rules}
    assert REWORDED.keys() | ADDED.keys() <= declared
