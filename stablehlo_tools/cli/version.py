"""`shlo version`: the version of the package."""

from __future__ import annotations

import click

from stablehlo_tools._version import __version__
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.output import echo, write_json


@click.command("version")
@click.option(
    "--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Output format",
)  # fmt: skip
def command(output_format: str) -> int:
    """Print the version.

    `shlo doctor` also shows the versions of Python and of dependencies.

    \b
    Examples:
      shlo version
      shlo version --output-format json
    """
    if output_format == "json":
        write_json({"version": __version__})
    else:
        echo(f"shlo {__version__}")
    return outcome.CLEAN
