"""Diagnostics as JSON objects, in a list or one per line; empty fields are omitted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TextIO

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Fix
from stablehlo_tools.diagnostics.escapes import as_json
from stablehlo_tools.diagnostics.report.description import Describe
from stablehlo_tools.diagnostics.source import Span

_CONSTRAINT = re.compile(r"(?P<op>\w+)_c(?P<number>\d+)")


def write(diagnostics: Iterable[Diagnostic], stream: TextIO, describe: Describe) -> None:
    """Write a list, with an object per line."""
    opening = "["
    for diagnostic in diagnostics:
        stream.write(f"{opening}\n  {as_json(as_object(diagnostic))}")
        opening = ","
    stream.write("[]\n" if opening == "[" else "\n]\n")


def write_lines(diagnostics: Iterable[Diagnostic], stream: TextIO, describe: Describe) -> None:
    """Write JSON Lines: an object per line."""
    stream.writelines(f"{as_json(as_object(diagnostic))}\n" for diagnostic in diagnostics)


def as_object(diagnostic: Diagnostic) -> dict[str, Any]:
    """The JSON object of a diagnostic. Lines and columns count from 1, ends are exclusive.

    The position is that of the operation, as in the messages of MLIR's tools; `at` is the span of the error.
    """
    constraint = _CONSTRAINT.fullmatch(diagnostic.code)
    at = _position(diagnostic.span)
    optional = {
        "at": diagnostic.operation and {name: at[name] for name in at if name != "file"},
        "op": constraint and constraint["op"],
        "constraint": constraint and f"C{constraint['number']}",
        "label": diagnostic.label,
        "formula": diagnostic.formula,
        "values": [{"term": term, "value": value} for term, value in diagnostic.values],
        "related": [{**_position(label.span), "message": label.message} for label in diagnostic.related],
        "notes": list(diagnostic.notes),
        "helps": list(diagnostic.helps),
        "unsupported": diagnostic.unsupported,
        "fix": diagnostic.fix and _fix(diagnostic.fix),
    }
    return {
        **_position(diagnostic.operation or diagnostic.span),
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
        **{name: value for name, value in optional.items() if value},
    }


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "message": fix.message,
        "applicability": "safe" if fix.is_safe else "unsafe",
        "edits": [{**_position(edit.span), "content": edit.text} for edit in fix.edits],
    }


def _position(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}
    (line, column), (end_line, end_column) = span.begin, span.finish
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
