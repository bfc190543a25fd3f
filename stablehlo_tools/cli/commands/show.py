"""`shlo show`: drawings of programs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import STDIN, File
from stablehlo_tools.cli.files.writing import write_to
from stablehlo_tools.cli.options import completing, vocabulary
from stablehlo_tools.cli.options.records import option, subcommand
from stablehlo_tools.cli.process.hardware import objects_kept
from stablehlo_tools.cli.terminal.output import STDOUT, echo
from stablehlo_tools.cli.terminal.progress import Count
from stablehlo_tools.host.records import record

_ENDINGS = {
    ".html": "html",
    ".htm": "html",
    ".svg": "svg",
    ".dot": "dot",
    ".gv": "dot",
    ".json": "model-explorer",
}
_STEPS = ("parse", "verify and lint", "draw")


@record(frozen=True)
class _ShowArguments:
    file: str = vocabulary.FILE
    output: str | None = vocabulary.output("Output file  [default: stdout]")
    format: str | None = option(
        "--format",
        type=click.Choice(["html", "svg", "dot", "model-explorer"]),
        help="Output format  [default: by the extension of OUT, or html]",
    )
    function: str | None = option(
        "--function", metavar="NAME", help="Show this function and its callees  [default: all functions]"
    )
    overlays: tuple[str, ...] = option(
        "--overlay", multiple=True, shell_complete=completing.files, metavar="FILE",
        help="Color ops by the numbers of a profile, a dump or other JSON",
    )  # fmt: skip
    compare: tuple[str, ...] = option(
        "--compare", nargs=2, metavar="DIR DIR", help="Color ops by the difference between two dumps"
    )


@subcommand("show", _ShowArguments)
def command(options: _ShowArguments) -> int:
    """Draw a program as a graph.

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
    from stablehlo_tools.cli.graphs.overlays import overlay
    from stablehlo_tools.drawing import FORMATS, graph_of, overlays_of
    from stablehlo_tools.ir.operations import default_entry
    from stablehlo_tools.linter.configuration import Configuration

    kind = _format_of(options)
    settings = Configuration().settings_for(Path(options.file))
    symbol = options.function.removeprefix("@") if options.function else None
    with objects_kept(), Count("step", len(_STEPS)) as count:
        count.next(_STEPS[0])
        module = stablehlo_tools.parse(File(options.file).read())
        with outcome.refusing(LookupError, about="--function"):
            graph = graph_of(module, symbol)
        count.next(_STEPS[1])
        overlays = overlays_of(graph, symbol or default_entry(module), settings)
        overlays.measurements += overlay(graph, options.overlays, options.compare or ())
        count.next(_STEPS[2])
        text = FORMATS[kind](graph, overlays)
    status = outcome.FINDINGS if overlays.has_errors else outcome.CLEAN
    write_to(options.output, text.encode())
    if options.output not in (None, STDOUT):
        echo(f"wrote {options.output}", err=True)
    return status


def _format_of(options: _ShowArguments) -> str:
    """The format for an output file, or for standard output. Raises UsageError for an invalid path."""
    file, output, format = options.file, options.output, options.format
    if output is None and sys.stdout.isatty():
        raise click.UsageError(f"name a file for the drawing, such as `-o {_page_of(file)}`, or `-o -`")
    if output is None or output == STDOUT:
        return format or "html"
    kind = format or _ENDINGS.get(Path(output).suffix.lower())
    if kind is None:
        raise click.UsageError(f"-o: unknown extension of {output}; use --format")
    return kind


def _page_of(file: str) -> str:
    """The name of a page for a program: `mlp.html`."""
    name = Path(file).name.partition(".")[0]
    return "program.html" if name in ("", STDIN) else f"{name}.html"
