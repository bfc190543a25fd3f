"""Changes of a text as a unified diff, which `patch` and `git apply` take."""

from __future__ import annotations

import difflib
import re

from stablehlo_tools.cli.output import write_text
from stablehlo_tools.diagnostics.escapes import visible


def write_diff(name: str, old: str, new: str) -> None:
    """Print the diff of a file's text."""
    shown = visible(name)
    for line in difflib.unified_diff(_lines(old), _lines(new), shown, shown):
        write_text(_diff_line(line))


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)  # str.splitlines() also splits at form feeds and the like


def _diff_line(line: str) -> str:
    """A line of a diff, with its tabs and line ending, which `patch` needs."""
    text = line.rstrip("\r\n")
    return "\t".join(map(visible, text.split("\t"))) + (line[len(text) :] or "\n")
