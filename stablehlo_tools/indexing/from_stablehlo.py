"""Dataflow graphs of a StableHLO module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph, DataflowNode, Leaf, NodeBody
from stablehlo_tools.indexing.op import IndexedOp, Sizes, reads_of_body
from stablehlo_tools.ir.constants import Dense, is_constant
from stablehlo_tools.ir.edit import captured_values
from stablehlo_tools.ir.operations import Block, Module, Operation, Region, Value as SsaValue, callee_of
from stablehlo_tools.ir.types import FutureType, TensorType, TupleType, Type, brief
from stablehlo_tools.ops.model.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import BRANCHES
from stablehlo_tools.rewrite.outline import used_values


class StableHloGraphs:
    """The graph of each function of a module, built on demand."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.values: dict[SsaValue, Sequence[ArrayRef]] = {}  # in the graphs built so far
        self._functions: dict[str, DataflowGraph] = {}
        self._by_symbol = {function.symbol: function for function in reversed(module.functions)}

    def function(self, symbol: str) -> DataflowGraph | None:
        """The graph of `@symbol`; None if no such function has a body."""
        if symbol not in self._functions:
            function = self._by_symbol.get(symbol)
            if function is None or function.body is None:
                return None
            self._functions[symbol] = self._graph(symbol, function.body)
        return self._functions[symbol]

    def _graph(self, name: str, block: Block) -> DataflowGraph:
        arguments: list[ArrayRef] = []
        for argument in block.arguments:
            self.values[argument] = [ArrayRef(*leaf) for leaf in leaves(argument.name, argument.type)]
            arguments += self.values[argument]
        nodes = [self._node(operation) for operation in block.operations[:-1]]
        ended = block.operations[-1].operands if block.operations else []
        outputs = [leaf for value in ended for leaf in self.values[value]]
        return DataflowGraph(name, arguments, nodes, outputs)

    def _node(self, operation: Operation) -> DataflowNode:
        values = self.values
        captures = (value for region in operation.regions for value in captured_values(region))
        used = [*operation.operands, *dict.fromkeys(captures)]
        inputs = [leaf for value in used for leaf in values[value]]
        computed = [list(leaves(result.name, result.type)) for result in operation.results]
        count = sum(len(values[value]) for value in operation.operands)
        node = DataflowNode(
            operation.name,
            inputs,
            [leaf for group in computed for leaf in group],
            lambda: self._op(operation, node, count),
            lambda: self._bodies(operation, node),
            selectors=1 if operation.name in BRANCHES else 0,
            place=operation.span,
        )
        outputs = iter(node.outputs)
        for result, group in zip(operation.results, computed, strict=True):
            values[result] = [next(outputs) for _ in group]
        literal = operation.attributes.get("value")
        if is_constant(operation) and isinstance(literal, Dense):
            node.outputs[0].elements = lambda: literal.array
        return node

    # -- ops ------------------------------------------------------------------------------------------

    def _op(self, operation: Operation, node: DataflowNode, count: int) -> IndexedOp:
        sizes = [value.sizes for value in node.inputs[:count]]
        results = [value.sizes for value in node.outputs]
        attributes = _attributes(operation)
        return IndexedOp(
            operation.name, sizes, results, attributes, lambda number: node.inputs[number].elements()
        )

    # -- bodies ---------------------------------------------------------------------------------------

    def _bodies(self, operation: Operation, node: DataflowNode) -> Sequence[NodeBody]:
        if operation.name in BRANCHES:
            blocks = [region.entry for region in operation.regions if region.entry]
            return [NodeBody(self._graph(operation.name, block)) for block in blocks]
        callee = callee_of(operation)
        graph = self.function(callee) if callee else None
        if graph is None:
            return ()
        return [NodeBody(graph, dict(zip(graph.arguments, node.inputs, strict=False)))]


def leaves(name: str, type: Type, at: tuple[int, ...] = ()) -> Iterator[Leaf]:
    """The arrays in a value: `%3`, or `%3{0}`, `%3{1,0}` in a tuple."""
    if isinstance(type, (TupleType, FutureType)):
        for number, part in enumerate(type.types):
            yield from leaves(name, part, (*at, number))
    else:
        place = f"{{{','.join(map(str, at))}}}" if at else ""
        yield Leaf(f"{name}{place}", brief(type), _sizes(type))


def _sizes(type: Type) -> Sizes | None:
    return type.static_shape if isinstance(type, TensorType) and type.is_static else None


def _attributes(operation: Operation) -> dict[str, Any]:
    declared = OPS.get(operation.name)
    if declared is None:
        return {}
    try:
        attributes = spec_attributes(declared, operation)
    except AttributeMismatch:
        return {}
    derive = _DERIVED.get(operation.name)
    return attributes | derive(operation, attributes) if derive else attributes


Derive = Callable[[Operation, Mapping[str, Any]], dict[str, Any]]

# Attributes that the indexing rule of an op reads, and its declaration lacks.
_DERIVED: Final = Registry[Derive]()


@_DERIVED.register("stablehlo.get_tuple_element")
def _first_leaf(operation: Operation, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The number of arrays in a tuple before the element."""
    type = operation.operands[0].type
    before = type.types[: attributes["index"]] if isinstance(type, TupleType) else ()
    return {"first": sum(len(list(leaves("", part))) for part in before)}


@_DERIVED.register("stablehlo.sort", "stablehlo.scatter")
def _reads(operation: Operation, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The operands that the results of the body depend on."""
    return reads_of_body(operation.name, used_arguments(operation.regions[0]), len(operation.operands))


def used_arguments(region: Region) -> set[int]:
    """The numbers of the arguments that the results of a body depend on."""
    block = region.entry
    if block is None or not block.operations:
        return set()
    pending = list(block.operations[-1].operands)
    seen: set[SsaValue] = set(pending)
    while pending:
        value = pending.pop()
        if isinstance(value.owner, Operation):
            more = [v for v in dict.fromkeys(used_values(value.owner)) if v not in seen]
            seen.update(more)
            pending += more
    return {number for number, argument in enumerate(block.arguments) if argument in seen}
