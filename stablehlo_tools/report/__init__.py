"""Diagnostics as people and programs want to read them, one format per module.

A format is a function `(diagnostics, stream, describe)` that writes each diagnostic as it arrives where it
can; `describe` says what there is to say of the rule behind a code. To add one, write the function and give
it a line in `FORMATS`.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TextIO

from stablehlo_tools.diagnostics.diagnostic import Diagnostic

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

ALIKE = 3  # diagnostics that say the same and are shown


class Description(NamedTuple):
    """What there is to say of the rule behind a code.

    `page` is where on the web a specification has that rule, empty where it is in none, and `own_page` what
    `shlo explain` says of it, as Markdown.
    """

    name: str
    summary: str
    text: str
    page: str = ""
    own_page: str = ""


Describe = Callable[[Diagnostic], Description]


def undescribed(diagnostic: Diagnostic) -> Description:
    """What is known without knowing the rule."""
    return Description(diagnostic.code, diagnostic.formula or diagnostic.code, "")


def write(
    diagnostics: Iterable[Diagnostic],
    stream: TextIO,
    format: str = "full",
    describe: Describe = undescribed,
    *,
    alike: int | None = ALIKE,
) -> None:
    """Write diagnostics to a stream in one of `FORMATS`.

    In full, of those in a file that say the same, `alike` are shown and the others counted; None shows all.
    """
    module, _, function = FORMATS[format].partition(":")
    write = getattr(importlib.import_module(f"{__name__}.{module}"), function)
    if format == "full":
        write = functools.partial(write, alike=alike)
    write(diagnostics, stream, describe)
