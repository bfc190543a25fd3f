"""A program made ready and executed, with a line of progress on a terminal when it takes its time."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy.typing as npt

from stablehlo_tools import api, interpret
from stablehlo_tools.cli.outcome import DoesNotFit
from stablehlo_tools.diagnostic import RunError, Severity, VerificationError
from stablehlo_tools.ir import Function, Module
from stablehlo_tools.source import Source

Array = npt.NDArray[Any]


class Program(NamedTuple):
    """A verified module and the function of it to execute."""

    module: Module
    function: Function


def prepare(source: Source, entry: str | None) -> Program | None:
    """Parse and verify; None for a module without functions."""
    module = api.parse(source)
    errors = [found for found in api.verify(module) if found.severity is Severity.ERROR]
    if errors:
        raise VerificationError(*errors)
    if entry is None and not module.functions:
        return None
    try:
        return Program(module, api.entry_function(module, entry))
    except RunError as error:
        raise DoesNotFit(*error.diagnostics) from None


def execute(program: Program, arguments: list[Array]) -> list[Array]:
    """The results of the program."""
    return interpret.execute(program.module, arguments, entry=program.function.symbol)
