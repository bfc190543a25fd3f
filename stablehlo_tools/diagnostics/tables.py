"""Tables of text, in columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from stablehlo_tools.diagnostics.escapes import as_line
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex

_BAR: Final = regex(r"(?<!\\)\|")
_ESCAPED: Final = r"\\|"
BETWEEN: Final = 2  # spaces between columns
_NAME: Final = 12  # characters of a name at least, so that values of commands are below each other


class Table(NamedTuple):
    """Rows under headings, which may all be empty; the last `left` columns are left-aligned."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1

    @property
    def columns(self) -> list[list[str]]:
        """The cells by column, the heading first."""
        return [[heading, *cells] for heading, *cells in zip(self.headings, *self.rows, strict=True)]

    @property
    def lines(self) -> list[str]:
        """A line for each row, and one of the headings if there are any."""
        columns = self.columns
        widths = [max(map(len, column)) for column in columns]
        first = len(columns) - self.left
        sides = [f"{'>' if number < first else '<'}{width}" for number, width in enumerate(widths)]
        rows = [(" " * BETWEEN).join(map(format, row, sides)).rstrip() for row in zip(*columns, strict=True)]
        return [as_line(row) for row in rows[not any(self.headings) :]]

    @property
    def markdown(self) -> list[str]:
        """The lines of the table in Markdown; a `|` in a cell that is not escaped becomes so."""
        rows = (self.headings, ["---"] * len(self.headings), *self.rows)
        return [f"| {' | '.join(_BAR.sub(_ESCAPED, cell) for cell in row)} |" for row in rows]


def pairs(rows: Sequence[tuple[str, str]]) -> Table:
    """A table of names and values."""
    return Table(("", ""), [(f"{name:{_NAME}}", value) for name, value in rows], left=2)


def page(parts: Iterable[str | Table]) -> str:
    """Lines and tables below each other."""
    lines = [[as_line(part)] if isinstance(part, str) else part.lines for part in parts]
    return "\n".join(line for each in lines for line in each)
