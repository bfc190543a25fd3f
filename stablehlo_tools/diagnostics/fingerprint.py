"""Fingerprints, which identify diagnostics across versions of a file, independent of their position."""

from __future__ import annotations

import collections
import hashlib
import re
from collections.abc import Iterable, Iterator

from stablehlo_tools.diagnostics.diagnostic import Diagnostic

# Text that changes with other parts of the file: SSA values, blocks, locations and their aliases.
_VOLATILE = re.compile(r"[%^][\w$.-]+(?:[:#]\d+)?|#loc\d*\b|\bloc\([^()]*(?:\([^()]*\)[^()]*)*\)|\s+")
_MAX_LENGTH = 2000  # characters of a line that are hashed; lines with constants can have megabytes


def with_fingerprints(diagnostics: Iterable[Diagnostic]) -> Iterator[tuple[Diagnostic, str]]:
    """Each diagnostic with its fingerprint, which is unique within the file.

    It is a hash of the code, the message and the line, without names of values. Diagnostics with equal hashes
    are numbered in order.
    """
    occurrences: collections.Counter[tuple[str, str]] = collections.Counter()
    for diagnostic in diagnostics:
        file = diagnostic.span.source.name if diagnostic.span else ""
        digest = _digest(diagnostic)
        occurrences[file, digest] += 1
        count = occurrences[file, digest]
        yield diagnostic, digest if count == 1 else f"{digest}-{count}"


def _digest(diagnostic: Diagnostic) -> str:
    line = ""
    if diagnostic.span and diagnostic.span.source.text:
        line = diagnostic.span.source.line(diagnostic.span.begin[0])
    parts = (diagnostic.code, _without_volatile(diagnostic.message), _without_volatile(line))
    return hashlib.sha256("\n".join(parts).encode(errors="surrogatepass")).hexdigest()[:16]


def _without_volatile(text: str) -> str:
    return _VOLATILE.sub(" ", text[:_MAX_LENGTH]).strip()
