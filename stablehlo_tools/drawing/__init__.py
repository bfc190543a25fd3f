"""Drawings of programs: HTML pages, SVG, Graphviz, and the format of Model Explorer.

`graph` is the program as nodes and scopes, with boxes from `grouping` and data from `overlays`. `scope_views`
and `layout` arrange it for `html` and `svg`; `dot` and `model_explorer` leave the layout to other tools.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from stablehlo_tools.drawing.dot import dot
from stablehlo_tools.drawing.graph import Graph, graph_of
from stablehlo_tools.drawing.html import page
from stablehlo_tools.drawing.model_explorer import model_explorer
from stablehlo_tools.drawing.overlays import Overlays, overlays_of
from stablehlo_tools.drawing.svg import svg

__all__ = ["FORMATS", "Graph", "Overlays", "graph_of", "overlays_of"]

FORMATS: Final[Mapping[str, Callable[[Graph, Overlays], str]]] = {
    "html": page,
    "svg": svg,
    "dot": dot,
    "model-explorer": model_explorer,
}
