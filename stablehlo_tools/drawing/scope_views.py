"""The drawing of each scope: its own nodes, and stubs of nodes elsewhere that they use."""

from __future__ import annotations

import collections
import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from stablehlo_tools.drawing.graph import ARGUMENT, OP, TREE, Graph, GraphScope, Node, UsedInput
from stablehlo_tools.drawing.layout import rows_of

CONSTANT = "stablehlo.constant"
_CHARACTER = 7.23  # pixels; the width of a monospace character of 12 pixels
_SMALL = 6.63  # of 11 pixels
_MAX_LINE = 36  # characters of a line
_MIN_NAME = 20  # of the name in a line
_MAX_BOX_TITLE = 48  # of the title of a box
_MAX_STUBS = 3  # values from a box for which an op has separate stubs
PILL_HEIGHT = 22.0
BOX_HEIGHT = 40.0
_FAR = 16  # nodes between uses of a source, from which on another stub is drawn
_FAR_OF_OP = 64  # and between uses of an op
_MAX_ROWS_PASSED = 64  # rows that an arrow may pass; longer ones are replaced by stubs
_SHARED_ROWS = 32  # rows whose uses share a stub in place of long arrows
_MAX_MEAN_ROWS = 8  # rows passed by arrows, per cell of a sheet; layout time is proportional to them


@dataclass(eq=False, slots=True)
class Cell:
    """A node in the sheet of its scope (`kind` "node"), or a stub.

    An "in" stub stands for a node elsewhere, and an "out" stub for uses elsewhere. `lines` are its title and
    type, and `size` is the width and height. Small ones (stubs, arguments, constants) have a single line.
    """

    node: Node
    kind: str
    port: int | None = 0  # the output of a stub; None for several
    values: int = 0  # the number of these outputs, if it is shown
    is_small: bool = field(init=False)
    lines: list[str] = field(init=False)
    size: tuple[float, float] = field(init=False)

    def __post_init__(self) -> None:
        node = self.node
        is_last = node.kind == OP and not node.outputs and not node.scopes
        self.is_small = self.kind != "node" or node.kind == ARGUMENT or node.name == CONSTANT or is_last
        self.lines = self._lines()
        self.size = self._size()

    def _lines(self) -> list[str]:
        node = self.node
        if self.kind != "node":
            return [self._stub()]
        outputs = node.outputs
        type = outputs[0].type if len(outputs) == 1 else f"{len(outputs)} outputs" if outputs else ""
        if node.kind == ARGUMENT:
            return [_elided(_title(node), f": {type}")]
        if node.name == CONSTANT:
            return [_elided(node.detail or "…", f": {type}")]
        if node.kind == OP:
            return [_elided(node.title)] if self.is_small else [_elided(node.title), _elided(type)]
        return [_elided(_title(node), limit=_MAX_BOX_TITLE), _size_text(node)]

    def _stub(self) -> str:
        if self.port is not None:
            output = self.node.outputs[self.port]
            name = self.node.title if self.node.kind == ARGUMENT else output.name
            return _elided(name, f": {output.type}")
        name = self.node.title if self.kind == "in" else ""
        return _elided(name, f"{': ' * bool(name)}{self.values} values" if self.values else "")

    def _size(self) -> tuple[float, float]:
        if self.is_small:
            return _pill_size(len(self.lines[0]))
        title, type = map(len, self.lines)
        opens = 14 if self.node.scopes or self.node.callee else 0
        return _box_size(max(title * _CHARACTER + opens, type * _SMALL))


@functools.cache
def _pill_size(length: int) -> tuple[float, float]:
    return round(length * _SMALL + 16, 1), PILL_HEIGHT


@functools.cache
def _box_size(text: float) -> tuple[float, float]:
    """The size of a box around text of this width."""
    return round(max(text + 18, 64.0), 1), BOX_HEIGHT


def _title(node: Node) -> str:
    """The title of a node within its box: in a subtree, without the common prefix."""
    owner = node.scope.owner
    outer = owner.title if owner and owner.kind == TREE else ""
    return node.title.removeprefix(outer) or node.title


def _size_text(node: Node) -> str:
    """The size of a box: `12 alike, 2,412 ops`."""
    prefix = f"{node.repetitions:,} alike, " if node.repetitions > 1 else ""
    return f"{prefix}{node.count:,} {'arguments' if node.kind == TREE else 'ops'}"


@dataclass(eq=False, slots=True)
class Arrow:
    """An arrow between cells of a sheet, by number, for the outputs that are used there."""

    source: int
    target: int
    used: tuple[UsedInput, ...]

    @property
    def bytes(self) -> int | None:
        """The known size of all used outputs; None if no size is known."""
        total = None
        for node, port in self.used:
            size = node.outputs[port].bytes
            if size is not None:
                total = size if total is None else total + size
        return total


@dataclass(eq=False)
class Sheet:
    """The cells of a scope, in topological order, and the arrows."""

    scope: GraphScope
    cells: list[Cell] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)


