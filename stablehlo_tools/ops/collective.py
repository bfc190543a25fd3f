"""Ops that several processes execute together, each on its own values.

`replica_groups` splits the processes into groups; which number stands for which process is up to channel_id
and use_global_device_ids (spec: "Collective ops"). How many processes there are is not in a program: of
`num_replicas` and `num_partitions` rules only know that they are at least 1. No groups stand for one of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.ops.convert import convert
from stablehlo_tools.ops.declare import (
    Array,
    AttributeRule,
    CheckFailed,
    Environment,
    Flag,
    Integer,
    IntegerTable,
    OperandRule,
    PlainTensor,
    PlainTensors,
    Region,
    ResultType,
    ResultTypes,
    Unsupported,
    by_the_kernel,
    op,
)
from stablehlo_tools.types import TensorType

Groups = tuple[tuple[int, ...], ...]
ReplicaGroups = Annotated[Groups, AttributeRule("groups", element_type="i64")]
EqualReplicaGroups = Annotated[Groups, AttributeRule("equal groups", element_type="i64")]
ProcessId = Annotated[Array, OperandRule(frozenset({"ui32"}), rank=0)]
_RESULTS = {"results": PlainTensors}
_RESULT = {"result": PlainTensor}

# The number of ids in replica_groups, and the size of the groups of processes that they stand for.
_GROUPS = """
num_ids := channel_id > 0 and use_global_device_ids ? num_replicas * num_partitions : num_replicas
group_size := dim(replica_groups, 1) * (channel_id > 0 and !use_global_device_ids ? num_partitions : 1)
"""


# The size of the groups is in general not known statically: (C6) says what it implies.
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
""" + _GROUPS, outputs=_RESULTS, has_effects=True)  # fmt: skip
def all_gather(
    operands: PlainTensors,
    *,
    all_gather_dim: Integer,
    replica_groups: EqualReplicaGroups,
    channel_id: Integer = 0,
    use_global_device_ids: Flag = False,
) -> Sequence[Array]:
    """The operands of all processes of a group, one behind the other along all_gather_dim."""
    _require_one_process(replica_groups)
    return operands


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
""" + _GROUPS, outputs=_RESULTS, has_effects=True)  # fmt: skip
def all_reduce(
    operands: PlainTensors,
    *,
    replica_groups: ReplicaGroups,
    channel_id: Integer = 0,
    use_global_device_ids: Flag = False,
    computation: Region,
    results: ResultTypes,
) -> tuple[Array, ...]:
    """The operands of all processes of a group, folded with computation."""
    _require_one_process(replica_groups)
    return _promoted(operands, results)


@op("""
C1  is_unique(replica_groups)
C2  0 <= replica_groups < num_replicas
C3  type(result) = type(operand)
""", name="cross-replica-sum", outputs=_RESULT, has_effects=True)  # fmt: skip
def cross_replica_sum(operand: PlainTensor, *, replica_groups: ReplicaGroups) -> Array:
    """The sum of the operands of all replicas of a group; on its way out of StableHLO."""
    _require_one_process(replica_groups)
    return operand


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
""" + _GROUPS, outputs=_RESULT, has_effects=True)  # fmt: skip
def reduce_scatter(
    operand: PlainTensor,
    *,
    scatter_dimension: Integer,
    replica_groups: EqualReplicaGroups,
    channel_id: Integer = 0,
    use_global_device_ids: Flag = False,
    computation: Region,
    result: ResultType,
) -> Array:
    """What all_reduce computes, of which each process of a group gets its part along scatter_dimension."""
    _require_one_process(replica_groups)
    return convert(operand, result=result)


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
""", outputs=_RESULTS, has_effects=True)  # fmt: skip
def all_to_all(
    operands: PlainTensors,
    *,
    split_dimension: Integer,
    concat_dimension: Integer,
    split_count: Integer,
    replica_groups: EqualReplicaGroups,
    channel_id: Integer = 0,
) -> Sequence[Array]:
    """A part of the operands of each process of a group, one behind the other along concat_dimension."""
    _require_one_process(replica_groups)
    return operands


# (C6) is about the value of the root.
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
""", outputs=_RESULTS, predicates={"C6": by_the_kernel}, has_effects=True)  # fmt: skip
def collective_broadcast(
    operands: PlainTensors,
    *,
    replica_groups: ReplicaGroups,
    channel_id: Integer = 0,
    has_dynamic_root: Flag = False,
) -> Sequence[Array]:
    """The operands of one process of a group, its first or the one that the last operand numbers."""
    _require_one_process(replica_groups)
    if not has_dynamic_root:
        return operands
    if np.any(operands[-1] != 0):
        roots = operands[-1].tolist()
        raise CheckFailed(f"the roots {roots} are not all in the group, which is of one process")
    return operands[:-1]


