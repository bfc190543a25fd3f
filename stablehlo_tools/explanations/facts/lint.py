"""Lint rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stablehlo_tools.explanations.facts.explained import Explained, declaration
from stablehlo_tools.linter import rule as lint
from stablehlo_tools.linter.registry import RULES
from stablehlo_tools.ops.examples import Example


@dataclass(frozen=True, repr=False)
class LintExplanation(Explained):
    """A lint rule: what it reports, why that is bad, and how to fix it.

    `family` is the meaning of the code's letters. `bad` is a program that violates the rule, `good` one that
    does not. `settings` maps the configuration keys of the rule to their values for these programs.
    """

    code: str
    name: str
    family: str
    what: str
    why: str
    help: str
    severity: str
    is_preview: bool
    fix: str
    settings: Mapping[str, Any]
    declared_at: str
    bad: Example
    good: Example


def lint_explanation(rule: lint.Rule) -> LintExplanation:
    """The explanation of a lint rule."""
    return LintExplanation(
        code=rule.code,
        name=rule.name,
        family=lint.FAMILIES[rule.family],
        what=rule.what,
        why=rule.why,
        help=rule.help,
        severity=rule.severity.value,
        is_preview=rule.is_preview,
        fix=rule.fix,
        settings=rule.settings,
        declared_at=declaration(*rule.declared_at),
        bad=Example("example", rule.bad, (rule.code,)),
        good=Example("example", rule.good),
    )


@dataclass(frozen=True, repr=False)
class FamilyExplanation(Explained):
    """A family of lint rules: the letters of their codes, what these mean, and the rules by code."""

    code: str
    meaning: str
    rules: tuple[LintExplanation, ...]


def family_explanation(family: str) -> FamilyExplanation:
    """The explanation of a family of lint rules."""
    rules = tuple(lint_explanation(RULES[code]) for code in sorted(RULES) if RULES[code].family == family)
    return FamilyExplanation(family, lint.FAMILIES[family], rules)


def all_lint_rules() -> list[LintExplanation]:
    """The explanations of all lint rules, by code."""
    return [lint_explanation(RULES[code]) for code in sorted(RULES)]
