"""Detects the language of a text: HLO or MLIR."""

from __future__ import annotations

import re

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.deferred_text import DeferredText

# `HloModule`, or a single instruction, or a computation whose first instruction has a type such as `f32[2]`,
# which does not exist in MLIR.
_HLO_START = regex(
    r"""(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*(?:\n|\Z))*
    (?: HloModule\b
      | (?:(?:ROOT\s+)?%?[\w.-]+\s*=\s*(?:[a-z][\w-]*\()?)?
        [(\s]*(?:pred|token|opaque|bf16|[sufc]\d\w*)\[[\d,<=?\s]*\]
      | %?[\w.-]+\s*(?:\([^{}]{0,10000}?\)\s*->[^{}\n]*)?\{\s*(?:ROOT\s+)?%?[\w.-]+\s*=\s*\(?\w+\[ )""",
    re.VERBOSE,
)
_HLO_ENTRY = regex(r"^[ \t]*ENTRY[ \t]+%?[\w.-]+[^\n]*\{", re.MULTILINE)


def is_hlo(source: Source) -> bool:
    """Whether a program is HLO: a protocol buffer, or a text that begins with `HloModule` or a computation,
    or has an `ENTRY`.
    """
    return source.module is None if isinstance(source, DeferredText) else is_hlo_text(source.text)


def is_hlo_text(text: str) -> bool:
    """Whether a text is HLO."""
    return bool(_HLO_START.match(text) or ("ENTRY" in text and _HLO_ENTRY.search(text)))
