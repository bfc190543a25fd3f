"""Communication with other processes and the host, in both directions, and asynchronous phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.hlo.attributes import SliceDimension
from stablehlo_tools.hlo.check.site import bundled
from stablehlo_tools.hlo.convert.arrays import joined, reshaped, sliced
from stablehlo_tools.hlo.convert.calls import called
from stablehlo_tools.hlo.convert.lowering import Lowering, lowers, shapes_of
from stablehlo_tools.hlo.convert.walk import Walk, by_row, handler_of, handles, shape_of
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.op_fields import to_groups
from stablehlo_tools.hlo.opcodes import ROWS
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TokenShape, TupleShape
from stablehlo_tools.hlo.text.kinds import ValueTextError, read_value
from stablehlo_tools.hlo.types import Content, leaf_types, leaf_values, packed
from stablehlo_tools.ir.attributes import Attribute, Integer
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import I64, TokenType
from stablehlo_tools.ops.model.attributes import attributes_of
from stablehlo_tools.ops.stablehlo.custom_call_rules import TYPED_FFI
from stablehlo_tools.rewrite.shapes import tensor

TOKEN: Final = TokenShape()
U32: Final = ArrayShape(PRIMITIVE_TYPES["u32"])

# -- asynchronous phases ------------------------------------------------------------------------


@handles("-start")
def _start(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The start computes the result, and later phases forward it."""
    if instruction.opcode == "async-start":
        return called(walk, instruction, "calls", operands)
    base = instruction.opcode.removesuffix("-start")
    shape = shape_of(instruction)
    if base != "all-reduce":
        shape = _result_shape(instruction, shape)
    inner = HloInstruction(instruction.name, shape, base, instruction.operands, instruction.attributes)
    return handler_of(base)(walk, inner, operands)


def _result_shape(instruction: HloInstruction, shape: Shape) -> Shape:
    """The result part of the shape of an asynchronous instruction, which follows the operands."""
    place = 0 if instruction.opcode == "copy-start" else 1
    if not isinstance(shape, TupleShape) or len(shape.elements) <= place:
        raise NoCounterpart(f"`{instruction.opcode}` of {shape.without_layout}")
    return shape.elements[place]


