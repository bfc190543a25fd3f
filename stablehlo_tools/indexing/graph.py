"""Dataflow graphs for indexing analysis: array values, and the nodes that compute them.

They are the same for StableHLO (`from_stablehlo`) and HLO (`from_hlo`). A tuple value is represented by one
value for each of its arrays.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.indexing.op import IndexedOp, Sizes
from stablehlo_tools.ir.arrays import Array


@dataclass(slots=True, eq=False, repr=False)
class ArrayRef:
    """An array: result `index` of `node`, or an argument if `node` is None.

    `type` is the type as text; `sizes` is None for other types and unknown sizes. `elements` returns the
    elements of a constant.
    """

    name: str
    type: str
    sizes: Sizes | None
    node: DataflowNode | None = None
    index: int = 0
    elements: Callable[[], Array | None] = lambda: None

    def __repr__(self) -> str:
        return f"Value({self.name})"


class Leaf(NamedTuple):
    """An array in a value of a program: its name, its type as text, its sizes."""

    name: str
    type: str
    sizes: Sizes | None


@dataclass(frozen=True, eq=False)
class NodeBody:
    """A graph that a node executes, and the inputs of the node that are its arguments.

    Captured values are inputs of the node, but not arguments.
    """

    graph: DataflowGraph
    bindings: Mapping[ArrayRef, ArrayRef] = field(default_factory=dict)


class DataflowNode:
    """An op of the program, by its `opcode`. The `inputs` begin with its operands.

    `bodies` are those of calls, fusions and branches: an output is the same output of one of them. The first
    `selectors` inputs only select a body. `place` is the source location.
    """

    def __init__(
        self,
        opcode: str,
        inputs: Sequence[ArrayRef],
        outputs: Sequence[Leaf],
        make_op: Callable[[], IndexedOp],
        make_bodies: Callable[[], Sequence[NodeBody]] = tuple,
        selectors: int = 0,
        place: Span | None = None,
    ) -> None:
        self.opcode = opcode
        self.inputs = list(inputs)
        self.outputs = [ArrayRef(*leaf, self, index) for index, leaf in enumerate(outputs)]
        self.selectors = selectors
        self.place = place
        self._make_op = make_op
        self._make_bodies = make_bodies

    @functools.cached_property
    def op(self) -> IndexedOp:
        """The op, with its attributes."""
        return self._make_op()

    @functools.cached_property
    def bodies(self) -> Sequence[NodeBody]:
        """The graphs that the node executes."""
        return self._make_bodies()

    def __repr__(self) -> str:
        return f"Node({self.opcode} {', '.join(value.name for value in self.outputs)})"


@dataclass(frozen=True, eq=False)
class DataflowGraph:
    """A function or computation: its nodes in topological order."""

    name: str
    arguments: Sequence[ArrayRef]
    nodes: Sequence[DataflowNode]
    outputs: Sequence[ArrayRef]

    @functools.cached_property
    def named(self) -> Mapping[str, ArrayRef]:
        """Its values by name."""
        return {value.name: value for value in self.places}

    @functools.cached_property
    def places(self) -> Mapping[ArrayRef, int]:
        """The positions of its values: arguments, then results of nodes, in order."""
        values = [*self.arguments, *(value for node in self.nodes for value in node.outputs)]
        return {value: place for place, value in enumerate(values)}

    @functools.cached_property
    def uses(self) -> Mapping[ArrayRef, Sequence[tuple[int, int]]]:
        """The uses of each value: positions of nodes, with the number of the input."""
        uses: dict[ArrayRef, list[tuple[int, int]]] = {}
        for place, node in enumerate(self.nodes):
            for number, value in enumerate(node.inputs):
                uses.setdefault(value, []).append((place, number))
        return uses

    @functools.cached_property
    def _node_places(self) -> Mapping[DataflowNode, int]:
        return {node: place for place, node in enumerate(self.nodes)}

    def before(self, value: ArrayRef) -> Sequence[DataflowNode]:
        """The nodes that a value depends on, the last one first."""
        places = self._node_places
        needed: set[int] = set()
        pending = [value]
        while pending:
            node = pending.pop().node
            if node is not None and node in places and places[node] not in needed:
                needed.add(places[node])
                pending += node.inputs
        return [self.nodes[place] for place in sorted(needed, reverse=True)]

    def behind(self, value: ArrayRef) -> Sequence[tuple[DataflowNode, int]]:
        """The nodes that depend on a value, in order, each with the number of a dependent input."""
        dependents: set[tuple[int, int]] = set()
        seen = {value}
        pending = [value]
        while pending:
            uses = self.uses.get(pending.pop(), ())
            dependents.update(uses)
            outputs = {output for place, _ in uses for output in self.nodes[place].outputs} - seen
            seen |= outputs
            pending += outputs
        return [(self.nodes[place], number) for place, number in sorted(dependents)]
