"""Data about the nodes of a graph: diagnostics, costs and measurements."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stablehlo_tools.dataflow.statistics import OpCost, Stats, stats_of
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError, Severity, errors_of
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.drawing.graph import Graph, Node
from stablehlo_tools.drawing.measurements import Measurement
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.linter.check import check_verified
from stablehlo_tools.linter.settings import Settings
from stablehlo_tools.verifier.module import verify


@dataclass
class Overlays:
    """`findings` with their nodes, if any; `costs` of nodes in one run; `measurements` of the user.

    `stats` are those of the entry function; if they are None, `remark` is the reason.
    """

    findings: list[tuple[Diagnostic, Node | None]] = field(default_factory=list)
    costs: dict[Node, OpCost] = field(default_factory=dict)
    stats: Stats | None = None
    measurements: list[Measurement] = field(default_factory=list)
    remark: str = ""

    @property
    def has_errors(self) -> bool:
        """Whether the program is invalid."""
        return any(diagnostic.severity is Severity.ERROR for diagnostic, _ in self.findings)

    def by_node(self) -> dict[Node, list[Diagnostic]]:
        """The findings of each node that has some."""
        findings: dict[Node, list[Diagnostic]] = {}
        for diagnostic, node in self.findings:
            if node is not None:
                findings.setdefault(node, []).append(diagnostic)
        return findings


def overlays_of(graph: Graph, entry: str, settings: Settings | None = None) -> Overlays:
    """The results of `shlo verify`, of `shlo lint` with `settings`, and of `shlo stats` of `@entry`."""
    overlays = Overlays()
    if diagnostics := _findings(graph.module, settings or Settings()):
        places = _Places(graph)
        overlays.findings = [(diagnostic, places.node(diagnostic)) for diagnostic in diagnostics]
    if overlays.has_errors:
        overlays.remark = "Costs are unknown, since the program is invalid."
        return overlays
    try:
        overlays.stats = stats_of(graph.module, entry)
    except RunError as error:
        overlays.remark = f"Costs are unknown: {visible(error.diagnostic.message)}."
        return overlays
    costs = overlays.stats.costs
    overlays.costs = {
        node: costs[node.operation] for node in graph.nodes if node.operation and node.operation in costs
    }
    return overlays


def _findings(module: Module, settings: Settings) -> list[Diagnostic]:
    diagnostics = verify(module)
    return diagnostics if errors_of(diagnostics) else [*diagnostics, *check_verified(module, settings)]


class _Places:
    """Finds the innermost node at an offset of the text."""

    def __init__(self, graph: Graph) -> None:
        operations = ((node.operation, node) for node in graph.nodes)
        places = [(op.start, -op.end, node) for op, node in operations if op and op.source]
        self.places = sorted(places, key=lambda place: place[:2])  # outer operations first
        self.starts = [start for start, _, _ in self.places]
        self.around = list(_around(self.places))

    def node(self, diagnostic: Diagnostic) -> Node | None:
        """The node of a diagnostic, or None."""
        span: Span | None = diagnostic.operation or diagnostic.span
        if span is None:
            return None
        index = bisect.bisect_right(self.starts, span.start) - 1
        while index >= 0 and -self.places[index][1] <= span.start:
            index = self.around[index]
        return self.places[index][2] if index >= 0 else None


def _around(places: Sequence[tuple[int, int, Node]]) -> Iterator[int]:
    """The index of the innermost enclosing place of each, or -1."""
    open_ones: list[int] = []
    for number, (start, _, _) in enumerate(places):
        while open_ones and -places[open_ones[-1]][1] <= start:
            open_ones.pop()
        yield open_ones[-1] if open_ones else -1
        open_ones.append(number)
