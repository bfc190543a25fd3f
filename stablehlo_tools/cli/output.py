"""Output of subcommands: lines of text, JSON, and programs."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from typing import Any

import click

from stablehlo_tools.diagnostics.escapes import as_json, as_line

STDOUT = "-"  # as the name of an output file
_PAGE = (120, 24)  # if the output is not a terminal and COLUMNS is not set


def page_width() -> int:
    """The width of the terminal in characters."""
    return shutil.get_terminal_size(_PAGE).columns


def echo(line: str = "", *, err: bool = False) -> None:
    """Write a line, escaped so that a terminal or a CI log does not interpret it."""
    click.echo(as_line(line), err=err)


def echo_all(lines: Iterable[str]) -> None:
    """Write lines as `echo` does, in a single call."""
    text = "\n".join(map(as_line, lines))
    if text:
        click.echo(text)


def write_json(value: Any) -> None:
    """Write a JSON document."""
    click.echo(as_json(value, indent=2))


def write_text(text: str) -> None:
    """Write text without escaping: a program, a picture, or text of our own."""
    sys.stdout.write(text)


def write_bytes(data: bytes) -> None:
    """Write what is no text to standard output."""
    sys.stdout.buffer.write(data)
    sys.stdout.flush()
