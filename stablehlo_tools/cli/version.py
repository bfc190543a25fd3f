"""`shlo version`: the version of the package, and of the specification."""

from __future__ import annotations

import click

from stablehlo_tools._version import SPECIFICATION, __version__
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.output import echo, write_json


@click.command("version")
@click.option(
    "--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Output format",
)  # fmt: skip
def command(output_format: str) -> int:
    """Print the version, and that of the StableHLO specification.

    `shlo doctor` also shows the versions of Python and of dependencies.

    \b
    Examples:
      shlo version
      shlo version --output-format json
    """
    if output_format == "json":
        write_json({"version": __version__, "specification": SPECIFICATION})
    else:
        echo(f"shlo {__version__} (StableHLO {SPECIFICATION})")
    return outcome.CLEAN
