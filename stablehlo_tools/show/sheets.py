"""What is drawn in the box of each scope: its own nodes, and stubs of those outside that its nodes use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from stablehlo_tools.show.graph import ARGUMENT, OP, PART, Graph, Input, Node, Scope

_CONSTANT = "stablehlo.constant"
_CHARACTER = 7.23  # the width of one, of 12 pixels
_SMALL = 6.63  # of 11 pixels
_MOST = 30  # characters of a line
PILL_HEIGHT = 22.0
BOX_HEIGHT = 40.0


@dataclass(eq=False)
class Cell:
    """A node in the sheet of its scope, or a stub in a sheet inside (`kind` "in") or around it ("out")."""

    node: Node
    kind: str
    index: int = 0  # of the output that a stub is of

    @property
    def is_small(self) -> bool:
        """Whether it has one line only: there is little to say of stubs, arguments and constants."""
        node = self.node
        is_last = node.kind == OP and not node.outputs and not node.scopes
        return self.kind != "node" or node.kind == ARGUMENT or node.name == _CONSTANT or is_last

    @property
    def lines(self) -> list[str]:
        """What is written on it: what it is, and its type."""
        node = self.node
        if self.kind != "node":
            output = node.outputs[self.index]
            return [_short(f"{output.name}: {output.type}")]
        types = [output.type for output in node.outputs]
        type = types[0] if len(types) == 1 else f"{len(types)} outputs" if types else ""
        if node.kind == ARGUMENT:
            return [_short(f"{node.title}: {type}")]
        if node.name == _CONSTANT:
            return [_short(f"{node.detail or '…'}: {type}")]
        if self.is_small:
            return [_short(node.title)]
        return [_short(node.title), _short(self._second(type))]

    def _second(self, type: str) -> str:
        inside = self.node.scopes
        return f"{sum(len(scope.nodes) for scope in inside)} ops" if self.node.kind == PART else type

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height."""
        lines = self.lines
        if self.is_small:
            return round(len(lines[0]) * _SMALL + 16, 1), PILL_HEIGHT
        opens = 14 if self.node.scopes or self.node.callee else 0
        width = max(len(lines[0]) * _CHARACTER + opens, len(lines[1]) * _SMALL) + 18
        return round(max(width, 64.0), 1), BOX_HEIGHT


@dataclass(frozen=True)
class Arrow:
    """From a cell of a sheet to another, by number, for an output that is used there."""

    source: int
    target: int
    used: Input


@dataclass(eq=False)
class Sheet:
    """The cells of a scope, each behind those that arrows lead from, and the arrows."""

    scope: Scope
    cells: list[Cell] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)


def sheets_of(graph: Graph) -> Mapping[Scope, Sheet]:
    """The sheet of each scope of a graph, a scope before those inside it."""
    drafts = {scope: _Draft(scope) for function in graph.functions for scope in _scopes(function)}
    for node in graph.nodes():
        for used in node.inputs:
            _draw(drafts, used, node)
    return {scope: draft.sheet() for scope, draft in drafts.items()}


def _scopes(function: Scope) -> list[Scope]:
    return [function, *(scope for node in function.walk() for scope in node.scopes)]


def _draw(drafts: Mapping[Scope, _Draft], used: Input, target: Node) -> None:
    """Draw the use of an output: where source and target have a sheet in common, and in those inside."""
    out, into = used.node.scope.around(), target.scope.around()
    shared = sum(a is b for a, b in zip(out, into, strict=False))
    if not shared:
        return
    ends = [*(scope.owner for scope in out[shared:]), used.node]
    begins = [*(scope.owner for scope in into[shared:]), target]
    drafts[out[shared - 1]].arrow(ends[0], begins[0], used)
    for scope, cell in zip(out[shared:], ends[1:], strict=True):
        drafts[scope].arrow(cell, None, used)
    for scope, cell in zip(into[shared:], begins[1:], strict=True):
        drafts[scope].arrow(None, cell, used)


class _Draft:
    """A sheet that is being drawn. An arrow from None comes from outside, one to None goes there."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.arrows: dict[tuple[Node | None, Node | None, Input], None] = {}

    def arrow(self, source: Node | None, target: Node | None, used: Input) -> None:
        self.arrows[source, target, used] = None

    def sheet(self) -> Sheet:
        into = dict.fromkeys(used for source, _, used in self.arrows if source is None)
        out = dict.fromkeys(used for _, target, used in self.arrows if target is None)
        cells = [Cell(used.node, "in", used.port) for used in into]
        cells += [Cell(node, "node") for node in self.scope.nodes]
        cells += [Cell(used.node, "out", used.port) for used in out]
        numbers: dict[object, int] = {}
        for number, cell in enumerate(cells):
            stub = (cell.kind, Input(cell.node, cell.index))
            numbers[cell.node if cell.kind == "node" else stub] = number
        arrows = [
            Arrow(numbers[source or ("in", used)], numbers[target or ("out", used)], used)
            for source, target, used in self.arrows
        ]
        return Sheet(self.scope, cells, arrows)


def _short(text: str) -> str:
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"
