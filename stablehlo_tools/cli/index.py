"""`shlo index`: indexing maps of operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.collector import objects_kept
from stablehlo_tools.cli.graphs import function_of, open_program
from stablehlo_tools.cli.output import echo, echo_all, write_json
from stablehlo_tools.cli.progress import Count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph, DataflowNode
    from stablehlo_tools.indexing.listing import ListedMap


@click.command("index")
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.option("--op", "value", metavar="NAME", help="Only the op that computes this value: %12, %12#1, add.3")
@click.option("--function", metavar="NAME", help="Function or computation  [default: the entry]")
@click.option(
    "--direction",
    type=click.Choice(["output-to-input", "input-to-output", "both"]),
    default="output-to-input",
    show_default=True,
    help="Map results to operands, or operands to results",
)
@click.option(
    "--compose",
    is_flag=True,
    help="Compose the maps of all ops between results, or --op, and arguments and constants",
)
@click.option("--simplify/--no-simplify", default=True, help="Simplify the maps  [default: simplify]")
@click.option(
    "--form",
    type=click.Choice(["xla", "xla-2025", "document"]),
    default="xla",
    show_default=True,
    help="Syntax of maps: that of XLA, of XLA in 2025 (`floordiv` for `/`), or of XLA's documentation",
)
@click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Output format",
)  # fmt: skip
def command(
    file: str,
    value: str | None,
    function: str | None,
    direction: str,
    compose: bool,
    simplify: bool,
    form: str,
    output_format: str,
) -> int:
    """Print the indexing maps of operations.

    FILE is MLIR or HLO in any form, as text or binary (see `shlo info --help`), or `-` for standard input. An
    indexing map relates an element (d0, d1) of a result to the elements of an operand that it is computed
    from. s0, s1 take each number of a range; rt0, rt1 are computed at run time. A map with a note covers more
    elements than are read; an unknown map has its reason.

    \b
    Examples:
      shlo index model.mlir
      shlo index model.mlir --op %12 --direction both
      shlo index model.hlo --compose --format json
    """
    with objects_kept():
        program = open_program(file)
        if function is None and not program.names:
            echo("this module has no functions to index", err=True)
            return outcome.CLEAN
        graph = function_of(program, function)
        if compose:
            return _print_composed_maps(file, graph, value, direction, (form, output_format))
        return _print_maps(file, graph, value, direction, (simplify, form, output_format))


def _print_maps(
    file: str, graph: DataflowGraph, name: str | None, direction: str, how: tuple[bool, str, str]
) -> int:
    from stablehlo_tools.indexing.description import index_as_json, lines_of_node
    from stablehlo_tools.indexing.listing import TO_INPUT, TO_OUTPUT, Listing
    from stablehlo_tools.indexing.print import Form

    is_simplified, form, output_format = how
    directions = (TO_INPUT, TO_OUTPUT) if direction == "both" else (direction,)
    listing = Listing(graph, is_simplified=is_simplified)
    nodes = graph.nodes if name is None else [_node(graph, name)]
    entries = []
    with Count("op", len(nodes)) as count:
        for node in nodes:
            count.next(node.opcode)
            found = list(listing.of_node(node, directions))
            if output_format == "json":
                entries.append((node, found))
                continue
            lines = list(lines_of_node(node, found, Form(form)))
            with count.hidden():
                echo_all(lines)
    if output_format == "json":
        write_json(index_as_json(file, graph, entries, Form(form)))
    return outcome.CLEAN


def _print_composed_maps(
    file: str, graph: DataflowGraph, name: str | None, direction: str, how: tuple[str, str]
) -> int:
    from stablehlo_tools.indexing.description import composed_as_json, lines_of_entry
    from stablehlo_tools.indexing.listing import TO_INPUT, TO_OUTPUT, Listing
    from stablehlo_tools.indexing.print import Form

    form, output_format = how
    listing = Listing(graph)
    wanted: list[tuple[ArrayRef, Callable[[ArrayRef], Iterable[ListedMap]]]] = []
    if direction != TO_OUTPUT:
        wanted += [(value, listing.composed) for value in _values(graph, name, graph.outputs)]
    if direction != TO_INPUT:
        wanted += [(value, listing.reaching) for value in _values(graph, name, graph.arguments)]
    found: dict[ArrayRef, list[ListedMap]] = {}
    with Count("value", len(wanted)) as count:
        for value, maps_of in wanted:
            count.next(value.name)
            found.setdefault(value, []).extend(maps_of(value))
    entries = found.items()
    if output_format == "json":
        write_json(composed_as_json(file, graph, list(entries), Form(form)))
        return outcome.CLEAN
    for value, maps in entries:
        echo(f"{value.name}  {value.type}")
        echo_all(line for entry in maps for line in lines_of_entry(entry, Form(form)))
    return outcome.CLEAN


def _values(graph: DataflowGraph, name: str | None, default: Sequence[ArrayRef]) -> Sequence[ArrayRef]:
    """The values of that name, or the default ones without duplicates."""
    from stablehlo_tools.indexing.program import NotThere, values_named

    try:
        return list(dict.fromkeys(default)) if name is None else values_named(graph, name)
    except NotThere as error:
        raise click.UsageError(f"--op: {error}") from None


def _node(graph: DataflowGraph, name: str) -> DataflowNode:
    from stablehlo_tools.indexing.program import NotThere, node_named

    try:
        return node_named(graph, name)
    except NotThere as error:
        raise click.UsageError(f"--op: {error}") from None
