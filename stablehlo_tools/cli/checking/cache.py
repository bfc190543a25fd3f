"""The cache of diagnostics for unchanged files.

An entry is a JSON file in the user's cache directory. Its name is a digest of the text of the checked file,
of the command with its settings, and of the code of this package. Unreadable or malformed entries are
ignored, and entries older than a month are deleted.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Severity
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.host import resources
from stablehlo_tools.ir.deferred_text import DeferredText

NAME = "findings"
_LIFETIME = 30 * 24 * 3600  # seconds


def find_cached(
    find: Callable[[Source], list[Diagnostic]], source: Source, question: str
) -> list[Diagnostic]:
    """The result of `find(source)`, or the cached one for the same text and `question`.

    The text of a binary file leaves large constants out, and would not tell two files apart.
    """
    directory = None if isinstance(source, DeferredText) else folder()
    if directory is None:
        return find(source)
    path = directory / f"{_digest(source, question)}.json"
    diagnostics = _read(path, source)
    if diagnostics is None:
        diagnostics = find(source)
        _write(path, source, diagnostics)
    return diagnostics


def folder() -> Path | None:
    """The directory of the cache; None if it is disabled or unavailable."""
    return resources.cache_directory(NAME)


def _digest(source: Source, question: str) -> str:
    text = source.text.encode(errors="surrogatepass")
    key = f"{_package_digest()}\0{question}\0{hashlib.sha256(text).hexdigest()}"
    return hashlib.sha256(key.encode()).hexdigest()


@functools.cache
def _package_digest() -> str:
    """A digest of names, sizes and times of the files of this package, which change during development."""
    digest = hashlib.sha256()
    for folder in (Path(__file__).parents[2], resources.folder("grammar")):
        for path, folders, names in os.walk(folder):
            folders[:] = sorted(child for child in folders if child != "__pycache__")
            for name in sorted(names):
                status = os.stat(f"{path}/{name}")
                digest.update(f"{path}/{name}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return digest.hexdigest()


def _read(path: Path, source: Source) -> list[Diagnostic] | None:
    try:
        diagnostics = json.loads(path.read_text(encoding="utf-8"), object_hook=_Decoder(source))
    except (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError):
        return None
    is_known = isinstance(diagnostics, list) and all(isinstance(item, Diagnostic) for item in diagnostics)
    return diagnostics if is_known else None


def _write(path: Path, source: Source, diagnostics: list[Diagnostic]) -> None:
    try:
        text = json.dumps(_Encoder(source)(diagnostics))
    except _OutsideSource:
        return
    with contextlib.suppress(OSError):
        _delete_old_entries(path.parent)
        new = path.with_suffix(f".{os.getpid()}")  # renamed, so that nobody reads half of it
        new.write_text(text, encoding="utf-8")
        new.replace(path)


@functools.cache  # once in a run
def _delete_old_entries(directory: Path) -> None:
    """Delete old entries, so that the directory does not grow without bound."""
    for file in directory.iterdir():
        if time.time() - file.stat().st_mtime > _LIFETIME:
            file.unlink(missing_ok=True)


# -- diagnostics as JSON and back --------------------------------------------------------------------------

_CLASSES = {cls.__name__: cls for cls in (Diagnostic, Label, Edit, Fix)}


class _OutsideSource(Exception):
    """A span is not in the checked text."""


class _Encoder:
    """Makes JSON of findings about the text of `whole`, or of parts of it."""

    def __init__(self, whole: Source) -> None:
        self.whole = whole
        self.parts: dict[int, dict[str, int]] = {}  # by the identity of a source, which its spans keep alive

    def __call__(self, value: Any) -> Any:
        if isinstance(value, Span):
            return {"class": "Span", **self._part(value.source), "start": value.start, "end": value.end}
        if isinstance(value, Severity):
            return {"class": "Severity", "value": value.value}
        if dataclasses.is_dataclass(value):
            changed = [
                field for field in dataclasses.fields(value) if getattr(value, field.name) != field.default
            ]
            fields = {field.name: self(getattr(value, field.name)) for field in changed}
            return {"class": type(value).__name__, **fields}
        return list(map(self, value)) if isinstance(value, (list, tuple)) else value

    def _part(self, source: Source) -> dict[str, int]:
        """The position of a source within the whole text; it is compared once, since a text may be long."""
        if id(source) not in self.parts:
            try:
                offset = self.whole.line_starts[source.first_line - self.whole.first_line]
            except IndexError:
                raise _OutsideSource from None
            if source.name != self.whole.name or not self.whole.text.startswith(source.text, offset):
                raise _OutsideSource
            self.parts[id(source)] = {"line": source.first_line, "length": len(source.text)}
        return self.parts[id(source)]


class _Decoder:
    """The inverse of `_Encoder`. Malformed input raises whatever the constructors raise."""

    def __init__(self, whole: Source) -> None:
        self.whole = whole
        self.parts = {(whole.first_line, len(whole.text)): whole}

    def __call__(self, fields: dict[str, Any]) -> Any:
        name = fields.pop("class")
        if name == "Span":
            return Span(self._part(fields["line"], fields["length"]), fields["start"], fields["end"])
        if name == "Severity":
            return Severity(fields["value"])
        return _CLASSES[name](**{key: _as_tuple(field) for key, field in fields.items()})

    def _part(self, line: int, length: int) -> Source:
        if (line, length) not in self.parts:
            start = self.whole.line_starts[line - self.whole.first_line]
            text = self.whole.text[start : start + length]
            self.parts[line, length] = Source(text, self.whole.name, line)
        return self.parts[line, length]


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value
