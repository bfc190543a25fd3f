"""Diagnostics as text, in the style of rustc: snippet, violated constraint, values of its terms."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Label, Severity
from stablehlo_tools.diagnostics.escapes import as_line, visible
from stablehlo_tools.diagnostics.report.description import ALIKE, Describe
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.host.records import NamedTuple

if TYPE_CHECKING:
    from stablehlo_tools.diagnostics.report.snippet import Row

# Modules that draw are imported when there is something to draw.

_STYLES = {  # names of `snippet.Row` styles -> styles of rich
    "error": "bold red",
    "warning": "bold yellow",
    "note": "bold green",
    "help": "bold cyan",
    "strong": "bold",
    "frame": "bold blue",
}
_MAX_WIDTH = 140
_MIN_WIDTH = 30
_MAX_POSITIONS = 10
_PAGE = 100  # characters, if the output is not a terminal and COLUMNS is not set


def write_full(
    diagnostics: Iterable[Diagnostic], stream: TextIO, describe: Describe, alike: int | None = ALIKE
) -> None:
    """Write each diagnostic with its snippet, its constraint and its notes.

    Of diagnostics with the same message, at most `ALIKE`, and `alike` per file, are shown in full; the
    positions of the others follow at the end. None shows all.
    """
    write_rows(full_rows(diagnostics, alike), stream)


def full_rows(diagnostics: Iterable[Diagnostic], alike: int | None = ALIKE) -> Iterator[Row]:
    """The rows that `write_full` writes."""
    groups: dict[tuple[str, str], _Group] = {}
    width = 0
    for diagnostic in diagnostics:
        width = width or min(page_width(_PAGE), _MAX_WIDTH)
        group = groups.setdefault((diagnostic.code, diagnostic.message), _Group([], []))
        if alike is None or group.shows(diagnostic, alike):
            group.shown.append(diagnostic)
            yield from (*layout(diagnostic, width), [])
        else:
            group.counted.append(diagnostic)
    for group in groups.values():
        if group.counted:
            yield from (*_repetitions(group.counted, width), [])


def page_width(default: int = 120) -> int:
    """The width in characters: COLUMNS, that of the terminal, or `default` if the output goes elsewhere."""
    import shutil  # with all formats of archives, for one function

    # `shutil` asks the terminal of the process, also where standard output is redirected
    is_redirected = sys.stdout is not sys.__stdout__ and "COLUMNS" not in os.environ
    return default if is_redirected else shutil.get_terminal_size((default, 24)).columns


class _Group(NamedTuple):
    """Diagnostics with the same message: those shown in full, and those whose positions are listed."""

    shown: list[Diagnostic]
    counted: list[Diagnostic]

    def shows(self, diagnostic: Diagnostic, alike: int) -> bool:
        """Whether to show another one in full, with `alike` per file."""
        in_its_file = [each for each in self.shown if _file(each) == _file(diagnostic)]
        return len(self.shown) < ALIKE and len(in_its_file) < alike


def _file(diagnostic: Diagnostic) -> str:
    return diagnostic.span.source.name if diagnostic.span else ""


def write_concise(diagnostics: Iterable[Diagnostic], stream: TextIO, describe: Describe) -> None:
    """Write a line `file:line:column: severity[code]: message` for each diagnostic."""
    for diagnostic in diagnostics:
        where = f"{_place(diagnostic.span)}: " if diagnostic.span else ""
        row = [(visible(where), ""), *_title(diagnostic), (f": {visible(diagnostic.message)}", "")]
        write_rows([row], stream)


def write_rows(rows: Iterable[Row], stream: TextIO) -> None:
    """Write rows, in color if the stream is a terminal and NO_COLOR is not set."""
    if not _wants_color(stream):  # rich takes a tenth of a second to import
        stream.writelines(f"{plain(row)}\n" for row in rows)
        return
    from rich.console import Console
    from rich.text import Text

    # not what rich does of itself in a notebook, which displays what is printed instead of writing it
    console = Console(file=stream, force_terminal=True, force_jupyter=False, highlight=False, soft_wrap=True)
    for row in rows:
        console.print(Text.assemble(*((as_line(text), _STYLES.get(style, "")) for text, style in row)))


def plain(row: Row) -> str:
    """A row as a line without color."""
    return as_line("".join(text for text, _ in row)).rstrip()


def _wants_color(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def layout(diagnostic: Diagnostic, width: int) -> list[Row]:
    """The rows of one diagnostic on a page of `width` columns."""
    gutter = max((len(str(span.begin[0])) for span in _spans(diagnostic)), default=1)
    rows: list[Row] = [
        [*_title(diagnostic), *_mark(diagnostic), (f": {visible(diagnostic.message)}", "strong")]
    ]
    if diagnostic.span:
        rows += _snippets(diagnostic, gutter, width)
    remarks = _remarks(diagnostic, width - gutter - len(" = rule: "))
    if remarks and len(rows) > 2:
        rows.append([(f"{'':{gutter}} |", "frame")])
    for word, style, lines in remarks:
        rows += _remark(word, style, lines, gutter)
    return rows


def _repetitions(group: Sequence[Diagnostic], width: int) -> list[Row]:
    first = group[0]
    places = [_place(each.span) for each in group[:_MAX_POSITIONS] if each.span]
    if len(group) > _MAX_POSITIONS:
        places.append("...")
    lines = _wrapped(visible(", ".join(places)), width - len(_AT))
    return [
        [*_title(first), *_mark(first), (f": {visible(first.message)}: {len(group):,} more", "strong")],
        *([("     " if number else _AT, "frame"), (line, "")] for number, line in enumerate(lines)),
    ]


_AT = "  at "


def _title(diagnostic: Diagnostic) -> Row:
    severity = diagnostic.severity.value
    return [(severity, severity), (f"[{visible(diagnostic.code)}]", severity)]


def _mark(diagnostic: Diagnostic) -> Row:
    """The mark of a diagnostic that `--fix` fixes."""
    return [(" [*]", "help")] if diagnostic.fix and diagnostic.fix.is_safe else []


def _place(span: Span) -> str:
    return span.place if span.source.text else span.source.name


def _spans(diagnostic: Diagnostic) -> list[Span]:
    spans = [label.span for label in diagnostic.related]
    return [diagnostic.span, *spans] if diagnostic.span else spans


def _snippets(diagnostic: Diagnostic, gutter: int, width: int) -> list[Row]:
    """A snippet per source: the diagnostic's own first."""
    assert diagnostic.span is not None
    main = Label(diagnostic.span, diagnostic.label)
    by_source: dict[Source, list[Label]] = {main.span.source: [main]}
    for label in diagnostic.related:
        by_source.setdefault(label.span.source, []).append(label)
    rows: list[Row] = []
    for source, labels in by_source.items():
        arrow = "-->" if source is main.span.source else ":::"
        rows.append([(f"{'':{gutter}}{arrow} ", "frame"), (visible(_place(labels[0].span)), "")])
        if labels[0].span.source.text:
            rows += _snippet(labels, main, diagnostic.severity, gutter, width)
    return rows


