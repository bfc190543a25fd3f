"""`shlo convert`: HLO text as StableHLO."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files import File, replacing
from stablehlo_tools.diagnostic import Severity


@click.command("convert")
@click.argument("file", metavar="FILE")
@click.option("--to", "language", type=click.Choice(["stablehlo"]), required=True, help="What to write.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="OUT", help="Write there.  [default: stdout]"
)
def command(file: str, language: str, output: str | None) -> int:
    """Write an HLO program as StableHLO.

    FILE is HLO text, as XLA and JAX print it, or `-` for standard input; what is StableHLO already is
    written as `shlo fmt` does. The program is verified before and after. What has no counterpart gives exit
    status 3.

    \b
    Examples:
      shlo convert model.hlo --to stablehlo
      shlo convert module.after_optimizations.txt --to stablehlo -o model.mlir
    """
    module = stablehlo_tools.parse(File(file).read())
    errors = [found for found in stablehlo_tools.verify(module) if found.severity is Severity.ERROR]
    if errors:
        return outcome.show(errors)
    text = stablehlo_tools.format(module)
    if output is None:
        sys.stdout.write(text)
        return outcome.CLEAN
    with replacing(Path(output)) as new:
        new.write_bytes(text.encode())
    return outcome.CLEAN
