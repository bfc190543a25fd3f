"""Diagnostic codes that do not belong to a rule of an op, and the programs for which they are reported."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from stablehlo_tools.diagnostics.codes import DECLARED, Code
from stablehlo_tools.explanations.facts.explained import Explained, reference_of
from stablehlo_tools.explanations.facts.signatures import signature_of
from stablehlo_tools.host import resources
from stablehlo_tools.ops.examples import Example, failing
from stablehlo_tools.ops.model import schema

_PACKAGE = Path(__file__).resolve().parents[2]
# Rooms above this one, and scripts that run in processes of engines.
_DECLARES_NONE = (
    "cli",
    "conformance",
    "drawing",
    "explanations",
    "__main__",
    "pytest_plugin",
    "testing",
    "workers",
)


@functools.cache
def all_codes() -> Mapping[str, Code]:
    """All codes, sorted: every file that may declare one is imported."""
    for module in pkgutil.walk_packages([str(_PACKAGE)], f"{_PACKAGE.name}."):
        if set(module.name.split(".")).isdisjoint(_DECLARES_NONE):
            importlib.import_module(module.name)
    return {name: DECLARED[name] for name in sorted(DECLARED)}


def code_named(name: str) -> Code | None:
    """The code of this name; None if there is none."""
    return DECLARED.get(name) or all_codes().get(name)


def example_of(code: Code) -> str:
    """The program for which a code is reported; empty if there is none."""
    path = resources.folder("code_examples") / f"{code}.txt"
    return path.read_text(encoding="utf-8").removesuffix("\n") if path.exists() else ""


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
    what = code.removeprefix(f"{op.mnemonic}_")
    if what == "undetermined":
        meaning = f"The constraints of {op.name} do not determine its result types."
        help = "Provide the result types, as far as they are known."
    elif entry is None:
        meaning = f"The number of {what} does not match the signature of {op.name}."
        help = f"`shlo explain {op.name}` shows the signature."
    else:
        meaning = f"The {entry.role} {entry.name} of {op.name} is missing, or has an invalid type or value."
        help = f"It must be {entry.type}{f', a field of {entry.holder}' * (entry.holder is not None)}."
    return CodeExplanation(code, meaning, help, failing(code, op.name), reference=reference_of(op))
