"""Diagnostics as annotations of GitHub Actions: workflow commands in the output of a step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.report.description import Describe
from stablehlo_tools.diagnostics.report.places import place_of

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def write(diagnostics: Iterable[Diagnostic], stream: TextIO, describe: Describe) -> None:
    """Write a command `::warning file=...,line=...,title=...::message` for each diagnostic."""
    for diagnostic in diagnostics:
        properties = {"title": f"shlo ({diagnostic.code})"}
        where = ""
        if place := place_of(diagnostic):
            where = f"{place.path}:{place.line}:{place.column}: "
            properties |= {"file": place.path, "line": str(place.line), "endLine": str(place.end_line)}
            if place.line == place.end_line:  # GitHub ignores columns of several lines
                properties |= {"col": str(place.column), "endColumn": str(place.end_column)}
        listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
        message = _escape(f"{where}{diagnostic.code} {diagnostic.message}")
        stream.write(f"::{_COMMANDS[diagnostic.severity]} {listed}::{message}\n")


def _escape(text: str) -> str:
    return visible(text).replace("%", "%25")


def _property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
