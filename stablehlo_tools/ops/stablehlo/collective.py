"""Collective ops, and the ops that return the ids of a process.

`replica_groups` partitions the processes into groups; channel_id and use_global_device_ids define what its
ids are (spec: "Collective ops"). A program does not contain the number of processes: to constraints,
`num_replicas` and `num_partitions` are only known to be at least 1. Empty `replica_groups` mean one group of
all processes.

A process that is in no group, or that no other process sends to, receives zeros.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir.arrays import admits
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.declare import (
    Array,
    Flag,
    Integer,
    IntegerTable,
    PlainTensor,
    PlainTensors,
    Region,
    RegionCall,
    ResultType,
    ResultTypes,
    op,
)
from stablehlo_tools.ops.model.facts import SUM, Execution, History, moves
from stablehlo_tools.ops.model.processes import (
    Ids,
    Process,
    ProcessGroup,
    Strategy,
    ThisProcess,
    cross_partition,
    cross_replica,
    cross_replica_and_partition,
    flattened_ids,
    group_of,
    partners,
)
from stablehlo_tools.ops.model.rule_blocks import checked_by_kernel
from stablehlo_tools.ops.model.schema import OPS, AttributeRule, Failed, OperandRule, Unsupported
from stablehlo_tools.ops.stablehlo.convert import convert
from stablehlo_tools.ops.stablehlo.orders import OF_PROCESSES
from stablehlo_tools.ops.stablehlo.quantize import zeros
from stablehlo_tools.ops.stablehlo.reducers import vectorize

ReplicaGroups = Annotated[Ids, AttributeRule("groups", element_type="i64")]
EqualReplicaGroups = Annotated[Ids, AttributeRule("equal groups", element_type="i64")]
ProcessNumber = Annotated[Array, OperandRule(frozenset({"ui32"}), rank=0)]
_RESULTS = {"results": PlainTensors}
_TUPLES = History(revised=(1, 5), took_one=True)
_RESULT = {"result": PlainTensor}
_SUM = replace(SUM, leaves_open=(OF_PROCESSES,))

# The number of ids in replica_groups, and the size of the process groups that they define.
_GROUPS = """
num_ids := channel_id > 0 and use_global_device_ids ? num_replicas * num_partitions : num_replicas
group_size := dim(replica_groups, 1) * (channel_id > 0 and !use_global_device_ids ? num_partitions : 1)
"""


# The size of the groups is in general not known statically; (C6) is checked in what it implies.
@op("""
C1  0 <= all_gather_dim < rank(operands...)
C2  is_unique(replica_groups)
C3  If size(replica_groups) != 0 or use_global_device_ids, then size(replica_groups) = num_ids
C4  0 <= replica_groups < size(replica_groups)
C5  If use_global_device_ids = true, then channel_id > 0
C6  element_type(results...) = element_type(operands...)
C6  rank(results...) = rank(operands...)
        and shape_except(results..., all_gather_dim, 0) = shape_except(operands..., all_gather_dim, 0)
C6  dim(results..., all_gather_dim) % dim(operands..., all_gather_dim) = 0
C6  dim(operands..., all_gather_dim) > 0 or dim(results..., all_gather_dim) = 0
""" + _GROUPS, outputs=_RESULTS, has_effects=True, numerics=moves("operands"), history=_TUPLES)  # fmt: skip
def all_gather(
    operands: PlainTensors,
    *,
    all_gather_dim: Integer,
    replica_groups: EqualReplicaGroups,
    channel_id: Integer = 0,
    use_global_device_ids: Flag = False,
    results: ResultTypes,
    process: ThisProcess,
) -> tuple[Array, ...]:
    """The operands of all processes of a group, concatenated along all_gather_dim.

    They are in the order of replica_groups, and each process of a group gets the same result. Ids are those
    of replicas, and groups are formed in each partition; with a channel_id above 0, a group has all
    partitions of its replicas; with use_global_device_ids, ids are those of processes, replica *
    num_partitions + partition. Empty replica_groups mean one group of all processes.
    """
    group = _group(process, _strategy(channel_id, is_flattened=use_global_device_ids), replica_groups)
    for operand, type in zip(operands, results, strict=True):
        size = operand.shape[all_gather_dim] * len(group)
        _require_size("all_gather_c6", group, size, type, all_gather_dim)

    def gathered(operands_of: Sequence[Sequence[Array]]) -> tuple[Array, ...]:
        return tuple(np.concatenate(parts, all_gather_dim) for parts in zip(*operands_of, strict=True))

    return process.exchange(operands, group, channel_id, gathered)


@op("""
C1  is_unique(replica_groups)
C2  If size(replica_groups) != 0 or use_global_device_ids, then size(replica_groups) = num_ids
C3  0 <= replica_groups < size(replica_groups)
C4  If use_global_device_ids = true, then channel_id > 0
C5  size(output_types(computation)) = 1 and is_tensor(output_types(computation))
      and type(computation) = (tensor<E>, tensor<E>) -> tensor<E>
      and is_promotable(element_type(operands...)..., E)
