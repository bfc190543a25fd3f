"""`shlo verify`: all that is wrong with some files."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

import stablehlo_tools
from stablehlo_tools import report
from stablehlo_tools.cli.files import File, expand
from stablehlo_tools.cli.outcome import Tally, plural
from stablehlo_tools.diagnostic import Diagnostic, ParseError


@click.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--output-format",
    type=click.Choice(list(report.FORMATS)),
    default="full",
    show_default=True,
    envvar="SHLO_OUTPUT_FORMAT",
    help="How findings are written.",
)
def command(files: tuple[str, ...], output_format: str) -> int:
    """Check programs against every rule of StableHLO.

    A FILE is MLIR text, `-` for standard input, a pattern, or a directory for all *.mlir in it. All errors
    of all files are reported in one run.
    """
    tally = Tally()
    checked = list(expand(files))
    report.write(tally.count(_findings(checked)), sys.stdout, output_format)
    click.echo(str(tally) or f"{plural(len(checked), 'file')} checked, nothing found", err=True)
    return tally.status


def _findings(files: list[File | ParseError]) -> Iterator[Diagnostic]:
    for file in files:
        try:
            if isinstance(file, ParseError):
                raise file
            yield from stablehlo_tools.verify(file.read())
        except ParseError as error:
            yield from error.diagnostics