@lowers("stablehlo.async_start")
def _lower_async_start(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The result is the tuple of operands and results, from which `async-done` extracts the latter."""
    (region,) = operation.regions
    calls = lowering.region(region, "async")
    operands, end = lowering.names(operation.operands), region.blocks[0].operations[-1]
    shape = TupleShape((TupleShape(tuple(shapes_of(operation.operands))), bundled(shapes_of(end.operands))))
    return [lowering.scope.add("async-start", operands, shape, {"calls": calls})]


lowers("stablehlo.async_done")(
    lambda lowering, operation: lowering.add(operation, "async-done", lowering.names(operation.operands))
)


# -- send and recv ------------------------------------------------------------------------------

_PAIRS = "_xla_send_recv_source_target_pairs"  # among the frontend attributes


def _transfer(instruction: HloInstruction) -> dict[str, Any]:
    """The attributes of a transfer; some are frontend attributes."""
    fields = ROWS[instruction.opcode].to_stablehlo(instruction.attributes)
    text = instruction.attributes.get("frontend_attributes", {}).get(_PAIRS)
    try:
        return {**fields, "source_target_pairs": None if text is None else read_value("integer_lists", text)}
    except ValueTextError as error:
        raise NoCounterpart(f"`{_PAIRS}={text}`: {error}") from None


@handles("send")
def _send(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The sent value, an unused transfer id, and the token."""
    values, attributes = list(leaf_values(operands)), _transfer(instruction)
    (token,) = walk.add("stablehlo.send", values, attributes, results=[TokenType()])
    return operands[0], (), token


@handles("recv")
def _recv(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    shape = shape_of(instruction)
    assert isinstance(shape, TupleShape)
    types = [*leaf_types(shape.elements[0]), TokenType()]
    values, attributes = list(leaf_values(operands)), _transfer(instruction)
    *data, token = walk.add("stablehlo.recv", values, attributes, results=types)
    return packed(shape.elements[0], data), (), token


@handles("send-done", "recv-done", attributes="channel_id is_host_transfer")
def _transfer_done(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The token of a transfer, behind the data that it has received."""
    (parts,) = operands
    assert isinstance(parts, tuple)
    return parts[2] if instruction.opcode == "send-done" else (parts[0], parts[2])


def _channel(operation: Operation) -> dict[str, Any]:
    attributes = attributes_of(operation)
    if attributes.get("source_target_pairs"):
        raise NoCounterpart("`source_target_pairs`")
    return ROWS[operation.name.partition(".")[2]].to_hlo(attributes)


@lowers("stablehlo.send")
def _lower_send(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The send, and its completion."""
    scope, attributes = lowering.scope, _channel(operation)
    data, token = _data_and_token(lowering, operation)
    begun = scope.add("send", (data, token), TupleShape((scope.shape(data), U32, TOKEN)), attributes)
    return [scope.add("send-done", (begun,), TOKEN, attributes)]


def _data_and_token(lowering: Lowering, operation: Operation) -> tuple[str, str]:
    *names, token = lowering.names(operation.operands)
    return lowering.scope.bundle(names), token


@lowers("stablehlo.recv")
def _lower_recv(lowering: Lowering, operation: Operation) -> Sequence[str]:
    scope, attributes = lowering.scope, _channel(operation)
    shapes, names = shapes_of(operation.results)[:-1], lowering.names(operation.operands)
    data = bundled(shapes)
    begun = scope.add("recv", names, TupleShape((data, U32, TOKEN)), attributes)
    whole = scope.add("recv-done", (begun,), TupleShape((data, TOKEN)), attributes)
    first, token = scope.elements(whole)
    return [*([first] if len(shapes) == 1 else scope.elements(first)), token]


# -- the host -----------------------------------------------------------------------------------


@handles("after-all")
def _after_all(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The tokens among the operands; XLA also admits arrays, whose values are of no use."""
    tokens = [value for value in leaf_values(operands) if isinstance(value.type, TokenType)]
    return walk.emit(instruction, "stablehlo.after_all" if tokens else "stablehlo.create_token", tokens)


@lowers("stablehlo.infeed")
def _infeed(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The data are a nested tuple."""
    scope, names = lowering.scope, lowering.names(operation.operands)
    data = TupleShape(tuple(shapes_of(operation.results)[:-1]))
    attributes = ROWS["infeed"].to_hlo(attributes_of(operation))
    whole = scope.add("infeed", names, TupleShape((data, TOKEN)), attributes)
    return [*scope.elements(scope.element(whole, 0)), scope.element(whole, 1)]


@lowers("stablehlo.outfeed")
def _outfeed(lowering: Lowering, operation: Operation) -> Sequence[str]:
    scope = lowering.scope
    data, token = _data_and_token(lowering, operation)
    attributes = {"outfeed_shape": scope.shape(data), **ROWS["outfeed"].to_hlo(attributes_of(operation))}
    return [scope.add("outfeed", (data, token), TOKEN, attributes)]


# -- collectives of several arrays --------------------------------------------------------------


@handles("reduce-scatter", "collective-permute")
def _each(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """One op for each array."""
    if len(operands) == 1:
        return by_row(walk, instruction, operands)
    shape, opcode = shape_of(instruction), instruction.opcode
    if not isinstance(shape, TupleShape):
        raise NoCounterpart(f"`{opcode}` of {len(operands)} operands to {shape.without_layout}")
    return tuple(
        by_row(walk, HloInstruction(instruction.name, part, opcode, (), instruction.attributes), [operand])
        for part, operand in zip(shape.elements, operands, strict=True)
    )


@handles("all-to-all")
def _all_to_all(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """Without dimensions, array k goes to member k of the group: concatenated with one dimension more."""
    if "dimensions" in instruction.attributes:
        return by_row(walk, instruction, operands)
    values, row = list(leaf_values(operands)), ROWS["all-to-all"]
    count, sizes = len(values), tensor(values[0]).static_shape
    whole = joined(walk, values, sizes)
    groups = instruction.attributes.get("replica_groups") or (tuple(range(count)),)
    attributes = row.to_stablehlo({**instruction.attributes, "dimensions": (0,), "replica_groups": groups})
    (exchanged,) = walk.add(row.op, [whole], attributes, results=[whole.type])
    ranges = [(0, size) for size in sizes]
    parts = [sliced(walk, exchanged, [(place, place + 1), *ranges]) for place in range(count)]
    return packed(shape_of(instruction), [reshaped(walk, part, sizes) for part in parts])


@lowers("stablehlo.all_to_all")
def _lower_all_to_all(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """An all-to-all along one dimension, or else an exchange of parts as a tuple."""
    attributes = attributes_of(operation)
    names = lowering.names(operation.operands)
    if attributes["split_dimension"] == attributes["concat_dimension"] and len(names) == 1:
        return lowering.by_row(operation)
    channel = attributes["channel_id"]
    shared: dict[str, Any] = {"channel_id": channel} if channel and channel > 0 else {}
    shared["replica_groups"] = tuple(map(tuple, attributes["replica_groups"] or ()))
    return [_exchange(lowering, name, attributes, shared) for name in names]


def _exchange(lowering: Lowering, name: str, attributes: Mapping[str, Any], shared: Mapping[str, Any]) -> str:
    """Split an array, exchange the parts as a tuple, and concatenate them."""
    scope, split, count = lowering.scope, attributes["split_dimension"], attributes["split_count"]
    whole, parts = scope.array(name).greatest, []
    length = whole[split] // count
    for number in range(count):
        slices = [SliceDimension(0, size) for size in whole]
        slices[split] = SliceDimension(number * length, (number + 1) * length)
        parts.append(scope.inferred("slice", [name], {"slice": tuple(slices)}))
    exchanged = scope.add("all-to-all", parts, TupleShape(tuple(map(scope.shape, parts))), shared)
    dimensions = {"dimensions": (attributes["concat_dimension"],)}
    return scope.inferred("concatenate", scope.elements(exchanged), dimensions)


@handles("ragged-all-to-all", attributes="replica_groups channel_id")
def _ragged_all_to_all(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The custom call of that name, as JAX emits it."""
    groups = to_groups(instruction.attributes.get("replica_groups", ()))
    config: dict[str, Attribute] = {
        "channel_id": Integer(instruction.attributes.get("channel_id", 0), I64),
        "replica_groups": Dense.from_array(np.array(groups, np.int64)),
    }
    attributes = {"call_target_name": "ragged_all_to_all", "api_version": TYPED_FFI, "backend_config": config}
    return walk.emit(instruction, "stablehlo.custom_call", operands, attributes)
