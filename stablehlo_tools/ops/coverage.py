"""How each demand on an op is checked: its numbered constraints, and what its inputs and outputs may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from stablehlo_tools.ops.declare import Op

KINDS: Final[Mapping[str, str]] = {
    "formula": "a formula, evaluated on types and attributes, and again on values where these decide",
    "python": "the specification's prose, which a function checks",
    "run time": "checked when the op is executed, for nothing is known of it before",
    "type": "a row of the tables of inputs and outputs, checked against types, attributes and regions",
}


class Demand(NamedTuple):
    """A demand on an op: the code of its diagnostics, what it is about, and one of `KINDS`."""

    code: str
    subject: str
    kind: str


def checks_of(op: Op) -> Iterator[Demand]:
    """All that is checked of an op: rows of its tables, then constraints. A code may have several."""
    for number, name in enumerate(op.inputs, start=1):
        yield Demand(f"{op.mnemonic}_i{number}", name, "type")
    for number, output in enumerate(op.outputs, start=1):
        yield Demand(f"{op.mnemonic}_o{number}", output.name, "type")
    for rule in op.rules:
        yield Demand(f"{op.mnemonic}_{rule.id.lower()}", rule.text, rule.kind)