# The constraints from (C5) on are MLIR's, with numbers of our own.
@op("""
C1  is_unique(replica_groups)
C2  0 <= replica_groups < (channel_id > 0 ? num_partitions : num_replicas)
when !has_dynamic_root:
  C3  shape(results...) = shape(operands...)
when has_dynamic_root:
  C3  rank(operands[-1]) = 1 and num_elements(operands[-1]) = size(operands) - 1
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
""", outputs=_RESULTS, has_effects=True)  # fmt: skip
def collective_reduce(
    operands: PlainTensors,
    *,
    replica_groups: ReplicaGroups,
    channel_id: Integer = 0,
    has_dynamic_root: Flag = False,
    computation: Region,
    use_global_device_ids: Flag = False,
    results: ResultTypes,
) -> tuple[Array, ...]:
    """What all_reduce computes, for one process of a group; zeros for all others.

    It is the first process, or for each operand the one that the last operand numbers.
    """
    _require_one_process(replica_groups)
    return _promoted(operands[:-1] if has_dynamic_root else operands, results)


@op("""
C1  dim(source_target_pairs, 1) = 2
C2  is_unique(source_target_pairs[:, 0])
C3  is_unique(source_target_pairs[:, 1])
C4  0 <= source_target_pairs < (channel_id > 0 ? num_partitions : num_replicas)
C5  type(result) = type(operand)
""", outputs=_RESULT, has_effects=True)  # fmt: skip
def collective_permute(
    operand: PlainTensor, *, source_target_pairs: IntegerTable, channel_id: Integer = 0
) -> Array:
    """The operand of the process that source_target_pairs has as the source of this one, or zeros."""
    _require_one_process(source_target_pairs)
    return operand if source_target_pairs else np.zeros_like(operand)


def _require_one_process(groups: Groups | None) -> None:
    if groups is None or any(process != 0 for group in groups for process in group):
        raise Unsupported("exchange between several processes")


def _promoted(operands: Sequence[Array], types: Sequence[TensorType]) -> tuple[Array, ...]:
    return tuple(convert(operand, result=type) for operand, type in zip(operands, types, strict=True))


@op(outputs={"result": ProcessId})
def replica_id() -> Array:
    """The number of the replica that this process belongs to."""
    return np.zeros((), np.uint32)


@op(outputs={"result": ProcessId})
def partition_id() -> Array:
    """The number of the partition that this process belongs to."""
    return np.zeros((), np.uint32)


# -- asynchronous execution, which may as well be synchronous: a future is the tuple of its values -----

Future = Annotated[tuple[Array, ...], OperandRule(frozenset[str](), future=True)]

_ASYNCHRONOUS = frozenset(
    f"stablehlo.{name}"
    for name in (
        "all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute",
        "collective_reduce", "reduce_scatter", "slice", "dynamic_slice", "dynamic_update_slice",
    )
)  # fmt: skip


def _holds_one_operation(names: Environment) -> bool:
    body: RegionType = names["body"]
    return body.operation is not None


def _is_asynchronous(names: Environment) -> bool:
    body: RegionType = names["body"]
    return body.operation is None or body.operation in _ASYNCHRONOUS


@op("""
C1  body contains one operation and a return
C2  the operation in body is a collective or a slice
C3  type(operands...) = input_types(body)
C4  type(result) = future<T>
T := output_types(body)
""", outputs={"result": Future}, predicates={"C1": _holds_one_operation, "C2": _is_asynchronous},
has_effects=True)  # fmt: skip
def async_start(operands: PlainTensors, *, body: Region) -> Future:
    """Begin to execute body on operands; what it computes is there when async_done has it."""
    return body(*operands)


@op("""
C1  type(operand) = future<T>
T := type(results...)
""", outputs={"results": PlainTensors}, is_view=True, has_effects=True)  # fmt: skip
def async_done(operand: Future) -> Future:
    """Wait for what async_start began, and take its results."""
    return operand
