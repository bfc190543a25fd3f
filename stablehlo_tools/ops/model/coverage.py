"""The check of each requirement of an op: of its constraints, and of the rows of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ops.model.schema import Op

KINDS: Final[Mapping[str, str]] = {
    "formula": "a formula, evaluated on types and attributes, and again on values if it depends on them",
    "python": "the specification's prose, implemented as a predicate",
    "syntax": "checked when the text of a type or a constant is read",
    "run time": "checked when the op is executed, since it depends on run-time values",
    "type": "a row of the input or output table, checked against types, attributes and regions",
}


class Demand(NamedTuple):
    """A requirement of an op: the code of its diagnostics, its subject, and one of `KINDS`."""

    code: str
    subject: str
    kind: str


def checks_of(op: Op) -> Iterator[Demand]:
    """All requirements of an op: rows of its tables, then constraints. Several may share a code."""
    for name in (*op.inputs, *(output.name for output in op.outputs)):
        yield Demand(op.code_of(name), name, "type")
    for rule in op.rules:
        yield Demand(rule.code(op.mnemonic), rule.text, rule.kind)
