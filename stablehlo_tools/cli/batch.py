"""`run --batch`: many sets of inputs for one program, which is compiled once."""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import NamedTuple

import click

from stablehlo_tools.cli import arguments, comparison, execution, outcome, results
from stablehlo_tools.cli.arrays import read_file
from stablehlo_tools.cli.execution import Target
from stablehlo_tools.cli.output import echo
from stablehlo_tools.cli.random_inputs import Random
from stablehlo_tools.cli.results import Result
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.verdict.tolerance import Tolerance


class CasePlaces(NamedTuple):
    """The directories of expected and of saved results, each with an entry for each case."""

    expect: str | None
    outputs: str | None


def cases_of(folder: str) -> list[Path]:
    """The .npz files in a directory, each of which is a case. Raises UsageError if there are none."""
    found = sorted(Path(folder).glob("*.npz"))
    if not found:
        raise click.UsageError(f"--batch {folder}: the directory has no .npz files")
    return found


def run(
    target: Target,
    folder: str,
    places: CasePlaces,
    random: Random | None,
    tolerance: Tolerance,
) -> int:
    """Execute all cases, in the order of their names, and return the exit status."""
    cases = cases_of(folder)
    expected = {case: _expected(case.stem, places.expect) for case in cases} if places.expect else {}
    differing = 0
    for case in cases:
        bound = arguments.bind(target, read_file(str(case)), random)
        host = execution.host([])
        found = results.collect(target.function, execution.execute(target, bound, host), host.outfeed)
        if places.outputs:
            results.save_each(found, str(Path(places.outputs, case.stem)))
        if case in expected:
            echo(f"{case.stem}:")
            given = arguments.read_expected(target, [expected[case]])
            again = functools.partial(execution.again, target, bound, ())
            differing += comparison.compare(target, found, given, tolerance, again) != outcome.CLEAN
        elif not places.outputs:
            _show(case.stem, found)
    if differing:
        verb = "differs" if differing == 1 else "differ"
        echo(f"{differing:,} of {plural(len(cases), 'case')} {verb}", err=True)
    return outcome.FINDINGS if differing else outcome.CLEAN


def _expected(case: str, folder: str) -> str:
    """The file, or directory, with the expected results of a case."""
    for path in (Path(folder, f"{case}.npz"), Path(folder, case)):
        if path.exists():
            return str(path)
    raise click.UsageError(f"--expect {folder}: there is neither {case}.npz nor a directory {case}")


def _show(case: str, found: list[Result]) -> None:
    echo(f"{case}:")
    results.show(found, sys.stdout)
