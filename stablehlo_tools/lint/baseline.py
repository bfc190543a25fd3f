"""A baseline: findings that are known, kept in a file, so that only new ones are reported.

They are matched by fingerprints and not by lines: what moves is still known, what is changed is new.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from stablehlo_tools.diagnostic import Diagnostic, DiagnosticError
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
            if fingerprint not in self.known.get(self._file(diagnostic), {}):
                yield diagnostic

    def add(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """The diagnostics, all of which are entered."""
        for diagnostic, fingerprint in with_fingerprints(diagnostics):
            text = f"{diagnostic.code}: {diagnostic.message}"
            self.known.setdefault(self._file(diagnostic), {})[fingerprint] = text
            yield diagnostic

    def __str__(self) -> str:
        findings = {file: dict(sorted(each.items())) for file, each in sorted(self.known.items())}
        return json.dumps({"schema": _SCHEMA, "findings": findings}, indent=1, ensure_ascii=False) + "\n"

    def _file(self, diagnostic: Diagnostic) -> str:
        name = diagnostic.span.source.name if diagnostic.span else ""
        if not name or name.startswith("<"):
            return name
        return Path(os.path.relpath(Path(name).absolute(), self.folder)).as_posix()
