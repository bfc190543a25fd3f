"""Comments that suppress diagnostics.

    %0 = stablehlo.dot %x, %y : ...  // shlo: ignore[PORT001] the runtime is of 2023

A comment on a line of an operation applies to it. One on a line of its own applies to the next line that is
not a comment, so that there may be several. `// shlo: ignore-file[CODE]` applies to the whole file, and
`ignore-file` alone to all rules. A prefix of codes suppresses all rules that share it. Diagnostics of
`verify` cannot be suppressed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.linter.selection import ALL, UnknownSelector, matches, require_known

# Strings are matched too, since `//` in a string does not begin a comment.
_COMMENT = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|(?P<comment>//[^\n]*)')
_DIRECTIVE = re.compile(
    r"//\s*shlo(?:(?P<colon>\s*:)|(?=\s+ignore\b))\s*(?P<name>[\w-]*)\s*(?:\[(?P<codes>[^\]]*)\])?",
    re.IGNORECASE,
)
_MENTION = re.compile(r"//\s*shlo\b", re.IGNORECASE)


@dataclass(eq=False)
class Suppression:
    """A suppression comment: its codes, and the line that it applies to, None for the whole file.

    `used` are those of the codes that suppressed something; `error` is the message if the comment is invalid.
    """

    span: Span
    codes: tuple[str, ...]
    line: int | None
    error: str = ""
    used: set[str] = field(default_factory=set)

    def suppresses(self, code: str, lines: set[int]) -> bool:
        """Whether it applies to a diagnostic with this code on one of these lines; marks codes as used."""
        if self.line is not None and self.line not in lines:
            return False
        matching = [selector for selector in self.codes if matches(selector, code)]
        self.used.update(matching)
        return bool(matching)

    def unused(self, applied: Collection[str]) -> list[str]:
        """The codes that suppressed nothing, although their rules were applied."""
        return [
            selector
            for selector in self.codes
            if selector not in self.used and any(matches(selector, code) for code in applied)
        ]


class Suppressions:
    """The suppressions in a source text."""

    def __init__(self, source: Source | None) -> None:
        self.all = list(_parse(source)) if source is not None and _MENTION.search(source.text) else []

    def suppress(self, diagnostic: Diagnostic, operation: Operation | None) -> bool:
        """Whether a comment suppresses this diagnostic, of an operation or, without one, of a line."""
        if not self.all:
            return False
        lines = {diagnostic.span.begin[0]} if diagnostic.span else set()
        if operation is not None and (span := operation.span):
            first, last = span.begin[0], span.finish[0]
            lines.update((first, last) if operation.regions else range(first, last + 1))
        matching = [comment.suppresses(diagnostic.code, lines) for comment in self.all]  # marks all as used
        return any(matching)


def _parse(source: Source) -> Iterator[Suppression]:
    for match in _COMMENT.finditer(source.text):
        start = match.start("comment")
        for directive in _DIRECTIVE.finditer(match["comment"] or ""):
            span = Span(source, start + directive.start(), start + directive.end())
            yield _suppression(span, directive)


def _suppression(span: Span, directive: re.Match[str]) -> Suppression:
    codes = tuple(filter(None, re.split(r"[,\s]+", directive["codes"] or "")))
    name, line = directive["name"].lower(), _line(span)
    if not directive["colon"]:
        return Suppression(span, (), line, f"missing colon: write `shlo: {name}`")
    if name == "ignore-file":
        return Suppression(span, codes or (ALL,), None, _error_in(codes))
    if name != "ignore":
        return Suppression(span, (), line, f"unknown directive `{name}`; use `ignore` or `ignore-file`")
    return Suppression(span, codes, line, _error_in(codes) if codes else "missing code: write `ignore[CODE]`")


def _error_in(codes: Collection[str]) -> str:
    """The error message for the codes of a comment; empty if all are known."""
    try:
        require_known(codes)
    except UnknownSelector as error:
        return str(error)
    return ""


def _line(comment: Span) -> int:
    """The line that a comment applies to."""
    source, (number, column) = comment.source, comment.begin
    if source.line(number)[: column - 1].partition("//")[0].strip(" \t/"):
        return number
    last = source.first_line + len(source.line_starts) - 1
    while number < last and source.line(number).lstrip().startswith("//"):
        number += 1
    return number


def with_suppressions(source: Source, diagnostics: Iterable[Diagnostic]) -> str:
    """The text with a suppression comment above each line that has diagnostics."""
    codes: dict[int, dict[str, None]] = {}
    for diagnostic in diagnostics:
        if diagnostic.span is not None:
            codes.setdefault(diagnostic.span.begin[0], {})[diagnostic.code] = None
    lines = re.findall(r"[^\n]*\n|[^\n]+", source.text)  # other separators do not end a line of MLIR
    for number in sorted(codes, reverse=True):
        line = lines[number - source.first_line]
        indent, end = line[: len(line) - len(line.lstrip())], "\r\n" if line.endswith("\r\n") else "\n"
        lines.insert(number - source.first_line, f"{indent}// shlo: ignore[{', '.join(codes[number])}]{end}")
    return "".join(lines)
