"""`shlo show`: drawings of programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

import stablehlo_tools
from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.collector import objects_kept
from stablehlo_tools.cli.files import STDIN, File
from stablehlo_tools.cli.output import STDOUT, echo
from stablehlo_tools.cli.progress import Count
from stablehlo_tools.cli.writing import write_to

_ENDINGS = {
    ".html": "html",
    ".htm": "html",
    ".svg": "svg",
    ".dot": "dot",
    ".gv": "dot",
    ".json": "model-explorer",
}
_STEPS = ("parse", "verify and lint", "draw")


@click.command("show")
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="OUT", help="Output file  [default: stdout]"
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["html", "svg", "dot", "model-explorer"]),
    help="Output format  [default: by the extension of OUT, or html]",
)
@click.option(
    "--function", metavar="NAME", help="Show this function and its callees  [default: all functions]"
)
@click.option(
    "--overlay",
    "overlays",
    multiple=True,
    metavar="FILE",
    help="Color ops by the numbers of a profile, a dump or other JSON",
)
@click.option("--compare", nargs=2, metavar="DIR DIR", help="Color ops by the difference between two dumps")
def command(
    file: str,
    output: str | None,
    output_format: str | None,
    function: str | None,
    overlays: tuple[str, ...],
    compare: tuple[str, ...],
) -> int:
    """Draw a program as a graph.

    FILE is MLIR or HLO in any form, as text or binary (see `shlo info --help`), or `-` for standard input.
    The HTML page is self-contained: functions, regions and repeated layers can be expanded and collapsed, and
    ops searched. Select an op to see its types, attributes, location, costs, constraints, and the diagnostics
    of `shlo verify` and `shlo lint`. In an .svg, everything is expanded; a .dot is for Graphviz, and a .json
    for Model Explorer.

    --overlay reads the output of `shlo run --profile-output` and `--dump-dir`, or any JSON objects with
    numbers and a `name` (of a value, as in a dump) or a `position` (as in a profile). Over the iterations of
    a loop, counts and times are summed; of other numbers, the maximum is shown.

    An invalid program is drawn, with exit status 1.

    \b
    Examples:
      shlo show model.mlir -o model.html
      shlo show model.mlir --function main -o model.svg
      shlo show model.mlir --format model-explorer -o model.json
      shlo show model.mlir --overlay profile.json -o model.html
    """
    from stablehlo_tools.cli.overlays import overlay
    from stablehlo_tools.drawing import FORMATS, graph_of, overlays_of
    from stablehlo_tools.ir.operations import default_entry
    from stablehlo_tools.linter.configuration import Configuration

    kind = _format_of(file, output, output_format)
    settings = Configuration().settings_for(Path(file))
    symbol = function.removeprefix("@") if function else None
    with objects_kept(), Count("step", len(_STEPS)) as count:
        count.next(_STEPS[0])
        module = stablehlo_tools.parse(File(file).read())
        try:
            graph = graph_of(module, symbol)
        except LookupError as error:
            raise click.UsageError(f"--function: {error.args[0]}") from None
        count.next(_STEPS[1])
        found = overlays_of(graph, symbol or default_entry(module), settings)
        found.measurements += overlay(graph, overlays, compare or ())
        count.next(_STEPS[2])
        text = FORMATS[kind](graph, found)
    status = outcome.FINDINGS if found.has_errors else outcome.CLEAN
    write_to(output, text.encode())
    if output not in (None, STDOUT):
        echo(f"wrote {output}", err=True)
    return status


def _format_of(file: str, output: str | None, wanted: str | None) -> str:
    """The format for an output file, or for standard output. Raises UsageError for what is no place."""
    if output is None and sys.stdout.isatty():
        raise click.UsageError(f"name a file for the drawing, such as `-o {_page_of(file)}`, or `-o -`")
    if output is None or output == STDOUT:
        return wanted or "html"
    if file != STDIN and os.path.realpath(output) == os.path.realpath(file):
        raise click.UsageError(f"-o: {output} is the input file")
    kind = wanted or _ENDINGS.get(Path(output).suffix.lower())
    if kind is None:
        raise click.UsageError(f"-o: unknown extension of {output}; use --format")
    return kind


def _page_of(file: str) -> str:
    """The name of a page for a program: `mlp.html`."""
    name = Path(file).name.partition(".")[0]
    return "program.html" if name in ("", STDIN) else f"{name}.html"
