"""Graphs in the DOT language of Graphviz, with scopes as clusters."""

from __future__ import annotations

from collections.abc import Iterator

from stablehlo_tools.drawing.graph import Graph, GraphScope, Node
from stablehlo_tools.drawing.overlays import Overlays
from stablehlo_tools.drawing.palette import FILLS, kind_of
from stablehlo_tools.drawing.svg import stroke_width

_HEAD = """\
digraph {
  graph [compound=true fontname="monospace" fontsize=11]
  node [shape=box style="filled,rounded" fontname="monospace" fontsize=10 color="#6d7780"]
  edge [color="#8a949e" fontname="monospace" fontsize=8]"""


def dot(graph: Graph, overlays: Overlays) -> str:
    """The graph as DOT text."""
    return "\n".join([_HEAD, *_Writer(overlays).lines(graph), "}"]) + "\n"


class _Writer:
    def __init__(self, overlays: Overlays) -> None:
        self.clusters = 0
        self.findings = overlays.by_node()

    def lines(self, graph: Graph) -> Iterator[str]:
        for function in graph.functions:
            yield from self._cluster(function, "  ")
        for node in graph.nodes:
            yield from _edges(node)

    def _cluster(self, scope: GraphScope, indent: str) -> Iterator[str]:
        yield f"{indent}subgraph cluster_{self.clusters} {{"
        self.clusters += 1
        inside = indent + "  "
        yield f"{inside}label={_quote(scope.title or (scope.owner.title if scope.owner else ''))}"
        for node in scope.nodes:
            if not node.is_box:
                yield f"{inside}n{node.number} [{self._attributes(node)}]"
            for inner in node.scopes:
                yield from self._cluster(inner, inside)
        yield f"{indent}}}"

    def _attributes(self, node: Node) -> str:
        lines = [node.title or node.name, *(output.type for output in node.outputs[:3])]
        if len(node.outputs) > 3:
            lines.append(f"and {len(node.outputs) - 3} more")
        lines += [finding.code for finding in self.findings.get(node, ())]
        border = " color=red penwidth=2" if node in self.findings else ""
        return f'label={_quote(*lines)} fillcolor="{FILLS[kind_of(node)]}"{border}'


def _edges(node: Node) -> Iterator[str]:
    for used in dict.fromkeys(node.inputs):
        output = used.output
        hint = _quote(f"{output.name}: {output.type}")
        width = stroke_width(output.bytes)
        yield f"  n{used.node.number} -> n{node.number} [penwidth={width:g} tooltip={hint}]"


def _quote(*lines: str) -> str:
    """A DOT string of centered lines, with escaped backslashes and quotes."""
    escaped = [line.replace("\0", "").replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "\\n".join(escaped).replace("\n", "\\n") + '"'