C6  shape(results...) = shape(operands...)
C7  element_type(results...) = E
E := element_type(output_types(computation)[0])
""" + _GROUPS, outputs=_RESULTS, has_effects=True, numerics=_SUM,
history=History(revised=(1, 5), took_one=True, promotes=(0, 17)))  # fmt: skip
def all_reduce(
    operands: PlainTensors,
    *,
    replica_groups: ReplicaGroups,
    channel_id: Integer = 0,
    use_global_device_ids: Flag = False,
    computation: Region,
    results: ResultTypes,
    process: ThisProcess,
) -> tuple[Array, ...]:
    """The operands of all processes of a group, reduced with computation in the order of the group.

    Each process of the group gets the same result, e.g. the sum. Groups are formed as for all_gather.
    """
    group = _group(process, _strategy(channel_id, is_flattened=use_global_device_ids), replica_groups)
    return process.exchange(operands, group, channel_id, _reducer(computation, results))


@op("""
C1  is_unique(replica_groups)
C2  0 <= replica_groups < num_replicas
C3  type(result) = type(operand)
""", name="cross-replica-sum", outputs=_RESULT, has_effects=True, numerics=_SUM,
execution=Execution(is_numeric=True), history=History(instead="`all_reduce`"))  # fmt: skip
def cross_replica_sum(operand: PlainTensor, *, replica_groups: ReplicaGroups, process: ThisProcess) -> Array:
    """The sum of the operands of all replicas of a group; deprecated in favor of all_reduce."""
    group = _group(process, cross_replica, replica_groups)
    (result,) = process.exchange([operand], group, 0, _sum_operands)
    return result


@op("""
C1  dim(operand, scatter_dimension) % group_size = 0
C2  0 <= scatter_dimension < rank(operand)
C3  is_unique(replica_groups)
C4  If size(replica_groups) != 0 or use_global_device_ids, then size(replica_groups) = num_ids
C5  0 <= replica_groups < size(replica_groups)
C6  If use_global_device_ids = true, then channel_id > 0
C7  size(output_types(computation)) = 1 and is_tensor(output_types(computation))
      and type(computation) = (tensor<E>, tensor<E>) -> tensor<E>
      and is_promotable(element_type(operand), E)
C8  shape(result) = shape_except(operand, scatter_dimension, dim(operand, scatter_dimension) / group_size)
C9  element_type(result) = E
E := element_type(output_types(computation)[0])
""" + _GROUPS, outputs=_RESULT, has_effects=True, numerics=_SUM,
history=History(promotes=(0, 17)))  # fmt: skip
def reduce_scatter(
    operand: PlainTensor,
    *,
    scatter_dimension: Integer,
    replica_groups: EqualReplicaGroups,
    channel_id: Integer = 0,
    use_global_device_ids: Flag = False,
    computation: Region,
    result: ResultType,
    process: ThisProcess,
) -> Array:
    """The result of all_reduce, split along scatter_dimension among the processes of the group.

    The parts are of equal size, in the order of the group. Groups are formed as for all_gather.
    """
    group = _group(process, _strategy(channel_id, is_flattened=use_global_device_ids), replica_groups)
    size, remainder = divmod(operand.shape[scatter_dimension], len(group))
    if remainder:
        message = f"dimension {scatter_dimension} is not divisible among {len(group)} processes"
        raise Failed("reduce_scatter_c1", message)
    _require_size("reduce_scatter_c8", group, size, result, scatter_dimension)
    (reduced,) = process.exchange([operand], group, channel_id, _reducer(computation, [result]))
    return np.split(reduced, len(group), scatter_dimension)[group.index(process.id)]


@op("""
C1  0 <= split_dimension < rank(operands...)
C2  dim(operands..., split_dimension) % split_count = 0
C3  0 <= concat_dimension < rank(operands...)
C4  0 < split_count
C5  is_unique(replica_groups)
C6  size(replica_groups) = channel_id > 0 ? num_partitions : num_replicas
C7  0 <= replica_groups < size(replica_groups)
C8  dim(replica_groups, 1) = split_count
C9  element_type(results...) = element_type(operands...) and rank(results...) = rank(operands...)
      and dim(results..., others...) = dim(operands..., others...)