def sheets_of(graph: Graph) -> Mapping[GraphScope, Sheet]:
    """The sheet of each scope of a graph, outer scopes first."""
    chains: dict[GraphScope, tuple[GraphScope, ...]] = {}
    for scope in (scope for function in graph.functions for scope in _scopes(function)):
        outer = chains[scope.owner.scope] if scope.owner else ()
        chains[scope] = (*outer, scope)
    drafts = {scope: _Draft(scope, chains) for scope in chains}
    for node in graph.nodes:
        for used in node.inputs:
            if used.node.scope is node.scope:
                drafts[node.scope].add(used.node, node, used)
            else:
                _draw(drafts, chains, used, node)
    return {scope: draft.sheet() for scope, draft in drafts.items()}


def _scopes(function: GraphScope) -> Iterator[GraphScope]:
    yield function
    yield from (scope for node in function.walk() for scope in node.scopes)


def _draw(
    drafts: Mapping[GraphScope, _Draft],
    chains: Mapping[GraphScope, tuple[GraphScope, ...]],
    used: UsedInput,
    target: Node,
) -> None:
    """Draw the use of an output, in the innermost common sheet of source and target, and in nested ones."""
    out, into = chains[used.node.scope], chains[target.scope]
    shared = _common_length(out, into)
    if not shared:
        return
    ends = [*(scope.owner for scope in out[shared:]), used.node]
    begins = [*(scope.owner for scope in into[shared:]), target]
    drafts[out[shared - 1]].add(ends[0], begins[0], used)
    for scope, node in zip(out[shared:], ends[1:], strict=True):
        if used.node.kind != ARGUMENT:  # subtrees of arguments are drawn as lists
            drafts[scope].add(node, None, used)
    for scope, node in zip(into[shared:], begins[1:], strict=True):
        drafts[scope].add(None, node, used)


def _common_length(first: tuple[GraphScope, ...], second: tuple[GraphScope, ...]) -> int:
    """The length of the common prefix of two chains of scopes."""
    count = 0
    for a, b in zip(first, second, strict=False):
        if a is not b:
            break
        count += 1
    return count


@dataclass(eq=False, slots=True)
class _Use:
    """The use of an output of `source` by `target`; None stands for nodes outside of the scope."""

    source: Node | None
    target: Node | None
    used: UsedInput


class _Draft:
    """A sheet under construction."""

    def __init__(self, scope: GraphScope, chains: Mapping[GraphScope, tuple[GraphScope, ...]]) -> None:
        self.scope = scope
        self.chains = chains
        self._uses: dict[tuple[Node | None, Node | None, UsedInput], _Use] = {}

    def add(self, source: Node | None, target: Node | None, used: UsedInput) -> None:
        """Add a use, unless it is known."""
        self._uses.setdefault((source, target, used), _Use(source, target, used))

    @property
    def uses(self) -> Collection[_Use]:
        """All uses, each once."""
        return self._uses.values()

    def sheet(self) -> Sheet:
        """The sheet of the uses."""
        begins, ends = self._begins(), self._ends()
        nodes: dict[Node | None, Cell] = {node: Cell(node, "node") for node in self.scope.nodes}
        cells, arrows = self._link(begins, nodes, ends)
        while again := _stubs_for_long_arrows(cells, arrows):
            begins.update(again)
            cells, arrows = self._link(begins, nodes, ends)
        drawn = [Arrow(*ends, tuple([use.used for use in uses])) for ends, uses in arrows.items()]
        return Sheet(self.scope, cells, drawn)

    def _link(
        self, begins: Mapping[_Use, Cell], nodes: Mapping[Node | None, Cell], ends: Mapping[_Use, Cell]
    ) -> tuple[list[Cell], dict[tuple[int, int], list[_Use]]]:
        """The cells, and the uses of each arrow between cells, by number."""
        cells = [*dict.fromkeys(begins.values()), *nodes.values(), *dict.fromkeys(ends.values())]
        numbers = {cell: number for number, cell in enumerate(cells)}
        arrows: dict[tuple[int, int], list[_Use]] = {}
        for use in self.uses:
            source = begins.get(use) or nodes[use.source]
            target = ends[use] if use.target is None else nodes[use.target]
            arrows.setdefault((numbers[source], numbers[target]), []).append(use)
        return cells, arrows

    def _begins(self) -> dict[_Use, Cell]:
        """The stubs of sources: of those outside of the scope, and of those used again far away."""
        order: dict[Node | None, int] = {node: number for number, node in enumerate(self.scope.nodes)}
        outside = [use.target for use in self.uses if use.source is None and use.target]
        counts = collections.Counter(outside) if len(outside) > _MAX_STUBS else {}
        wide = {target for target in outside if target.scopes or counts.get(target, 0) > _MAX_STUBS}
        groups: dict[object, list[_Use]] = {}
        for use in self.uses:
            if use.target is not None:
                origin = use.source or (self._box_origin(use) if use.target in wide else use.used)
                groups.setdefault(origin, []).append(use)
        begins: dict[_Use, Cell] = {}
        for origin, uses in groups.items():
            is_box = isinstance(origin, tuple) and not isinstance(origin, UsedInput)
            begins.update(self._box_stub(uses, order) if is_box else _stubs_for_distant_uses(uses, order))
        return begins

    def _box_origin(self, use: _Use) -> object:
        """The key by which uses of outer outputs by a node share a stub, that of a box if there is one."""
        chain = self.chains[use.used.node.scope]
        shared = _common_length(chain, self.chains[self.scope])
        return (chain[shared], use.target) if len(chain) > shared else use.used

    def _box_stub(self, uses: list[_Use], order: Mapping[Node | None, int]) -> Iterator[tuple[_Use, Cell]]:
        """A single stub for all uses of a box, the innermost one that contains all sources."""
        used = dict.fromkeys(use.used for use in uses)
        if len(used) == 1:
            yield from _stubs_for_distant_uses(uses, order)
            return
        first, *chains = (self.chains[output.node.scope] for output in used)
        depth = min((_common_length(first, chain) for chain in chains), default=len(first))
        stub = Cell(_required(first[depth - 1].owner), "in", None, len(used))
        yield from ((use, stub) for use in uses)

    def _ends(self) -> dict[_Use, Cell]:
        """The stubs of uses outside of the scope; a box with several used outputs has a single one."""
        used: dict[Node, dict[UsedInput, None]] = {}
        outward = [use for use in self.uses if use.target is None]
        for use in outward:
            used.setdefault(_required(use.source), {})[use.used] = None
        ends: dict[Node | UsedInput, Cell] = {}
        for node, outputs in used.items():
            if node.is_box and len(outputs) > 1:
                ends[node] = Cell(node, "out", None, len(outputs))
            else:
                ends.update((output, Cell(output.node, "out", output.port)) for output in outputs)
        return {use: ends.get(_required(use.source)) or ends[use.used] for use in outward}


