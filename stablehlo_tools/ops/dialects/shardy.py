"""Ops of the Shardy dialect, with which JAX exports shardings."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.ir.arrays import described, is_of
from stablehlo_tools.ir.shardy import AxisRef, Mesh, Sharding
from stablehlo_tools.ir.types import TensorType, TokenType
from stablehlo_tools.ops.model.declare import AllValues, Anything, Array, Region, ResultTypes, Text, op
from stablehlo_tools.ops.model.facts import VIEW, moves
from stablehlo_tools.ops.model.meshes import MANUAL_COMPUTATION_PART, MESH_SIZE, box, device_groups
from stablehlo_tools.ops.model.processes import Process, ThisProcess
from stablehlo_tools.ops.model.schema import ANY, PER_AXIS, AttributeRule, Failed, OperandRule, Unsupported

Shardings = Annotated[tuple[Sharding, ...], AttributeRule("shardings")]
SingleSharding = Annotated[Sharding, AttributeRule("sharding")]
Axes = Annotated[tuple[str, ...], AttributeRule("axis names")]
TensorOrToken = Annotated[Any, OperandRule(token=True)]
TensorsOrTokens = Annotated[Sequence[Any], OperandRule(ANY - PER_AXIS, variadic=True, token=True)]


# The channel of the exchange of shards; channels of programs are not negative.
_CHANNEL = -1


@op(
    "C1  type(input) = type(result)",
    dialect="sdy",
    outputs={"result": TensorOrToken},
    numerics=moves("input"),
    execution=VIEW,
)
def sharding_constraint(input: TensorOrToken, *, sharding: SingleSharding) -> Any:
    """The input, unchanged; the sharding constrains its distribution over the devices of a mesh."""
    return input


@op(
    "C1  type(input) = type(result)",
    dialect="sdy",
    outputs={"result": TensorOrToken},
    numerics=moves("input"),
    execution=VIEW,
)
def reshard(input: TensorOrToken, *, sharding: SingleSharding) -> Any:
    """The input, unchanged, with another sharding from here on."""
    return input


@op("""
C1  types(operands...) = input_types(body)
C2  types(results...) = output_types(body)
""", dialect="sdy", outputs={"results": AllValues}, has_effects=True, execution=VIEW)  # fmt: skip
def named_computation(
    operands: AllValues,
    *,
    name: Text,
    in_shardings: Anything = None,
    out_shardings: Anything = None,
    body: Region,
) -> tuple[Any, ...]:
    """The results of body on the operands: an inlined function with its name."""
    return body(*operands)


@op("""
C1  size(in_shardings) = size(tensors)
C2  size(out_shardings) = size(results)
C3  size(input_types(body)) = size(tensors)
C4  size(output_types(body)) = size(results)
""", dialect="sdy", outputs={"results": TensorsOrTokens}, has_effects=True)  # fmt: skip
def manual_computation(
    tensors: TensorsOrTokens,
    *,
    in_shardings: Shardings,
    out_shardings: Shardings,
    manual_axes: Axes,
    body: Region,
    results: ResultTypes,
    process: ThisProcess,
) -> tuple[Any, ...]:
    """The results of body on each device of a mesh, which takes and returns shards.

    A single process executes it in a nested grid, with a partition for each device of the mesh.
    """
    meshes = [sharding.mesh for sharding in (*in_shardings, *out_shardings)]
    if not meshes:
        return body()
    mesh = meshes[0]
    assert isinstance(mesh, Mesh)
    if any(ref.name in manual_axes for each in (*in_shardings, *out_shardings) for ref in each.unreduced):
        raise Unsupported("a manual_computation with unreduced values is not supported")
    on_device = functools.partial(
        _on_device, mesh, (in_shardings, out_shardings), manual_axes, tensors, body, results
    )
    processes = process.num_replicas * process.num_partitions
    if processes == mesh.size:
        return on_device(process)
    if processes > 1:
        raise Failed(
            MESH_SIZE, f"expected {mesh.size} processes, one per device of the mesh, found {processes}"
        )
    first, *_ = process.execute_grid(1, mesh.size, [on_device] * mesh.size)
    return tuple(first)


def _on_device(
    mesh: Mesh,
    shardings: tuple[Sequence[Sharding], Sequence[Sharding]],
    axes: Sequence[str],
    tensors: Sequence[Any],
    body: Region,
    results: Sequence[TensorType | TokenType],
    process: Process,
) -> tuple[Any, ...]:
    """The full results, from the shards that all processes of a group compute."""
    device = process.id[0] * process.num_partitions + process.id[1]
    in_shardings, out_shardings = shardings
    parts: list[Any] = [
        tensor if tensor is None else tensor[box(mesh, sharding, axes, device, tensor.shape)]
        for tensor, sharding in zip(tensors, in_shardings, strict=True)
    ]
    _require_types(parts, [argument.type for argument in body.block.arguments])
    group = next(group for group in device_groups(mesh, [AxisRef(axis) for axis in axes]) if device in group)

    pairs = zip(results, out_shardings, strict=True)
    shared = [(type, sharding) for type, sharding in pairs if isinstance(type, TensorType)]

    def joined(shards_by_device: Sequence[Sequence[Array]]) -> tuple[Array, ...]:
        outputs = []
        for (type, sharding), parts in zip(shared, zip(*shards_by_device, strict=True), strict=True):
            if not type.is_static:
                raise Unsupported(f"a manual_computation with a dynamic result, {type}, is not supported")
            full = np.empty(type.static_shape, parts[0].dtype)
            # of replicated shards, keep the first
            for member, part in reversed([*zip(group, parts, strict=True)]):
                full[box(mesh, sharding, axes, member, full.shape)] = part
            outputs.append(full)
        return tuple(outputs)

    members = tuple(divmod(member, process.num_partitions) for member in group)
    shards = [value for value in body(*parts) if value is not None]  # tokens are not exchanged
    gathered = iter(process.exchange(shards, members, _CHANNEL, joined))
    return tuple(None if isinstance(type, TokenType) else next(gathered) for type in results)


def _require_types(parts: Sequence[Array], types: Sequence[Any]) -> None:
    for number, (part, type) in enumerate(zip(parts, types, strict=True)):
        if not isinstance(type, TokenType) and not is_of(part, type):
            message = f"shard of tensor {number}: expected {type}, as the body takes, found {described(part)}"
            raise Failed(MANUAL_COMPUTATION_PART, message)
