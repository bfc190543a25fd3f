"""Diagnostics as people and programs want to read them, one format per module.

A format is a function `(diagnostics, stream)` that writes each diagnostic as it arrives where it can.
To add one, write the function and give it a line in `FORMATS`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import TextIO

from stablehlo_tools.diagnostic import Diagnostic

FORMATS: Mapping[str, str] = {
    "full": "text:write_full",
    "concise": "text:write_concise",
    "json": "json:write",
}


def write(diagnostics: Iterable[Diagnostic], stream: TextIO, format: str = "full") -> None:
    """Write diagnostics to a stream in one of `FORMATS`."""
    module, _, function = FORMATS[format].partition(":")
    getattr(importlib.import_module(f"{__name__}.{module}"), function)(diagnostics, stream)
