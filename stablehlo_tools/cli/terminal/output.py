"""Output of subcommands: lines of text, tables, JSON, and programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TextIO

import click

from stablehlo_tools.diagnostics.escapes import as_json, as_line, visible
from stablehlo_tools.diagnostics.tables import BETWEEN, Table, pairs

STDOUT = "-"  # as the name of an output file


def title_of(output: str) -> str:
    """The name of an output file in messages."""
    return "standard output" if output == STDOUT else output


def echo(line: str = "", *, err: bool = False) -> None:
    """Write a line, escaped so that a terminal or a CI log does not interpret it."""
    click.echo(as_line(line), err=err)


def echo_all(lines: Iterable[str]) -> None:
    """Write lines as `echo` does, in a single call."""
    text = "\n".join(map(as_line, lines))
    if text:
        click.echo(text)


# Of JSON documents: incremented when a field of one changes its meaning or is removed.
SCHEMA: Final = 2


def write_json(value: Any) -> None:
    """Write a JSON document."""
    click.echo(as_json(value, indent=2))


def write_report(fields: Mapping[str, Any]) -> None:
    """Write the JSON document of a report, whose first field is `schema`."""
    write_json({"schema": SCHEMA, **fields})


def write_text(text: str) -> None:
    """Write text without escaping: a program, a picture, or text of our own."""
    sys.stdout.write(text)


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output."""
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


# -- tables -------------------------------------------------------------------------------------


def write_table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    left: int = 1,
    omit: Sequence[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Write rows in columns; the last `left` columns are left-aligned.

    On a narrow page, the columns with the headings `omit` are left out, in this order, until rows fit. On a
    terminal, headings are bold, and long cells are folded; elsewhere each row is a line.
    """
    from stablehlo_tools.diagnostics.report.text import page_width  # help does without

    stream = stream or sys.stdout
    columns = Table(headings, rows).columns
    for heading in omit:
        if sum(max(map(len, column)) + BETWEEN for column in columns) - BETWEEN > page_width():
            columns = [column for column in columns if column[0] != heading]
    if stream.isatty():
        _write_on_terminal(columns, left, stream)
        return
    header, *body = zip(*columns, strict=True)
    stream.writelines(f"{line}\n" for line in Table(header, body, left).lines)


def write_pairs(rows: Sequence[tuple[str, str]]) -> None:
    """Write a table of names and values."""
    write_page([pairs(rows)])


def write_page(parts: Iterable[str | Table]) -> None:
    """Write lines and tables below each other."""
    for part in parts:
        if isinstance(part, str):
            echo(part)
        else:
            write_table(part.headings, part.rows, left=part.left)


def _write_on_terminal(columns: Sequence[Sequence[str]], left: int, stream: TextIO) -> None:
    from rich.console import Console  # takes a twentieth of a second to import
    from rich.table import Table as RichTable
    from rich.text import Text

    headings = [column[0] for column in columns]
    table = RichTable(box=None, pad_edge=False, padding=(0, BETWEEN, 0, 0), show_header=any(headings))
    for number, heading in enumerate(headings):
        table.add_column(
            heading, justify="right" if number < len(headings) - left else "left", overflow="fold"
        )
    for row in list(zip(*columns, strict=True))[1:]:
        table.add_row(*(Text(visible(cell)) for cell in row))
    Console(file=stream, force_jupyter=False).print(table)
