"""`--expect-diagnostics`: comments that list the expected diagnostics, as in MLIR's tests.

    // expected-error@+1 {{dot_general_c6}}

expects an error on the next line whose `code: message` contains the text. Other kinds are `warning`, `note`
and `remark`. Other lines are `@-2`, `@above` and `@below` (the nearest line without such a comment), and
`@unknown` for a diagnostic without a location. In the text of `expected-error-re`, `{{...}}` is a regular
expression. All errors and warnings must be expected; notes are optional.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stablehlo_tools.diagnostics.codes import Code
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
    """A comment: the kind (`error`, `warning`, `note`), line and message of the expected diagnostic."""

    kind: str
    line: int | None
    pattern: re.Pattern[str]
    span: Span


class _Message(NamedTuple):
    """A reported message; `diagnostic` is None if expecting it is optional."""

    kind: str
    lines: frozenset[int | None]
    text: str
    diagnostic: Diagnostic | None = None


def differences(source: Source, diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The expected diagnostics that were not reported, and the reported ones that were not expected."""
    missing: list[Diagnostic] = []
    remaining = [message for diagnostic in diagnostics for message in _messages(diagnostic)]
    for expected in expectations(source, missing):
        match = next((message for message in remaining if _matches(message, expected)), None)
        if match is None:
            missing.append(_missing(expected, remaining))
        else:
            remaining.remove(match)
    unexpected = [_unexpected(message.diagnostic) for message in remaining if message.diagnostic]
    return sorted([*missing, *unexpected], key=lambda each: each.span.begin if each.span else (0, 0))


def _unexpected(diagnostic: Diagnostic) -> Diagnostic:
    message = f"unexpected {diagnostic.severity.value}: {diagnostic.message}"
    return dataclasses.replace(diagnostic, message=message)


_EXPECTATION = Code(
    "expectation",
    "With --expect-diagnostics: the regular expression of an `expected-error-re` comment is invalid.",
    "Correct it. Text outside of `{{...}}` is matched literally.",
    command="verify --expect-diagnostics",
)


def expectations(source: Source, errors: list[Diagnostic]) -> Iterator[Expectation]:
    """The expectations in a text; appends an error to `errors` for each invalid regular expression."""
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
                errors.append(Diagnostic(_EXPECTATION, f"invalid regular expression: {error}", span))
                continue
            kind = "note" if comment["kind"] == "remark" else comment["kind"]
            yield Expectation(kind, _line(source, comment["where"], number, above), pattern, span)


def _lines(source: Source) -> Iterator[tuple[int, str]]:
    """The lines of the text with their numbers."""
    return enumerate(source.text.split("\n"), start=source.first_line)


def _line(source: Source, where: str | None, number: int, above: int) -> int | None:
    """The line that a comment on line `number` refers to; `above` is the last line without a comment."""
    if where == "unknown":
        return None
    if where == "above":
        return above
    if where == "below":
        return next((n for n, line in _lines(source) if n > number and not _COMMENT.search(line)), number)
    return number + int(where or 0)


def _pattern(text: str, *, is_regular: bool) -> re.Pattern[str]:
    """The pattern that matches the text literally, except for `{{...}}` in a regular expression."""
    parts = _PATTERN.split(text) if is_regular else [text]
    return re.compile(
        "".join(f"(?:{part})" if index % 2 else re.escape(part) for index, part in enumerate(parts))
    )


def _messages(diagnostic: Diagnostic) -> Iterator[_Message]:
    """The messages of a diagnostic: its own, on the lines of its op and of its span, and its notes."""
    spans = [span for span in (diagnostic.operation, diagnostic.span) if span]
    lines = frozenset[int | None](span.begin[0] for span in spans) or frozenset({None})
    severity = diagnostic.severity
    text = f"{diagnostic.code}: {diagnostic.message}"
    yield _Message(severity.value, lines, text, None if severity is Severity.NOTE else diagnostic)
    for note in (*diagnostic.notes, *diagnostic.helps):
        yield _Message("note", lines, note)
    for label in diagnostic.related:
        yield _Message("note", frozenset({label.span.begin[0]}), label.message)


def _matches(message: _Message, expected: Expectation) -> bool:
    is_candidate = message.kind == expected.kind and expected.line in message.lines
    return is_candidate and expected.pattern.search(message.text) is not None


_MISSING_DIAGNOSTIC = Code(
    "missing_diagnostic",
    "With --expect-diagnostics: an expected diagnostic was not reported.",
    "If the program is correct, correct the comment: its text, line or severity.",
    command="verify --expect-diagnostics",
)


def _missing(expected: Expectation, remaining: Sequence[_Message]) -> Diagnostic:
    where = "without a location" if expected.line is None else f"on line {expected.line}"
    notes = tuple(
        f"found {where}: {message.kind}: {message.text}"
        for message in remaining
        if message.diagnostic and expected.line in message.lines
    )
    message = f"expected {expected.kind} {where} was not reported: {expected.span.text}"
    return Diagnostic(_MISSING_DIAGNOSTIC, message, expected.span, notes=notes)
