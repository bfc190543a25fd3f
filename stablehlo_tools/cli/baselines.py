"""The options --baseline and --write-baseline."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.outcome import Tally, plural, show
from stablehlo_tools.cli.output import say
from stablehlo_tools.cli.writing import replacing
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.source import Source

if TYPE_CHECKING:
    from stablehlo_tools.linter.baseline import Baseline
    from stablehlo_tools.linter.configuration import Configuration


def read(name: str | None) -> Baseline | None:
    """The baseline in a file, if one is named."""
    from stablehlo_tools.linter.baseline import Baseline  # it takes time to import

    return None if name is None else Baseline.read(Path(name))


def write(found: Iterable[Diagnostic], path: Path, known: str | None, *, quiet: bool) -> int:
    """Write all findings into a file, say what cannot be in it, and return the exit status."""
    from stablehlo_tools.linter.baseline import Baseline

    if known is not None:
        raise click.UsageError("--write-baseline takes all findings, those that --baseline leaves out, too")
    baseline = Baseline(path)
    status = show(baseline.add(found))
    with replacing(path) as new:
        new.write_text(str(baseline), encoding="utf-8")
    if not quiet:
        count = sum(map(len, baseline.known.values()))
        say(f"{plural(count, 'finding')} written to {path}", err=True)
    return status


def say_gone(
    known: Baseline | None, checked: Iterable[File], configuration: Configuration, tally: Tally
) -> None:
    """Say what a baseline has of files that were checked and is not found any more, if all of them verify."""
    from stablehlo_tools.linter.check import rules_for

    if known is None or tally.severities[Severity.ERROR]:
        return
    gone = []
    for file in checked:
        rules = rules_for(Source("", file.title), configuration.settings_for(file.path))
        texts = known.obsolete(file.title, {rule.code for rule in rules})
        gone += [f"  {file.title}: {text}" for text in texts]
    if gone:
        say(f"{plural(len(gone), 'finding')} of the baseline not there any more:", err=True)
        for line in gone:
            say(line, err=True)
