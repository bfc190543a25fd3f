"""Comments that suppress findings.

    %0 = stablehlo.dot %x, %y : ...  // shlo: ignore[PORT001] the runtime is of 2023

A comment behind a statement, or in one of its lines, is for it; one in a line of its own is for the next
line that is none, so that there may be several. `// shlo: ignore-file[CODE]` is for the whole file, and
`ignore-file` alone for all rules. Instead of a code there may be the beginning of several. What `verify`
finds is not suppressed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from stablehlo_tools.diagnostic import Diagnostic
from stablehlo_tools.ir import Operation
from stablehlo_tools.linter.selection import ALL, UnknownSelector, matches, require_known
from stablehlo_tools.source import Source, Span

# Strings are read too, since `//` in one is no comment.
_COMMENT = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|(?P<comment>//[^\n]*)')
_DIRECTIVE = re.compile(
    r"//\s*shlo(?:(?P<colon>\s*:)|(?=\s+ignore\b))\s*(?P<what>[\w-]*)\s*(?:\[(?P<codes>[^\]]*)\])?",
    re.IGNORECASE,
)
_MENTION = re.compile(r"//\s*shlo\b", re.IGNORECASE)


@dataclass(eq=False)
class Suppression:
    """A comment: the codes that it suppresses in these lines, None for the whole file.

    `used` are those of the codes that suppressed something; `fault` says what is wrong with the comment.
    """

    span: Span
    codes: tuple[str, ...]
    line: int | None
    fault: str = ""
    used: set[str] = field(default_factory=set)

    def suppresses(self, code: str, lines: set[int]) -> bool:
        """Whether it is for a finding with this code in one of these lines; takes note of that."""
        if self.line is not None and self.line not in lines:
            return False
        matching = [each for each in self.codes if matches(each, code)]
        self.used.update(matching)
        return bool(matching)

    def unused(self, applied: Collection[str]) -> list[str]:
        """Those of the codes that suppressed nothing, though such rules were applied."""
        return [
            each
            for each in self.codes
            if each not in self.used and any(matches(each, code) for code in applied)
        ]


class Suppressions:
    """The suppressions of a text."""

    def __init__(self, source: Source | None) -> None:
        self.all = list(_read(source)) if source is not None and _MENTION.search(source.text) else []

    def suppress(self, diagnostic: Diagnostic, operation: Operation | None) -> bool:
        """Whether a comment suppresses this finding, which is at an operation, or else at a name."""
        if not self.all:
            return False
        lines = {diagnostic.span.begin[0]} if diagnostic.span else set()
        if operation is not None and (span := operation.span):
            first, last = span.begin[0], span.finish[0]
            lines.update((first, last) if operation.regions else range(first, last + 1))
        suppressing = [each.suppresses(diagnostic.code, lines) for each in self.all]  # all of them are used
        return any(suppressing)


def _read(source: Source) -> Iterator[Suppression]:
    for match in _COMMENT.finditer(source.text):
        start = match.start("comment")
        for directive in _DIRECTIVE.finditer(match["comment"] or ""):
            span = Span(source, start + directive.start(), start + directive.end())
            yield _suppression(span, directive)


def _suppression(span: Span, directive: re.Match[str]) -> Suppression:
    codes = tuple(filter(None, re.split(r"[,\s]+", directive["codes"] or "")))
    what, line = directive["what"].lower(), _line(span)
    if not directive["colon"]:
        return Suppression(span, (), line, f"a colon is missing: write `shlo: {what}`")
    if what == "ignore-file":
        return Suppression(span, codes or (ALL,), None, _fault(codes))
    if what != "ignore":
        return Suppression(span, (), line, f"there is no {what!r}; there are ignore and ignore-file")
    return Suppression(span, codes, line, _fault(codes) if codes else "it names no rule: write ignore[CODE]")


def _fault(codes: Collection[str]) -> str:
    """What is wrong with the codes of a comment."""
    try:
        require_known(codes)
    except UnknownSelector as error:
        return str(error)
    return ""


def _line(comment: Span) -> int:
    """The line that a comment is for."""
    source, (number, column) = comment.source, comment.begin
    if source.line(number)[: column - 1].partition("//")[0].strip(" \t/"):
        return number
    last = source.first_line + len(source.line_starts) - 1
    while number < last and source.line(number).lstrip().startswith("//"):
        number += 1
    return number


def with_suppressions(source: Source, diagnostics: Iterable[Diagnostic]) -> str:
    """The text with a comment above each line in which one of these was found."""
    codes: dict[int, dict[str, None]] = {}
    for diagnostic in diagnostics:
        if diagnostic.span is not None:
            codes.setdefault(diagnostic.span.begin[0], {})[diagnostic.code] = None
    lines = re.findall(r"[^\n]*\n|[^\n]+", source.text)  # nothing else ends a line of MLIR
    for number in sorted(codes, reverse=True):
        line = lines[number - source.first_line]
        indent, end = line[: len(line) - len(line.lstrip())], "\r\n" if line.endswith("\r\n") else "\n"
        lines.insert(number - source.first_line, f"{indent}// shlo: ignore[{', '.join(codes[number])}]{end}")
    return "".join(lines)
