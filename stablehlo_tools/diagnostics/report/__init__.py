"""Output formats of diagnostics, one per module.

A format is a function `(diagnostics, stream, describe)`, which streams where the format allows it; `describe`
returns the description of the rule behind a code. To add a format, write the function and add it to
`FORMATS`.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterable, Mapping
from typing import TextIO

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.report.description import ALIKE, Describe, minimal_description

FORMATS: Mapping[str, str] = {
    "full": "text:write_full",
    "concise": "text:write_concise",
    "json": "json:write",
    "jsonl": "json:write_lines",
    "sarif": "sarif:write",
    "github": "github:write",
    "gitlab": "gitlab:write",
    "junit": "junit:write",
    "markdown": "markdown:write",
}


def write(
    diagnostics: Iterable[Diagnostic],
    stream: TextIO,
    format: str = "full",
    describe: Describe = minimal_description,
    *,
    alike: int | None = ALIKE,
) -> None:
    """Write diagnostics to a stream in one of `FORMATS`.

    In the full format, only `alike` diagnostics per file with the same message are shown, and the others
    counted; None shows all.
    """
    module, _, function = FORMATS[format].partition(":")
    write = getattr(importlib.import_module(f"{__name__}.{module}"), function)
    if format == "full":
        write = functools.partial(write, alike=alike)
    write(diagnostics, stream, describe)
