"""Drawings of programs for Python, which notebooks show."""

from __future__ import annotations

import html
import os
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from stablehlo_tools.api.reading import parse
from stablehlo_tools.diagnostics.spelling import require_one_of
from stablehlo_tools.drawing import FORMATS, graph_of, overlays_of
from stablehlo_tools.ir.operations import default_entry

_HEIGHT: Final = 640  # pixels of a page in a notebook


class Drawing(NamedTuple):
    """A drawing in one of the formats of `show`; `str` of it is its text, and notebooks show it."""

    text: str
    format: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Drawing: {self.format}, {len(self.text):,} characters>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the drawing to a file with any ending. Raises `OSError`."""
        Path(path).write_bytes(self.text.encode())

    def _repr_html_(self) -> str:
        """The HTML that notebooks show: a page in a frame, so that its style and its scripts stay there."""
        if self.format == "svg":
            return self.text
        text = html.escape(self.text)
        if self.format == "html":
            return f'<iframe srcdoc="{text}" width="100%" height="{_HEIGHT}" style="border: 0"></iframe>'
        return f"<pre>{text}</pre>"


def show(
    program: Any,
    function: str | None = None,
    *,
    format: Literal["html", "svg", "dot", "model-explorer"] = "html",
) -> Drawing:
    """The graph of a program, or of `function` and its callees, as `shlo show` draws it.

    `program` is what `parse` takes. An invalid one is drawn with its errors. Raises `ParseError`,
    `LookupError` for an unknown function, `ValueError` for an unknown format.
    """
    require_one_of(FORMATS, format, "format")
    module = parse(program)
    symbol = function.removeprefix("@") if function else None
    graph = graph_of(module, symbol)
    return Drawing(FORMATS[format](graph, overlays_of(graph, symbol or default_entry(module))), format)
