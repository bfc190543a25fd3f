"""Graphs in the JSON format of Model Explorer, with a graph per function, and namespaces for scopes."""

from __future__ import annotations

import collections
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from stablehlo_tools.dataflow.statistics import OpCost
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.drawing.graph import Graph, GraphScope, Node
from stablehlo_tools.drawing.overlays import Overlays
from stablehlo_tools.drawing.palette import FILLS, kind_of
from stablehlo_tools.ops.registry import OPS


def model_explorer(graph: Graph, overlays: Overlays) -> str:
    """The JSON text of a collection of graphs for Model Explorer."""
    writer = _Writer(_unique(graph.functions), overlays)
    graphs = [writer.graph(function) for function in graph.functions]
    return json.dumps({"label": graph.name, "graphs": graphs}) + "\n"


def _unique(functions: Iterable[GraphScope]) -> Mapping[GraphScope, str]:
    seen: collections.Counter[str] = collections.Counter()
    names = {}
    for function in functions:
        seen[function.title] += 1
        count = seen[function.title]
        names[function] = function.title if count == 1 else f"{function.title} ({count})"
    return names


class _Writer:
    def __init__(self, names: Mapping[GraphScope, str], overlays: Overlays) -> None:
        self.names = names
        self.costs = overlays.costs
        self.measurements = overlays.measurements
        self.findings = overlays.by_node()

    def graph(self, function: GraphScope) -> dict[str, Any]:
        nodes = [node for node in function.walk() if not node.is_box]
        return {
            "id": self.names[function],
            "nodes": [self.node(node) for node in nodes],
            "groupNodeAttributes": self._groups(nodes),
        }

    def _groups(self, nodes: Iterable[Node]) -> dict[str, dict[str, str]]:
        """The totals of each namespace, including nested ones; "" is the whole function."""
        groups: dict[str, OpCost] = {}
        for node in nodes:
            cost = self.costs.get(node, OpCost(count=1))
            for namespace in itertools.accumulate(_namespace(node.scope), "{}/{}".format, initial=""):
                groups.setdefault(namespace.lstrip("/"), OpCost()).add(cost)
        return {
            namespace: {"nodes": str(cost.count), "FLOPs": str(cost.flops), "bytes": str(cost.bytes)}
            for namespace, cost in groups.items()
        }

    def node(self, node: Node) -> dict[str, Any]:
        return {
            "id": str(node.number),
            "label": node.title or node.name,
            "namespace": "/".join(_namespace(node.scope)),
            "subgraphIds": [self.names[node.callee]] if node.callee else [],
            "attrs": _pairs(self._attributes(node)),
            "incomingEdges": [
                {
                    "sourceNodeId": str(used.node.number),
                    "sourceNodeOutputId": str(used.port),
                    "targetNodeInputId": str(number),
                }
                for number, used in enumerate(node.inputs)
            ],
            "inputsMetadata": [
                {"id": str(index), "attrs": _pairs([("__tensor_tag", name)])}
                for index, name in enumerate(_operand_names(node))
            ],
            "outputsMetadata": [
                {
                    "id": str(index),
                    "attrs": _pairs([("__tensor_tag", output.name), ("tensor_shape", output.type)]),
                }
                for index, output in enumerate(node.outputs)
            ],
            "style": {"backgroundColor": FILLS[kind_of(node)]},
        }

    def _attributes(self, node: Node) -> Iterator[tuple[str, str]]:
        yield "op", node.name
        yield from node.attributes
        if node.line is not None:
            yield "line", str(node.line)
        if node.origin:
            yield "written at", node.origin
        cost = self.costs.get(node)
        if cost is not None:
            yield from (
                ("executed", str(cost.executed)),
                ("FLOPs", str(cost.flops)),
                ("bytes", str(cost.bytes)),
            )
        for measurement in self.measurements:
            if node in measurement.numbers:
                yield measurement.title, f"{measurement.numbers[node]:g}"
        for number, finding in enumerate(self.findings.get(node, ()), start=1):
            yield f"finding {number}", visible(f"{finding.code}: {finding.message}")


def _operand_names(node: Node) -> list[str]:
    """The names of the operands of a node in the specification; [] for variadic ones."""
    op = OPS.get(node.name)
    if op is None or any(operand.rule.variadic for operand in op.operands):
        return []
    return [operand.name for operand in op.operands[: len(node.inputs)]]


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"key": key, "value": value} for key, value in pairs]


def _namespace(scope: GraphScope) -> Iterator[str]:
    """The names of the scopes around a node, outermost first, without the function."""
    for inner in scope.around()[1:]:
        assert inner.owner is not None
        owner = inner.owner
        name = owner.title if owner.is_box else f"{owner.title} {owner.number} {inner.title}"
        yield name.replace("/", "_")
