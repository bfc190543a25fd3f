"""A program as indexing analysis walks it: values, which are arrays, and the nodes that compute them.

It is the same for StableHLO (`from_stablehlo`) and HLO (`from_hlo`). A value that is a tuple in the program
is here one value for each array in it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from stablehlo_tools.indexing.op import Array, Op, Sizes
from stablehlo_tools.source import Span


class Value:
    """An array: result `index` of `node`, or an argument where there is none.

    `type` is its type as the program has it; `sizes` is None for what is no array or has unknown sizes.
    `elements` gives those of a constant.
    """

    __slots__ = ("elements", "index", "name", "node", "sizes", "type")

    def __init__(
        self, name: str, type: str, sizes: Sizes | None, node: Node | None = None, index: int = 0
    ) -> None:
        self.name = name
        self.type = type
        self.sizes = sizes
        self.node = node
        self.index = index
        self.elements: Callable[[], Array | None] = _unknown_elements

    def __repr__(self) -> str:
        return f"Value({self.name})"


def _unknown_elements() -> Array | None:
    return None


class Leaf(NamedTuple):
    """An array in a value of a program: what it is called there, its type as text, its sizes."""

    name: str
    type: str
    sizes: Sizes | None


@dataclass(frozen=True, eq=False)
class Body:
    """What a node executes: a graph, and which inputs of the node its arguments are.

    What a body takes from around it is an input of the node and no argument.
    """

    graph: Graph
    bindings: Mapping[Value, Value] = field(default_factory=dict)


class Node:
    """An op of the program: `opcode` is its name there. `inputs` begin with its operands.

    `bodies` are for calls, fusions and branches: an output is that output of one of them. `selectors` are how
    many of the first inputs only say which. `place` is where it stands in the text.
    """

    def __init__(
        self,
        opcode: str,
        inputs: Sequence[Value],
        outputs: Sequence[Leaf],
        make_op: Callable[[], Op],
        make_bodies: Callable[[], Sequence[Body]] = tuple,
        selectors: int = 0,
        place: Span | None = None,
    ) -> None:
        self.opcode = opcode
        self.inputs = list(inputs)
        self.outputs = [Value(*leaf, self, index) for index, leaf in enumerate(outputs)]
        self.selectors = selectors
        self.place = place
        self._make_op = make_op
        self._make_bodies = make_bodies

    @functools.cached_property
    def op(self) -> Op:
        """The op, with its attributes."""
        return self._make_op()

    @functools.cached_property
    def bodies(self) -> Sequence[Body]:
        """What it executes."""
        return self._make_bodies()

    def __repr__(self) -> str:
        return f"Node({self.opcode} {', '.join(value.name for value in self.outputs)})"


@dataclass(frozen=True, eq=False)
class Graph:
    """A function or computation: its nodes in order, each behind those whose values it uses."""

    name: str
    arguments: Sequence[Value]
    nodes: Sequence[Node]
    outputs: Sequence[Value]

    @functools.cached_property
    def named(self) -> Mapping[str, Value]:
        """Its values by name."""
        values = [*self.arguments, *(value for node in self.nodes for value in node.outputs)]
        return {value.name: value for value in values}
