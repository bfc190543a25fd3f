"""A baseline: findings that are known, kept in a file, so that only new ones are reported.

They are matched by fingerprints and not by lines: what moves is still known, what is changed is new. What
keeps a file from being read is never known.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from stablehlo_tools.diagnostic import Diagnostic, DiagnosticError
from stablehlo_tools.escapes import as_json
from stablehlo_tools.fingerprint import with_fingerprints
from stablehlo_tools.source import Source, Span

_SCHEMA = 1


class BaselineError(DiagnosticError):
    """A file that should be a baseline is none."""


class Baseline:
    """The findings in a file, by the paths of programs, which are relative to its folder."""

    def __init__(self, path: Path, known: dict[str, dict[str, str]] | None = None) -> None:
        self.folder = path.absolute().parent
        self.known = known or {}
        self._met: set[tuple[str, str]] = set()  # files and fingerprints

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """The baseline in a file. Raises `OSError` and `BaselineError`."""
        try:
            document: Any = json.loads(path.read_text(encoding="utf-8"))
            known = {file: dict(findings) for file, findings in document["findings"].items()}
            if document["schema"] != _SCHEMA:
                raise ValueError(f"its schema is {document['schema']}, and not {_SCHEMA}")
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            message = f"this is no baseline, as --write-baseline writes them: {error}"
            raise BaselineError(
                Diagnostic("configuration", message, Span(Source("", str(path)), 0, 0))
            ) from None
        return cls(path, known)

    def new(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Those of the diagnostics that are not in it."""
        for diagnostic, fingerprint in with_fingerprints(diagnostics):
            file = self._file(diagnostic)
            if fingerprint in self.known.get(file, {}):
                self._met.add((file, fingerprint))
            else:
                yield diagnostic

    def add(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Those of the diagnostics that cannot be known; all others are entered."""
        for diagnostic, fingerprint in with_fingerprints(diagnostics):
            if file := self._file(diagnostic):
                self.known.setdefault(file, {})[fingerprint] = f"{diagnostic.code}: {diagnostic.message}"
            else:
                yield diagnostic

    def gone(self, name: str, applied: Collection[str]) -> list[str]:
        """What it has of a file to which these rules were applied, and was not met."""
        file = self._path(name)
        return [
            text
            for fingerprint, text in self.known.get(file, {}).items()
            if (file, fingerprint) not in self._met and text.partition(":")[0] in applied
        ]

    def __str__(self) -> str:
        findings = {file: dict(sorted(each.items())) for file, each in sorted(self.known.items())}
        return as_json({"schema": _SCHEMA, "findings": findings}, indent=1) + "\n"

    def _file(self, diagnostic: Diagnostic) -> str:
        """The path of the program that something is said of; empty where a program could not be read."""
        span = diagnostic.span
        is_of_program = span is not None and span.source.text and not diagnostic.unsupported
        return self._path(span.source.name) if span and is_of_program else ""

    def _path(self, name: str) -> str:
        is_file = not name.startswith("<")
        return Path(os.path.relpath(Path(name).absolute(), self.folder)).as_posix() if is_file else name
