"""Both parsers on one text, and what they differ in."""

from __future__ import annotations

import re

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats import texts
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.ir.deferred_text import DeferredText
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.text import parse
from stablehlo_tools.text.print import print_module
from stablehlo_tools.text.reader import reference
from stablehlo_tools.text.statement.template import Template
from stablehlo_tools.verifier.module import verify


def pieces(text: str) -> list[Source]:
    """The programs of MLIR text in a file; none if it is none."""
    try:
        source = texts.source_from_text(text)
    except ParseError:
        return []
    is_text = not isinstance(source, DeferredText) and not is_hlo(source)
    return texts.pieces(source) if is_text else []


def difference(source: Source) -> str:
    """What the parsers differ in: whether a program is valid, what is in it or where; empty if in nothing.

    The fast parser leaves more to the verifier: elements of literals, what follows a `return`.
    """
    fast, errors = parse.read_by_statements(source)
    whole, others = reference.read(source)
    if errors or others:
        is_invalid = bool(errors) or any(each.severity is Severity.ERROR for each in verify(fast))
        return "" if bool(others) is is_invalid else f"errors: {_messages(errors)} and {_messages(others)}"
    if fast != whole or print_module(fast) != print_module(whole):
        return "modules"
    pairs = zip(fast.walk(), whole.walk(), strict=True)
    return next((_whatever_differs(*pair) for pair in pairs if _whatever_differs(*pair)), "")


def _messages(errors: list[Diagnostic]) -> list[str]:
    return [each.message for each in errors]


def _whatever_differs(fast: Operation, whole: Operation) -> str:
    """What equal operations may still differ in: their places up to blanks, names of values, notes."""
    for start, end in ((fast.start, whole.start), (whole.end, fast.end)):
        text = fast.source.text[start:end] if fast.source else ""
        if start > end or not _BLANK.fullmatch(text):
            return f"the place of {fast.name}: {text} belongs to it for one of them"
    parts, others = _parts(fast), _parts(whole)
    return "" if parts == others else f"{parts} and {others}"


_BLANK = re.compile(r"(?:\s|//.*)*")


def _parts(operation: Operation) -> tuple[object, ...]:
    template = operation.template or Template("")
    blocks = [block for region in operation.regions for block in region.blocks]
    return (
        [value.name for value in operation.operands],
        [value.name for value in operation.results],
        [(block.label, [value.name for value in block.arguments]) for block in blocks],
        [old.message for old in template.old_spellings],
        template.properties,
    )
