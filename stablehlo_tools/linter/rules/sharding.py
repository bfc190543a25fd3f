"""Sharding: code that does not fit the devices. Meshes, axes and ranks are checked by `shlo verify`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.ir.attributes import Attribute, Integer
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Function, Operation, Value
from stablehlo_tools.ir.shardy import Mesh, Sharding, shardings_in
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.linter.rule import Finding, Program, rule
from stablehlo_tools.ops.custom_calls.partition_calls import tiles_of
from stablehlo_tools.ops.model.meshes import mesh_in, meshes_in
from stablehlo_tools.ops.model.schema import Failed
from stablehlo_tools.verifier.problem import Place


class _ShardedType(NamedTuple):
    """The type of a value and its sharding, which for GSPMD is text; and where the sharding is written."""

    at: Operation | Value
    places: tuple[Place, ...]
    type: Type
    sharding: Sharding | str


def _sharded_types(program: Program) -> Iterator[_ShardedType]:
    """The types with shardings of arguments, results of functions, operands and results of operations."""
    for function in dict.fromkeys(program.having("arg_attrs", "res_attrs")):
        if isinstance(function, Function):
            yield from _in_signature(function)
    for name in (*_OF_OPERANDS, *_OF_RESULTS):
        for operation in program.having(name):
            values = operation.operands if name in _OF_OPERANDS else operation.results
            shardings = _shardings_in(operation.attributes[name])
            for value, sharding in zip(values, shardings, strict=False):
                yield _ShardedType(operation, (("attribute", name),), value.type, sharding)


_OF_OPERANDS = ("sharding", "in_shardings")
_OF_RESULTS = ("sdy.sharding", "mhlo.sharding", "out_sharding", "out_shardings")


def _in_signature(function: Function) -> Iterator[_ShardedType]:
    for name in ("sdy.sharding", "mhlo.sharding"):
        for argument in function.arguments:
            for sharding in _shardings_in(function.argument_attributes(argument.index).get(name)):
                yield _ShardedType(argument, (), argument.type, sharding)
        for index, type in enumerate(function.type.results):
            for sharding in _shardings_in(function.result_attributes(index).get(name)):
                yield _ShardedType(function, (("result_type", index),), type, sharding)


def _shardings_in(attribute: Attribute | None) -> Sequence[Sharding | str]:
    """The shardings in an attribute, one for each value."""
    if not isinstance(attribute, str):
        return shardings_in(attribute)
    return _TUPLE_ELEMENT.findall(attribute[1:-1]) if attribute.startswith("{{") else [attribute]


_TUPLE_ELEMENT = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")  # of a sharding of GSPMD, `{{replicated}, ...}`


def _shard_counts(sharding: Sharding, meshes: Mapping[str, Mesh | None]) -> list[int]:
    """The number of shards of each dimension."""
    mesh = mesh_in(sharding.mesh, meshes)
    sizes = dict(mesh.axes) if mesh else {}
    return [math.prod(ref.size or sizes.get(ref.name, 1) for ref in refs) for refs in sharding.axes]


def _uneven_dimension(type: Type, counts: list[int]) -> str:
    """The message for the first dimension whose size is not a multiple of its number of shards; or empty."""
    sizes = (type.shape or ()) if isinstance(type, TensorType) else ()
    for dimension, (size, count) in enumerate(zip(sizes, counts, strict=False)):
        if isinstance(size, int) and size % count:
            return f"dimension {dimension} of size {size} cannot be split evenly into {count} shards"
    return ""


@rule(
    "SHARD001",
    why="""
    Compilers pad each shard to the size of the largest, so that devices compute on padding. Manual
    computations do not support uneven shardings.
    """,
    help="Pad the dimension to a multiple of the number of shards, or shard it along other axes.",
)
def uneven_sharding(program: Program) -> Iterator[Finding]:
    """The size of a dimension is not a multiple of the number of its shards."""
    if _is_partitioned(program):
        return
    meshes = meshes_in(program.module.regions[0])
    for sharded in _sharded_types(program):
        tiles = _tiles(sharded)
        if isinstance(sharded.sharding, Sharding):
            message = _uneven_dimension(sharded.type, _shard_counts(sharded.sharding, meshes))
        else:
            message = _uneven_dimension(sharded.type, list(tiles.shape)) if tiles is not None else ""
        if message:
            yield Finding(sharded.at, message, sharded.places)


def _is_partitioned(program: Program) -> bool:
    """Whether it is compiled HLO text, in which shapes are of shards, and shardings of whole tensors."""
    source = program.source
    return source is not None and is_hlo(source) and re.match(_SCHEDULED, source.text) is not None


_SCHEDULED = r"\s*HloModule [^\n]*\bis_scheduled=true"


def _tiles(sharded: _ShardedType) -> np.ndarray[Any, Any] | None:
    """The tile assignment of a GSPMD sharding: an array of devices with an element for each tile."""
    try:
        return tiles_of(sharded.sharding) if isinstance(sharded.sharding, str) else None
    except Failed:
        return None  # the text is not a sharding


def _declared_count(program: Program, name: str) -> int | None:
    """The number of replicas or partitions that the module declares."""
    count = program.module.attributes.get(f"mhlo.num_{name}")
    return count.value if isinstance(count, Integer) else None


@rule(
    "SHARD002",
    why="The program runs on as many devices as the module declares, but its shardings or groups use others.",
    help="Set `mhlo.num_partitions` to the number of devices, or export for a mesh of that size.",
)
def contradicting_partitions(program: Program) -> Iterator[Finding]:
    """The number of devices of a mesh, or of a GSPMD sharding, differs from `mhlo.num_partitions`; or a group
    contains a process that does not exist.
    """
    partitions, replicas = _declared_count(program, "partitions"), _declared_count(program, "replicas")
    if partitions is None:
        return
    declared = f"but `mhlo.num_partitions` is {partitions}"
    meshes = meshes_in(program.module.regions[0])
    for operation in program.named("sdy.mesh"):
        mesh = meshes.get(str(operation.attributes.get("sym_name")))
        if mesh is not None and mesh.axes and mesh.size != partitions:
            yield Finding(operation, f"the mesh has {mesh.size} devices, {declared}")
    for sharded in _sharded_types(program):
        message = _device_mismatch(sharded, partitions)
        if message:
            yield Finding(sharded.at, f"{message}, {declared}", sharded.places)
    for operation, name, process in _greatest_ids(program):
        if replicas is not None and process >= replicas * partitions:
            message = f"`{name}` contains process {process}, but the module has {replicas * partitions}"
            yield Finding(operation, message, (("attribute", name),))


def _device_mismatch(sharded: _ShardedType, partitions: int) -> str:
    """The difference of the devices of a GSPMD sharding from the partitions; empty if there is none."""
    tiles, maximal = _tiles(sharded), re.search(r"maximal device=(\d+)", str(sharded.sharding))
    if tiles is not None and tiles.size != partitions:
        return f"the sharding uses {tiles.size} devices"
    device = int(maximal[1]) if maximal else 0 if tiles is None else int(tiles.max())
    return f"the sharding uses device {device}" if device >= partitions else ""


def _greatest_ids(program: Program) -> Iterator[tuple[Operation, str, int]]:
    """The collective operations with lists of processes, the attribute with the list, and its maximum."""
    for name in ("replica_groups", "source_target_pairs"):
        for operation in program.having(name):
            groups = operation.attributes[name]
            if isinstance(groups, Dense) and groups.elements.size:
                yield operation, name, int(groups.elements.max())
