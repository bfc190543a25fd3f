"""What a subcommand writes: lines for people, JSON, and programs, which are written as they are."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from typing import Any

import click

from stablehlo_tools.diagnostics.escapes import as_json, as_line

_PAGE = (120, 24)  # where the output is no terminal and says no width


def page_width() -> int:
    """How many characters a line of the terminal has."""
    return shutil.get_terminal_size(_PAGE).columns


def say(line: str = "", *, err: bool = False) -> None:
    """Write a line, whatever names and messages are in it: nothing acts upon a terminal or a log."""
    click.echo(as_line(line), err=err)


def say_all(lines: Iterable[str]) -> None:
    """Write lines as `say` does, at once."""
    text = "\n".join(map(as_line, lines))
    if text:
        click.echo(text)


def write_json(value: Any) -> None:
    """Write a document."""
    click.echo(as_json(value, indent=2))


def write_text(text: str) -> None:
    """Write a text as it is: a program, a picture of one, or what is ours alone."""
    sys.stdout.write(text)


def write_bytes(data: bytes) -> None:
    """Write what is no text to standard output."""
    sys.stdout.buffer.write(data)
    sys.stdout.flush()
