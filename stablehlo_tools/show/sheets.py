"""What is drawn in the box of each scope: its own nodes, and stubs of others that they use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from stablehlo_tools.show.graph import ARGUMENT, OP, PART, Graph, Input, Node, Scope

CONSTANT = "stablehlo.constant"
_CHARACTER = 7.23  # the width of one, of 12 pixels
_SMALL = 6.63  # of 11 pixels
_MOST = 30  # characters of a line
PILL_HEIGHT = 22.0
BOX_HEIGHT = 40.0
_FAR = 16  # nodes between two uses of a source that is drawn again for the second
_FAR_OF_OP = 64  # and of an op


@dataclass(eq=False)
class Cell:
    """A node in the sheet of its scope (`kind` "node"), or a stub.

    An "in" stub stands for a node that is elsewhere, and an "out" stub for the uses of one elsewhere.
    """

    node: Node
    kind: str
    port: int | None = 0  # of the output that a stub is of; None where it is of all

    @property
    def is_small(self) -> bool:
        """Whether it has one line only: there is little to say of stubs, arguments and constants."""
        node = self.node
        is_last = node.kind == OP and not node.outputs and not node.scopes
        return self.kind != "node" or node.kind == ARGUMENT or node.name == CONSTANT or is_last

    @property
    def lines(self) -> list[str]:
        """What is written on it: what it is, and its type."""
        node = self.node
        if self.kind != "node":
            if self.port is None:
                return [_short(node.title)]
            output = node.outputs[self.port]
            return [_short(f"{output.name}: {output.type}")]
        types = [output.type for output in node.outputs]
        type = types[0] if len(types) == 1 else f"{len(types)} outputs" if types else ""
        if node.kind == ARGUMENT:
            return [_short(f"{node.title}: {type}")]
        if node.name == CONSTANT:
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
    """From a cell of a sheet to another, by number, for the outputs that are used there."""

    source: int
    target: int
    used: tuple[Input, ...]

    @property
    def bytes(self) -> int | None:
        """The size of all that is used, as far as it is known; None if of nothing."""
        sizes = [used.output.bytes for used in self.used if used.output.bytes is not None]
        return sum(sizes) if sizes else None


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
    drafts[out[shared - 1]].add(_Use(ends[0], begins[0], used))
    for scope, node in zip(out[shared:], ends[1:], strict=True):
        drafts[scope].add(_Use(node, None, used))
    for scope, node in zip(into[shared:], begins[1:], strict=True):
        drafts[scope].add(_Use(None, node, used))


class _Use(NamedTuple):
    """An output that goes from a node to another; from None it comes from outside, to None it goes there."""

    source: Node | None
    target: Node | None
    used: Input


class _Draft:
    """A sheet that is being drawn."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.uses: dict[_Use, None] = {}

    def add(self, use: _Use) -> None:
        self.uses[use] = None

    def sheet(self) -> Sheet:
        begins = self._begins()
        outs = {
            use.used: Cell(use.used.node, "out", use.used.port) for use in self.uses if use.target is None
        }
        nodes = {node: Cell(node, "node") for node in self.scope.nodes}
        cells = [*dict.fromkeys(begins.values()), *nodes.values(), *outs.values()]
        numbers = {cell: number for number, cell in enumerate(cells)}
        arrows: dict[tuple[int, int], list[Input]] = {}
        for use in self.uses:
            source = begins.get(use) or nodes[_known(use.source)]
            target = outs[use.used] if use.target is None else nodes[use.target]
            arrows.setdefault((numbers[source], numbers[target]), []).append(use.used)
        return Sheet(self.scope, cells, [Arrow(*ends, tuple(used)) for ends, used in arrows.items()])

    def _begins(self) -> dict[_Use, Cell]:
        """The stubs that uses begin at: of what is outside, and of what is used again far away."""
        order = {node: number for number, node in enumerate(self.scope.nodes)}
        groups: dict[Input | Node, list[_Use]] = {}
        for use in self.uses:
            if use.target is not None:
                groups.setdefault(use.source or use.used, []).append(use)
        begins: dict[_Use, Cell] = {}
        for uses in groups.values():
            begins.update(_far(uses, order))
        return begins


def _far(uses: list[_Use], order: Mapping[Node, int]) -> Iterator[tuple[_Use, Cell]]:
    """The stub that each use of a node or of an outer output begins at, if it does; near ones share it.

    What ends a scope is far from all that it uses, and so has arrows from there.
    """
    source = uses[0].source
    is_source = source is None or _is_source(source)
    places = sorted(((order[_known(use.target)], use) for use in uses), key=lambda place: place[0])
    stub = None if source else _stub(uses[0])
    last = places[0][0] if is_source else order[_known(source)]
    for place, use in places:
        if place - last > (_FAR if is_source else _FAR_OF_OP) and place < len(order) - 1:
            stub = _stub(use)
        if stub is not None:
            yield use, stub
        last = place


def _stub(use: _Use) -> Cell:
    source = use.source
    if source is None:
        return Cell(use.used.node, "in", use.used.port)
    return Cell(source, "in", 0 if len(source.outputs) == 1 else None)


def _is_source(node: Node) -> bool:
    return node.kind == ARGUMENT or node.name == CONSTANT


def _known(node: Node | None) -> Node:
    assert node is not None
    return node


def _short(text: str) -> str:
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"