def _stubs_for_distant_uses(
    uses: list[_Use], order: Mapping[Node | None, int]
) -> Iterator[tuple[_Use, Cell]]:
    """The stubs at which uses of a node, or of an outer output, begin; nearby uses share one.

    The terminator of a scope is far from all its operands, so its uses keep their arrows. Uses are in the
    order of their targets, as nodes are.
    """
    source = uses[0].source
    is_source = source is None or source.kind in (ARGUMENT, TREE) or source.name == CONSTANT
    stub = None if source else _stub(uses[0])
    last = order[uses[0].target if is_source else source]
    for use in uses:
        place = order[use.target]
        if place - last > (_FAR if is_source else _FAR_OF_OP) and place < len(order) - 1:
            stub = _stub(use)
        if stub is not None:
            yield use, stub
        last = place


def _stubs_for_long_arrows(
    cells: Sequence[Cell], arrows: Mapping[tuple[int, int], list[_Use]]
) -> dict[_Use, Cell]:
    """Stubs that replace long arrows, if arrows pass very many rows; uses in nearby rows share a stub.

    Each row that an arrow passes takes a dummy box in the layout, so that a value used throughout a program
    of n operations would need n². Stubs change the rows, hence the caller repeats this to a fixed point. It
    terminates, since each time arrows of nodes become arrows of stubs, or stubs get fewer arrows.
    """
    if len(cells) <= _MAX_ROWS_PASSED:
        return {}
    row = rows_of(list(arrows), len(cells))
    if sum(row[target] - row[source] for source, target in arrows) <= _MAX_MEAN_ROWS * len(cells):
        return {}
    stubs: dict[tuple[int, int], Cell] = {}
    stubs_by_use: dict[_Use, Cell] = {}
    for (source, target), uses in arrows.items():
        if row[target] - row[source] > _MAX_ROWS_PASSED:
            place = source, row[target] // _SHARED_ROWS
            stub = stubs.get(place) or stubs.setdefault(place, _repeated_stub(cells[source], uses[0]))
            stubs_by_use.update(dict.fromkeys(uses, stub))
    return stubs_by_use


def _repeated_stub(cell: Cell, use: _Use) -> Cell:
    return _stub(use) if cell.kind == "node" else Cell(cell.node, cell.kind, cell.port, cell.values)


def _stub(use: _Use) -> Cell:
    source = use.source
    if source is None:
        return Cell(use.used.node, "in", use.used.port)
    return Cell(source, "in", 0 if len(source.outputs) == 1 else None)


def _required(node: Node | None) -> Node:
    assert node is not None
    return node


def _elided(text: str, suffix: str = "", limit: int = _MAX_LINE) -> str:
    """A line of a text, elided in the middle, and a suffix, in full: names mostly differ at the end."""
    if len(text) + len(suffix) <= limit:  # most are short
        return text + suffix
    room = max(_MIN_NAME, limit - len(suffix))
    if len(text) <= room:
        return text + suffix
    head = (room - 1) // 3
    return f"{text[:head]}…{text[len(text) - (room - 1 - head) :]}{suffix[:_MAX_LINE]}"
