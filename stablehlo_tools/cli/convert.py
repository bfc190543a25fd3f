"""`shlo convert`: conversion between HLO and StableHLO."""

from __future__ import annotations

from pathlib import Path

import click

import stablehlo_tools
from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import write_text
from stablehlo_tools.cli.writing import replacing
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.loading.programs import is_hlo


@click.command("convert")
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.option(
    "--to", "language", type=click.Choice(["stablehlo", "hlo"]), required=True, help="Target language"
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="OUT", help="Output file  [default: stdout]"
)
def command(file: str, language: str, output: str | None) -> int:
    """Convert between HLO and StableHLO.

    FILE is HLO text, as XLA and JAX print it, or StableHLO, or `-` for standard input. A program that is in
    the target language already is formatted as by `shlo fmt`. The program is verified before and after. A
    construct without a counterpart causes exit status 3.

    \b
    Examples:
      shlo convert model.hlo --to stablehlo
      shlo convert module.after_optimizations.txt --to stablehlo -o model.mlir
      shlo convert model.mlir --to hlo -o model.hlo
    """
    source = File(file).read()
    text, errors = (_hlo if language == "hlo" else _stablehlo)(source)
    if errors:
        return outcome.show(errors)
    if output is None:
        write_text(text)
        return outcome.CLEAN
    with replacing(Path(output)) as new:
        new.write_bytes(text.encode())
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
