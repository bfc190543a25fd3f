"""Shape inference from operands, attributes and called computations.

A rule is a function of an instruction and the shapes of its operands, by opcode. It returns None if the shape
cannot be inferred. Bounded and unknown sizes are assumed to match, and layouts are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stablehlo_tools.hlo.infer_arrays import ARRAYS
from stablehlo_tools.hlo.infer_calls import CALLS
from stablehlo_tools.hlo.infer_ops import by_op
from stablehlo_tools.hlo.infer_processes import PROCESSES, done_shape, same, start_shape
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule
from stablehlo_tools.hlo.opcodes import opcode_of, wrapped
from stablehlo_tools.hlo.shape import Shape, TokenShape, TupleShape
from stablehlo_tools.hlo.shape_rules import Rule, ShapeMismatch, plain
from stablehlo_tools.hlo.table import ROWS


def complete(module: HloModule) -> None:
    """Infer the shapes that the text omits."""
    known: dict[str, HloComputation] = {}
    for computation in module.computations:
        if any(each.shape is None for each in computation.instructions):
            _complete_computation(computation, known)
        known.setdefault(computation.name, computation)


def _complete_computation(computation: HloComputation, known: Mapping[str, HloComputation]) -> None:
    shapes: dict[str, Shape | None] = {}
    for instruction in computation.instructions:
        operands = [shape for name in instruction.operands if (shape := shapes.get(name)) is not None]
        opcode, is_known = opcode_of(instruction.opcode), len(operands) == len(instruction.operands)
        is_whole = opcode is not None and opcode.admits(len(operands), instruction.attributes)
        if instruction.shape is None and is_known and is_whole:
            try:
                instruction.shape = result_shape(instruction, operands, known)
            except ShapeMismatch:
                instruction.shape = None  # `verify` reports the error
        shapes.setdefault(instruction.name, instruction.shape)


def result_shape(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Mapping[str, HloComputation]
) -> Shape | None:
    """The shape of the result; None if it cannot be inferred. Raises ShapeMismatch."""
    called = CALLS.get(instruction.opcode)
    if called is not None:
        return called(instruction, operands, computations)
    rule = _RULES.get(instruction.opcode)
    if rule is not None:
        return rule(instruction, operands)
    if instruction.opcode in ROWS:
        return by_op(instruction, operands)
    base = wrapped(instruction.opcode)
    return None if base is None else _wrapped(instruction, base, operands, computations)


def _wrapped(
    instruction: HloInstruction,
    base: str,
    operands: Sequence[Shape],
    computations: Mapping[str, HloComputation],
) -> Shape | None:
    """`add-start`, `add-update`, `add-done`: an asynchronous form of any opcode."""
    if not instruction.opcode.endswith("-start"):
        return (done_shape if instruction.opcode.endswith("-done") else same)(instruction, operands)
    whole = instruction.shape
    part = whole.elements[1] if isinstance(whole, TupleShape) and len(whole.elements) > 1 else None
    inner = HloInstruction(instruction.name, part, base, instruction.operands, instruction.attributes)
    return start_shape(instruction, operands, result_shape(inner, operands, computations))


def _tuple(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    return TupleShape(tuple(operands))


def _get_tuple_element(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, index = operands[0], instruction.attributes["index"]
    if not isinstance(shape, TupleShape):
        raise ShapeMismatch(f"expected a tuple, found {plain(shape)}", 0)
    if not 0 <= index < len(shape.elements):
        raise ShapeMismatch(f"the tuple has {len(shape.elements)} elements", "index")
    element: Shape = shape.elements[index]
    return element


def _after_all(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    for place, shape in enumerate(operands):
        if not isinstance(shape, TokenShape):
            raise ShapeMismatch(f"expected a token, found {plain(shape)}", place)
    return TokenShape()


_RULES: Mapping[str, Rule] = {
    **ARRAYS,
    **PROCESSES,
    **dict.fromkeys(("add-dependency", "copy", "domain", "opt-barrier"), same),
    "after-all": _after_all,
    "get-tuple-element": _get_tuple_element,
    "tuple": _tuple,
}
