"""`shlo index`: indexing maps of operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.graphs.programs import names_are_known, open_program
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import choice, flag, option, subcommand
from stablehlo_tools.cli.process.hardware import objects_kept
from stablehlo_tools.cli.terminal.output import echo, echo_all, write_report
from stablehlo_tools.cli.terminal.progress import Count
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph
    from stablehlo_tools.indexing.listing import ListedMap


@record(frozen=True)
class _IndexArguments:
    file: str = vocabulary.FILE
    op: str | None = option(
        "--op", metavar="NAME", help="Only the op that computes this value: %12, %12#1, add.3"
    )
    function: str | None = vocabulary.FUNCTION
    direction: str = choice(
        "output-to-input", "input-to-output", "both", spelling="--direction",
        help="Map results to operands, or operands to results",
    )  # fmt: skip
    compose: bool = flag(
        "--compose", help="Compose the maps of all ops between results, or --op, and arguments and constants"
    )
    simplify: bool = option(
        "--simplify/--no-simplify", default=True, help="Simplify the maps  [default: simplify]"
    )
    form: str = choice(
        "xla", "xla-2025", "document", spelling="--form",
        help="Syntax of maps: that of XLA, of XLA in 2025 (`floordiv` for `/`), or of XLA's documentation",
    )  # fmt: skip
    format: str = vocabulary.output_format("text", "json")


@subcommand("index", _IndexArguments, report=vocabulary.REPORT)
def command(options: _IndexArguments) -> int:
    """Print the indexing maps of operations.

    An indexing map relates an element (d0, d1) of a result to the elements of an operand that it is computed
    from. s0, s1 take each number of a range; rt0, rt1 are computed at run time. A map with a note covers more
    elements than are read; an unknown map has its reason.

    \b
    Examples:
      shlo index model.mlir
      shlo index model.mlir --op %12 --direction both
      shlo index model.hlo --compose --format json
    """
    with objects_kept():
        program = open_program(options.file)
        if options.function is None and not program.names:
            echo("this module has no functions to index", err=True)
            return outcome.CLEAN
        with names_are_known():
            graph = program.function(options.function)
        if options.compose:
            return _print_composed_maps(graph, options)
        return _print_maps(graph, options)


def _print_maps(graph: DataflowGraph, options: _IndexArguments) -> int:
    from stablehlo_tools.indexing.description import index_as_json, lines_of_node
    from stablehlo_tools.indexing.listing import TO_INPUT, TO_OUTPUT, Listing
    from stablehlo_tools.indexing.print import MapForm
    from stablehlo_tools.indexing.program import node_named

    form = MapForm(options.form)
    directions = (TO_INPUT, TO_OUTPUT) if options.direction == "both" else (options.direction,)
    listing = Listing(graph, is_simplified=options.simplify)
    with names_are_known("--op"):
        nodes = graph.nodes if options.op is None else [node_named(graph, options.op)]
    entries = []
    with Count("op", len(nodes)) as count:
        for node in nodes:
            count.next(node.opcode)
            maps = list(listing.node_maps(node, directions))
            if options.format == "json":
                entries.append((node, maps))
                continue
            lines = list(lines_of_node(node, maps, form))
            with count.hidden():
                echo_all(lines)
    if options.format == "json":
        write_report(index_as_json(options.file, graph, entries, form))
    return outcome.CLEAN


def _print_composed_maps(graph: DataflowGraph, options: _IndexArguments) -> int:
    from stablehlo_tools.indexing.description import composed_as_json, lines_of_entry
    from stablehlo_tools.indexing.listing import TO_INPUT, TO_OUTPUT, Listing
    from stablehlo_tools.indexing.print import MapForm

    form, direction = MapForm(options.form), options.direction
    listing = Listing(graph)
    queries: list[tuple[ArrayRef, Callable[[ArrayRef], Iterable[ListedMap]]]] = []
    if direction != TO_OUTPUT:
        queries += [(value, listing.composed) for value in _values(graph, options.op, graph.outputs)]
    if direction != TO_INPUT:
        queries += [(value, listing.reaching) for value in _values(graph, options.op, graph.arguments)]
    maps_by_value: dict[ArrayRef, list[ListedMap]] = {}
    with Count("value", len(queries)) as count:
        for value, maps_of in queries:
            count.next(value.name)
            maps_by_value.setdefault(value, []).extend(maps_of(value))
    entries = maps_by_value.items()
    if options.format == "json":
        write_report(composed_as_json(options.file, graph, list(entries), form))
        return outcome.CLEAN
    for value, maps in entries:
        echo(f"{value.name}  {value.type}")
        echo_all(line for entry in maps for line in lines_of_entry(entry, form))
    return outcome.CLEAN


def _values(graph: DataflowGraph, name: str | None, default: Sequence[ArrayRef]) -> Sequence[ArrayRef]:
    """The values of that name, or the default ones without duplicates."""
    from stablehlo_tools.indexing.program import values_named

    with names_are_known("--op"):
        return list(dict.fromkeys(default)) if name is None else values_named(graph, name)
