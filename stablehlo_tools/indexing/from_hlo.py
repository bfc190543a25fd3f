"""Dataflow graphs of an HLO module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.hlo.attributes import Reference
from stablehlo_tools.hlo.convert import NoCounterpart, counterpart
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule
from stablehlo_tools.hlo.opcodes import references
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.text.literals import LiteralTextError
from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph, DataflowNode, Leaf, NodeBody
from stablehlo_tools.indexing.op import IndexedOp, Sizes, reads_of_body
from stablehlo_tools.ir.arrays import Array

_CALLING = frozenset({"fusion", "call", "conditional"})


class HloGraphs:
    """The graph of each computation of a module, built on demand.

    `shapes` are the shapes of values, with layouts.
    """

    def __init__(self, module: HloModule) -> None:
        self.module = module
        self.shapes: dict[ArrayRef, Shape] = {}
        self._computations: dict[str, DataflowGraph] = {}

    def function(self, name: str) -> DataflowGraph | None:
        """The graph of a computation; None if it does not exist."""
        computation = self.module.computation(name)
        if computation is None:
            return None
        if name not in self._computations:
            self._computations[name] = self._graph(computation)
        return self._computations[name]

    def _graph(self, computation: HloComputation) -> DataflowGraph:
        values: dict[str, list[ArrayRef]] = {}
        arguments: list[ArrayRef] = []
        nodes: list[DataflowNode] = []
        for instruction in computation.instructions:
            if instruction.opcode == "parameter":
                values[instruction.name] = [
                    self._shaped(ArrayRef(*leaf), shape) for leaf, shape in named_leaves(instruction)
                ]
            else:
                node = self._node(instruction, values)
                values[instruction.name] = node.outputs
                nodes.append(node)
        for parameter in computation.parameter_instructions:
            arguments += values[parameter.name]
        return DataflowGraph(computation.name, arguments, nodes, values[computation.root])

    def _shaped(self, value: ArrayRef, shape: Shape) -> ArrayRef:
        self.shapes[value] = shape
        return value

    def _node(self, instruction: HloInstruction, values: Mapping[str, Sequence[ArrayRef]]) -> DataflowNode:
        operands = [values[name] for name in instruction.operands]
        leaves = named_leaves(instruction)
        node = DataflowNode(
            instruction.opcode,
            [leaf for operand in operands for leaf in operand],
            [leaf for leaf, _ in leaves],
            lambda: self._op(instruction, node, operands),
            lambda: self._bodies(instruction, operands),
            selectors=1 if instruction.opcode == "conditional" else 0,
            place=instruction.span(),
        )
        for value, (_, shape) in zip(node.outputs, leaves, strict=True):
            self._shaped(value, shape)
        if instruction.opcode == "constant" and node.outputs:
            node.outputs[0].elements = lambda: _elements(instruction)
        return node

    # -- ops ------------------------------------------------------------------------------------------

    def _op(
        self, instruction: HloInstruction, node: DataflowNode, operands: Sequence[Sequence[ArrayRef]]
    ) -> IndexedOp:
        try:
            name, attributes = self._with_names(instruction, node, operands)
        except NoCounterpart as error:
            name, attributes = "hlo.unsupported", {"reason": str(error)}
        sizes = [value.sizes for value in node.inputs]
        results = [value.sizes for value in node.outputs]
        return IndexedOp(name, sizes, results, attributes, lambda number: node.inputs[number].elements())

    def _with_names(
        self, instruction: HloInstruction, node: DataflowNode, operands: Sequence[Sequence[ArrayRef]]
    ) -> tuple[str, Mapping[str, Any]]:
        """The name of the rule, and the attributes under the names of the StableHLO specification."""
        if instruction.opcode == "get-tuple-element":
            return "hlo.get-tuple-element", {"first": self._leaves_before(instruction, node, operands)}
        translation = counterpart(instruction)
        if translation is not None:
            return translation.op, {**translation.attributes, **self._bodies_read(instruction, node)}
        attributes = instruction.attributes
        if instruction.opcode == "bitcast":
            return "hlo.bitcast", {
                "operand_layout": self._minor_to_major(node.inputs[0]),
                "result_layout": self._minor_to_major(node.outputs[0]),
            }
        if instruction.opcode == "scaled-dot":
            return "hlo.scaled-dot", {
                f"{side}_{ours}_dimensions": attributes.get(f"{side}_{theirs}_dims", ())
                for side in ("lhs", "rhs")
                for ours, theirs in (("contracting", "contracting"), ("batching", "batch"))
            }
        if instruction.opcode == "all-gather-start":
            return "hlo.all-gather-start", {"all_gather_dim": attributes["dimensions"][0]}
        return f"hlo.{instruction.opcode}", {}

    def _minor_to_major(self, value: ArrayRef) -> tuple[int, ...]:
        shape = self.shapes[value]
        return shape.order.minor_to_major if isinstance(shape, ArrayShape) else ()

    def _leaves_before(
        self, instruction: HloInstruction, node: DataflowNode, operands: Sequence[Sequence[ArrayRef]]
    ) -> int:
        """The number of arrays in the tuple before the element."""
        name = instruction.operands[0]
        prefix = (instruction.attributes["index"],)
        for number, leaf in enumerate(operands[0]):
            at = leaf.name.removeprefix(name)
            if at.startswith((f"{{{prefix[0]}}}", f"{{{prefix[0]},")):
                return number
        return len(node.inputs)

    def _bodies_read(self, instruction: HloInstruction, node: DataflowNode) -> dict[str, Any]:
        """The operands that the bodies of sort and scatter depend on."""
        if instruction.opcode not in ("sort", "scatter"):
            return {}
        used = self._used_parameters(instruction.attributes["to_apply"])
        return reads_of_body(f"stablehlo.{instruction.opcode}", used, len(node.inputs))

    def _used_parameters(self, name: str) -> set[int]:
        """The numbers of the parameters that the result of a computation depends on."""
        computation = self.module.computation(name)
        if computation is None:
            return set()
        pending = [computation.root]
        seen: dict[str, HloInstruction] = {}
        while pending:
            instruction = computation.named[pending.pop()]
            if instruction.name not in seen:
                seen[instruction.name] = instruction
                pending += instruction.operands
        numbers = (visited.parameter_number for visited in seen.values())
        return {number for number in numbers if number is not None}

    # -- bodies ---------------------------------------------------------------------------------------

    def _bodies(
        self, instruction: HloInstruction, operands: Sequence[Sequence[ArrayRef]]
    ) -> Sequence[NodeBody]:
        if instruction.opcode not in _CALLING:
            return ()
        names = [reference for _, reference in references(instruction.attributes)]
        graphs = [graph for name in names if (graph := self.function(name)) is not None]
        if instruction.opcode == "conditional":
            graphs = self._branches(instruction)
            return [
                NodeBody(graph, dict(zip(graph.arguments, operand, strict=False)))
                for graph, operand in zip(graphs, operands[1:], strict=False)
            ]
        leaves = [leaf for operand in operands for leaf in operand]
        return [NodeBody(graph, dict(zip(graph.arguments, leaves, strict=False))) for graph in graphs]

    def _branches(self, instruction: HloInstruction) -> list[DataflowGraph]:
        """The branches of a conditional, in the order of their operands."""
        attributes = instruction.attributes
        pair = [attributes.get("true_computation"), attributes.get("false_computation")]
        names = attributes.get("branch_computations") or pair
        return [graph for name in names if isinstance(name, Reference) and (graph := self.function(name))]


def _elements(instruction: HloInstruction) -> Array | None:
    """The elements of a constant; None if they are elided."""
    if instruction.literal is None or instruction.literal.is_elided:
        return None
    try:
        elements = instruction.literal.value
    except LiteralTextError:
        return None
    return None if isinstance(elements, tuple) else np.asarray(elements)


def named_leaves(instruction: HloInstruction) -> list[tuple[Leaf, Shape]]:
    """The arrays in the value of an instruction: `add.1`, or `sort.2{0}`, `sort.2{1,0}` in a tuple."""
    shape = instruction.shape
    if not isinstance(shape, TupleShape):
        return [] if shape is None else [(Leaf(instruction.name, str(shape), sizes_of(shape)), shape)]
    return [
        (Leaf(f"{instruction.name}{{{','.join(map(str, at))}}}", str(part), sizes_of(part)), part)
        for at, part in _indexed(shape, ())
    ]


def _indexed(shape: Shape, at: tuple[int, ...]) -> list[tuple[tuple[int, ...], Shape]]:
    if not isinstance(shape, TupleShape):
        return [(at, shape)]
    return [leaf for number, part in enumerate(shape.elements) for leaf in _indexed(part, (*at, number))]


def sizes_of(shape: Shape) -> Sizes | None:
    """The sizes of an array; None for other shapes, and if a size is unknown."""
    if not isinstance(shape, ArrayShape) or not shape.is_static:
        return None
    return tuple(size for size in shape.dimensions if isinstance(size, int))