when split_dimension = concat_dimension:
  C9  dim(results..., split_dimension) = dim(operands..., split_dimension)
when split_dimension != concat_dimension:
  C9  dim(results..., split_dimension) = dim(operands..., split_dimension) / split_count
  C9  dim(results..., concat_dimension) = dim(operands..., concat_dimension) * split_count
others := without(axes(operands...)..., [split_dimension, concat_dimension])
""", outputs=_RESULTS, has_effects=True, numerics=moves("operands"), history=_TUPLES)  # fmt: skip
def all_to_all(
    operands: PlainTensors,
    *,
    split_dimension: Integer,
    concat_dimension: Integer,
    split_count: Integer,
    replica_groups: EqualReplicaGroups,
    channel_id: Integer = 0,
    process: ThisProcess,
) -> tuple[Array, ...]:
    """A part of the operands of each process of a group, concatenated along concat_dimension.

    Each process splits its operands along split_dimension into split_count parts of equal size and sends part
    i to process i of the group, which concatenates them in the order of the senders. Ids are those of
    replicas, and groups are formed in each partition; with a channel_id above 0, ids are those of partitions,
    and groups are formed in each replica.
    """
    group = _group(process, _single_axis_strategy(channel_id), replica_groups)

    def scattered(operands_of: Sequence[Sequence[Array]]) -> tuple[tuple[Array, ...], ...]:
        split = [[np.split(x, split_count, split_dimension) for x in operands] for operands in operands_of]
        return tuple(
            tuple(
                np.concatenate([parts[receiver] for parts in parts_of], concat_dimension)
                for parts_of in zip(*split, strict=True)
            )
            for receiver in range(len(group))
        )

    return process.exchange(operands, group, channel_id, scattered)[group.index(process.id)]


# (C6) is about the value of the root, known at run time.
@op("""
C1  is_unique(replica_groups)
C2  0 <= replica_groups < (channel_id > 0 ? num_partitions : num_replicas)
when !has_dynamic_root:
  C3  size(operands) >= 1
  C3  type(results...) = type(operands...)
when has_dynamic_root:
  C4  size(operands) >= 2
  C4  element_type(operands[-1]) = i32 and shape(operands[-1]) = [size(operands) - 1]
  C4  type(results...) = type(operands[:-1]...)
C5  size(results) = size(operands) - (has_dynamic_root ? 1 : 0)
when has_dynamic_root:
  C6  0 <= operands[size(operands)-1] < shape(replica_groups)[1]
