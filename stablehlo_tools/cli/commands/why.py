"""`shlo why`: the provenance of an element."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.graphs.programs import names_are_known, open_program
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import argument, subcommand
from stablehlo_tools.cli.terminal.output import echo, write_report
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.cli.inputs.random_inputs import Random
    from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph

_ELEMENT = re.compile(r"(?P<name>.+?)(?:\[(?P<index>[\d\s,]*)\])?", re.DOTALL)


@record(frozen=True)
class _WhyArguments:
    file: str = vocabulary.FILE
    element: str = argument(metavar="ELEMENT")
    function: str | None = vocabulary.FUNCTION
    inputs: tuple[str, ...] = vocabulary.inputs(
        "Run on these inputs, given as for `shlo run`, and show values"
    )
    random: Random | None = vocabulary.RANDOM
    format: str = vocabulary.output_format("text", "json")


@subcommand("why", _WhyArguments, report=vocabulary.REPORT)
def command(options: _WhyArguments) -> int:
    """Trace an element to the arguments and constants it depends on.

    ELEMENT is a value or a result of the program with an index: `%17[3,2]`, `add.3[0]`, `out0[3,2]`.
    With --inputs, the program is run: values are shown, and the result is exact even where it depends on
    values, such as the start of a dynamic slice.

    \b
    Examples:
      shlo why model.mlir '%17[3,2]'
      shlo why model.mlir '%17[3,2]' --inputs x.npy
      shlo why model.hlo 'fusion.1[0,5]' --format json
    """
    from stablehlo_tools.indexing.description import answer_as_json, lines_of_answer
    from stablehlo_tools.indexing.why import why

    program = open_program(options.file)
    with names_are_known():
        graph = program.function(options.function)
        value, index = _element(graph, options.element)
    arrays: dict[ArrayRef, Any] = {}
    if options.inputs or options.random:
        from stablehlo_tools.cli.graphs.values import values_of_run  # the interpreter takes time to import

        arrays = values_of_run(program, graph, options.inputs, options.random)
    answer = why(graph, value, index, arrays)
    if options.format == "json":
        write_report(answer_as_json(options.file, graph, answer, arrays))
    else:
        for line in lines_of_answer(answer, graph, arrays):
            echo(line)
    return outcome.CLEAN


def _element(graph: DataflowGraph, text: str) -> tuple[ArrayRef, tuple[int, ...]]:
    """The value and the index of `%17[3,2]`. Raises UndefinedName, and UsageError for an invalid index."""
    from stablehlo_tools.indexing.program import value_named

    match = _ELEMENT.fullmatch(text)
    assert match is not None
    value = value_named(graph, match["name"])
    numbers = [part.strip() for part in (match["index"] or "").split(",") if part.strip()]
    index = tuple(int(number) for number in numbers if number.isdigit())
    if value.sizes is None:
        raise click.UsageError(f"{value.name} is {value.type}: expected an array of static shape")
    if 0 in value.sizes:
        raise click.UsageError(f"{text}: {value.name} has no elements, it is {value.type}")
    if len(index) != len(numbers) or len(index) != len(value.sizes):
        example = f"{value.name}[{','.join('0' for _ in value.sizes)}]"
        raise click.UsageError(
            f"{text}: invalid index into {value.name}, {value.type}; expected an element such as {example}"
        )
    for dimension, (place, size) in enumerate(zip(index, value.sizes, strict=True)):
        if place >= size:
            raise click.UsageError(
                f"{text}: out of bounds: dimension {dimension} of {value.name}, {value.type}, has size {size}"
            )
    return value, index
