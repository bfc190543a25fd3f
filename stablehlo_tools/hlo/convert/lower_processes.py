"""Lowers communication with other processes and the host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stablehlo_tools.hlo.attributes import SliceDimension
from stablehlo_tools.hlo.check.site import bundled
from stablehlo_tools.hlo.convert.lowering import Lowering, attributes_of, lowers, shapes_of
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.opcodes import ROWS
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, TokenShape, TupleShape
from stablehlo_tools.ir.operations import Operation

TOKEN: Final = TokenShape()
U32: Final = ArrayShape(PRIMITIVE_TYPES["u32"])

# -- collectives --------------------------------------------------------------------------------


@lowers("stablehlo.collective_broadcast")
def _collective_broadcast(lowering: Lowering, operation: Operation) -> Sequence[str]:
    if attributes_of(operation).get("has_dynamic_root"):
        raise NoCounterpart("a root given by an operand")
    return lowering.by_row(ROWS["collective-broadcast"], operation)


@lowers("stablehlo.all_to_all")
def _all_to_all(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """An all-to-all along one dimension, or else an exchange of parts as a tuple."""
    given = attributes_of(operation)
    split, concat = given["split_dimension"], given["concat_dimension"]
    names = lowering.names(operation.operands)
    if split == concat and len(names) == 1:
        return lowering.by_row(ROWS["all-to-all"], operation)
    shared = {name: value for name, value in _groups(given).items() if value is not None}
    return [_exchange(lowering, name, split, concat, given["split_count"], shared) for name in names]


def _groups(given: dict[str, Any]) -> dict[str, Any]:
    channel = given["channel_id"]
    groups = tuple(map(tuple, given["replica_groups"] or ()))
    return {"channel_id": channel if channel and channel > 0 else None, "replica_groups": groups}


def _exchange(
    lowering: Lowering, name: str, split: int, concat: int, count: int, attributes: dict[str, Any]
) -> str:
    scope = lowering.scope
    whole = scope.array(name)
    length = whole.greatest[split] // count
    parts = []
    for number in range(count):
        slices = [SliceDimension(0, size) for size in whole.greatest]
        slices[split] = SliceDimension(number * length, (number + 1) * length)
        parts.append(scope.inferred("slice", name, slice=tuple(slices)))
    shape = TupleShape(tuple(map(scope.shape, parts)))
    exchanged = scope.add("all-to-all", parts, shape, attributes)
    return scope.inferred("concatenate", *scope.elements(exchanged, [""] * count), dimensions=(concat,))


# -- the host -----------------------------------------------------------------------------------


@lowers("stablehlo.infeed")
def _infeed(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The data are a nested tuple."""
    scope = lowering.scope
    shapes = shapes_of(operation.results)
    data = TupleShape(tuple(shapes[:-1]))
    config = attributes_of(operation)["infeed_config"]
    attributes = {"infeed_config": config} if config else {}
    whole = scope.add("infeed", lowering.names(operation.operands), TupleShape((data, TOKEN)), attributes)
    inner = scope.element(whole, 0)
    return [*scope.elements(inner, [""] * len(data.elements)), scope.element(whole, 1)]


@lowers("stablehlo.outfeed")
def _outfeed(lowering: Lowering, operation: Operation) -> Sequence[str]:
    scope = lowering.scope
    *names, token = lowering.names(operation.operands)
    data = scope.bundle(names)
    config = attributes_of(operation)["outfeed_config"]
    attributes = {"outfeed_shape": scope.shape(data), **({"outfeed_config": config} if config else {})}
    return [scope.add("outfeed", (data, token), TokenShape(), attributes)]


def _channel(operation: Operation) -> dict[str, Any]:
    given = attributes_of(operation)
    if given.get("source_target_pairs"):
        raise NoCounterpart("`source_target_pairs`")
    return ROWS[operation.name.partition(".")[2]].to_hlo(given)


@lowers("stablehlo.send")
def _send(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The send, and its completion."""
    scope, attributes = lowering.scope, _channel(operation)
    *names, token = lowering.names(operation.operands)
    data = scope.bundle(names)
    begun = scope.add("send", (data, token), TupleShape((scope.shape(data), U32, TOKEN)), attributes)
    return [scope.add("send-done", (begun,), TOKEN, attributes)]


@lowers("stablehlo.recv")
def _recv(lowering: Lowering, operation: Operation) -> Sequence[str]:
    scope, attributes = lowering.scope, _channel(operation)
    shapes = shapes_of(operation.results)[:-1]
    data = bundled(shapes)
    names = lowering.names(operation.operands)
    begun = scope.add("recv", names, TupleShape((data, U32, TOKEN)), attributes)
    whole = scope.add("recv-done", (begun,), TupleShape((data, TOKEN)), attributes)
    first, token = scope.elements(whole, ["", ""])
    return [*([first] if len(shapes) == 1 else scope.elements(first, [""] * len(shapes))), token]
