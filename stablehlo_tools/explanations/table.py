"""All ops, rules and codes as JSON objects; `docs/explain.md` describes the schema."""

from __future__ import annotations

import functools
from typing import Any, Final

from stablehlo_tools._version import __version__
from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.explanations.facts.codes import CodeExplanation, all_codes, code_explanation
from stablehlo_tools.explanations.facts.explanation import Explanation
from stablehlo_tools.explanations.facts.lint import FamilyExplanation, LintExplanation, all_lint_rules
from stablehlo_tools.explanations.facts.lowerings import LoweringExplanation, all_lowerings
from stablehlo_tools.explanations.facts.ops import (
    ConstructExplanation,
    OpExplanation,
    all_constructs,
    all_ops,
)
from stablehlo_tools.explanations.facts.rules import RuleExplanation
from stablehlo_tools.explanations.facts.signatures import SignatureEntry
from stablehlo_tools.explanations.left_open import LeftOpen, left_open
from stablehlo_tools.explanations.overview import coverage, ledger
from stablehlo_tools.ops.examples import Example

# Incremented when a field changes its meaning or is removed.
SCHEMA: Final = 1

Object = dict[str, Any]


def table() -> Object:
    """The JSON object with every op, type and constant and its rules, every lint rule, every other code."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "ops": [as_object(op) for op in all_ops()],
        "constructs": [as_object(each) for each in all_constructs()],
        "lint": [as_object(rule) for rule in all_lint_rules()],
        "lowerings": [as_object(each) for each in all_lowerings()],
        "codes": [as_object(code_explanation(code)) for code in all_codes().values()],
    }


def ledger_objects() -> list[Object]:
    """The rules that deviate from the specification, as JSON objects."""
    return [as_object(rule) for rule in ledger()]


def left_open_objects() -> list[Object]:
    """The sentences of the specification that leave something open, as JSON objects."""
    return list(map(_left_open, left_open()))


def _left_open(point: LeftOpen) -> Object:
    choices = [{**members(each, "code here"), "others": list(each.variants)} for each in point.choices]
    return {
        **members(point, "sentence=name of=subject text ops"),
        "choices": choices,
        "not_tried": point.reason or None,
    }


def coverage_objects() -> list[Object]:
    """The number of rules of each op, and of all (`op` is empty), by origin and by kind of check."""
    return [{"op": each.op, "origins": dict(each.origins), "kinds": dict(each.kinds)} for each in coverage()]


@functools.singledispatch
def as_object(explanation: Explanation) -> Object:
    """The JSON object of an explanation."""
    raise NotImplementedError(type(explanation))


@as_object.register
def _constraint(rule: RuleExplanation) -> Object:
    return {"op": rule.op, **_rule(rule)}


@as_object.register
def _op(op: OpExplanation) -> Object:
    return {
        "op": op.name,
        "dialect": op.name.partition(".")[0],
        **members(op, "documentation syntax? reference source=declared_at executed=is_executed"),
        "inputs": [_value(entry) for entry in op.operands],
        "attributes": [_attribute(entry) for entry in op.attributes],
        "regions": [_value(entry) for entry in op.regions],
        "outputs": [_value(entry) for entry in op.results],
        "definitions": dict(op.definitions),
        "rewrites": [members(each, "stage pattern exact=is_exact") for each in op.rewrites],
        "rules": [_rule(rule) for rule in op.rules],
        "left_open": list(map(_left_open, op.left_open)),
    }


@as_object.register
def _construct(construct: ConstructExplanation) -> Object:
    return {
        **members(construct, "construct=name code=mnemonic documentation reference source=declared_at"),
        "parts": [members(part, "name type") for part in construct.parts],
        "rules": [_rule(rule) for rule in construct.rules],
    }


def _value(entry: SignatureEntry) -> Object:
    return members(entry, "name code type kinds variadic=is_variadic")


def _attribute(entry: SignatureEntry) -> Object:
    required = {"required": entry.default is None}
    return {**members(entry, "name code type kinds"), **required, **members(entry, "default in=holder")}


def _rule(rule: RuleExplanation) -> Object:
    is_formula = rule.kind == "formula"
    return {
        **members(rule, "id code older_id text"),
        "formulas": [
            {**members(each, "when strict=is_strict"), "formula": each.text if is_formula else None}
            for each in rule.formulas
        ],
        **members(rule, "kind origin remark leniency"),
        "reads": [entry.name for entry in rule.reads],
        "definitions": [name for name, _ in rule.definitions],
        "functions": [name for name, _ in rule.functions],
        "failing": _text(rule.failing),
        "passing": _text(rule.passing),
    }


# `remedy` is the older name of `help`.
@as_object.register
def _lint_rule(rule: LintExplanation) -> Object:
    return {
        **members(rule, "code name family what why help remedy=help severity preview=is_preview fix?"),
        "settings": list(rule.settings),
        **members(rule, "declared_at failing=bad.text passing=good.text"),
    }


@as_object.register
def _family(family: FamilyExplanation) -> Object:
    return {**members(family, "code meaning"), "rules": [as_object(rule) for rule in family.rules]}


@as_object.register
def _lowering(lowering: LoweringExplanation) -> Object:
    return members(
        lowering,
        "code family what why needs? accuracy on_request patterns before=before.text after=after.text",
    )


@as_object.register
def _code(code: CodeExplanation) -> Object:
    return {**members(code, "code meaning help remedy=help command"), "failing": _text(code.example)}


def _text(example: Example | None) -> str | None:
    return None if example is None else example.text
