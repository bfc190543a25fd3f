"""Programs of either language for indexing analysis: their functions, and values by name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.hlo.ir import HloModule
from stablehlo_tools.indexing.from_hlo import HloGraphs
from stablehlo_tools.indexing.from_stablehlo import StableHloGraphs
from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph, DataflowNode
from stablehlo_tools.ir.operations import Module


class UndefinedName(LookupError):
    """An undefined name; the message lists alternatives."""


class ProgramGraphs:
    """The graphs of a verified module."""

    def __init__(self, module: Module | HloModule) -> None:
        self.module = module
        self.graphs = HloGraphs(module) if isinstance(module, HloModule) else StableHloGraphs(module)

    @property
    def names(self) -> list[str]:
        """The names of the functions or computations."""
        if isinstance(self.module, HloModule):
            return [computation.name for computation in self.module.computations]
        return [function.symbol for function in self.module.functions]

    @property
    def entry(self) -> str:
        """The function that is executed: the entry computation of HLO, else `main` or the only function."""
        if isinstance(self.module, HloModule):
            return self.module.entry
        return self.names[0] if len(self.names) == 1 else "main"

    def function(self, name: str | None = None) -> DataflowGraph:
        """The graph of a function, by default of the entry. Raises UndefinedName."""
        symbol = (name or self.entry).lstrip("@%")
        graph = self.graphs.function(symbol)
        if graph is None:
            message = with_suggestion(
                f"cannot find function `{symbol}` with a body", closest(symbol, self.names)
            )
            there = f"the functions are {', '.join(self.names)}" if self.names else "the module has none"
            raise UndefinedName(f"{message}; {there}")
        return graph


def value_named(graph: DataflowGraph, name: str) -> ArrayRef:
    """The value with the name `%12`, `%12#1` or `add.3`. Raises UndefinedName."""
    values = values_named(graph, name)
    if len(values) > 1:
        raise UndefinedName(f"{name} is ambiguous: {', '.join(value.name for value in values)}")
    return values[0]


def node_named(graph: DataflowGraph, name: str) -> DataflowNode:
    """The node that computes the value with this name. Raises UndefinedName."""
    node = values_named(graph, name)[0].node
    if node is None:
        raise UndefinedName(f"{name} is an argument, not the result of an op")
    return node


def values_named(graph: DataflowGraph, name: str) -> Sequence[ArrayRef]:
    """The value, all results of an op, or the result `out0` with this name. Raises UndefinedName."""
    for spelling in (name, f"%{name}", name.removeprefix("%")):
        if spelling in graph.named:
            return [graph.named[spelling]]
        several = [
            value
            for value in graph.named.values()
            if value.name.startswith((f"{spelling}#", f"{spelling}{{"))
        ]
        if several:
            return several
    result = re.fullmatch(r"out(\d{1,9})", name)
    if result is not None and int(result[1]) < len(graph.outputs):
        return [graph.outputs[int(result[1])]]
    message = f"cannot find value {name} in {graph.name}"
    raise UndefinedName(with_suggestion(message, closest(name, graph.named)))
