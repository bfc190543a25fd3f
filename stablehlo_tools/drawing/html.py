"""A graph as a self-contained HTML page.

Text of the program is embedded as JSON with escaped `<`, and the script inserts it only as text nodes. The
content security policy of the page allows no other script.
"""

from __future__ import annotations

import base64
import collections
import hashlib
import html
import json
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from importlib import resources
from typing import Any, Final

from stablehlo_tools.dataflow.statistics import Array, OpCost
from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.units import in_units
from stablehlo_tools.drawing.graph import Graph, GraphScope, Node, UsedInput
from stablehlo_tools.drawing.layout import arrange
from stablehlo_tools.drawing.overlays import Overlays
from stablehlo_tools.drawing.palette import FILLS, kind_of
from stablehlo_tools.drawing.scope_views import CONSTANT, Sheet, sheets_of
from stablehlo_tools.drawing.svg import title_describes_region
from stablehlo_tools.explanations import describe
from stablehlo_tools.explanations.facts.ops import op_explanation
from stablehlo_tools.ops.registry import OPS

_KINDS: Final[Mapping[str, str]] = {
    "matrix": "matrix products, convolutions, linear algebra",
    "reduction": "reductions, sorting, normalization",
    "data": "data movement, type conversion",
    "element": "elementwise",
    "control": "control flow, calls",
    "communication": "collectives, host communication",
    "source": "arguments, constants, random numbers",
    "part": "parts of the program",
    "other": "other",
}

_SCRIPTS: Final = ("program.js", "places.js", "drawing.js", "panel.js", "search.js", "controls.js")
_MAX_CONSTANTS = 12  # in the list of the largest ones


def page(graph: Graph, overlays: Overlays) -> str:
    """The HTML page of a graph."""
    style, script = _file("page.css"), "".join(map(_file, _SCRIPTS))
    parts = {
        "title": html.escape(graph.name),
        "style": style,
        "style_hash": _hash(style),
        "script": script,
        "script_hash": _hash(script),
        "data": _json(_program(graph, overlays)),
    }
    return re.sub(r"\{(\w+)\}", lambda match: parts[match[1]], _file("page.html"))


def _file(name: str) -> str:
    return (
        resources.files("stablehlo_tools.drawing").joinpath("page").joinpath(name).read_text(encoding="utf-8")
    )


