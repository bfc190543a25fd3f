"""Fixes that replace deprecated ops and old syntax."""

from __future__ import annotations

import re
from typing import Final

from stablehlo_tools.diagnostics.diagnostic import Edit, Fix
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.linter.edits import rewriting
from stablehlo_tools.linter.program import Program
from stablehlo_tools.rewrite.registry import apply_rewrite
from stablehlo_tools.rewrite.rewriter import MODERNIZE
from stablehlo_tools.text.template import DeprecatedSpelling


def modernization(program: Program, operation: Operation) -> Fix | None:
    """The fix that replaces a deprecated op; None without a rewrite that is bitwise exact."""
    new = apply_rewrite(operation, (MODERNIZE,), exact=True)
    return None if new is None else rewriting(program, operation, new)


# Old patterns, and new templates, of functions, values of enums and bounds of types.
_RESPELLINGS: Final = (
    (re.compile(r"(?<![\w.\"@%#])func(?=\s+(?:(?:public|private|nested)\s+)?@)"), "func.func"),
    (re.compile(r'#(?P<dialect>\w+)<"(?P<value>\w+ \w+)">'), r"#\g<dialect><\g<value>>"),
    (
        re.compile(r"#stablehlo\.type_extensions<\s*bounds\s*=\s*\[(?P<bounds>[^\]]*)\]\s*>"),
        r"#stablehlo.bounds<\g<bounds>>",
    ),
)


def respelling(program: Program, operation: Operation, old: DeprecatedSpelling) -> Fix | None:
    """The fix that replaces old syntax in an operation by the current one."""
    if old.attribute:
        return _as_array(program, operation, old.attribute)
    span = operation.span
    if span is None:
        return None
    edits = [
        Edit(Span(span.source, *match.span()), match.expand(template))
        for pattern, template in _RESPELLINGS
        for match in pattern.finditer(span.source.text, span.start, span.end)
    ]
    return Fix("use the current syntax", tuple(edits)) if edits else None


def _as_array(program: Program, operation: Operation, name: str) -> Fix | None:
    """The fix that writes a dense literal as a dense array, such as `array<i64: 1, 0>`."""
    value, parts = operation.attributes.get(name), program.locator.locate(operation)
    span = parts.attributes.get(name) if parts else None
    if not isinstance(value, Dense) or span is None or not span.text.startswith(f"{name} ="):
        return None
    is_boolean = value.element_type.kind == "boolean"
    elements = [str(bool(each)).lower() if is_boolean else str(each) for each in value.tolist()]
    listed = f": {', '.join(elements)}" if elements else ""
    text = f"array<{value.element_type}{listed}>"
    return Fix(f"replace it with `{text}`", (Edit(span, f"{name} = {text}"),))
