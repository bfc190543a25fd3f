"""All explanations in short, the deviations from the specification, and the coverage by kind of check."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from stablehlo_tools.explanations.facts.codes import all_codes, code_explanation
from stablehlo_tools.explanations.facts.explanation import Explanation
from stablehlo_tools.explanations.facts.lint import all_lint_rules
from stablehlo_tools.explanations.facts.lowerings import all_lowerings
from stablehlo_tools.explanations.facts.ops import (
    ConstructExplanation,
    OpExplanation,
    all_constructs,
    all_ops,
    summary,
)
from stablehlo_tools.explanations.facts.rules import OF_NO_SPECIFICATION, RuleExplanation
from stablehlo_tools.ops.model.coverage import KINDS

Declared = OpExplanation | ConstructExplanation

# The origin of a rule's wording.
ORIGINS = {
    "specification": "a constraint as stated in the specification",
    "reworded": "a constraint of the specification, reworded",
    "added": "not a numbered constraint of the specification",
}


class Summary(NamedTuple):
    """An explanation as a line of a table of contents."""

    name: str
    words: str
    explanation: Explanation
    title: str = ""


def summaries() -> dict[str, list[Summary]]:
    """A line for every op, type, constant, lint rule, rewrite and other code, by kind."""
    return {
        "Ops": [Summary(op.name, summary(op), op) for op in all_ops()],
        "Types and constants": [
            Summary(each.mnemonic, each.documentation, each) for each in all_constructs()
        ],
        "Lint rules": [Summary(rule.code, rule.what, rule, rule.name) for rule in all_lint_rules()],
        "Rewrites of `shlo lower`": [Summary(each.code, each.what, each) for each in all_lowerings()],
        "Other codes": [
            Summary(name, code.meaning, code_explanation(code)) for name, code in all_codes().items()
        ],
    }


@dataclass(frozen=True)
class Coverage:
    """The number of rules of an op, a type or a constant, by origin and by kind of check.

    Of all of them, if `op` is empty.
    """

    op: str
    origins: collections.Counter[str]
    kinds: collections.Counter[str]

    @property
    def counts(self) -> list[int]:
        """The numbers in the order of `ORIGINS` and `KINDS`."""
        return [self.origins[origin] for origin in ORIGINS] + [self.kinds[kind] for kind in KINDS]

    @property
    def numbered(self) -> int:
        """The number of constraints that the specification numbers."""
        return self.origins["specification"] + self.origins["reworded"]


def ledger() -> list[RuleExplanation]:
    """The rules that deviate: reworded ones and ones that are stricter with --strict, then added ones."""
    rules = [rule for op in _all() for rule in op.rules if rule.departure not in ("", OF_NO_SPECIFICATION)]
    return sorted(rules, key=lambda rule: rule.origin == "added")


def coverage() -> list[Coverage]:
    """One row per op, per type and constant, and a last one with the totals."""
    ops = _all()
    rows = [_row(op.name, [op]) for op in ops]
    return [*rows, _row("", ops)]


def _all() -> list[Declared]:
    return [*all_ops(), *all_constructs()]


def _row(name: str, ops: list[Declared]) -> Coverage:
    origins = collections.Counter(rule.origin for op in ops for rule in op.rules)
    kinds = collections.Counter(kind for op in ops for kind in _kinds(op))
    return Coverage(name, origins, kinds)


def _kinds(op: Declared) -> Iterator[str]:
    yield from (rule.kind for rule in op.rules)
    if isinstance(op, OpExplanation):
        yield from ("type" for _ in op.entries)
