"""The forms that programs are written in, which the endings of file names decide, and where they go."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import click

import stablehlo_tools
from stablehlo_tools.cli.output import STDOUT
from stablehlo_tools.cli.writing import write_to

if TYPE_CHECKING:
    from stablehlo_tools.ir.operations import Module
    from stablehlo_tools.ops.model.versions import Version

# What each form of a program is written to; the longest ending that a name has decides.
ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "stablehlo": (".mlir",),
    "hlo": (".hlo", ".txt"),
    "vhlo": (".vhlo.mlir",),
    "artifact": (".mlir.bc",),
    "bytecode": (".mlirbc",),
    "jaxexport": (".jaxexport",),
}
TEXTS: Final = ("stablehlo", "hlo", "vhlo")


def form_of(output: str | None) -> str | None:
    """The form that the name of the output file asks for; None if its ending names none."""
    endings = {ending: form for form, endings in ENDINGS.items() for ending in endings}
    fitting = [ending for ending in endings if output is not None and output.endswith(ending)]
    return endings[max(fitting, key=len)] if fitting else None


def encoded(module: Module, form: str, target: Version | None = None, *, generic: bool = False) -> bytes:
    """A valid program in a form, in what StableHLO `target` has. Raises `ConversionError`."""
    if form == "hlo":
        from stablehlo_tools import hlo

        return hlo.format(hlo.to_hlo(module)).encode()
    if form == "vhlo":
        from stablehlo_tools.formats.vhlo.print import vhlo_text
        from stablehlo_tools.ops.model.versions import CURRENT

        return vhlo_text(stablehlo_tools.lower(module, target=target or CURRENT), target or CURRENT).encode()
    if form == "stablehlo":
        lowered = module if target is None else stablehlo_tools.lower(module, target=target)
        return stablehlo_tools.format(lowered, generic=generic).encode()
    return stablehlo_tools.serialize(module, target=target, form=form)  # type: ignore[arg-type]  # the others


def write_module(module: Module, output: str | None, *, generic: bool = False) -> None:
    """Write a valid program to a file, in the form that its ending names, or as text to standard output."""
    form = form_of(output) or "stablehlo"
    if generic and form != "stablehlo":
        raise click.UsageError(f"--generic is for MLIR text, and {output} is not")
    write_to(output, encoded(module, form, generic=generic), is_text=form in TEXTS)


def require_redirection(form: str, output: str | None) -> None:
    """Raise UsageError where what is binary would go to a terminal."""
    if form not in TEXTS and output in (None, STDOUT) and sys.stdout.isatty():
        raise click.UsageError("this form is binary: give --output, or redirect standard output")
