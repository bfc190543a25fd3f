"""Edits of the source text that remove operations or replace values."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator

from stablehlo_tools.diagnostics.diagnostic import Edit, Fix
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.linter.rule import Program
from stablehlo_tools.rewrite.rewriter import Replacement
from stablehlo_tools.text.print import print_operations

_COMMENT = re.compile(r"[^\S\n]*(?://[^\n]*)?(?:\r?\n|\Z)")


def removal(program: Program, operation: Operation, message: str) -> Fix | None:
    """The fix that removes an operation, with its lines if they contain nothing else."""
    span = operation.span if program.has_fixes else None
    return None if span is None else Fix(message, (Edit(_lines(span), ""),))


def _lines(span: Span) -> Span:
    """The whole lines of a span and of a trailing comment, if they contain nothing else; or the span."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    trailing = _COMMENT.match(text, span.end)
    if trailing is None or text[start : span.start].strip():
        return span
    return Span(span.source, start, trailing.end())


def removal_of_comment(comment: Span) -> Edit:
    """The edit that removes a comment, with its line if that contains nothing else."""
    text = comment.source.text
    end = text.find("\n", comment.start)
    end = len(text) if end < 0 else end
    start = text.rfind("\n", 0, comment.start) + 1
    if not text[start : comment.start].strip():
        return Edit(Span(comment.source, start, min(end + 1, len(text))), "")
    return Edit(Span(comment.source, start + len(text[start : comment.start].rstrip()), end), "")


def replacement(program: Program, operation: Operation, values: list[Value], message: str) -> Fix | None:
    """The fix that replaces the results of an operation by these values, and removes the operation.

    None if some uses cannot be edited.
    """
    if not program.has_fixes:
        return None
    edits = list(_replace_uses(program, operation, values))
    removed = removal(program, operation, message)
    if None in edits or removed is None:
        return None
    return Fix(message, (*(edit for edit in edits if edit), *removed.edits))


class _OperandSpans(dict[Operation, "dict[Value, list[Span]] | None"]):
    """The spans of the operands of operations."""


def _replace_uses(program: Program, operation: Operation, values: list[Value]) -> Iterator[Edit | None]:
    """An edit for each use of the results of an operation; None for one that cannot be edited."""
    new = dict(zip(operation.results, values, strict=True))
    for user in dict.fromkeys(user for result in operation.results for user in program.uses.get(result, ())):
        spans_by_user = program.cache_of(_OperandSpans)
        if user not in spans_by_user:  # one user may use many operations that are removed
            spans_by_user[user] = _operand_spans(program, user)
        spans = spans_by_user[user]
        if spans is None:
            yield None
            continue
        for operand in new.keys() & spans.keys():
            for span in spans[operand]:
                yield Edit(span, new[operand].name) if span.text == operand.name else None


def _operand_spans(program: Program, user: Operation) -> dict[Value, list[Span]] | None:
    """The spans of each operand in the text of an operation; None if not all operands are written in it."""
    parts = program.locator.locate(user)
    if parts is None or len(parts.operands) != len(user.operands) or user.successors:
        return None
    spans: dict[Value, list[Span]] = {}
    for operand, span in zip(user.operands, parts.operands, strict=True):
        spans.setdefault(operand, []).append(span)
    return spans


def rewriting(program: Program, operation: Operation, new: Replacement) -> Fix | None:
    """The fix that replaces an operation by others, which get its location.

    None if the new values are not the results of the last of them.
    """
    parts, location = program.locator.locate(operation), location_of(operation)
    is_last = bool(new.operations) and list(new.values) == new.operations[-1].results
    if parts is None or location is None or operation.span is None or not is_last:
        return None
    indent = _indent(operation.span)
    texts = print_operations(new.operations, _names(operation, new))
    *before, text = [line.replace("\n", f"\n{indent}") + location for line in texts]
    name = parts.name
    edits = [Edit(Span(name.source, name.start, operation.span.end), text.partition(" = ")[2])]
    if before:
        start = Span(name.source, operation.span.start, operation.span.start)
        edits.insert(0, Edit(start, "".join(f"{line}\n{indent}" for line in before)))
    ops = dict.fromkeys(added.name for added in new.operations)
    return Fix(f"use {' and '.join(f'`{op}`' for op in ops)}", tuple(edits))


def _names(operation: Operation, new: Replacement) -> dict[Value, str]:
    """The names of the operands and results of new operations: those in the text, and new ones."""
    names = {value: value.name for value in (*operation.operands, *new.values)}
    for nested in (inner for outer in new.operations for inner in outer.walk()):
        blocks = nested.blocks
        stems = [(value, nested.name.rpartition(".")[2]) for value in nested.results]
        stems += [(value, "arg") for block in blocks for value in block.arguments]
        for value, stem in stems:
            names[value] = names.get(value) or new_name(operation, stem, names.values())
    return names


def location_of(operation: Operation) -> str | None:
    """The ` loc(...)` after an operation, empty if there is none; None if it cannot be found."""
    if operation.template is None or operation.span is None:
        return None
    if operation.template.location is None:
        return ""
    text = operation.span.text
    starts = [match.start() for match in re.finditer(r"\sloc\(", text)]
    return text[starts[-1] :] if starts else None


def _indent(span: Span) -> str:
    """The indentation of a span; a single space if other text precedes it in its line."""
    text = span.source.text
    line = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    return line if not line.strip() else " "


def new_name(operation: Operation, stem: str, taken: Collection[str]) -> str:
    """A name for a value that is neither in the text nor in `taken`; it contains the line number."""
    assert operation.span is not None
    text, (line, _) = operation.span.source.text, operation.span.begin
    names = (f"%{stem}_{line}{f'_{number}' if number else ''}" for number in itertools.count())
    return next(name for name in names if name not in text and name not in taken)


def whole_text(span: Span, file: Source) -> Span:
    """The corresponding span in `file`; the source of `span` consists of whole lines of it."""
    start = file.line_starts[span.source.first_line - file.first_line]
    return Span(file, start + span.start, start + span.end)
