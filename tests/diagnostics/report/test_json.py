"""Diagnostics as JSON."""

from __future__ import annotations

import io
import json
from typing import Any

from stablehlo_tools.diagnostics import report
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Label, Severity
from stablehlo_tools.diagnostics.source import Source, Span

SOURCE = Source("%0 = a\n%1 = b\n", "model.mlir")


def written(*diagnostics: Diagnostic) -> Any:
    stream = io.StringIO()
    report.write(diagnostics, stream, "json")
    return json.loads(stream.getvalue())


def test_nothing_is_an_empty_list() -> None:
    assert written() == []


def test_all_that_is_known_is_there() -> None:
    diagnostic = Diagnostic(
        "dot_general_c6",
        "message",
        Span(SOURCE, 7, 9),
        Severity.WARNING,
        label="label",
        formula="a < b",
        values=(("a", "1"),),
        related=(Label(Span(SOURCE, 0, 8), "there"),),
        notes=("note",),
        helps=("help",),
        unsupported=True,
    )
    place = {"file": "model.mlir", "line": 2, "column": 1, "end_line": 2, "end_column": 3}
    assert written(diagnostic) == [
        {
            **place,
            "severity": "warning",
            "code": "dot_general_c6",
            "message": "message",
            "op": "dot_general",
            "constraint": "C6",
            "label": "label",
            "formula": "a < b",
            "values": [{"term": "a", "value": "1"}],
            "related": [{**place, "line": 1, "end_column": 2, "message": "there"}],
            "notes": ["note"],
            "helps": ["help"],
            "unsupported": True,
        }
    ]


def test_what_is_not_known_is_left_out_but_for_the_place() -> None:
    place = dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    assert written(Diagnostic("code", "m", None), Diagnostic("code", "n", None)) == [
        {**place, "severity": "error", "code": "code", "message": "m"},
        {**place, "severity": "error", "code": "code", "message": "n"},
    ]


def test_any_character_survives() -> None:
    assert written(Diagnostic("code", 'a "日本"\x1b\n', None))[0]["message"] == 'a "日本"\x1b\n'
