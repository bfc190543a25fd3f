"""Rewrites an exported function in the current format, for another version of StableHLO."""

from __future__ import annotations

import dataclasses

from stablehlo_tools.diagnostics.diagnostic import require_valid
from stablehlo_tools.formats.faults import damaged
from stablehlo_tools.formats.jaxexport import export_schema
from stablehlo_tools.formats.jaxexport.shardings import sharding_of_xla
from stablehlo_tools.formats.jaxexport.wrap import Side, artifact_of, complete
from stablehlo_tools.formats.programs import decode
from stablehlo_tools.formats.wire import DamagedFile
from stablehlo_tools.formats.wire.flatbuffers import FlatbufferError
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.shardy import Mesh
from stablehlo_tools.ops.model.meshes import meshes_in
from stablehlo_tools.ops.model.versions import Version
from stablehlo_tools.text.parse import parse
from stablehlo_tools.verifier.module import verify


def renewed_bytes(data: memoryview, name: str, target: Version) -> bytes:
    """The contents of a file of `jax.export`, with its gradients, in the current format.

    Raises ParseError; VerificationError for an invalid program; ConversionError for what the version of
    StableHLO cannot hold.
    """
    try:
        export_schema.require_known(data)
        return export_schema.write_table(_renewed(export_schema.read_table(data), name, target))
    except DamagedFile as error:
        raise damaged(name, error) from None


def _renewed(table: export_schema.ExportedTable, name: str, target: Version) -> export_schema.ExportedTable:
    module = _module(table, name)
    mesh = meshes_in(module.regions[0]).get("mesh")  # the one name that JAX gives
    inputs, outputs = (_side(side, mesh) for side in table.sides)
    renewed = dataclasses.replace(
        table,
        nr_devices=table.nr_devices or table.nr_devices_short,
        nr_devices_short=0,
        mlir_module_serialized=artifact_of(module, target),
        vjp=table.vjp and _renewed(table.vjp, name, target),
    )
    return complete(renewed, inputs, outputs)


def _module(table: export_schema.ExportedTable, name: str) -> Module:
    module = parse(decode(bytes(table.mlir_module_serialized), name))
    require_valid(verify(module))
    return module


def _side(side: export_schema.TableSide, mesh: Mesh | None) -> Side:
    """The types and shardings of arguments or results."""
    if len(side.shardings) != len(side.avals):
        message = f"expected {len(side.avals):,} shardings, found {len(side.shardings):,}"
        raise FlatbufferError(message, 0)
    pairs = zip(side.shardings, side.avals, strict=True)
    shardings = [_named(sharding, len(aval.shape), mesh) for sharding, aval in pairs]
    return Side([_with_memory(aval) for aval in side.avals], shardings)


def _named(
    sharding: export_schema.ShardingTable, rank: int, mesh: Mesh | None
) -> export_schema.NamedSharding | None:
    """A sharding under the names of axes, which XLA's has in old files."""
    if sharding.named_sharding is not None:
        return _with_platform(sharding.named_sharding)
    proto = sharding.hlo_sharding_proto
    return None if proto is None else sharding_of_xla(proto, rank, mesh)


def _with_platform(sharding: export_schema.NamedSharding) -> export_schema.NamedSharding:
    """The sharding with a mesh that states the platform of its devices, as JAX writes it since May 2026."""
    mesh = sharding.mesh
    device = mesh and mesh.abstract_device
    if mesh and device and not device.platform:
        platform = _platform_of(device.device_kind or "")
        mesh = dataclasses.replace(mesh, abstract_device=dataclasses.replace(device, platform=platform))
    return dataclasses.replace(sharding, mesh=mesh)


def _platform_of(kind: str) -> str | None:
    """The platform of a kind of device, from its name."""
    platforms = {"cpu": "cpu", "tpu": "tpu", "nvidia": "gpu", "tesla": "gpu", "amd": "gpu"}
    return next((platform for part, platform in platforms.items() if part in kind.lower()), None)


def _with_memory(aval: export_schema.AbstractValue) -> export_schema.AbstractValue:
    """The type with the default memory space, which files from before November 2025 do not state."""
    return aval if aval.memory_space else dataclasses.replace(aval, memory_space=export_schema.DEVICE_MEMORY)
