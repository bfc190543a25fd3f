"""Ops, types and constants, with their signatures and rules."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stablehlo_tools.explanations.facts.explained import Explained, declaration, reference_of
from stablehlo_tools.explanations.facts.rules import RuleExplanation, rule_codes, rule_explanation
from stablehlo_tools.explanations.facts.signatures import SignatureEntry, signature_of
from stablehlo_tools.explanations.left_open import LeftOpen, left_open_to
from stablehlo_tools.ir.operations import CALLS
from stablehlo_tools.ops.examples import Example, failing, showing
from stablehlo_tools.ops.model import schema
from stablehlo_tools.ops.model.constructs import CONSTRUCTS, Construct
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.registry import REWRITES
from stablehlo_tools.rewrite.rewriter import Rewrite
from stablehlo_tools.text.assembly.formats import FORMATS


@dataclass(frozen=True, repr=False)
class OpExplanation(Explained):
    """An op: its documentation, signature, rules, rewrites and declaration, and what is left open to it.

    `syntax` is its assembly format, with optional parts in brackets; empty if it has none. `errors` are the
    greatest ones of the interpreter that were measured, in ULP, by element type.
    """

    name: str
    documentation: str
    syntax: str
    reference: str
    declared_at: str
    is_executed: bool
    operands: tuple[SignatureEntry, ...]
    attributes: tuple[SignatureEntry, ...]
    regions: tuple[SignatureEntry, ...]
    results: tuple[SignatureEntry, ...]
    definitions: tuple[tuple[str, str], ...]
    rules: tuple[RuleExplanation, ...]
    rewrites: tuple[Rewrite, ...]
    left_open: tuple[LeftOpen, ...] = ()
    errors: tuple[tuple[str, float], ...] = ()

    @property
    def custom_form(self) -> str:
        """`syntax`, or a note that the op has only the generic form."""
        return self.syntax or "generic form only"

    @property
    def entries(self) -> tuple[SignatureEntry, ...]:
        """The rows of the specification's tables of inputs and outputs."""
        return (*self.operands, *self.attributes, *self.regions, *self.results)

    @property
    def passing(self) -> Example | None:
        """A valid program that contains the op; None if there is none."""
        return showing(self.name)

    @property
    def failing(self) -> Example | None:
        """A program that violates one of its rules or type constraints; None if there is none."""
        codes = [rule.code for rule in self.rules] + [entry.code for entry in self.entries]
        return next(filter(None, (failing(code, self.name) for code in codes)), None)


@dataclass(frozen=True, repr=False)
class ConstructExplanation(Explained):
    """A type or a constant: its documentation, parts and rules. `name` is its production in the grammar."""

    name: str
    mnemonic: str
    documentation: str
    reference: str
    declared_at: str
    parts: tuple[SignatureEntry, ...]
    rules: tuple[RuleExplanation, ...]


def all_ops() -> list[OpExplanation]:
    """The explanations of all ops by name, StableHLO's first."""
    return [op_explanation(op) for op in sorted(OPS.values(), key=by_dialect)]


def by_dialect(op: schema.Op) -> tuple[bool, str]:
    """The sort key of ops: StableHLO's first, then by name."""
    return not op.name.startswith("stablehlo."), op.name


def summary(op: OpExplanation) -> str:
    """The first paragraph of an op's documentation, on one line."""
    return " ".join(op.documentation.split("\n\n")[0].split())


@functools.cache
def op_explanation(op: schema.Op) -> OpExplanation:
    """The explanation of an op."""
    operands, attributes, regions, results = signature_of(op)
    return OpExplanation(
        name=op.name,
        documentation=op.documentation,
        syntax=str(FORMATS[op.name]) if op.name in FORMATS else "",
        reference=reference_of(op),
        declared_at=declaration(*op.declared_at),
        is_executed=is_executed(op),
        operands=operands,
        attributes=attributes,
        regions=regions,
        results=results,
        definitions=tuple(op.definitions.items()),
        rules=tuple(rule_explanation(op, code) for code in rule_codes(op)),
        rewrites=tuple(REWRITES.get(op.name, ())),
        left_open=left_open_to(op),
        errors=tuple((type, row["ulp"]) for type, row in measured_errors().get(op.name, {}).items()),
    )


@functools.cache
def measured_errors() -> Mapping[str, Mapping[str, Any]]:
    """The greatest errors of elementwise ops that were measured, by op and element type (tests/accuracy)."""
    table: Mapping[str, Mapping[str, Any]] = json.loads(
        (Path(__file__).parent.parent / "accuracy.json").read_bytes()
    )
    return table


def is_executed(op: schema.Op) -> bool:
    """Whether the op has a kernel, other than one that only raises `Unsupported`."""
    return op.name in CALLS or op.kernel.__code__.co_names != ("Unsupported",)


def all_constructs() -> list[ConstructExplanation]:
    """The explanations of the types and constants that have rules, in the order of the specification."""
    return [construct_explanation(construct) for construct in CONSTRUCTS.values()]


@functools.cache
def construct_explanation(construct: Construct) -> ConstructExplanation:
    """The explanation of a type or a constant."""
    return ConstructExplanation(
        name=construct.name,
        mnemonic=construct.mnemonic,
        documentation=construct.documentation,
        reference=reference_of(construct),
        declared_at=declaration(*construct.declared_at),
        parts=signature_of(construct)[0],
        rules=tuple(rule_explanation(construct, code) for code in rule_codes(construct)),
    )
