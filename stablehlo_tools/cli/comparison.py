"""Comparison of the results of a run with expected results."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import click

from stablehlo_tools.cli.arguments import match
from stablehlo_tools.cli.arrays import Given
from stablehlo_tools.cli.execution import Target
from stablehlo_tools.cli.outcome import CLEAN, FINDINGS
from stablehlo_tools.cli.output import echo
from stablehlo_tools.cli.results import Result
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.verdict.judging import judge
from stablehlo_tools.verdict.rounding import Estimate, rules
from stablehlo_tools.verdict.tolerance import Tolerance


def compare(
    target: Target,
    results: Sequence[Result],
    expected: Sequence[Given],
    tolerance: Tolerance,
    again: Callable[[int | None], Sequence[Result]],
    write: Callable[[str], None] = echo,
) -> int:
    """Compare each result with its expected value, `write` a report, and return the exit status.

    `again` executes the program on the interpreter, with random rounding if there is a seed.
    """
    estimate = Estimate(lambda seed: [result.array for result in again(seed)])
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
        allowance = functools.partial(estimate.allowance, index, wanted)
        judgement = judge(result.array, wanted, rules(wanted, allowance, tolerance))
        write(f"{title} {judgement}")
        for line in judgement.details:
            write(f"  {line}")
        differing += not judgement.agrees
    if differing and len(bound) > 1 and write is echo:
        verb = "differs" if differing == 1 else "differ"
        echo(f"{differing:,} of {plural(len(bound), 'result')} {verb}", err=True)
    return FINDINGS if differing else CLEAN


def _names(index: int, result: Result) -> list[str]:
    """The names of a result, the preferred one last."""
    return [str(index), f"arr_{index}", result.known_as or result.name, result.name]
