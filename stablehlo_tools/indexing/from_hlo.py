"""Dataflow graphs of an HLO module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.hlo.convert.walk import shape_of
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule
from stablehlo_tools.hlo.opcodes import ROWS, references
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape, leaf_number
from stablehlo_tools.hlo.text.literals import LiteralTextError
from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph, DataflowNode, Leaf, NodeBody
from stablehlo_tools.indexing.op import IndexedOp, Sizes, reads_of_body
from stablehlo_tools.ir.arrays import Array

_CALLING = frozenset({"fusion", "call", "conditional"})


class HloGraphs:
    """The graph of each computation of a module, built on demand."""

    def __init__(self, module: HloModule) -> None:
        self.module = module
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
                leaves = _leaves(instruction.name, instruction.shape)
                values[instruction.name] = [ArrayRef(*leaf) for leaf in leaves]
            else:
                node = self._node(instruction, computation, values)
                values[instruction.name] = node.outputs
                nodes.append(node)
        for parameter in computation.parameter_instructions:
            arguments += values[parameter.name]
        return DataflowGraph(computation.name, arguments, nodes, values[computation.root])

    def _node(
        self,
        instruction: HloInstruction,
        computation: HloComputation,
        values: Mapping[str, Sequence[ArrayRef]],
    ) -> DataflowNode:
        operands = [values[name] for name in instruction.operands]
        node = DataflowNode(
            instruction.opcode,
            [leaf for operand in operands for leaf in operand],
            list(_leaves(instruction.name, instruction.shape)),
            lambda: self._op(instruction, node, computation),
            lambda: self._bodies(instruction, operands),
            selectors=1 if instruction.opcode == "conditional" else 0,
            place=instruction.span(),
        )
        if instruction.opcode == "constant" and node.outputs:
            node.outputs[0].elements = lambda: _elements(instruction)
        return node

    # -- ops ------------------------------------------------------------------------------------------

    def _op(self, instruction: HloInstruction, node: DataflowNode, computation: HloComputation) -> IndexedOp:
        try:
            name, attributes = self._with_names(instruction, node, computation)
        except NoCounterpart as error:
            name, attributes = "hlo.unsupported", {"reason": str(error)}
        sizes = [value.sizes for value in node.inputs]
        results = [value.sizes for value in node.outputs]
        return IndexedOp(name, sizes, results, attributes, lambda number: node.inputs[number].elements())

    def _with_names(
        self, instruction: HloInstruction, node: DataflowNode, computation: HloComputation
    ) -> tuple[str, Mapping[str, Any]]:
        """The name of the rule, and the attributes under the names of the StableHLO specification."""
        if instruction.opcode == "get-tuple-element":
            whole = shape_of(computation.named[instruction.operands[0]])
            return "hlo.get-tuple-element", {"first": leaf_number(whole, [instruction.attributes["index"]])}
        attributes = instruction.attributes
        if instruction.opcode in ROWS:
            row = ROWS[instruction.opcode]
            return row.op, {**row.to_stablehlo(attributes), **self._bodies_read(instruction, node)}
        if instruction.opcode == "bitcast":
            return "hlo.bitcast", {
                "operand_layout": _minor_to_major(computation.named[instruction.operands[0]]),
                "result_layout": _minor_to_major(instruction),
            }
        if instruction.opcode == "scaled-dot":
            return "hlo.scaled-dot", ROWS["dot"].to_stablehlo(attributes)
        if instruction.opcode == "all-gather-start":
            return "hlo.all-gather-start", {"all_gather_dim": attributes["dimensions"][0]}
        return f"hlo.{instruction.opcode}", {}

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
            return [
                NodeBody(graph, dict(zip(graph.arguments, operand, strict=False)))
                for graph, operand in zip(graphs, operands[1:], strict=False)
            ]
        leaves = [leaf for operand in operands for leaf in operand]
        return [NodeBody(graph, dict(zip(graph.arguments, leaves, strict=False))) for graph in graphs]


def _elements(instruction: HloInstruction) -> Array | None:
    """The elements of a constant; None if they are elided."""
    if instruction.literal is None or instruction.literal.is_elided:
        return None
    try:
        elements = instruction.literal.value
    except LiteralTextError:
        return None
    return None if isinstance(elements, tuple) else np.asarray(elements)


def _leaves(name: str, shape: Shape | None, at: tuple[int, ...] = ()) -> Iterator[Leaf]:
    """The arrays in the value of an instruction: `add.1`, or `sort.2{0}`, `sort.2{1,0}` in a tuple."""
    if isinstance(shape, TupleShape):
        for number, part in enumerate(shape.elements):
            yield from _leaves(name, part, (*at, number))
    elif shape is not None:
        place = f"{{{','.join(map(str, at))}}}" if at else ""
        yield Leaf(f"{name}{place}", str(shape), _sizes(shape))


def _minor_to_major(instruction: HloInstruction) -> tuple[int, ...]:
    shape = instruction.shape
    return shape.order.minor_to_major if isinstance(shape, ArrayShape) else ()


def _sizes(shape: Shape) -> Sizes | None:
    """The sizes of an array; None for other shapes, and if a size is unknown."""
    if not isinstance(shape, ArrayShape) or not shape.is_static:
        return None
    return tuple(size for size in shape.dimensions if isinstance(size, int))