def _hash(text: str) -> str:
    """The hash of a script for the content security policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _json(value: Any) -> str:
    """JSON that can be embedded in HTML: it cannot end the element or begin a comment."""
    text = json.dumps(value, separators=(",", ":"), check_circular=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _program(graph: Graph, overlays: Overlays) -> dict[str, Any]:
    """The data of the script. Nodes, sheets and findings are referenced by number."""
    by_code = {diagnostic.code: diagnostic for diagnostic, _ in reversed(overlays.findings)}  # the first wins
    sheets = sheets_of(graph)
    numbers = {scope: number for number, scope in enumerate(sheets)}
    nodes = graph.nodes
    writer = _Writer(numbers, overlays)
    return {
        "name": graph.name,
        "functions": [numbers[scope] for scope in graph.functions],
        "sizes": [sum(node.operation is not None for node in scope.walk()) for scope in graph.functions],
        "sheets": list(map(writer.sheet, sheets.values())),
        "nodes": list(map(writer.node, nodes)),
        "findings": [writer.finding(diagnostic, node) for diagnostic, node in overlays.findings],
        "shared": writer.shared(),
        "codes": {code: describe(diagnostic) for code, diagnostic in by_code.items()},
        "docs": _documentation({node.name for node in nodes}),
        "fills": dict(FILLS),
        "kinds": dict(_KINDS),
        "totals": _totals(graph, overlays),
        "ops": _ops(graph, overlays),
        "constants": _constants(nodes),
        "measurements": [
            {
                "title": measurement.title,
                "adds_up": measurement.adds_up,
                "numbers": [(node.number, number) for node, number in measurement.numbers.items()],
            }
            for measurement in overlays.measurements
        ],
        "remarks": [overlays.remark] if overlays.stats is None else overlays.stats.remarks,
    }


def _ports(used: Iterable[UsedInput]) -> list[tuple[int, int]]:
    return [(node.number, port) for node, port in used]


class _Numbers(dict[Hashable, int]):
    """The numbers of values that many share, in the order of their first use; the page holds each once."""

    def __missing__(self, value: Hashable) -> int:
        number = self[value] = len(self)
        return number


class _Writer:
    """Writes sheets, nodes and findings.

    Cells, arrows and nodes are lists, whose fields `program.js` names, since there are very many. The layout
    of a sheet is shared, as layers of a model look the same.
    """

    def __init__(self, sheets: Mapping[GraphScope, int], overlays: Overlays) -> None:
        self.sheets = sheets
        self.costs = overlays.costs
        self._shared = collections.defaultdict[str, _Numbers](_Numbers)
        self.findings: dict[Node, list[int]] = {}
        for index, (_, node) in enumerate(overlays.findings):
            if node is not None:
                self.findings.setdefault(node, []).append(index)

    def sheet(self, sheet: Sheet) -> dict[str, Any]:
        shared = self._shared["labels"]
        labels = [shared[cell.kind, tuple(cell.lines)] for cell in sheet.cells]
        sizes = tuple([cell.size for cell in sheet.cells])
        ends = tuple([(arrow.source, arrow.target) for arrow in sheet.arrows])
        return {
            "title": sheet.scope.title,
            "owner": sheet.scope.owner.number if sheet.scope.owner else None,
            "layout": self._shared["layouts"][sizes, ends],
            "cells": [(cell.node.number, label) for cell, label in zip(sheet.cells, labels, strict=True)],
            "arrows": [_ports(arrow.used) for arrow in sheet.arrows],
        }

    def node(self, node: Node) -> tuple[Any, ...]:
        cost, shared = self.costs.get(node), self._shared
        spent = cost and (cost.executed, cost.flops, cost.bytes)
        return (
            shared["looks"][node.name, node.kind, kind_of(node), node.title, spent],
            self.sheets[node.scope],
            node.line,
            shared["origins"][node.origin],
            shared["attributes"][tuple(node.attributes)],
            _ports(node.inputs),
            [(name, shared["types"][type, size]) for name, type, size in node.outputs],
            *(self._optional_fields(node) if node.scopes or node.callee or node in self.findings else ()),
        )

    def _optional_fields(self, node: Node) -> Iterator[dict[str, Any]]:
        """The fields that few nodes have, by name."""
        if node.scopes or node.callee:
            yield {
                "scopes": [self.sheets[scope] for scope in node.scopes],
                "callee": self.sheets[node.callee] if node.callee else None,
                "describes_region": title_describes_region(node),
            }
        if node in self.findings:
            yield {"findings": self.findings[node]}

    def finding(self, diagnostic: Diagnostic, node: Node | None) -> tuple[int, int | None, int | None]:
        """The number of the message, the line, and the number of the node."""
        notes = tuple(filter(None, (diagnostic.label, *diagnostic.notes)))
        message = diagnostic.code, diagnostic.severity.value, diagnostic.message, notes, diagnostic.helps
        line = diagnostic.span.begin[0] if diagnostic.span else None
        return self._shared["messages"][message], line, node.number if node else None

    def shared(self) -> dict[str, list[Any]]:
        """The values that nodes and findings share, by number."""
        values = {kind: list(values) for kind, values in self._shared.items()}
        layouts = list(map(_layout, self._shared["layouts"]))
        return {**values, "layouts": layouts, "messages": list(map(_message, self._shared["messages"]))}


def _layout(boxes: Any) -> dict[str, Any]:
    """The layout of sheets with cells of these sizes, and arrows between these cells."""
    sizes, ends = boxes
    layout = arrange(sizes, ends)
    cells = zip(layout.x, layout.row, sizes, strict=True)
    return {
        "rows": layout.rows,
        "cells": [(x, row, *size) for x, row, size in cells],
        "arrows": [(*pair, route) for pair, route in zip(ends, layout.routes, strict=True)],
    }


def _message(parts: Any) -> dict[str, Any]:
    code, severity, message, notes, helps = parts
    return {
        "code": code,
        "severity": severity,
        "message": visible(message),
        "notes": list(map(visible, notes)),
        "helps": list(map(visible, helps)),
    }


def _documentation(names: set[str]) -> dict[str, Any]:
    """The documentation of the ops of a program, as in `shlo explain`."""
    explanations = {name: op_explanation(OPS[name]) for name in sorted(names) if name in OPS}
    return {
        name: {
            "text": op.documentation,
            "reference": op.reference,
            "rules": [(rule.id, rule.text) for rule in op.rules],
        }
        for name, op in explanations.items()
    }


# -- numbers --------------------------------------------------------------------------------------------


def _totals(graph: Graph, overlays: Overlays) -> list[tuple[str, str]]:
    stats = overlays.stats
    drawn = sum(node.operation is not None for node in graph.nodes)
    ops = drawn if stats is None else stats.total.count  # without terminators and reducers
    rows = [("ops", f"{ops:,}"), ("functions", f"{len(graph.functions):,}")]
    if stats is not None:
        total = stats.total
        rows += [
            ("executed", f"{total.executed:,}"),
            ("arguments", _sum(stats.arguments)),
            ("constants", _sum(stats.constants)),
            ("FLOPs", in_units(total.flops, "")),
            ("bytes moved", in_units(total.bytes)),
        ]
        rows += [("peak memory", in_units(stats.memory.total()))] if stats.memory else []
    return rows


def _sum(arrays: Iterable[Array]) -> str:
    sizes = [array.bytes for array in arrays]
    return "unknown" if None in sizes else in_units(sum(filter(None, sizes)))


def _ops(graph: Graph, overlays: Overlays) -> list[tuple[str, int, int, int]]:
    """The ops, most frequent first: name, count, and FLOPs and bytes of one run."""
    counts = collections.Counter(node.name for node in graph.nodes if node.operation is not None)
    costs = overlays.stats.ops if overlays.stats else {}
    nothing = OpCost()
    return [
        (name, count, costs.get(name, nothing).flops, costs.get(name, nothing).bytes)
        for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]


def _constants(nodes: Sequence[Node]) -> list[tuple[int, int]]:
    """The largest constants other than scalars: their nodes and bytes."""
    constants = [
        (node.number, node.outputs[0].bytes)
        for node in nodes
        if node.name == CONSTANT and node.outputs and "x" in node.outputs[0].type
    ]
    sized = [(number, size) for number, size in constants if size]
    return sorted(sized, key=lambda item: -item[1])[:_MAX_CONSTANTS]
