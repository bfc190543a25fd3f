"""Tables of all rules: the deviations from the specification, and the coverage by kind of check."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from dataclasses import dataclass

from stablehlo_tools.explanations.facts import OF_NO_SPECIFICATION, OpExplanation, RuleExplanation, all_ops

# The origin of a rule's wording.
ORIGINS = {
    "specification": "a constraint as stated in the specification",
    "reworded": "a constraint of the specification, reworded",
    "added": "not a numbered constraint of the specification",
}


@dataclass(frozen=True)
class Coverage:
    """The number of rules of an op (of all ops, if `op` is empty), by origin and by kind of check."""

    op: str
    origins: collections.Counter[str]
    kinds: collections.Counter[str]

    @property
    def numbered(self) -> int:
        """The number of constraints that the specification numbers."""
        return self.origins["specification"] + self.origins["reworded"]


def ledger() -> list[RuleExplanation]:
    """The rules that deviate: those reworded, or stricter with --strict, then those that were added."""
    rules = [rule for op in all_ops() for rule in op.rules if rule.departure not in ("", OF_NO_SPECIFICATION)]
    return sorted(rules, key=lambda rule: rule.origin == "added")


def coverage() -> list[Coverage]:
    """One row per op, and a last one with the totals."""
    ops = all_ops()
    rows = [_row(op.name, [op]) for op in ops]
    return [*rows, _row("", ops)]


def _row(name: str, ops: list[OpExplanation]) -> Coverage:
    origins = collections.Counter(rule.origin for op in ops for rule in op.rules)
    kinds = collections.Counter(kind for op in ops for kind in _kinds(op))
    return Coverage(name, origins, kinds)


def _kinds(op: OpExplanation) -> Iterator[str]:
    yield from (rule.kind for rule in op.rules)
    for entries in (op.operands, op.attributes, op.regions, op.results):
        yield from ("type" for _ in entries)
