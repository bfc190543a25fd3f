"""A cursor through HLO text: blanks, brackets, names, shapes; what is said where something else stands."""

from __future__ import annotations

import re

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, Shape
from stablehlo_tools.hlo.shape_text import ShapeError, read_shape

# Each text has one way to be blank, or what follows and is not there would be looked for in all the others.
BLANK = r"(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*(?:\n|\Z))*"
IDENTIFIER = r"[A-Za-z_][\w.-]*"
NAME = rf"%[\w.-]+|{IDENTIFIER}"

_SKIP = re.compile(BLANK, re.DOTALL)
_COMMA = re.compile(rf"{BLANK},", re.DOTALL)
_ARRAY = re.compile(rf"{BLANK}(?P<type>[a-z]\w*)\s*\[", re.DOTALL)
_BUFFER = re.compile(r"b\s*\(")
_LAYOUT = re.compile(r"\s*\{\s*(?=[0-9:])")
_WORD = re.compile(r"[\w.%-]+|\S")
KEYWORDS = {
    "ENTRY", "FileLocations", "FileNames", "FunctionNames", "HloModule", "ROOT", "StackFrames", "false",
    "inf", "last_tile_dim_replicate", "manual", "maximal", "nan", "opaque", "replicated", "shard_as",
    "shard_like", "token", "true", "unknown", "unreduced", *PRIMITIVE_TYPES,
}  # fmt: skip


class Mistake(Exception):
    """A part of the text that cannot be read."""

    def __init__(self, code: str, message: str, start: int, end: int, *helps: str) -> None:
        super().__init__(message)
        self.code = code
        self.start = start
        self.end = end
        self.helps = helps


class Closing(dict[int, int]):
    """Where each bracket closes. What looks like one in a string or a comment is a mistake."""

    def __missing__(self, position: int) -> int:
        message = "this bracket stands in a string or a comment, where something else has to be"
        raise Mistake("hlo_syntax", message, position, position + 1)


class Cursor:
    """Reads at a position of the text, and says where what it read ends. All of it raises `Mistake`."""

    def __init__(self, source: Source, closing: Closing) -> None:
        self.text = source.text
        self.closing = closing
        self.uses_percent = False

    def skip(self, position: int) -> int:
        """Behind the blanks and comments."""
        match = _SKIP.match(self.text, position)
        return match.end() if match else position

    def next_item(self, position: int, closed: int) -> int:
        """Behind the comma, or where the list closes."""
        comma = _COMMA.match(self.text, position, closed)
        if comma is None:
            position = self.skip(position)
            if position < closed:
                raise self.unexpected(position, "`,`")
            return closed
        position = self.skip(comma.end())
        if position >= closed:
            raise self.unexpected(position, "another entry behind the comma")
        return position

    def plain(self, match: re.Match[str]) -> str:
        """A name without `%`, which a word of the language has to have as a name."""
        name = match["name"]
        if name.startswith("%"):
            self.uses_percent = True
            return name[1:]
        if name in KEYWORDS:
            message = f"`{name}` is a word of the language; as a name it is written `%{name}`"
            raise Mistake("hlo_syntax", message, *match.span("name"))
        return name

    def unexpected(self, position: int, wanted: str) -> Mistake:
        """The mistake that at this position stands something else than `wanted`."""
        start = self.skip(position)
        match = _WORD.match(self.text, start)
        if match is None:
            end = len(self.text)
            return Mistake("hlo_syntax", f"the text ends where {wanted} has to come", max(end - 1, 0), end)
        return Mistake(
            "hlo_syntax", f"`{match[0][:40]}` is unexpected here: it has to be {wanted}", *match.span()
        )

    def shape(self, position: int) -> tuple[Shape, int]:
        """A shape, and where it ends."""
        start = self.skip(position)
        end = self._shape_end(start)
        try:
            return read_shape(self.text[start:end]), end
        except ShapeError as error:
            span = (start + error.start, max(start + error.end, start + error.start + 1))
            raise Mistake("hlo_shape", str(error), *span) from None

    def _shape_end(self, start: int) -> int:
        if self.text[start : start + 1] == "(":
            return self.closing[start] + 1
        if start < len(self.text) and self.is_buffer(start):
            return self.closing[self.text.index("(", start)] + 1
        match = _ARRAY.match(self.text, start)
        if match is None:
            raise self.unexpected(start, "a shape such as `f32[2,3]`")
        end = self.closing[match.end() - 1] + 1
        layout = _LAYOUT.match(self.text, end)
        return self.closing[self.text.index("{", end)] + 1 if layout else end

    def shape_list(self, opened: int) -> tuple[Shape, ...]:
        """The shapes between the bracket at `opened` and where it closes."""
        shapes: list[Shape] = []
        position, closed = self.skip(opened + 1), self.closing[opened]
        while position < closed:
            shape, position = self.shape(position)
            shapes.append(shape)
            position = self.next_item(position, closed)
        return tuple(shapes)

    def begins_shape(self, position: int) -> bool:
        """Whether here stands a shape, and not an opcode or a name."""
        first = self.text[position]
        return first != "%" and (
            first == "(" or _ARRAY.match(self.text, position) is not None or self.is_buffer(position)
        )

    def is_buffer(self, position: int) -> bool:
        """Whether here stands `b(shape)` and not an opcode with its operands."""
        return self.text[position] == "b" and _BUFFER.match(self.text, position) is not None
