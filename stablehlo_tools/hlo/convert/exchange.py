"""Communication: asynchronous phases, send and recv, and collectives of several arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stablehlo_tools.hlo.convert.custom_calls import TYPED
from stablehlo_tools.hlo.convert.structure import called, reshaped, sliced, tensor
from stablehlo_tools.hlo.convert.walk import (
    Content,
    Walk,
    by_row,
    handler_of,
    handles,
    leaf_values,
    packed,
    shape_of,
)
from stablehlo_tools.hlo.fields import NoCounterpart, to_groups
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.kinds import ValueTextError, read_value
from stablehlo_tools.hlo.opcodes import ROWS
from stablehlo_tools.hlo.shape import Shape, TupleShape
from stablehlo_tools.hlo.types import leaf_types
from stablehlo_tools.ir.attributes import Attribute, Integer
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType, TokenType

# -- asynchronous phases ------------------------------------------------------------------------


@handles("-start")
def _start(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The start computes the result, and later phases forward it."""
    if instruction.opcode == "async-start":
        return called(walk, instruction, "calls", operands)
    base = instruction.opcode.removesuffix("-start")
    shape = shape_of(instruction)
    if base != "all-reduce":
        shape = _result_of(instruction, shape)
    inner = HloInstruction(instruction.name, shape, base, instruction.operands, instruction.attributes)
    return handler_of(base)(walk, inner, operands)


def _result_of(instruction: HloInstruction, shape: Shape) -> Shape:
    """The result part of the shape of an asynchronous instruction, which follows the operands."""
    place = 0 if instruction.opcode == "copy-start" else 1
    if not isinstance(shape, TupleShape) or len(shape.elements) <= place:
        raise NoCounterpart(f"`{instruction.opcode}` of {shape.without_layout}")
    return shape.elements[place]


@handles("-update", "-done")
def _forward(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    return operands[0]


# -- send and recv ------------------------------------------------------------------------------

_PAIRS = "_xla_send_recv_source_target_pairs"  # among the frontend attributes


def _pairs(instruction: HloInstruction) -> object:
    text = instruction.attributes.get("frontend_attributes", {}).get(_PAIRS)
    try:
        return None if text is None else read_value("integer_lists", text)
    except ValueTextError as error:
        raise NoCounterpart(f"`{_PAIRS}={text}`: {error}") from None


@handles("send", attributes="channel_id is_host_transfer")
def _send(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The sent value, an unused transfer id, and the token."""
    given = {**ROWS["send"].to_stablehlo(instruction.attributes), "source_target_pairs": _pairs(instruction)}
    (token,) = walk.add("stablehlo.send", list(leaf_values(operands)), given, results=[TokenType()])
    return operands[0], (), token


@handles("recv", attributes="channel_id is_host_transfer")
def _recv(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    given = {**ROWS["recv"].to_stablehlo(instruction.attributes), "source_target_pairs": _pairs(instruction)}
    shape = shape_of(instruction)
    assert isinstance(shape, TupleShape)
    types = [*leaf_types(shape.elements[0]), TokenType()]
    *data, token = walk.add("stablehlo.recv", list(leaf_values(operands)), given, results=types)
    return packed(shape.elements[0], data), (), token


@handles("send-done", attributes="channel_id is_host_transfer")
def _send_done(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    parts = operands[0]
    assert isinstance(parts, tuple)
    return parts[2]


@handles("recv-done", attributes="channel_id is_host_transfer")
def _recv_done(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    parts = operands[0]
    assert isinstance(parts, tuple)
    return parts[0], parts[2]


# -- collectives of several arrays --------------------------------------------------------------


@handles("reduce-scatter", "collective-permute")
def _each(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """One op for each array."""
    if len(operands) == 1:
        return by_row(walk, instruction, operands)
    shape = shape_of(instruction)
    if not isinstance(shape, TupleShape):
        raise NoCounterpart(f"`{instruction.opcode}` of {len(operands)} operands to {shape.without_layout}")
    contents = []
    for part, operand in zip(shape.elements, operands, strict=True):
        single = HloInstruction(instruction.name, part, instruction.opcode, (), instruction.attributes)
        contents.append(by_row(walk, single, [operand]))
    return tuple(contents)


@handles("all-to-all")
def _all_to_all(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """Without dimensions, array k goes to member k of the group: concatenated with one dimension more."""
    if "dimensions" in instruction.attributes:
        return by_row(walk, instruction, operands)
    values = list(leaf_values(operands))
    count, sizes = len(values), tensor(values[0]).static_shape
    whole = TensorType((count, *sizes), tensor(values[0]).element_type)
    rows = [reshaped(walk, value, (1, *sizes)) for value in values]
    (joined,) = walk.add("stablehlo.concatenate", rows, {"dimension": 0}, results=[whole])
    row = ROWS["all-to-all"]
    groups = instruction.attributes.get("replica_groups") or (tuple(range(count)),)
    given = row.to_stablehlo({**instruction.attributes, "dimensions": (0,), "replica_groups": groups})
    (exchanged,) = walk.add(row.op, [joined], given, results=[whole])
    rest = [(0, size) for size in sizes]
    parts = [sliced(walk, exchanged, [(place, place + 1), *rest]) for place in range(count)]
    return packed(shape_of(instruction), [reshaped(walk, part, sizes) for part in parts])


@handles("ragged-all-to-all", attributes="replica_groups channel_id")
def _ragged_all_to_all(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The custom call of that name, as JAX emits it."""
    groups = to_groups(instruction.attributes.get("replica_groups", ()))
    config: dict[str, Attribute] = {
        "channel_id": Integer(instruction.attributes.get("channel_id", 0), ELEMENT_TYPES["i64"]),
        "replica_groups": Dense.from_array(np.array(groups, np.int64)),
    }
    given = {"call_target_name": "ragged_all_to_all", "api_version": TYPED, "backend_config": config}
    types = leaf_types(shape_of(instruction))
    return walk.add("stablehlo.custom_call", list(leaf_values(operands)), given, results=types)[0]
