"""Resolves the meshes of a module that attributes refer to by name."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.errors import diagnostic
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.shardy import AxisRef, Mesh, shardings_in
from stablehlo_tools.ops.model.meshes import device_groups, mesh_in, meshes_in, replica_group_axes
from stablehlo_tools.ops.model.schema import Failed, Op
from stablehlo_tools.text.source_frames import module_of
from stablehlo_tools.verifier.shardings import UNDEFINED_MESH


def on_meshes(op: Op, operation: Operation, values: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes with meshes resolved: shardings with the mesh itself, and groups of process ids."""
    attributes: dict[str, Any] = _sharding_of_operand(operation) if reads_operand(operation) else {}
    for field in op.attributes:
        axes = replica_group_axes(operation.attributes.get(field.name))
        if axes is not None:
            mesh, refs = axes
            attributes[field.name] = _groups(operation, mesh_named(operation, mesh), refs)
        elif field.rule.kind == "shardings":
            attributes[field.name] = tuple(
                dataclasses.replace(sharding, mesh=mesh_named(operation, sharding.mesh))
                for sharding in values[field.name]
            )
    return attributes


def _groups(operation: Operation, mesh: Mesh, refs: Sequence[AxisRef]) -> tuple[tuple[int, ...], ...]:
    try:
        return device_groups(mesh, refs)
    except Failed as error:
        raise RunError(diagnostic(error.code, operation, str(error))) from None


def reads_operand(operation: Operation) -> bool:
    """Whether the result of the operation depends on the sharding of its operand."""
    return operation.attributes.get("call_target_name") == "SPMDFullToShardShape"


def _sharding_of_operand(operation: Operation) -> dict[str, Any]:
    """The sharding that an annotation gives the operand; the operation's own states that it is unsharded."""
    annotation = operation.operands[0].owner
    written = annotation.attributes.get("mhlo.sharding") if isinstance(annotation, Operation) else None
    return {"mhlo_sharding": written}


def devices_around(operation: Operation) -> int | None:
    """The number of devices, if the operation is part of a manual computation."""
    for outer in operation.ancestors:
        for name in ("in_shardings", "out_shardings"):
            shardings = shardings_in(outer.attributes.get(name))
            if outer.name == "sdy.manual_computation" and shardings:
                return mesh_named(outer, shardings[0].mesh).size
    return None


def stated_partitions(module: Module) -> int:
    """The number of partitions that a module states; 1 if it states none."""
    return stated_count(module, "mhlo.num_partitions")


def stated_count(module: Module, name: str) -> int:
    """The number that an attribute of a module states; 1 if it states none."""
    count = module.attributes.get(name)
    return count.value if isinstance(count, Integer) and count.value > 0 else 1


def partitions_of(module: Module, operations: Iterable[Operation]) -> int:
    """The number of partitions that execute these operations, if they shard values."""
    stated = stated_partitions(module)
    return stated if stated > 1 and any(map(reads_operand, operations)) else 1


def mesh_named(operation: Operation, mesh: Mesh | str) -> Mesh:
    """The mesh, or the mesh of this name in the enclosing module."""
    found = mesh_in(mesh, meshes_in(module_of(operation).regions[0]))
    if found is not None:
        return found
    raise RunError(diagnostic(UNDEFINED_MESH, operation, f"cannot find mesh @{mesh} in this module"))
