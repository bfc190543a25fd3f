"""`--expect-diagnostics`: comments that say what must be reported, as MLIR's tests have them.

    // expected-error@+1 {{dot_general_c6}}

stands for an error in the next line whose `code: message` holds the text. What else there is: `warning`,
`note`, `remark`; `@-2`, `@above` and `@below` (the nearest line without such a comment), `@unknown` for a
diagnostic without a place; `expected-error-re`, in whose text `{{...}}` is a regular expression. Errors
and warnings must all be expected, notes need not be.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.source import Source, Span

_COMMENT = re.compile(
    r"""expected-(?P<kind>error|warning|note|remark)(?P<re>-re)?
    [ ]*(?:@(?P<where>[+-]\d+|above|below|unknown))?
    [ ]*\{\{(?P<text>.*?)\}\}(?=\s*$|[\s/,;]*expected-)""",
    re.VERBOSE,
)
_PATTERN = re.compile(r"\{\{(.*?)\}\}")


class Expectation(NamedTuple):
    """A comment: what it expects (`error`, `warning`, `note`), in which line, saying what."""

    kind: str
    line: int | None
    pattern: re.Pattern[str]
    span: Span


class _Said(NamedTuple):
    """Something that was reported; `diagnostic` is None where nobody has to expect it."""

    kind: str
    lines: frozenset[int | None]
    text: str
    diagnostic: Diagnostic | None = None


def differences(source: Source, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What the comments of a text expect and was not found, and what was found and they do not expect."""
    missing: list[Diagnostic] = []
    left = [said for diagnostic in found for said in _said(diagnostic)]
    for expected in expectations(source, missing):
        met = next((said for said in left if _meets(said, expected)), None)
        if met is None:
            missing.append(_missing(expected, left))
        else:
            left.remove(met)
    surplus = [
        dataclasses.replace(said.diagnostic, message=f"not expected: {said.diagnostic.message}")
        for said in left
        if said.diagnostic
    ]
    return sorted([*missing, *surplus], key=lambda each: each.span.begin if each.span else (0, 0))


def expectations(source: Source, errors: list[Diagnostic]) -> Iterator[Expectation]:
    """The expectations of a text; of those whose regular expression is none, an error."""
    above = 0
    for number, line in _lines(source):
        comments = list(_COMMENT.finditer(line))
        if not comments:
            above = number
        for comment in comments:
            start = source.line_starts[number - source.first_line]
            span = Span(source, start + comment.start(), start + comment.end())
            try:
                pattern = _pattern(comment["text"], is_regular=bool(comment["re"]))
            except re.error as error:
                errors.append(Diagnostic("expectation", f"this is no regular expression: {error}", span))
                continue
            kind = "note" if comment["kind"] == "remark" else comment["kind"]
            yield Expectation(kind, _line(source, comment["where"], number, above), pattern, span)


def _lines(source: Source) -> Iterator[tuple[int, str]]:
    """The numbered lines."""
    return enumerate(source.text.split("\n"), start=source.first_line)


def _line(source: Source, where: str | None, number: int, above: int) -> int | None:
    """The line that a comment in line `number` means; `above` is the last that has no such comment."""
    if where == "unknown":
        return None
    if where == "above":
        return above
    if where == "below":
        return next((n for n, line in _lines(source) if n > number and not _COMMENT.search(line)), number)
    return number + int(where or 0)


def _pattern(text: str, is_regular: bool) -> re.Pattern[str]:
    """The text itself, or one in which the parts in `{{...}}` are regular expressions."""
    parts = _PATTERN.split(text) if is_regular else [text]
    return re.compile(
        "".join(f"(?:{part})" if index % 2 else re.escape(part) for index, part in enumerate(parts))
    )


def _said(diagnostic: Diagnostic) -> Iterator[_Said]:
    """A diagnostic and the notes that belong to it; it is in the line of its op and in that at fault."""
    spans = [span for span in (diagnostic.operation, diagnostic.span) if span]
    lines = frozenset[int | None](span.begin[0] for span in spans) or frozenset({None})
    severity = diagnostic.severity
    text = f"{diagnostic.code}: {diagnostic.message}"
    yield _Said(severity.value, lines, text, None if severity is Severity.NOTE else diagnostic)
    for note in (*diagnostic.notes, *diagnostic.helps):
        yield _Said("note", lines, note)
    for label in diagnostic.related:
        yield _Said("note", frozenset({label.span.begin[0]}), label.message)


def _meets(said: _Said, expected: Expectation) -> bool:
    is_there = said.kind == expected.kind and expected.line in said.lines
    return is_there and expected.pattern.search(said.text) is not None


def _missing(expected: Expectation, left: Sequence[_Said]) -> Diagnostic:
    where = "without a place" if expected.line is None else f"in line {expected.line}"
    notes = tuple(
        f"this is what there is {where}: {said.kind}: {said.text}"
        for said in left
        if said.diagnostic and expected.line in said.lines
    )
    message = f"there is no such {expected.kind} {where}: {expected.span.text}"
    return Diagnostic("missing_diagnostic", message, expected.span, notes=notes)
