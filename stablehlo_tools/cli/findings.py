"""The options for the output of diagnostics."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from stablehlo_tools.cli.output import STDOUT
from stablehlo_tools.cli.writing import replacing
from stablehlo_tools.diagnostics import report
from stablehlo_tools.diagnostics.diagnostic import Diagnostic

Command = TypeVar("Command", bound=Callable[..., Any])


def output_format(command: Command) -> Command:
    """The option `--output-format`; None if neither it nor the environment variable is set."""
    return click.option(
        "--output-format",
        type=click.Choice(list(report.FORMATS)),
        envvar="SHLO_OUTPUT_FORMAT",
        help="Output format of diagnostics  [default: full; github in GitHub Actions]",
    )(command)


output_file = click.option(
    "-o", "--output-file", type=click.Path(dir_okay=False), metavar="FILE", envvar="SHLO_OUTPUT_FILE",
    help="Write diagnostics to this file instead of standard output",
)  # fmt: skip

max_findings = click.option(
    "--max-findings", type=click.IntRange(0), metavar="N",
    help="Show at most N diagnostics; all are counted. 0 shows all, and repeated ones in full",
)  # fmt: skip


@contextlib.contextmanager
def destination(output_file: str | None) -> Iterator[TextIO]:
    """The stream for diagnostics. A file is replaced when all of them are written."""
    if output_file is None or output_file == STDOUT:
        yield sys.stdout
        return
    path = Path(output_file)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as new, new.open("w", encoding="utf-8") as stream:
        yield stream


def default_format() -> str:
    """The default output format."""
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "full"


def write(
    diagnostics: Iterable[Diagnostic],
    stream: TextIO,
    format: str,
    most: int | None = None,
    alike: int = report.ALIKE,
) -> None:
    """Write at most `most` diagnostics, of which at most `alike` with the same message per file in full.

    If `most` is 0, all diagnostics are written in full.
    """
    shown = None if most == 0 else alike
    report.write(_first(diagnostics, most or None), stream, format, _describe, alike=shown)


def _first(diagnostics: Iterable[Diagnostic], limit: int | None) -> Iterator[Diagnostic]:
    """The first `limit` diagnostics; the others are consumed, so that they are counted."""
    for number, diagnostic in enumerate(diagnostics):
        if limit is None or number < limit:
            yield diagnostic


def _describe(diagnostic: Diagnostic) -> report.Description:
    from stablehlo_tools.explanations import describe  # it takes time to import, and few formats need it

    return describe(diagnostic)
