"""The rules as a whole: where their wording is not the specification's, and how each is checked."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from dataclasses import dataclass

from stablehlo_tools.explanations.facts import OF_NO_SPECIFICATION, OpExplanation, RuleExplanation, all_ops

# Where the wording of a rule comes from.
ORIGINS = {
    "specification": "worded as in the specification",
    "reworded": "a constraint of the specification in other words",
    "added": "no numbered constraint of the specification",
}


@dataclass(frozen=True)
class Coverage:
    """How many rules of an op (of all ops, if `op` is empty) are of which origin, and are checked how."""

    op: str
    origins: collections.Counter[str]
    kinds: collections.Counter[str]

    @property
    def numbered(self) -> int:
        """How many constraints of the specification there are."""
        return self.origins["specification"] + self.origins["reworded"]


def ledger() -> list[RuleExplanation]:
    """The rules of the specification that it words otherwise, or of which --strict checks more; then those
    added to its own.
    """
    rules = [rule for op in all_ops() for rule in op.rules if rule.departure not in ("", OF_NO_SPECIFICATION)]
    return sorted(rules, key=lambda rule: rule.origin == "added")


def coverage() -> list[Coverage]:
    """A row for each op, and one for all of them."""
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
