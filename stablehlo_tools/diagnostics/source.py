"""Source texts and spans, by which all positions are represented.

Offsets count characters of the decoded text from 0; lines and columns count from 1.
"""

from __future__ import annotations

import bisect
import functools

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex

_LINE_END = regex("\n")


class Source:
    """A text with its name in diagnostics (a path, `<stdin>`, `<string>`).

    If it is a part of a file, which consists of whole lines, `first_line` is the number of the first.
    """

    __slots__ = ("__dict__", "first_line", "name", "text")

    def __init__(self, text: str, name: str = "<string>", first_line: int = 1) -> None:
        self.text = text
        self.name = name
        self.first_line = first_line

    def __repr__(self) -> str:
        return f"Source({self.name!r}, {len(self.text)} characters)"

    @functools.cached_property
    def line_starts(self) -> list[int]:
        """The offset of each line."""
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def line_column(self, offset: int) -> tuple[int, int]:
        """The line and column, both from 1, of the character at `offset`."""
        line = bisect.bisect_right(self.line_starts, offset)
        return line + self.first_line - 1, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its line end."""
        start = self.line_starts[number - self.first_line]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")


class Span(NamedTuple):
    """The characters `start` up to, not including, `end` of a source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.source.text[self.start : self.end]

    @property
    def begin(self) -> tuple[int, int]:
        """Line and column of the first character."""
        return self.source.line_column(self.start)

    @property
    def finish(self) -> tuple[int, int]:
        """Line and column after the last character."""
        return self.source.line_column(self.end)

    @property
    def place(self) -> str:
        """The position of its start: `model.mlir:12:5`."""
        return ":".join(map(str, [self.source.name, *self.begin]))

    def __repr__(self) -> str:
        return f"Span({self.place}, {self.end - self.start} characters)"
