"""Deferred literals: long literals are replaced by short marks before a text is parsed.

A literal remains a span of the source until its elements are needed, so that memory holds it once.
"""

from __future__ import annotations

import bisect
import re
from typing import NamedTuple

from stablehlo_tools.diagnostics.source import Source, Span

_MIN_LENGTH = 1 << 12  # characters of a deferred literal
_LITERALS = (  # literal prefixes, which `re` searches for fast
    re.compile(
        rf'dense<([ ]*"0x[0-9A-Fa-f]{{{_MIN_LENGTH},}}"[ ]*|[-+\w.,()\[\] \t]{{{_MIN_LENGTH},}})>', re.ASCII
    ),
    re.compile(rf': ("0x[0-9A-Fa-f]{{{_MIN_LENGTH},}}")'),
)
_MARK = re.compile(r'"?\x00[0-9]+"?')


class RawText(NamedTuple):
    """A part of a source, or several parts joined. `origins` maps offsets to the source."""

    text: str
    origins: list[tuple[int, int]]  # (offset in text, offset in the source) of each piece

    def offset(self, position: int) -> int:
        """The offset in the source of the character at `position` of the text."""
        piece = bisect.bisect_right(self.origins, max(position, 0), key=lambda origin: origin[0]) - 1
        start, origin = self.origins[max(piece, 0)]
        return origin + position - start


def marks_in(text: str) -> list[str]:
    """The marks in a text."""
    return _MARK.findall(text)


class DeferredLiterals:
    """The spans of the long literals of a source, including quotes."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._spans = sorted(
            match.span(1) for pattern in _LITERALS for match in pattern.finditer(source.text)
        )
        self.by_mark = {self._mark(number): Span(source, *span) for number, span in enumerate(self._spans)}

    def _mark(self, number: int) -> str:
        quoted = self.source.text[self._spans[number][1] - 1] == '"'
        return f'"\x00{number}"' if quoted else f"\x00{number}"

    def within(self, start: int, end: int) -> list[tuple[str, int, int]]:
        """The mark, start and end of each literal in a part of the source."""
        first = bisect.bisect_left(self._spans, (start,))
        stop = bisect.bisect_left(self._spans, (end,), first)
        return [(self._mark(number), *self._spans[number]) for number in range(first, stop)]

    def with_marks(self, start: int, end: int) -> RawText:
        """A part of the source with marks in place of literals."""
        text, pieces, origins, length = self.source.text, list[str](), list[tuple[int, int]](), 0
        for mark, literal, stop in self.within(start, end):
            pieces += [text[start:literal], mark]
            origins += [(length, start), (length + literal - start, literal)]
            length += literal - start + len(mark)
            start = stop
        return RawText("".join([*pieces, text[start:end]]), [*origins, (length, start)])
