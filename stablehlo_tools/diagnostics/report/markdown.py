"""Diagnostics as a Markdown table, for comments and job summaries."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TextIO

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.report.description import Describe
from stablehlo_tools.diagnostics.report.places import place_of

_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\`*_[]<>|"})
# Code spans, and names of functions, which GitHub would take for mentions of users.
_CODE = re.compile(r"(`[^`]+`|@[\w.$-]+)")


def write(diagnostics: Iterable[Diagnostic], stream: TextIO, describe: Describe) -> None:
    """Write a table with a row for each diagnostic; without diagnostics, a sentence."""
    is_empty = True
    for diagnostic in diagnostics:
        if is_empty:
            stream.write("| severity | code | location | message |\n| --- | --- | --- | --- |\n")
        is_empty = False
        stream.write(f"| {' | '.join(_cells(diagnostic, describe))} |\n")
    if is_empty:
        stream.write("No diagnostics.\n")


def _cells(diagnostic: Diagnostic, describe: Describe) -> Iterable[str]:
    place, page = place_of(diagnostic), describe(diagnostic).page
    code = cell(diagnostic.code)
    yield diagnostic.severity.value
    yield f"[{code}]({page})" if page else code
    yield cell(f"{place.path}:{place.line}:{place.column}") if place else ""
    yield cell(diagnostic.message)


def cell(text: str) -> str:
    """Text in a table, with escaped markup except for code spans."""
    parts = _CODE.split(" ".join(visible(text).split()))
    return "".join(_code(part) if index % 2 else part.translate(_SPECIAL) for index, part in enumerate(parts))


def _code(text: str) -> str:
    return f"`{text.strip('`')}`".replace("|", "\\|")
