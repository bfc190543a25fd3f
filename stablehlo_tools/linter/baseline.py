"""A baseline: a file of known diagnostics, so that only new ones are reported.

Diagnostics are matched by fingerprint and not by line: moved code is still known, and changed code is new.
Errors of files that cannot be read are never part of a baseline.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError
from stablehlo_tools.diagnostics.escapes import as_json
from stablehlo_tools.diagnostics.fingerprint import with_fingerprints
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.linter.configuration import CONFIGURATION

_SCHEMA = 1


class BaselineError(DiagnosticError):
    """A file is not a valid baseline."""


class Baseline:
    """Known diagnostics by fingerprint, for each program by its path relative to the baseline's directory."""

    def __init__(self, path: Path, known: dict[str, dict[str, str]] | None = None) -> None:
        self.directory = path.absolute().parent
        self.known = known or {}
        self._matched: set[tuple[str, str]] = set()  # files and fingerprints

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """Return the baseline in a file. Raises `OSError` and `BaselineError`."""
        try:
            document: Any = json.loads(path.read_text(encoding="utf-8"))
            known = {file: dict(findings) for file, findings in document["findings"].items()}
            if document["schema"] != _SCHEMA:
                raise ValueError(f"expected schema {_SCHEMA}, found {document['schema']}")
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            message = f"not a baseline written by `--write-baseline`: {error}"
            raise BaselineError(
                Diagnostic(CONFIGURATION, message, Span(Source("", str(path)), 0, 0))
            ) from None
        return cls(path, known)

    def new(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """The diagnostics that are not in the baseline."""
        for diagnostic, fingerprint in with_fingerprints(diagnostics):
            file = self._file(diagnostic)
            if fingerprint in self.known.get(file, {}):
                self._matched.add((file, fingerprint))
            else:
                yield diagnostic

    def add(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Add diagnostics to the baseline, and yield the ones without a file, which it cannot hold."""
        for diagnostic, fingerprint in with_fingerprints(diagnostics):
            if file := self._file(diagnostic):
                self.known.setdefault(file, {})[fingerprint] = f"{diagnostic.code}: {diagnostic.message}"
            else:
                yield diagnostic

    def obsolete(self, name: str, applied: Collection[str]) -> list[str]:
        """The known diagnostics of these rules that no longer occur in a file."""
        file = self._path(name)
        return [
            text
            for fingerprint, text in self.known.get(file, {}).items()
            if (file, fingerprint) not in self._matched and text.partition(":")[0] in applied
        ]

    def __str__(self) -> str:
        findings = {file: dict(sorted(messages.items())) for file, messages in sorted(self.known.items())}
        return as_json({"schema": _SCHEMA, "findings": findings}, indent=1) + "\n"

    def _file(self, diagnostic: Diagnostic) -> str:
        """The path of the program of a diagnostic; empty if the program could not be read."""
        span = diagnostic.span
        is_of_program = span is not None and span.source.text and not diagnostic.unsupported
        return self._path(span.source.name) if span and is_of_program else ""

    def _path(self, name: str) -> str:
        is_file = not name.startswith("<")
        return Path(os.path.relpath(Path(name).absolute(), self.directory)).as_posix() if is_file else name
