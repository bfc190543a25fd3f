"""Edits of a text that take operations away or put values in the place of others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from stablehlo_tools.diagnostic import Edit, Fix
from stablehlo_tools.ir import Operation, Value
from stablehlo_tools.source import Source, Span
from stablehlo_tools.syntax.locate import locate

if TYPE_CHECKING:
    from stablehlo_tools.lint.program import Program

_COMMENT = re.compile(r"[^\S\n]*(?://[^\n]*)?(?:\r?\n|\Z)")
_INDENT = re.compile(r"^[^\S\n]*", re.MULTILINE)


def removal(operation: Operation, message: str) -> Fix | None:
    """Take an operation away, with the lines that it has to itself."""
    span = operation.span
    return None if span is None else Fix(message, (Edit(_lines(span), ""),))


def _lines(span: Span) -> Span:
    """The whole lines of a span, a comment behind it included, if nothing else stands in them."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    behind = _COMMENT.match(text, span.end)
    if behind is None or text[start : span.start].strip():
        return span
    return Span(span.source, start, behind.end())


def removal_of_comment(comment: Span) -> Edit:
    """Take a comment away, to the end of its line, and the line if there is nothing else in it."""
    text = comment.source.text
    end = text.find("\n", comment.start)
    end = len(text) if end < 0 else end
    start = text.rfind("\n", 0, comment.start) + 1
    if not text[start : comment.start].strip():
        return Edit(Span(comment.source, start, min(end + 1, len(text))), "")
    return Edit(Span(comment.source, start + len(text[start : comment.start].rstrip()), end), "")


def replacement(program: Program, operation: Operation, values: list[Value], message: str) -> Fix | None:
    """Take an operation away whose results are these values; None where the text does not say all uses."""
    edits = list(_uses(program, operation, values))
    taken = removal(operation, message)
    if None in edits or taken is None:
        return None
    return Fix(message, (*(edit for edit in edits if edit), *taken.edits))


def _uses(program: Program, operation: Operation, values: list[Value]) -> Iterator[Edit | None]:
    """An edit for each use of the results of an operation; None for one that cannot be edited."""
    new = dict(zip(operation.results, values, strict=True))
    for user in dict.fromkeys(user for result in operation.results for user in program.uses.get(result, ())):
        parts = locate(user)
        is_written = parts is not None and len(parts.operands) == len(user.operands)
        if parts is None or not is_written or user.successors:
            yield None
            continue
        for operand, span in zip(user.operands, parts.operands, strict=True):
            if operand in new:
                yield Edit(span, new[operand].name) if span.text == operand.name else None


def whole_text(span: Span, file: Source) -> Span:
    """The span in the text of the file that its source is whole lines of."""
    start = file.line_starts[span.source.first_line - file.first_line]
    return Span(file, start + span.start, start + span.end)
