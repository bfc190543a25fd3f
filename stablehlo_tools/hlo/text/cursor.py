"""A cursor over HLO text: whitespace, brackets, names, shapes, and errors for unexpected tokens."""

from __future__ import annotations

import re
import sys

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, Shape
from stablehlo_tools.hlo.text import Mistake
from stablehlo_tools.hlo.text.brackets import HLO_SYNTAX
from stablehlo_tools.hlo.text.shape_text import HLO_SHAPE, ShapeError, read_shape

# Each text matches in one way only: ambiguity would cause exponential backtracking where a match fails.
BLANK = r"(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*(?:\n|\Z))*"
IDENTIFIER = r"[A-Za-z_][\w.-]*"
NAME = rf"%[\w.-]+|{IDENTIFIER}"

_SKIP = re.compile(BLANK, re.DOTALL)
_COMMA = re.compile(rf"{BLANK},", re.DOTALL)
_ARROW = re.compile(rf"{BLANK}->", re.DOTALL)
_ARRAY = re.compile(rf"{BLANK}(?P<type>[a-z]\w*)\s*\[", re.DOTALL)
_BUFFER = re.compile(r"b\s*\(")
_LAYOUT = re.compile(r"\s*\{\s*(?=[0-9:])")
_WORD = re.compile(r"[\w.%-]+|\S")
KEYWORDS = {
    "ENTRY", "FileLocations", "FileNames", "FunctionNames", "HloModule", "ROOT", "StackFrames", "false",
    "inf", "last_tile_dim_replicate", "manual", "maximal", "nan", "opaque", "replicated", "shard_as",
    "shard_like", "token", "true", "unknown", "unreduced", *PRIMITIVE_TYPES,
}  # fmt: skip


class Closing(dict[int, int]):
    """The position of each closing bracket. Brackets within strings or comments raise Mistake."""

    def __missing__(self, position: int) -> int:
        message = "unexpected bracket within a string or comment"
        raise Mistake(HLO_SYNTAX, message, position, position + 1)


class Cursor:
    """Parses at a position of the text and returns the end of what it read. All methods raise `Mistake`."""

    def __init__(self, source: Source, closing: Closing) -> None:
        self.text = source.text
        self.closing = closing
        self.uses_percent = False

    def skip(self, position: int) -> int:
        """The position after whitespace and comments."""
        match = _SKIP.match(self.text, position)
        return match.end() if match else position

    def next_item(self, position: int, closed: int) -> int:
        """The position after the comma, or of the end of the list."""
        comma = _COMMA.match(self.text, position, closed)
        if comma is None:
            position = self.skip(position)
            if position < closed:
                raise self.unexpected(position, "`,`")
            return closed
        position = self.skip(comma.end())
        if position >= closed:
            raise self.unexpected(position, "another entry after the comma")
        return position

    def plain(self, match: re.Match[str]) -> str:
        """A name without `%`. Keywords require `%`."""
        name = match["name"]
        if name.startswith("%"):
            self.uses_percent = True
            return name[1:]
        if name in KEYWORDS:
            message = f"`{name}` is a keyword: write `%{name}` to use it as a name"
            raise Mistake(HLO_SYNTAX, message, *match.span("name"))
        return name

    def expect(
        self, pattern: re.Pattern[str], position: int, expected: str, end: int = sys.maxsize
    ) -> re.Match[str]:
        """The match of a pattern at a position, where `expected` should be."""
        match = pattern.match(self.text, position, end)
        if match is None:
            raise self.unexpected(position, expected)
        return match

    def unexpected(self, position: int, expected: str) -> Mistake:
        """The syntax error at a position where `expected` should be."""
        match = _WORD.match(self.text, self.skip(position))
        if match is None:
            end = len(self.text)
            return Mistake(HLO_SYNTAX, f"unexpected end of input: expected {expected}", max(end - 1, 0), end)
        return Mistake(HLO_SYNTAX, f"expected {expected}, found `{match[0][:40]}`", *match.span())

    def shape(self, position: int) -> tuple[Shape, int]:
        """A shape, and its end."""
        start = self.skip(position)
        end = self._shape_end(start)
        try:
            return read_shape(self.text[start:end]), end
        except ShapeError as error:
            span = (start + error.start, max(start + error.end, start + error.start + 1))
            raise Mistake(HLO_SHAPE, str(error), *span) from None

    def _shape_end(self, start: int) -> int:
        if self.text[start : start + 1] == "(":
            return self.closing[start] + 1
        if start < len(self.text) and self.is_buffer(start):
            return self.closing[self.text.index("(", start)] + 1
        match = self.expect(_ARRAY, start, "a shape such as `f32[2,3]`")
        end = self.closing[match.end() - 1] + 1
        layout = _LAYOUT.match(self.text, end)
        return self.closing[self.text.index("{", end)] + 1 if layout else end

    def result_shape(self, position: int) -> tuple[Shape, int]:
        """The shape of a result, behind an arrow, and its end."""
        return self.shape(self.expect(_ARROW, position, "`->` and the shape of the result").end())

    def shape_list(self, opened: int) -> tuple[Shape, ...]:
        """The shapes in the list that starts with the bracket at `opened`."""
        shapes: list[Shape] = []
        position, closed = self.skip(opened + 1), self.closing[opened]
        while position < closed:
            shape, position = self.shape(position)
            shapes.append(shape)
            position = self.next_item(position, closed)
        return tuple(shapes)

    def begins_shape(self, position: int) -> bool:
        """Whether a shape starts here, not an opcode or a name."""
        first = self.text[position]
        return first != "%" and (
            first == "(" or _ARRAY.match(self.text, position) is not None or self.is_buffer(position)
        )

    def is_buffer(self, position: int) -> bool:
        """Whether `b(shape)` starts here, not an opcode with operands."""
        return self.text[position] == "b" and _BUFFER.match(self.text, position) is not None
