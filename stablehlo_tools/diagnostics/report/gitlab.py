"""Diagnostics as a GitLab Code Quality report."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, TextIO

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.escapes import as_json
from stablehlo_tools.diagnostics.fingerprint import with_fingerprints
from stablehlo_tools.diagnostics.report.description import Describe
from stablehlo_tools.diagnostics.report.places import place_of

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.NOTE: "info"}


def write(diagnostics: Iterable[Diagnostic], stream: TextIO, describe: Describe) -> None:
    """Write one list, with fingerprints that are unique within the report."""
    objects = [_object(diagnostic, fingerprint) for diagnostic, fingerprint in with_fingerprints(diagnostics)]
    stream.write(as_json(objects, indent=2) + "\n")


def _object(diagnostic: Diagnostic, fingerprint: str) -> dict[str, Any]:
    place = place_of(diagnostic)
    path = place.path if place else ""
    begin = {"line": place.line, "column": place.column} if place else {"line": 1, "column": 1}
    end = {"line": place.end_line, "column": place.end_column} if place else begin
    key = f"{path}\n{fingerprint}".encode(errors="surrogatepass")
    return {
        "check_name": diagnostic.code,
        "description": f"{diagnostic.code}: {diagnostic.message}",
        "severity": _SEVERITIES[diagnostic.severity],
        "fingerprint": hashlib.sha256(key).hexdigest()[:32],
        "location": {"path": path, "positions": {"begin": begin, "end": end}},
    }
