"""What a finding is known by from one version of a file to the next, wherever it has moved."""

from __future__ import annotations

import collections
import hashlib
import re
from collections.abc import Iterable, Iterator

from stablehlo_tools.diagnostics.diagnostic import Diagnostic

# What changes when something else in the file does: SSA values, blocks, locations and their aliases.
_VOLATILE = re.compile(r"[%^][\w$.-]+(?:[:#]\d+)?|#loc\d*\b|\bloc\([^()]*(?:\([^()]*\)[^()]*)*\)|\s+")
_MOST = 2000  # characters of a line that count


def with_fingerprints(diagnostics: Iterable[Diagnostic]) -> Iterator[tuple[Diagnostic, str]]:
    """Each diagnostic with its fingerprint, which is no other's of the same file.

    It comes from the code, the message and the line, without names of values; of several that are alike in
    these, from their order.
    """
    alike: collections.Counter[tuple[str, str]] = collections.Counter()
    for diagnostic in diagnostics:
        file = diagnostic.span.source.name if diagnostic.span else ""
        digest = _digest(diagnostic)
        alike[file, digest] += 1
        count = alike[file, digest]
        yield diagnostic, digest if count == 1 else f"{digest}-{count}"


def _digest(diagnostic: Diagnostic) -> str:
    line = ""
    if diagnostic.span and diagnostic.span.source.text:
        line = diagnostic.span.source.line(diagnostic.span.begin[0])
    parts = (diagnostic.code, _stable(diagnostic.message), _stable(line))
    return hashlib.sha256("\n".join(parts).encode(errors="surrogatepass")).hexdigest()[:16]


def _stable(text: str) -> str:
    return _VOLATILE.sub(" ", text[:_MOST]).strip()
