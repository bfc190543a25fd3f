"""Deprecated ops and old spellings, written as those that took their place."""

from __future__ import annotations

import re
from typing import Final

from stablehlo_tools.diagnostics.diagnostic import Edit, Fix
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.linter.edits import rewriting
from stablehlo_tools.linter.program import Program
from stablehlo_tools.syntax.template import DeprecatedSpelling
from stablehlo_tools.transform.registry import apply_rewrite
from stablehlo_tools.transform.rewrite import MODERNIZE


def modern(program: Program, operation: Operation) -> Fix | None:
    """The fix that writes an operation anew; None for one of which no rewrite gives the same bits."""
    new = apply_rewrite(operation, (MODERNIZE,), exact=True)
    return None if new is None else rewriting(program, operation, new)


# How functions, the values of enums and the bounds of types were written once, and are today.
_RESPELLED: Final = (
    (re.compile(r"(?<![\w.\"@%#])func(?=\s+(?:(?:public|private|nested)\s+)?@)"), "func.func"),
    (re.compile(r'#(?P<dialect>\w+)<"(?P<value>\w+ \w+)">'), r"#\g<dialect><\g<value>>"),
    (
        re.compile(r"#stablehlo\.type_extensions<\s*bounds\s*=\s*\[(?P<bounds>[^\]]*)\]\s*>"),
        r"#stablehlo.bounds<\g<bounds>>",
    ),
)


def respelled(program: Program, operation: Operation, old: DeprecatedSpelling) -> Fix | None:
    """The fix that writes as today what an operation writes in an old way."""
    if old.attribute:
        return _as_array(program, operation, old.attribute)
    span = operation.span
    if span is None:
        return None
    edits = [
        Edit(Span(span.source, *match.span()), match.expand(today))
        for pattern, today in _RESPELLED
        for match in pattern.finditer(span.source.text, span.start, span.end)
    ]
    return Fix("write it so", tuple(edits)) if edits else None


def _as_array(program: Program, operation: Operation, name: str) -> Fix | None:
    """The fix that writes a list as `array<i64: 1, 0>` that is a tensor in the text."""
    value, parts = operation.attributes.get(name), program.locator.locate(operation)
    span = parts.attributes.get(name) if parts else None
    if not isinstance(value, Dense) or span is None or not span.text.startswith(f"{name} ="):
        return None
    is_boolean = value.element_type.kind == "boolean"
    elements = [str(bool(each)).lower() if is_boolean else str(each) for each in value.tolist()]
    listed = f": {', '.join(elements)}" if elements else ""
    text = f"array<{value.element_type}{listed}>"
    return Fix(f"write {text}", (Edit(span, f"{name} = {text}"),))
