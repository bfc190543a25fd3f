"""`shlo convert`: conversion between HLO and StableHLO."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

import stablehlo_tools
from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import write_bytes, write_text
from stablehlo_tools.cli.targets import TARGET
from stablehlo_tools.cli.writing import replacing
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.loading.programs import is_hlo

if TYPE_CHECKING:
    from stablehlo_tools.vhlo.versions import Version


@click.command("convert")
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.option(
    "--to",
    "language",
    type=click.Choice(["stablehlo", "hlo", "artifact", "bytecode"]),
    help="Target language",
)
@click.option(
    "--target",
    metavar="VERSION",
    type=TARGET,
    help="Write a portable artifact, or with `--to stablehlo` text, in what this version of StableHLO has: "
    "1.4.0, week4, week12 or current; or what a PJRT plug-in reads: its path",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="OUT", help="Output file  [default: stdout]"
)
def command(file: str, language: str | None, target: Version | None, output: str | None) -> int:
    """Convert between HLO, StableHLO, bytecode and portable artifacts.

    FILE is HLO text, as XLA and JAX print it, or StableHLO, or `-` for standard input. A program that is in
    the target language already is formatted as by `shlo fmt`. The program is verified before and after. A
    construct without a counterpart causes exit status 3. A portable artifact is bytecode that consumers of
    its version of StableHLO, and of later ones, read. CHLO ops, which no version has, and newer ops are
    rewritten; what the version cannot hold then causes exit status 1, and `shlo compat` lists it.

    \b
    Examples:
      shlo convert model.hlo --to stablehlo
      shlo convert module.after_optimizations.txt --to stablehlo -o model.mlir
      shlo convert model.mlir --to hlo -o model.hlo
      shlo convert model.mlir --target 1.4.0 -o model.mlir.bc
      shlo convert model.mlir --to stablehlo --target 1.0.0
    """
    if language is None and target is None:
        raise click.UsageError("give --to, or the --target of a portable artifact")
    if target is not None and language in ("hlo", "bytecode"):
        raise click.UsageError(f"--target is for artifacts and StableHLO, and not for --to {language}")
    source = File(file).read()
    if language in (None, "artifact", "bytecode"):
        return _write_binary(source, target, output, is_plain=language == "bytecode")
    text, errors = _hlo(source) if language == "hlo" else _stablehlo(source, target)
    if errors:
        return outcome.show(errors)
    if output is None:
        write_text(text)
        return outcome.CLEAN
    with replacing(Path(output)) as new:
        new.write_bytes(text.encode())
    return outcome.CLEAN


def _write_binary(source: Source, target: Version | None, output: str | None, *, is_plain: bool) -> int:
    from stablehlo_tools.bytecode.write import plain_bytecode
    from stablehlo_tools.vhlo.versions import CURRENT

    if output is None and sys.stdout.isatty():
        raise click.UsageError("bytecode is binary: give --output, or redirect standard output")
    module = stablehlo_tools.parse(source)
    errors = _errors(stablehlo_tools.verify(module))
    if errors:
        return outcome.show(errors)
    data = plain_bytecode(module) if is_plain else stablehlo_tools.serialize(module, target=target or CURRENT)
    if output is None:
        write_bytes(data)
        return outcome.CLEAN
    with replacing(Path(output)) as new:
        new.write_bytes(data)
    return outcome.CLEAN


def _stablehlo(source: Source, target: Version | None) -> tuple[str, list[Diagnostic]]:
    """The text, in what a target has if there is one, and what is wrong with it."""
    module = stablehlo_tools.parse(source)
    errors = _errors(stablehlo_tools.verify(module))
    if target is not None and not errors:
        errors = _errors(stablehlo_tools.compat(module, target).diagnostics)
        module = stablehlo_tools.lower(module, target=target)
    return stablehlo_tools.format(module), errors


def _hlo(source: Source) -> tuple[str, list[Diagnostic]]:
    from stablehlo_tools import hlo

    module = hlo.parse(source) if is_hlo(source) else hlo.to_hlo(source)
    return hlo.format(module), _errors(hlo.verify(module))


def _errors(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [each for each in found if each.severity is Severity.ERROR]
