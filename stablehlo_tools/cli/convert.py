"""`shlo convert`: conversion between HLO and StableHLO."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

import stablehlo_tools
from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import write_bytes, write_text
from stablehlo_tools.cli.writing import replacing
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.loading.programs import is_hlo

if TYPE_CHECKING:
    from stablehlo_tools.vhlo.versions import Version


def _version(context: click.Context, parameter: click.Parameter, text: str | None) -> Version | None:
    from stablehlo_tools.vhlo.versions import version_named

    try:
        return None if text is None else version_named(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


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
    callback=_version,
    help="Write a portable artifact that this version of StableHLO reads: 1.4.0, week4, week12 or current",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="OUT", help="Output file  [default: stdout]"
)
def command(file: str, language: str | None, target: Version | None, output: str | None) -> int:
    """Convert between HLO, StableHLO, bytecode and portable artifacts.

    FILE is HLO text, as XLA and JAX print it, or StableHLO, or `-` for standard input. A program that is in
    the target language already is formatted as by `shlo fmt`. The program is verified before and after. A
    construct without a counterpart causes exit status 3. A portable artifact is bytecode that consumers of
    its version of StableHLO, and of later ones, read; what that version cannot hold causes exit status 1.

    \b
    Examples:
      shlo convert model.hlo --to stablehlo
      shlo convert module.after_optimizations.txt --to stablehlo -o model.mlir
      shlo convert model.mlir --to hlo -o model.hlo
      shlo convert model.mlir --target 1.4.0 -o model.mlir.bc
    """
    if language is None and target is None:
        raise click.UsageError("give --to, or the --target of a portable artifact")
    if target is not None and language not in (None, "artifact"):
        raise click.UsageError(f"--target is for portable artifacts, and not for --to {language}")
    source = File(file).read()
    if language in (None, "artifact", "bytecode"):
        return _write_binary(source, target, output, is_plain=language == "bytecode")
    text, errors = (_hlo if language == "hlo" else _stablehlo)(source)
    if errors:
        return outcome.show(errors)
    if output is None:
        write_text(text)
        return outcome.CLEAN
    with replacing(Path(output)) as new:
        new.write_bytes(text.encode())
    return outcome.CLEAN


def _write_binary(source: Source, target: Version | None, output: str | None, *, is_plain: bool) -> int:
    from stablehlo_tools.bytecode.write import plain_bytecode, portable_artifact
    from stablehlo_tools.vhlo.versions import CURRENT

    if output is None and sys.stdout.isatty():
        raise click.UsageError("bytecode is binary: give --output, or redirect standard output")
    module = stablehlo_tools.parse(source)
    errors = _errors(stablehlo_tools.verify(module))
    if errors:
        return outcome.show(errors)
    data = plain_bytecode(module) if is_plain else portable_artifact(module, target or CURRENT)
    if output is None:
        write_bytes(data)
        return outcome.CLEAN
    with replacing(Path(output)) as new:
        new.write_bytes(data)
    return outcome.CLEAN


def _stablehlo(source: Source) -> tuple[str, list[Diagnostic]]:
    module = stablehlo_tools.parse(source)
    return stablehlo_tools.format(module), _errors(stablehlo_tools.verify(module))


def _hlo(source: Source) -> tuple[str, list[Diagnostic]]:
    from stablehlo_tools import hlo

    module = hlo.parse(source) if is_hlo(source) else hlo.to_hlo(source)
    return hlo.format(module), _errors(hlo.verify(module))


def _errors(found: list[Diagnostic]) -> list[Diagnostic]:
    return [each for each in found if each.severity is Severity.ERROR]