""", outputs=_RESULTS, predicates={"C6": checked_by_kernel}, has_effects=True, numerics=moves("operands"),
history=History(since=(0, 16), revised=(1, 20), added=("has_dynamic_root",)))  # fmt: skip
def collective_broadcast(
    operands: PlainTensors,
    *,
    replica_groups: EqualReplicaGroups,
    channel_id: Integer = 0,
    has_dynamic_root: Flag = False,
    results: ResultTypes,
    process: ThisProcess,
) -> tuple[Array, ...]:
    """The operands of the root process of a group: its first process, or the one given by the last operand.

    With has_dynamic_root, the last operand has the index of the root in the group, for each of the other
    operands. A process in no group gets zeros. Groups are formed as for all_to_all.
    """
    group = _group_if_any(process, _single_axis_strategy(channel_id), replica_groups)
    if group is None:
        return _zeros_like(operands, results)
    operands, roots = _data_and_roots(operands, group, "collective_broadcast_c6", dynamic=has_dynamic_root)

    def copied(operands_of: Sequence[Sequence[Array]]) -> tuple[tuple[Array, ...], ...]:
        sources = operands_of if has_dynamic_root else operands_of[:1]
        return tuple(tuple(map(np.array, operands)) for operands in sources)

    sent = process.exchange(operands, group, channel_id, copied)
    return tuple(sent[root][number] for number, root in enumerate(roots))


# The constraints from (C5) on are MLIR's, with numbers of our own.
@op("""
C1  is_unique(replica_groups)
C2  0 <= replica_groups < (channel_id > 0 ? num_partitions : num_replicas)
when !has_dynamic_root:
  C3  shape(results...) = shape(operands...)
when has_dynamic_root:
  C3  0 < size(operands) and rank(operands[-1]) = 1 and num_elements(operands[-1]) = size(operands) - 1
  C3  shape(results...) = shape(operands[:-1]...)
C4  size(output_types(computation)) = 1 and is_tensor(output_types(computation))
      and type(computation) = (tensor<E>, tensor<E>) -> tensor<E>
      and is_promotable(element_type(reduced...)..., E)
