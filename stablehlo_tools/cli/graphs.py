"""Programs on the command line, for `shlo index` and `shlo why`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import stablehlo_tools
from stablehlo_tools.cli.files import File
from stablehlo_tools.diagnostics.diagnostic import require_valid
from stablehlo_tools.grammars.languages import is_hlo

if TYPE_CHECKING:
    from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph
    from stablehlo_tools.indexing.program import ProgramGraphs


def open_program(file: str) -> ProgramGraphs:
    """The verified program in a file. Raises `VerificationError` for an invalid one."""
    from stablehlo_tools import hlo
    from stablehlo_tools.indexing.program import ProgramGraphs

    source = File(file).read()
    module = hlo.parse(source) if is_hlo(source) else stablehlo_tools.parse(source)
    found = hlo.verify(module) if isinstance(module, hlo.HloModule) else stablehlo_tools.verify(module)
    require_valid(found)
    return ProgramGraphs(module)


def function_of(program: ProgramGraphs, name: str | None) -> DataflowGraph:
    """The function of that name, or the entry."""
    from stablehlo_tools.indexing.program import NotThere

    try:
        return program.function(name)
    except NotThere as error:
        raise click.UsageError(str(error)) from None


def value_of(graph: DataflowGraph, name: str) -> ArrayRef:
    """The value of that name."""
    from stablehlo_tools.indexing.program import NotThere, value_named

    try:
        return value_named(graph, name)
    except NotThere as error:
        raise click.UsageError(str(error)) from None
