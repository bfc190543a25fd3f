"""Snippets: a source line with marks beneath it, in the style of rustc.

MLIR lines are often hundreds of characters long. A line that does not fit on the page keeps its head, which
names the op, and the context of each mark; `...` replaces the rest.
"""

from __future__ import annotations

import functools
import itertools
import unicodedata
from collections.abc import Sequence

from stablehlo_tools.diagnostics.escapes import pieces
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex

Segment = tuple[str, str]  # a text and the name of its style, empty for none
Row = list[Segment]

ELLIPSIS = " ... "
TAB = "    "
_HEAD = regex(r'\s*(?:[%\w#$.:, -]+=\s*)?"?[\w.$]+"?')
_MAX_HEAD = 40


class Mark(NamedTuple):
    """The characters `start` up to `end` (from 0) of the line, underlined by `sign`, with a label."""

    start: int
    end: int
    label: str
    style: str
    sign: str


class ColumnRange(NamedTuple):
    """The characters `start` up to `end` of a line."""

    start: int
    end: int


def snippet_rows(line: str, marks: Sequence[Mark], width: int) -> list[Row]:
    """The rows of `line`, shortened to `width` characters, and of `marks` (at least one) beneath it."""
    cut = _Cut(line, _shown_ranges(line, marks, width))
    placed = sorted(
        (mark._replace(start=cut.column(mark.start), end=cut.column(mark.end)) for mark in marks),
        key=lambda mark: (mark.start, mark.end),
    )
    placed = [mark._replace(end=max(mark.end, mark.start + 1)) for mark in placed]
    labelled = [mark for mark in placed if mark.label]
    inline = labelled.pop() if labelled and labelled[-1].end == max(mark.end for mark in placed) else None
    rows: list[Row] = [[(cut.text, "")], _underlines(placed, inline)]
    if labelled:
        rows.append(_columns([(mark.start, "|", mark.style) for mark in labelled]))
    while labelled:
        last = labelled.pop()
        bars = [(mark.start, "|", mark.style) for mark in labelled if mark.start < last.start]
        rows.append(_columns([*bars, (last.start, last.label, last.style)]))
    return rows


def _underlines(marks: Sequence[Mark], inline: Mark | None) -> Row:
    cells: list[Segment] = [(" ", "")] * max(mark.end for mark in marks)
    for mark in sorted(marks, key=lambda mark: mark.sign == "^"):  # the main mark covers the others
        cells[mark.start : mark.end] = [(mark.sign, mark.style)] * (mark.end - mark.start)
    row = [(sign * len(list(group)), style) for (sign, style), group in itertools.groupby(cells)]
    return [*row, (f" {inline.label}", inline.style)] if inline else row


def _columns(parts: Sequence[tuple[int, str, str]]) -> Row:
    row: Row = []
    position = 0
    for column, text, style in parts:
        if column < position:
            continue  # two marks that begin together share a bar
        row += [(" " * (column - position), ""), (text, style)] if column > position else [(text, style)]
        position = column + len(text)
    return row


def _shown_ranges(line: str, marks: Sequence[Mark], width: int) -> list[ColumnRange]:
    """The ranges of the line to show, about `width` characters at most."""
    if len(line) <= width:
        return [ColumnRange(0, len(line))]
    head = _HEAD.match(line)
    indent = len(line) - len(line.lstrip())
    longest = max(width // (len(marks) + 1), 8)
    main = [
        ColumnRange(mark.start, min(mark.end, mark.start + longest)) for mark in marks if mark.sign == "^"
    ]
    others = [
        ColumnRange(mark.start, min(mark.end, mark.start + longest)) for mark in marks if mark.sign != "^"
    ]
    if head:
        others.append(ColumnRange(indent, min(head.end(), indent + _MAX_HEAD)))
    for context in range(width, 0, -1):
        wide = [_widen(line, core, context, indent) for core in main]
        kept = _merge(wide + [_widen(line, core, context // 4, indent) for core in others])
        if _length(kept, line) <= width:
            return kept
    return _merge(main + others)


def _widen(line: str, core: ColumnRange, context: int, indent: int) -> ColumnRange:
    """`core` extended by at most `context` characters on each side, to word boundaries if possible."""
    start, end = max(core.start - context, indent), min(core.end + context, len(line))
    if start > indent and (blank := line.find(" ", start, core.start)) >= 0:
        start = blank + 1
    if end < len(line) and (blank := line.rfind(" ", core.end, end)) >= 0:
        end = blank
    return ColumnRange(start, end)


def _merge(ranges: Sequence[ColumnRange]) -> list[ColumnRange]:
    """The sorted ranges, merged if the gap is no longer than an ellipsis."""
    merged: list[ColumnRange] = []
    for part in sorted(ranges):
        if merged and part.start <= merged[-1].end + len(ELLIPSIS):
            merged[-1] = ColumnRange(merged[-1].start, max(merged[-1].end, part.end))
        else:
            merged.append(part)
    return merged


def _length(kept: Sequence[ColumnRange], line: str) -> int:
    behind = len(kept) - (kept[-1].end == len(line))
    shown = sum(part.end - part.start for part in kept)
    return len(_before(line, kept)) + shown + len(ELLIPSIS) * behind


def _before(line: str, kept: Sequence[ColumnRange]) -> str:
    """The ellipsis for an omitted beginning of the line; empty if only blanks are omitted."""
    return ELLIPSIS.lstrip() if line[: kept[0].start].strip() else ""


class _Cut:
    """A shortened line: its text, and the columns of the characters of the original line."""

    def __init__(self, line: str, kept: Sequence[ColumnRange]) -> None:
        self.starts: list[tuple[ColumnRange, int]] = []  # each range with the column at which it is shown
        self.line = line
        shown = [_before(line, kept)]
        width = len(shown[0])
        for part in kept:
            self.starts.append((part, width))
            text = "".join(self.pieces(part)) + (ELLIPSIS if part.end < len(line) else "")
            shown.append(text)
            width += _cells(text)
        self.text = "".join(shown)

    def column(self, position: int) -> int:
        """The column of character `position`; for an omitted one, that of its ellipsis."""
        for part, column in reversed(self.starts):
            if position >= part.start:
                ellipsis = len(ELLIPSIS) if position > part.end else 0
                within = self.pieces(part)[: min(position, part.end) - part.start]
                return column + _cells("".join(within)) + ellipsis
        return 0

    def pieces(self, part: ColumnRange) -> Sequence[str]:
        """The escaped text of each character of a range, with tabs expanded."""
        text = self.line[part.start : part.end]
        shown = pieces(text)  # the text itself, in most cases
        if "\t" not in text:
            return shown
        return [TAB if own == "\t" else piece for own, piece in zip(text, shown, strict=True)]


def _cells(text: str) -> int:
    return len(text) if text.isascii() else sum(map(_cell, text))


@functools.lru_cache(maxsize=1 << 12)
def _cell(character: str) -> int:
    """The width of a character in terminal columns."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
