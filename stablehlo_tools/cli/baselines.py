"""The options --baseline and --write-baseline."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.outcome import Tally, show
from stablehlo_tools.cli.output import echo
from stablehlo_tools.cli.writing import replacing
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.diagnostics.units import plural

if TYPE_CHECKING:
    from stablehlo_tools.linter.baseline import Baseline
    from stablehlo_tools.linter.configuration import Configuration


def read(name: str | None) -> Baseline | None:
    """The baseline in a file; None without a file."""
    from stablehlo_tools.linter.baseline import Baseline  # it takes time to import

    return None if name is None else Baseline.read(Path(name))


def write(found: Iterable[Diagnostic], path: Path, known: str | None, *, quiet: bool) -> int:
    """Write all findings to a baseline, report those that cannot be recorded, and return the exit status."""
    from stablehlo_tools.linter.baseline import Baseline

    if known is not None:
        raise click.UsageError("--write-baseline cannot be used with --baseline")
    baseline = Baseline(path)
    status = show(baseline.add(found))
    with replacing(path) as new:
        new.write_text(str(baseline), encoding="utf-8")
    if not quiet:
        count = sum(map(len, baseline.known.values()))
        echo(f"{plural(count, 'finding')} written to {path}", err=True)
    return status


def report_resolved(
    known: Baseline | None, checked: Iterable[File], configuration: Configuration, tally: Tally
) -> None:
    """Report the findings in the baseline that checked files no longer have, if all files are valid."""
    from stablehlo_tools.linter.check import rules_for

    if known is None or tally.severities[Severity.ERROR]:
        return
    gone = []
    for file in checked:
        rules = rules_for(Source("", file.title), configuration.settings_for(file.path))
        texts = known.obsolete(file.title, {rule.code for rule in rules})
        gone += [f"  {file.title}: {text}" for text in texts]
    if gone:
        echo(f"{plural(len(gone), 'finding')} in the baseline no longer present:", err=True)
        for line in gone:
            echo(line, err=True)
