"""Collective operations between the replicas of a computation."""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.hlo.builder.arguments import builds, operation, tupled
from stablehlo_tools.hlo.builder.arrays import ConcatInDim, Reshape, Slice
from stablehlo_tools.hlo.builder.core import (
    XlaBuilder,
    XlaComputation,
    XlaOp,
    array_type,
    check_reducer,
    greatest,
    require,
    require_dimension,
    scaled,
)
from stablehlo_tools.hlo.builder.elementwise import Add, Or
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import I64
from stablehlo_tools.ops.stablehlo.custom_call_rules import TYPED_FFI

Groups = Sequence[Sequence[int]]


def _groups(replica_groups: Groups, channel_id: int | None) -> dict[str, Any]:
    return {"replica_groups": [list(group) for group in replica_groups], "channel_id": channel_id}


def _devices(
    replica_groups: Groups, channel_id: int | None, use_global_device_ids: bool | None
) -> dict[str, Any]:
    """The groups, whose numbers may be those of devices."""
    groups = _groups(replica_groups, channel_id)
    return {**groups, "use_global_device_ids": use_global_device_ids or None}


def _parts(operand: XlaOp) -> list[XlaOp]:
    """The elements of a tuple, or the operand."""
    elements = list(operand.elements) if operand.is_tuple else [operand]
    require(bool(elements), "the tuple must not be empty")
    return elements


@operation
def AllGather(
    operand: XlaOp,
    all_gather_dim: int,
    shard_count: int,
    replica_groups: Groups = (),
    channel_id: int | None = None,
    use_global_device_ids: bool | None = None,
) -> XlaOp:
    """The operands of a group concatenated in order; empty groups mean all replicas."""
    sizes = list(operand.dimensions)
    require_dimension("all_gather_dim", all_gather_dim, operand)
    require(0 < shard_count < 1 << 31, "shard_count must be positive", shard_count)
    sizes[all_gather_dim] = scaled(sizes[all_gather_dim], shard_count)
    attributes = _devices(replica_groups or [range(shard_count)], channel_id, use_global_device_ids)
    type = array_type(sizes, operand.type.element_type)
    return operand.apply("all_gather", result=type, all_gather_dim=all_gather_dim, **attributes)


AllGatherTuple = tupled("AllGatherTuple", AllGather)


@operation
def AllReduce(
    operand: XlaOp,
    computation: XlaComputation,
    replica_groups: Groups = (),
    channel_id: int | None = None,
    use_global_device_ids: bool | None = None,
) -> XlaOp:
    """The operands of a group reduced to one; elementwise for a tuple."""
    attributes = _devices(replica_groups, channel_id, use_global_device_ids)
    parts = _parts(operand)
    reduced = [_all_reduced(part, computation, attributes) for part in parts]
    return operand.builder.tuple(reduced) if operand.is_tuple else reduced[0]


AllReduceTuple = tupled("AllReduceTuple", AllReduce)


def _all_reduced(operand: XlaOp, computation: XlaComputation, attributes: dict[str, Any]) -> XlaOp:
    check_reducer(computation, [operand])
    builder = operand.builder
    return builder.apply("all_reduce", [[operand]], attributes, regions=[builder.region(computation)])[0]


@operation
def CrossReplicaSum(operand: XlaOp, replica_groups: Groups = ()) -> XlaOp:
    """The sum of the operands of all replicas; logical or for booleans."""
    attributes, parts = _groups(replica_groups, None), _parts(operand)
    sums = [_all_reduced(part, _sum(part), attributes) for part in parts]
    return operand.builder.tuple(sums) if operand.is_tuple else sums[0]


def _sum(operand: XlaOp) -> XlaComputation:
    builder = XlaBuilder("sum")
    scalar = operand.shape.without_layout.partition("[")[0] + "[]"
    first, second = (builder.parameter(number, scalar) for number in range(2))
    return builder.build((Or if scalar == "pred[]" else Add)(first, second))


@operation
def ReduceScatter(
    operand: XlaOp,
    computation: XlaComputation,
    scatter_dimension: int,
    shard_count: int,
    replica_groups: Groups = (),
    channel_id: int | None = None,
    use_global_device_ids: bool | None = None,
) -> XlaOp:
    """The operands of a group reduced to one, and split among the group."""
    sizes, builder = list(operand.dimensions), operand.builder
    check_reducer(computation, [operand])
    require_dimension("scatter_dimension", scatter_dimension, operand)
    parts = shard_count > 0 and greatest(sizes[scatter_dimension]) % shard_count == 0
    require(parts, "shard_count must divide the dimension", (sizes, shard_count))
    sizes[scatter_dimension] = scaled(sizes[scatter_dimension], 1, shard_count)
    attributes = _devices(replica_groups or [range(shard_count)], channel_id, use_global_device_ids)
    attributes["scatter_dimension"] = scatter_dimension
    return builder.apply(
        "reduce_scatter", [operand], attributes, regions=[builder.region(computation)],
        results=[array_type(sizes, operand.type.element_type)],
    )[0]  # fmt: skip