C5  0 < size(results)
C6  element_type(results...) = E
C7  If has_dynamic_root, then element_type(operands[-1]) = i32
C8  If use_global_device_ids = true, then channel_id > 0
reduced := has_dynamic_root ? operands[:-1] : operands
E := element_type(output_types(computation)[0])
""", outputs=_RESULTS, has_effects=True, numerics=_SUM, history=History(since=(1, 19)))  # fmt: skip
def collective_reduce(
    operands: PlainTensors,
    *,
    replica_groups: EqualReplicaGroups,
    channel_id: Integer = 0,
    has_dynamic_root: Flag = False,
    computation: Region,
    use_global_device_ids: Flag = False,
    results: ResultTypes,
    process: ThisProcess,
) -> tuple[Array, ...]:
    """The result of all_reduce in the root process of a group; zeros in all others.

    The root is the first process or, with has_dynamic_root, the one given by the last operand for each
    operand.
    """
    strategy = flattened_ids if use_global_device_ids else _single_axis_strategy(channel_id)
    group = _group_if_any(process, strategy, replica_groups)
    if group is None:
        return _zeros_like(operands, results)
    operands, roots = _data_and_roots(operands, group, "collective_reduce_root", dynamic=has_dynamic_root)
    reduced = process.exchange(operands, group, channel_id, _reducer(computation, results))
    return tuple(
        value if group[root] == process.id else zeros(value.shape, type.element_type)
        for value, root, type in zip(reduced, roots, results, strict=True)
    )


@op("""
C1  dim(source_target_pairs, 1) = 2
C2  is_unique(source_target_pairs[:, 0])
C3  is_unique(source_target_pairs[:, 1])
C4  0 <= source_target_pairs < (channel_id > 0 ? num_partitions : num_replicas)
C5  type(result) = type(operand)
""", outputs=_RESULT, has_effects=True, numerics=moves("operand"))  # fmt: skip
def collective_permute(
    operand: PlainTensor,
    *,
    source_target_pairs: IntegerTable,
    channel_id: Integer = 0,
    result: ResultType,
    process: ThisProcess,
) -> Array:
    """The operand of the process that sends to this one according to source_target_pairs; else zeros.

    In a pair [source, target], each process is a source at most once and a target at most once. Ids are those
    of replicas, in each partition; with a channel_id above 0, those of partitions, in each replica.
    """
    channel = "stablehlo.collective_permute", channel_id
    source, target = partners(process, _single_axis_strategy(channel_id), source_target_pairs)
    if target is not None:
        process.send([operand], channel, target)
    if source is None:
        return zeros(operand.shape, result.element_type)
    (received,) = process.receive(channel, source)
    return received


# -- groups ------------------------------------------------------------------------------------------


def _strategy(channel_id: int, *, is_flattened: bool) -> Strategy:
    """The strategy for groups that may span several replicas and partitions."""
    if channel_id <= 0:
        return cross_replica
    return flattened_ids if is_flattened else cross_replica_and_partition


def _single_axis_strategy(channel_id: int) -> Strategy:
    """The strategy for groups within one partition or within one replica."""
    return cross_partition if channel_id > 0 else cross_replica


NO_GROUP = Code(
    "no_group",
    "A process executes a collective op, but is not in any of its groups.",
    "List every process in replica_groups, or make only the listed processes execute the op.",
)


def _group(process: Process, strategy: Strategy, replica_groups: Ids | None) -> ProcessGroup:
    group = _group_if_any(process, strategy, replica_groups)
    if group is None:
        raise Failed(NO_GROUP, f"process {process.id} is not in any of the replica_groups")
    return group


def _group_if_any(process: Process, strategy: Strategy, replica_groups: Ids | None) -> ProcessGroup | None:
    if replica_groups is None:
        raise Unsupported("replica_groups defined by mesh axes are not supported")
    return group_of(process, strategy, replica_groups)


def _require_size(code: str, group: ProcessGroup, size: int, type: TensorType, dimension: int) -> None:
    """Raise Failed unless a result may have this size, which follows from the number of processes."""
    declared = TensorType((type.shape or ())[dimension : dimension + 1], type.element_type)
    if type.shape is not None and not admits(declared, (size,)):
        message = f"for a group of {len(group)} processes, dimension {dimension} of {type} must be {size}"
        raise Failed(code, message)


def _zeros_like(operands: Sequence[Array], results: Sequence[TensorType]) -> tuple[Array, ...]:
    """Zeros in the shapes of the operands, for each result."""
    pairs = zip(operands, results, strict=False)  # an operand with roots has no result
    return tuple(zeros(operand.shape, type.element_type) for operand, type in pairs)


def _data_and_roots(
    operands: Sequence[Array], group: ProcessGroup, code: str, *, dynamic: bool
) -> tuple[Sequence[Array], list[int]]:
    """The data operands, and for each the index of its root in the group."""
    if not dynamic:
        return operands, [0] * len(operands)
    roots = operands[-1].tolist()
    if not all(0 <= root < len(group) for root in roots):
        raise Failed(code, f"the roots {roots} are out of range for a group of {len(group)} processes")
    return operands[:-1], roots


# -- values ------------------------------------------------------------------------------------------


def _reducer(
    computation: RegionCall, types: Sequence[TensorType]
) -> Callable[[Sequence[Sequence[Array]]], tuple[Array, ...]]:
    """A function from the operands of each process to one reduced array per result type."""

    def folded(operands_of: Sequence[Sequence[Array]]) -> tuple[Array, ...]:
        return tuple(
            _fold_operands(computation, [convert(operand, result=type) for operand in operands])
            for type, *operands in zip(types, *operands_of, strict=True)
        )

    return folded


def _fold_operands(computation: RegionCall, operands: Sequence[Array]) -> Array:
    result, *rest = operands
    for operand in rest:
        (result,) = vectorize(computation, [result.dtype])(result, operand)
    is_view = any(np.may_share_memory(result, operand) for operand in operands)
    return np.array(result) if is_view else np.asarray(result)


def _sum_operands(operands_of: Sequence[Sequence[Array]]) -> tuple[Array, ...]:
    total = np.array(operands_of[0][0])
    for (operand,) in operands_of[1:]:
        total = OPS["stablehlo.add"].kernel(total, operand)
    return (total,)


# -- the place in the grid ---------------------------------------------------------------------------


@op(outputs={"result": ProcessNumber}, format="{attrs} : {result}")
def replica_id(*, process: ThisProcess) -> Array:
    """The id of this process's replica, i.e. its row in the process grid."""
    return np.array(process.id[0], np.uint32)


@op(outputs={"result": ProcessNumber}, format="{attrs} : {result}")
def partition_id(*, process: ThisProcess) -> Array:
    """The id of this process's partition, i.e. its column in the process grid."""
    return np.array(process.id[1], np.uint32)
