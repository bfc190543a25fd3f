"""A program on the command line, opened for `shlo index` and `shlo why`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import stablehlo_tools
from stablehlo_tools.cli.files import File
from stablehlo_tools.diagnostic import Severity, VerificationError
from stablehlo_tools.reading import is_hlo

if TYPE_CHECKING:
    from stablehlo_tools.indexing.graph import Graph, Value
    from stablehlo_tools.indexing.program import Program


def opened(file: str) -> Program:
    """The program in a file, verified."""
    from stablehlo_tools import hlo
    from stablehlo_tools.indexing.program import Program

    source = File(file).read()
    module = hlo.parse(source) if is_hlo(source) else stablehlo_tools.parse(source)
    found = hlo.verify(module) if isinstance(module, hlo.HloModule) else stablehlo_tools.verify(module)
    errors = [each for each in found if each.severity is Severity.ERROR]
    if errors:
        raise VerificationError(*errors)
    return Program(module)


def function_of(program: Program, name: str | None) -> Graph:
    """The function of that name, or that which is executed."""
    from stablehlo_tools.indexing.program import NotThere

    try:
        return program.function(name)
    except NotThere as error:
        raise click.UsageError(str(error)) from None


def value_of(graph: Graph, name: str) -> Value:
    """The value of that name."""
    from stablehlo_tools.indexing.program import NotThere, value_named

    try:
        return value_named(graph, name)
    except NotThere as error:
        raise click.UsageError(str(error)) from None
