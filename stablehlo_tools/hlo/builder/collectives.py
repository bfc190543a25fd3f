"""Collective operations between the replicas of a computation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stablehlo_tools.hlo.builder.arguments import operation
from stablehlo_tools.hlo.builder.arrays import check_reducer
from stablehlo_tools.hlo.builder.core import (
    XlaBuilder,
    XlaComputation,
    XlaOp,
    array_type,
    greatest,
    require,
    scaled,
)
from stablehlo_tools.hlo.builder.elementwise import Add, Or

Groups = Sequence[Sequence[int]]


def _groups(
    replica_groups: Groups, channel_id: int | None, use_global_device_ids: bool | None
) -> dict[str, Any]:
    attributes: dict[str, Any] = {"replica_groups": [list(group) for group in replica_groups]}
    if channel_id is not None:
        attributes["channel_id"] = channel_id
    if use_global_device_ids:
        attributes["use_global_device_ids"] = True
    return attributes


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
    inside = 0 <= all_gather_dim < len(sizes)
    require(inside, "AllGather", "all_gather_dim must be a dimension of the operand", all_gather_dim)
    require(shard_count > 0, "AllGather", "shard_count must be positive", shard_count)
    sizes[all_gather_dim] = scaled(sizes[all_gather_dim], shard_count)
    attributes = _groups(replica_groups or [range(shard_count)], channel_id, use_global_device_ids)
    attributes["all_gather_dim"] = all_gather_dim
    type = array_type(sizes, operand.type.element_type)
    return operand.builder.apply(
        "AllGather", "stablehlo.all_gather", [[operand]], attributes, results=[[type]]
    )[0]


@operation
def AllReduce(
    operand: XlaOp,
    computation: XlaComputation,
    replica_groups: Groups = (),
    channel_id: int | None = None,
    use_global_device_ids: bool | None = None,
) -> XlaOp:
    """The operands of a group reduced to one; elementwise for a tuple."""
    parts = list(operand.elements) if operand.is_tuple else [operand]
    require(bool(parts), "AllReduce", "the tuple must not be empty")
    attributes = _groups(replica_groups, channel_id, use_global_device_ids)
    reduced = [_all_reduced("AllReduce", part, computation, attributes) for part in parts]
    return operand.builder.tuple(reduced) if operand.is_tuple else reduced[0]


def _all_reduced(
    what: str, operand: XlaOp, computation: XlaComputation, attributes: Mapping[str, Any]
) -> XlaOp:
    check_reducer(what, computation, [operand])
    builder = operand.builder
    results = builder.apply(
        what, "stablehlo.all_reduce", [[operand]], attributes, regions=[builder.region(computation)],
        results=[[operand.type]],
    )  # fmt: skip
    return results[0]


@operation
def CrossReplicaSum(operand: XlaOp, replica_groups: Groups = ()) -> XlaOp:
    """The sum of the operands of all replicas; logical or for booleans."""
    parts = list(operand.elements) if operand.is_tuple else [operand]
    require(bool(parts), "CrossReplicaSum", "the tuple must not be empty")
    attributes = _groups(replica_groups, None, None)
    sums = [_all_reduced("CrossReplicaSum", part, _sum(part), attributes) for part in parts]
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
    check_reducer("ReduceScatter", computation, [operand])
    sizes, builder = list(operand.dimensions), operand.builder
    inside = 0 <= scatter_dimension < len(sizes)
    require(
        inside, "ReduceScatter", "scatter_dimension must be a dimension of the operand", scatter_dimension
    )
    parts = shard_count > 0 and greatest(sizes[scatter_dimension]) % shard_count == 0
    require(parts, "ReduceScatter", "shard_count must divide the dimension", (sizes, shard_count))
    sizes[scatter_dimension] = scaled(sizes[scatter_dimension], 1, shard_count)
    attributes = _groups(replica_groups or [range(shard_count)], channel_id, use_global_device_ids)
    attributes["scatter_dimension"] = scatter_dimension
    return builder.apply(
        "ReduceScatter", "stablehlo.reduce_scatter", [operand], attributes,
        regions=[builder.region(computation)],
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
    attributes = {
        **_groups(replica_groups or [range(split_count)], channel_id, None),
        "split_dimension": split_dimension,
        "concat_dimension": concat_dimension,
        "split_count": split_count,
    }
    sizes = list(operand.dimensions)
    both = {split_dimension, concat_dimension}
    inside = all(0 <= dimension < len(sizes) for dimension in both)
    require(inside, "AllToAll", "split and concat dimension must be dimensions of the operand", sorted(both))
    parts = split_count > 0 and greatest(sizes[split_dimension]) % split_count == 0
    require(parts, "AllToAll", "split_count must divide the dimension", (sizes, split_count))
    sizes[split_dimension] = scaled(sizes[split_dimension], 1, split_count)
    sizes[concat_dimension] = scaled(sizes[concat_dimension], split_count)
    type = array_type(sizes, operand.type.element_type)
    return operand.builder.apply(
        "AllToAll", "stablehlo.all_to_all", [[operand]], attributes, results=[[type]]
    )[0]


@operation
def CollectivePermute(operand: XlaOp, source_target_pairs: Groups, channel_id: int | None = None) -> XlaOp:
    """The operand of the source of a pair, at its target; zeros elsewhere."""
    attributes: dict[str, Any] = {"source_target_pairs": source_target_pairs}
    if channel_id is not None:
        attributes["channel_id"] = channel_id
    return operand.builder.apply("CollectivePermute", "stablehlo.collective_permute", [operand], attributes)[
        0
    ]
