"""Pictures of programs: a page for the browser, SVG, Graphviz, the format of Model Explorer.

`graph` is the program as nodes and scopes, `grouping` and `overlays` are what is added to that; `sheets` and
`layout` arrange it for `html` and `svg`, and `dot` and `model_explorer` leave that to others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from stablehlo_tools.show.dot import dot
from stablehlo_tools.show.graph import Graph, graph_of
from stablehlo_tools.show.html import page
from stablehlo_tools.show.model_explorer import model_explorer
from stablehlo_tools.show.overlays import Overlays, overlays_of
from stablehlo_tools.show.svg import svg

__all__ = ["FORMATS", "Graph", "Overlays", "graph_of", "overlays_of"]

FORMATS: Final[Mapping[str, Callable[[Graph, Overlays], str]]] = {
    "html": page,
    "svg": svg,
    "dot": dot,
    "model-explorer": model_explorer,
}
