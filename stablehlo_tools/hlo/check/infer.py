"""Shape inference: by a rule, by the result that an opcode declares, or by the constraints of its op."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.hlo.check import rules
from stablehlo_tools.hlo.check.by_op import by_op
from stablehlo_tools.hlo.check.rules.computations import start_shape
from stablehlo_tools.hlo.check.site import (
    SHAPE_RULES,
    InferenceSite,
    ShapeMismatch,
    array,
    bundled,
    parts,
    plain,
)
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule
from stablehlo_tools.hlo.opcodes import OPCODES, Opcode, opcode_of, wrapped
from stablehlo_tools.hlo.shape import Shape, TokenShape, TupleShape
from stablehlo_tools.hlo.text.shape_text import read_shape
from stablehlo_tools.ops.model.registration import import_files

import_files(rules)


def complete(module: HloModule) -> None:
    """Infer the shapes that the text omits."""
    known: dict[str, HloComputation] = {}
    for computation in module.computations:
        if any(instruction.shape is None for instruction in computation.instructions):
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
    site, opcode = InferenceSite(instruction, operands, computations), OPCODES.get(instruction.opcode)
    if opcode is None:
        base = wrapped(instruction.opcode)
        return None if base is None else _wrapped(site, base)
    if opcode.typed:
        _check_operands(opcode, operands)
    groups = site.attributes.get("replica_groups")
    if isinstance(groups, tuple) and () in groups:
        raise ShapeMismatch("a group without processes", "replica_groups")
    if instruction.opcode in SHAPE_RULES:
        return SHAPE_RULES[instruction.opcode](site)
    if opcode.result:
        return _declared(opcode, site)
    return by_op(instruction, operands) if opcode.op else None


def _wrapped(site: InferenceSite, base: str) -> Shape | None:
    """`add-start`, `add-update`, `add-done`: an asynchronous form of any opcode."""
    if not site.opcode.endswith("-start"):
        return _element(site, 0, 1) if site.opcode.endswith("-done") else site.operands[0]
    whole = site.written
    part = whole.elements[1] if isinstance(whole, TupleShape) and len(whole.elements) > 1 else None
    outer = site.instruction
    inner = HloInstruction(outer.name, part, base, outer.operands, outer.attributes)
    return start_shape(site, result_shape(inner, site.operands, site.computations))


# -- what the opcode declares ---------------------------------------------------------------------------


def _check_operands(opcode: Opcode, operands: Sequence[Shape]) -> None:
    """Check the operands that must be tokens or arrays. Raises ShapeMismatch."""
    for place, shape in enumerate(operands):
        name = opcode.operands[min(place, len(opcode.operands) - 1)].rstrip("*+")
        if name == "token" and not isinstance(shape, TokenShape):
            raise ShapeMismatch(f"expected a token, found {plain(shape)}", place)
        if name == "array":
            array(shape, place)


def _declared(opcode: Opcode, site: InferenceSite) -> Shape | None:
    """The result that an opcode declares; None if a part of it is only in the text, and is not there."""
    text = opcode.result
    if "result" in text and site.written is None:
        return None
    if text.startswith("("):
        return TupleShape(
            tuple(part for element in text[1:-1].split(", ") for part in _part(opcode, site, element))
        )
    return bundled(list(_part(opcode, site, text)))


def _part(opcode: Opcode, site: InferenceSite, text: str) -> Iterator[Shape]:
    """The shapes that a part of a result is."""
    name, _, number = text.partition(".")
    if name == "result" and site.written is not None:
        yield next(iter(parts(site.written)), site.written)
    elif name not in opcode.operands:
        yield read_shape(text)
    elif number:
        yield _element(site, opcode.operands.index(name), int(number))
    elif name[-1] in "*+":
        yield from site.operands[opcode.operands.index(name) :]
    else:
        yield site.operands[opcode.operands.index(name)]


def _element(site: InferenceSite, place: int, number: int) -> Shape:
    """An element of an operand, the state of an asynchronous instruction."""
    started = site.operands[place]
    if not isinstance(started, TupleShape) or len(started.elements) <= number:
        raise ShapeMismatch(f"`{site.opcode}` cannot complete a value of shape {plain(started)}", place)
    return started.elements[number]
