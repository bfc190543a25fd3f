"""Diagnostic codes that do not belong to a rule of an op."""

from __future__ import annotations

from dataclasses import dataclass

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.explanations.codes import example_of
from stablehlo_tools.explanations.facts.explained import Explained, reference_of
from stablehlo_tools.explanations.facts.signatures import signature_of
from stablehlo_tools.ops.examples import Example, failing
from stablehlo_tools.ops.model import schema

# Suffixes of codes for wrong counts, and for result types that no rule determines.
OTHER = ("operands", "results", "regions", "undetermined")


@dataclass(frozen=True, repr=False)
class CodeExplanation(Explained):
    """A diagnostic code that does not belong to a rule of an op.

    `command` is the subcommand that reports it for `example`: `verify`, `run`. `reference` is the URL of the
    section of the specification, empty if there is none.
    """

    code: str
    meaning: str
    help: str
    example: Example | None = None
    command: str = "verify"
    reference: str = ""


def code_explanation(code: Code) -> CodeExplanation:
    """The explanation of a code that is declared."""
    text = example_of(code)
    example = Example(code, text, (code,)) if text else None
    return CodeExplanation(code, code.meaning, code.help, example, code.command)


def signature_code_explanation(op: schema.Op, code: str) -> CodeExplanation:
    """The explanation of a code about an operand, attribute, region or result of an op."""
    entry = next((entry for part in signature_of(op) for entry in part if entry.code == code), None)
    example = failing(code, op.name)
    if code == f"{op.mnemonic}_undetermined":
        return CodeExplanation(
            code,
            f"The constraints of {op.name} do not determine its result types.",
            "Provide the result types, as far as they are known.",
            reference=reference_of(op),
        )
    if entry is None:
        what = code.removeprefix(f"{op.mnemonic}_")
        return CodeExplanation(
            code,
            f"The number of {what} does not match the signature of {op.name}.",
            f"`shlo explain {op.name}` shows the signature.",
            example,
            reference=reference_of(op),
        )
    return CodeExplanation(
        code,
        f"The {entry.role} {entry.name} of {op.name} is missing, or has an invalid type or value.",
        f"It must be {entry.type}{f', a field of {entry.holder}' * (entry.holder is not None)}.",
        example,
        reference=reference_of(op),
    )