def _snippet(labels: Sequence[Label], main: Label, severity: Severity, gutter: int, width: int) -> list[Row]:
    from stablehlo_tools.diagnostics.report.snippet import Mark, snippet_rows

    lines: dict[int, list[Mark]] = {}
    for label in labels:
        style, sign = (severity.value, "^") if label is main else ("frame", "-")
        number, column = label.span.begin
        line = label.span.source.line(number)
        # a span of several lines is marked on its first
        end = min(column - 1 + label.span.end - label.span.start, len(line))
        lines.setdefault(number, []).append(Mark(column - 1, end, visible(label.message), style, sign))
    rows: list[Row] = [[(f"{'':{gutter}} |", "frame")]]
    previous = 0
    for number in sorted(lines):
        if previous and number > previous + 1:
            rows.append([("...", "frame")])
        previous = number
        shown = snippet_rows(labels[0].span.source.line(number), lines[number], width - gutter - 3)
        for row, name in zip(shown, itertools.chain([str(number)], itertools.repeat("")), strict=False):
            rows.append([(f"{name:>{gutter}} | ", "frame"), *row])
    return rows


def _remarks(diagnostic: Diagnostic, width: int) -> list[tuple[str, str, list[str]]]:
    """(word, style, lines) of each remark below the snippet."""
    values = _values(diagnostic.values, width)
    remarks = []
    if diagnostic.formula:
        remarks.append(("rule", "strong", [*_wrapped(visible(diagnostic.formula), width), *values]))
    elif values:
        remarks.append(("where", "strong", values))
    remarks += [("note", "note", [as_line(line) for line in note.split("\n")]) for note in diagnostic.notes]
    remarks += [("help", "help", [visible(help)]) for help in diagnostic.helps]
    if diagnostic.fix:
        option = "--fix" if diagnostic.fix.is_safe else "--unsafe-fixes"
        remarks.append(("help", "help", [f"{visible(diagnostic.fix.message)} (fixable with `{option}`)"]))
    return remarks


def _values(values: Sequence[tuple[str, str]], width: int) -> list[str]:
    """`term = value` lines, aligned at the `=`; a long value takes up to three lines.

    A long term is on separate lines above its value.
    """
    shown = [(visible(term), visible(value)) for term, value in values]
    longest = max(width * 2 // 3, _MIN_WIDTH)
    indent = max((len(term) for term, _ in shown if len(term) <= longest), default=0) + len(" = ")
    room = max(width - indent, _MIN_WIDTH)
    lines = []
    for term, value in shown:
        if len(term) > longest:
            lines += _wrapped(term, width)
            term = ""
        first, *others = _wrapped(value, room, break_long_words=True, max_lines=3) or [""]
        lines += [f"{term:{indent - 3}} = {first}", *(" " * indent + other for other in others)]
    return lines


def _remark(word: str, style: str, lines: list[str], gutter: int) -> list[Row]:
    first, *others = lines
    indent = f"{'':{gutter}}   {'':{len(word)}}  "
    return [
        [(f"{'':{gutter}} = ", "frame"), (word, style), (f": {first}", "")],
        *([(f"{indent}{line}", "")] for line in others),
    ]


def _wrapped(
    text: str, width: int, *, break_long_words: bool = False, max_lines: int | None = None
) -> list[str]:
    import textwrap

    return textwrap.wrap(
        text, width, break_long_words=break_long_words, max_lines=max_lines, placeholder=" ..."
    )
