"""A graph as an SVG picture, with all scopes expanded but those of callees."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.units import in_units
from stablehlo_tools.drawing.graph import OP, TREE, Graph, GraphScope, Node
from stablehlo_tools.drawing.layout import Placement, arrange
from stablehlo_tools.drawing.overlays import Overlays
from stablehlo_tools.drawing.palette import FILLS, kind_of
from stablehlo_tools.drawing.scope_views import Arrow, Cell, Sheet, sheets_of

PADDING = 14.0
HEADER = 26.0
_MARGIN = 20.0
_INVALID_IN_XML = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SEVERITIES = {Severity.ERROR: "#c0392b", Severity.WARNING: "#d68910", Severity.NOTE: "#2e86c1"}

_STYLE = """
text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1c2126; }
.small { font-size: 11px; fill: #4b545d; }
.scope { fill: #fff; stroke: #b9c0c7; }
.node { stroke: #6d7780; stroke-width: .8; }
.open { fill-opacity: .35; }
.stub { fill: #fff; stroke: #98a1aa; stroke-dasharray: 3 2; }
.arrow { fill: none; stroke: #97a1aa; stroke-opacity: .8; marker-end: url(#head); }
#head { fill: #97a1aa; }
.page { fill: #f6f8fa; }
"""
_HEAD = (
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
    'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.8L8 4L0 7.2z"/></marker></defs>'
)


def svg(graph: Graph, overlays: Overlays) -> str:
    """The SVG text of all functions of a graph, arranged vertically."""
    picture = _Picture(graph, overlays)
    top, width = _MARGIN, 0.0
    body: list[str] = []
    for function in graph.functions:
        box = picture.box(function)
        body += picture.scope(function, _MARGIN, top)
        top += box.height + 2 * PADDING
        width = max(width, box.width)
    size = f'width="{width + 2 * _MARGIN:.0f}" height="{top:.0f}"'
    view = f'viewBox="0 0 {width + 2 * _MARGIN:.0f} {top:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>'
    page = '<rect class="page" width="100%" height="100%"/>'
    title = f"<title>{_text(graph.name)}</title>"
    return "\n".join([head, title, f"<style>{_STYLE}</style>", _HEAD, page, *body, "</svg>"]) + "\n"


def stroke_width(size: int | None) -> float:
    """The width of the arrow of a value, by its size in bytes."""
    return round(max(1.0, math.log2(size) / 4 - 1), 2) if size else 1.0


class _Box(NamedTuple):
    """The layout of the sheet of a scope, and the size of its box."""

    sheet: Sheet
    layout: Placement
    sizes: list[tuple[float, float]]
    width: float
    height: float

    fed: set[int]  # cells with incoming arrows

    def row(self, number: int) -> tuple[float, float]:
        """The top and the height of the row of a cell."""
        return self.layout.rows[self.layout.row[number]]

    def top(self, number: int) -> float:
        """The top of a cell; cells without incoming arrows are at the bottom of the row, near users."""
        top, height = self.row(number)
        return top if number in self.fed else top + height - self.sizes[number][1]


class _Picture:
    def __init__(self, graph: Graph, overlays: Overlays) -> None:
        self.sheets = sheets_of(graph)
        self.boxes: dict[GraphScope, _Box] = {}
        self.findings = {
            node: sorted(diagnostics, key=lambda diagnostic: list(Severity).index(diagnostic.severity))
            for node, diagnostics in overlays.by_node().items()
        }

    # -- sizes ----------------------------------------------------------------------------------

    def box(self, scope: GraphScope) -> _Box:
        """The box of a scope, which contains those of nested scopes."""
        if scope not in self.boxes:
            sheet = self.sheets[scope]
            sizes = [self._size(cell) for cell in sheet.cells]
            layout = arrange(sizes, [(arrow.source, arrow.target) for arrow in sheet.arrows])
            width = max(layout.width, 8.0 * len(scope.title)) + 2 * PADDING
            height = layout.height + HEADER + PADDING
            fed = {arrow.target for arrow in sheet.arrows}
            self.boxes[scope] = _Box(sheet, layout, sizes, width, height, fed)
        return self.boxes[scope]

    def _size(self, cell: Cell) -> tuple[float, float]:
        if not _is_open(cell):
            return cell.size
        boxes = [self.box(scope) for scope in cell.node.scopes]
        width = sum(box.width + PADDING for box in boxes) + PADDING
        return max(width, cell.size[0]), max(box.height for box in boxes) + HEADER + PADDING

    # -- shapes ---------------------------------------------------------------------------------

    def scope(self, scope: GraphScope, left: float, top: float) -> Iterator[str]:
        """The SVG elements of a scope: its box, title and contents."""
        box = self.box(scope)
        if scope.title:
            yield _rectangle("scope", left, top, box.width, box.height, 6)
            yield _label(scope.title, left + 10, top + 17)
        yield f'<g transform="translate({left + PADDING:.1f} {top + HEADER:.1f})">'
        for arrow, route in zip(box.sheet.arrows, box.layout.routes, strict=True):
            yield _arrow(box, arrow, route)
        for number in range(len(box.sheet.cells)):
            yield from self._cell(box, number)
        yield "</g>"

    def _cell(self, box: _Box, number: int) -> Iterator[str]:
        cell, (width, height) = box.sheet.cells[number], box.sizes[number]
        x, y = box.layout.x[number] - width / 2, box.top(number)
        node = cell.node
        yield f"<g><title>{_text(self._hint(node))}</title>"
        fill = "" if cell.kind != "node" else f' style="fill:{FILLS[kind_of(node)]}"'
        name = "stub" if cell.kind != "node" else "node open" if _is_open(cell) else "node"
        yield _rectangle(name, x, y, width, height, 11 if cell.is_small else 4, fill)
        if _is_open(cell):
            yield _label(node.title, x + 10, y + 17)
            left = x + PADDING
            for scope in node.scopes:
                yield from self.scope(scope, left, y + HEADER)
                left += self.box(scope).width + PADDING
        else:
            yield from _lines(cell, x + width / 2, y)
        if node in self.findings and cell.kind == "node":
            worst = _SEVERITIES[self.findings[node][0].severity]
            yield f'<circle cx="{x + width:.1f}" cy="{y:.1f}" r="5" fill="{worst}"/>'
        yield "</g>"

    def _hint(self, node: Node) -> str:
        lines = [node.name, *(f"{output.name}: {output.type}" for output in node.outputs)]
        lines += [f"{name} = {text}" for name, text in node.attributes]
        lines += [visible(f"{finding.code}: {finding.message}") for finding in self.findings.get(node, ())]
        return "\n".join(lines)


def _is_open(cell: Cell) -> bool:
    """Whether the contents of a cell are drawn, unless its title describes them, as for a reduction."""
    node = cell.node
    is_open = cell.kind == "node" and node.kind != TREE and not title_describes_region(node)
    return is_open and any(scope.nodes for scope in node.scopes)


def title_describes_region(node: Node) -> bool:
    """Whether the title of an op describes its region, such as `reduce add`."""
    return len(node.scopes) == 1 and node.kind == OP and bool(node.detail) and node.callee is None


def _arrow(box: _Box, arrow: Arrow, route: list[float]) -> str:
    layout = box.layout
    first, last = layout.row[arrow.source], layout.row[arrow.target]
    ends = [*layout.rows[first + 1 : last], (layout.rows[last][0], 0.0)]
    x, y = route[0], box.top(arrow.source) + box.sizes[arrow.source][1]
    path = f"M{x:.1f} {y:.1f}"
    if first < last:  # straight down beside a taller box
        y = sum(box.row(arrow.source))
        path += f"V{y:.1f}"
    for to, (top, height) in zip(route[1:], ends, strict=True):
        middle = (y + top) / 2
        path += f"C{x:.1f} {middle:.1f} {to:.1f} {middle:.1f} {to:.1f} {top:.1f}"
        path += f"V{top + height:.1f}" * (height > 0)
        x, y = to, top + height
    size = arrow.bytes
    lines = [f"{used.output.name}: {used.output.type}" for used in arrow.used]
    hint = "\n".join(lines) + (f", {in_units(size)}" if size is not None else "")
    return (
        f'<path class="arrow" stroke-width="{stroke_width(size)}" d="{path}">'
        f"<title>{_text(hint)}</title></path>"
    )


def _lines(cell: Cell, middle: float, top: float) -> Iterator[str]:
    lines = cell.lines
    if cell.is_small:
        yield _label(lines[0], middle, top + 15, ' class="small" text-anchor="middle"')
    else:
        yield _label(lines[0], middle, top + 17, ' text-anchor="middle"')
        yield _label(lines[1], middle, top + 32, ' class="small" text-anchor="middle"')


def _rectangle(
    name: str, x: float, y: float, width: float, height: float, radius: int, more: str = ""
) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="{name}" {place} rx="{radius}"{more}/>'


def _label(text: str, x: float, y: float, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{_text(text)}</text>'


def _text(text: str) -> str:
    """Escaped text for XML, without invalid characters."""
    return escape(_INVALID_IN_XML.sub("\ufffd", text))
