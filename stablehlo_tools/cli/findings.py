"""The option --output-format, and findings written in that format."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from stablehlo_tools import report
from stablehlo_tools.diagnostic import Diagnostic

Command = TypeVar("Command", bound=Callable[..., Any])


def output_format(command: Command) -> Command:
    """`--output-format`, None where neither it nor the environment says."""
    return click.option(
        "--output-format",
        type=click.Choice(list(report.FORMATS)),
        envvar="SHLO_OUTPUT_FORMAT",
        help="How findings are written.  [default: full; github inside GitHub Actions]",
    )(command)


def default_format() -> str:
    """The format where nobody says."""
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "full"


def write(diagnostics: Iterable[Diagnostic], format: str) -> None:
    """Write findings to standard output."""
    report.write(diagnostics, sys.stdout, format, _describe)


def _describe(diagnostic: Diagnostic) -> report.Description:
    from stablehlo_tools.explain import describe  # it takes time to import, and few formats ask

    return describe(diagnostic)
