"""All ops, rules and codes as JSON objects; `docs/explain.md` describes the schema."""

from __future__ import annotations

from typing import Any, Final

from stablehlo_tools._version import __version__
from stablehlo_tools.explanations.codes import all_codes
from stablehlo_tools.explanations.examples import Example
from stablehlo_tools.explanations.facts import (
    CodeExplanation,
    ConstructExplanation,
    Explanation,
    LintExplanation,
    LoweringExplanation,
    OpExplanation,
    RuleExplanation,
    SignatureEntry,
    all_constructs,
    all_lint_rules,
    all_lowerings,
    all_ops,
    code_explanation,
)
from stablehlo_tools.explanations.left_open import LeftOpen, left_open
from stablehlo_tools.explanations.overview import coverage, ledger

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
    return {
        "sentence": point.name,
        "of": point.of,
        "text": point.text,
        "ops": list(point.ops),
        "choices": [
            {"code": choice.code, "here": choice.here, "others": list(choice.others)}
            for choice in point.choices
        ],
        "not_tried": point.reason or None,
    }


def coverage_objects() -> list[Object]:
    """The number of rules of each op, and of all (`op` is empty), by origin and by kind of check."""
    return [{"op": each.op, "origins": dict(each.origins), "kinds": dict(each.kinds)} for each in coverage()]


def as_object(explanation: Explanation) -> Object:
    """The JSON object of an explanation."""
    if isinstance(explanation, OpExplanation):
        return _op(explanation)
    if isinstance(explanation, ConstructExplanation):
        return _construct(explanation)
    if isinstance(explanation, RuleExplanation):
        return {"op": explanation.op, **_rule(explanation)}
    if isinstance(explanation, LoweringExplanation):
        return _lowering(explanation)
    return _lint_rule(explanation) if isinstance(explanation, LintExplanation) else _code(explanation)


def _op(op: OpExplanation) -> Object:
    return {
        "op": op.name,
        "dialect": op.name.partition(".")[0],
        "documentation": op.documentation,
        "syntax": op.syntax or None,
        "reference": op.reference,
        "source": op.declared_at,
        "executed": op.is_executed,
        "inputs": [_value(entry) for entry in op.operands],
        "attributes": [_attribute(entry) for entry in op.attributes],
        "regions": [_value(entry) for entry in op.regions],
        "outputs": [_value(entry) for entry in op.results],
        "definitions": dict(op.definitions),
        "rewrites": [
            {"stage": each.stage, "pattern": each.pattern, "exact": each.is_exact} for each in op.rewrites
        ],
        "rules": [_rule(rule) for rule in op.rules],
        "left_open": list(map(_left_open, op.left_open)),
    }


def _construct(construct: ConstructExplanation) -> Object:
    return {
        "construct": construct.name,
        "code": construct.mnemonic,
        "documentation": construct.documentation,
        "reference": construct.reference,
        "source": construct.declared_at,
        "parts": [{"name": part.name, "type": part.type} for part in construct.parts],
        "rules": [_rule(rule) for rule in construct.rules],
    }


def _value(entry: SignatureEntry) -> Object:
    return {
        "name": entry.name,
        "code": entry.code,
        "type": entry.type,
        "kinds": list(entry.kinds),
        "variadic": entry.is_variadic,
    }


def _attribute(entry: SignatureEntry) -> Object:
    return {
        "name": entry.name,
        "code": entry.code,
        "type": entry.type,
        "kinds": list(entry.kinds),
        "required": entry.default is None,
        "default": entry.default,
        "in": entry.holder,
    }


def _rule(rule: RuleExplanation) -> Object:
    is_formula = rule.kind == "formula"
    return {
        "id": rule.id,
        "code": rule.code,
        "older_id": rule.older_id,
        "text": rule.text,
        "formulas": [
            {
                "when": list(each.when),
                "strict": each.is_strict,
                "formula": each.text if is_formula else None,
            }
            for each in rule.formulas
        ],
        "kind": rule.kind,
        "origin": rule.origin,
        "remark": rule.remark,
        "leniency": rule.leniency,
        "reads": [entry.name for entry in rule.reads],
        "definitions": [name for name, _ in rule.definitions],
        "functions": [name for name, _ in rule.functions],
        "failing": _text(rule.failing),
        "passing": _text(rule.passing),
    }


def _lint_rule(rule: LintExplanation) -> Object:
    return {
        "code": rule.code,
        "name": rule.name,
        "family": rule.family,
        "what": rule.what,
        "why": rule.why,
        "help": rule.help,
        "remedy": rule.help,  # the older name
        "severity": rule.severity,
        "preview": rule.is_preview,
        "fix": rule.fix or None,
        "settings": list(rule.settings),
        "declared_at": rule.declared_at,
        "failing": rule.bad.text,
        "passing": rule.good.text,
    }


def _lowering(lowering: LoweringExplanation) -> Object:
    return {
        "code": lowering.code,
        "family": lowering.family,
        "what": lowering.what,
        "why": lowering.why,
        "needs": lowering.needs or None,
        "accuracy": lowering.accuracy,
        "on_request": lowering.on_request,
        "patterns": list(lowering.patterns),
        "before": lowering.before.text,
        "after": lowering.after.text,
    }


def _code(code: CodeExplanation) -> Object:
    return {
        "code": code.code,
        "meaning": code.meaning,
        "help": code.help,
        "remedy": code.help,  # the older name
        "command": code.command,
        "failing": _text(code.example),
    }


def _text(example: Example | None) -> str | None:
    return None if example is None else example.text