@operation
def AllToAll(
    operand: XlaOp,
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
    replica_groups: Groups = (),
    channel_id: int | None = None,
) -> XlaOp:
    """Each process of a group sends a part of its operand to each, and concatenates the received parts."""
    sizes, axes = list(operand.dimensions), {split_dimension, concat_dimension}
    inside = all(0 <= dimension < len(sizes) for dimension in axes)
    require(inside, "split and concat dimension must be dimensions of the operand", sorted(axes))
    parts = split_count > 0 and greatest(sizes[split_dimension]) % split_count == 0
    require(parts, "split_count must divide the dimension", (sizes, split_count))
    sizes[split_dimension] = scaled(sizes[split_dimension], 1, split_count)
    sizes[concat_dimension] = scaled(sizes[concat_dimension], split_count)
    return operand.apply(
        "all_to_all",
        result=array_type(sizes, operand.type.element_type),
        split_dimension=split_dimension,
        concat_dimension=concat_dimension,
        split_count=split_count,
        **_groups(replica_groups or [range(split_count)], channel_id),
    )


@operation
def AllToAllTuple(
    operands: Sequence[XlaOp], replica_groups: Groups = (), channel_id: int | None = None
) -> XlaOp:
    """A tuple: element k is what member k of the group has sent, of as many operands as it has members."""
    shapes = {operand.shape.without_layout for operand in operands}
    require(len(shapes) == 1, "operands must have equal shapes", sorted(shapes))
    sizes = [size for size in operands[0].dimensions if isinstance(size, int)]
    require(len(sizes) == len(operands[0].dimensions), "sizes must not be bounded", sorted(shapes))
    count, ends = len(operands), list(sizes)
    rows = [Reshape(operand, [1, *sizes]) for operand in operands]
    joined = ConcatInDim(operands[0].builder, rows, 0)
    sent = AllToAll(joined, 0, 0, count, replica_groups, channel_id)
    parts = [Slice(sent, [row, *[0] * len(sizes)], [row + 1, *ends]) for row in range(count)]
    return sent.builder.tuple([Reshape(part, sizes) for part in parts])


@builds("collective_broadcast")
def CollectiveBroadcast(operand: XlaOp, replica_groups: Groups, channel_id: int | None = None) -> XlaOp:
    """The operand of the first process of a group, in all of the group; zeros elsewhere."""


@builds("collective_permute")
def CollectivePermute(operand: XlaOp, source_target_pairs: Groups, channel_id: int | None = None) -> XlaOp:
    """The operand of the source of a pair, at its target; zeros elsewhere."""


MultiCollectivePermute = tupled("MultiCollectivePermute", CollectivePermute)


@operation
def RaggedAllToAll(
    input: XlaOp,
    input_offsets: XlaOp,
    send_sizes: XlaOp,
    output: XlaOp,
    output_offsets: XlaOp,
    recv_sizes: XlaOp,
    replica_groups: Groups = (),
    channel_id: int | None = None,
) -> XlaOp:
    """The output with rows of the inputs of a group: as many as sizes say, from and to offsets.

    It is the custom call of that name, as JAX emits it.
    """
    operands = [input, output, input_offsets, send_sizes, output_offsets, recv_sizes]
    lengths = {len(group) for group in replica_groups}
    require(len(lengths) <= 1, "groups must have equal sizes", replica_groups)
    are_valid = all(0 <= process < 1 << 31 for group in replica_groups for process in group)
    require(are_valid, "processes must be numbers from 0", replica_groups)
    shape = len(replica_groups), max(lengths, default=0)
    groups = np.array(list(map(list, replica_groups)), np.int64).reshape(shape)
    config = {"channel_id": Integer(channel_id or 0, I64), "replica_groups": Dense.from_array(groups)}
    attributes = {"call_target_name": "ragged_all_to_all", "api_version": TYPED_FFI, "backend_config": config}
    return input.builder.apply("custom_call", [operands], attributes, results=[[output.type]])[0]
