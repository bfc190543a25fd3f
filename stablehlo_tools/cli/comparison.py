"""Comparison of the results of a run with expected results."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from stablehlo_tools.analysis.comparison import judge
from stablehlo_tools.analysis.roundings import narrowest_types
from stablehlo_tools.cli.arguments import match
from stablehlo_tools.cli.arrays import Given
from stablehlo_tools.cli.execution import Target
from stablehlo_tools.cli.outcome import CLEAN, FINDINGS
from stablehlo_tools.cli.output import echo
from stablehlo_tools.cli.results import Result
from stablehlo_tools.units import plural


def compare(
    target: Target,
    results: Sequence[Result],
    expected: Sequence[Given],
    rtol: float | None,
    atol: float | None,
    write: Callable[[str], None] = echo,
) -> int:
    """Compare each result with its expected value, `write` a report, and return the exit status."""
    rounded = narrowest_types(target.module, target.function)
    names = [_names(index, result) for index, result in enumerate(results)]
    bound = match(expected, names, "result")
    if results and not bound:
        raise click.UsageError("--expect: no arrays to compare the results with")
    differing = 0
    for index, result in enumerate(results):
        title = result.title
        if index not in bound:
            write(f"{title} not compared: no expected value")
            continue
        wanted = bound[index].as_type(result.type)
        through = None if result.number is None else rounded[result.number]
        verdict = judge(result.array, wanted, result.type, rtol, atol, through=through)
        write(f"{title} {'as expected' if verdict.agrees else 'DIFFERS'}")
        for line in verdict.lines:
            write(f"  {line}")
        differing += not verdict.agrees
    if differing and len(bound) > 1 and write is echo:
        verb = "differs" if differing == 1 else "differ"
        echo(f"{differing:,} of {plural(len(bound), 'result')} {verb}", err=True)
    return FINDINGS if differing else CLEAN


def _names(index: int, result: Result) -> list[str]:
    """The names of a result, the preferred one last."""
    return [str(index), f"arr_{index}", result.known_as or result.name, result.name]
