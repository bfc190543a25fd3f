"""Sharding: what does not fit the devices. Meshes, axes and ranks are checked by `shlo verify`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from stablehlo_tools.attributes import Attribute, Integer
from stablehlo_tools.ir import Function, Operation, Value
from stablehlo_tools.lint.rule import Finding, rule
from stablehlo_tools.ops.declare import Failed
from stablehlo_tools.ops.meshes import Mesh, Sharding
from stablehlo_tools.ops.partition_calls import tiles_of
from stablehlo_tools.problems import Place
from stablehlo_tools.shardings import meshes_in, written_shardings
from stablehlo_tools.types import TensorType, Type

if TYPE_CHECKING:
    from stablehlo_tools.lint.program import Program


class _Sharded(NamedTuple):
    """A value with a sharding: where it is said, and the attribute that says it."""

    at: Operation | Value
    places: tuple[Place, ...]
    type: Type
    attribute: Attribute


def _sharded(program: Program, name: str) -> Iterator[_Sharded]:
    """The values that an attribute of this name shards: arguments, results of functions and of operations."""
    for operation in program.operations:
        if isinstance(operation, Function):
            yield from _of_signature(operation, name)
        elif name in operation.attributes and operation.results:
            place: tuple[Place, ...] = (("attribute", name),)
            yield _Sharded(operation, place, operation.results[0].type, operation.attributes[name])


def _of_signature(function: Function, name: str) -> Iterator[_Sharded]:
    for argument in function.arguments:
        attribute = function.argument_attributes(argument.index).get(name)
        if attribute is not None:
            yield _Sharded(argument, (), argument.type, attribute)
    for index, type in enumerate(function.type.results):
        attribute = function.result_attributes(index).get(name)
        if attribute is not None:
            yield _Sharded(function, (("result_type", index),), type, attribute)


def _parts_of(sharding: Sharding, meshes: Mapping[str, Mesh | None]) -> list[int]:
    """Into how many parts each dimension is split."""
    mesh = sharding.mesh if isinstance(sharding.mesh, Mesh) else meshes.get(sharding.mesh)
    sizes = dict(mesh.axes) if mesh else {}
    return [math.prod(ref.size or sizes.get(ref.name, 1) for ref in refs) for refs in sharding.dimensions]


def _uneven(type: Type, parts: list[int]) -> str:
    """The first dimension that cannot be split into so many equal parts, in words."""
    sizes = (type.shape or ()) if isinstance(type, TensorType) else ()
    for dimension, (size, count) in enumerate(zip(sizes, parts, strict=False)):
        if isinstance(size, int) and size % count:
            return f"dimension {dimension} has {size} elements, which {count} devices cannot share evenly"
    return ""


@rule(
    "SHARD001",
    why="""
    Compilers pad each part to the largest, so that some devices compute on nothing; manual computations
    cannot be split so at all.
    """,
    remedy="Pad the dimension to a multiple of the devices, or split it along other axes.",
    bad="""
    sdy.mesh @mesh = <["x"=4]>
    func.func @main(%x: tensor<6x8xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<6x8xi8> {
      return %x : tensor<6x8xi8>
    }
    """,
    good="""
    sdy.mesh @mesh = <["x"=4]>
    func.func @main(%x: tensor<6x8xi8> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<6x8xi8> {
      return %x : tensor<6x8xi8>
    }
    """,
)
def uneven_sharding(program: Program) -> Iterator[Finding]:
    """A dimension has a size that the axes along which it is split do not divide."""
    meshes = meshes_in(program.module.regions[0])
    for sharded in _sharded(program, "sdy.sharding"):
        for sharding in written_shardings(sharded.attribute)[:1]:
            message = _uneven(sharded.type, _parts_of(sharding, meshes))
            if message:
                yield Finding(sharded.at, message, sharded.places)
    for sharded, parts in _tiled(program):
        message = _uneven(sharded.type, parts)
        if message:
            yield Finding(sharded.at, message, sharded.places)


def _tiled(program: Program) -> Iterator[tuple[_Sharded, list[int]]]:
    """The values that GSPMD splits into tiles, and the numbers of tiles along each dimension."""
    for sharded in _sharded(program, "mhlo.sharding"):
        try:
            devices = tiles_of(sharded.attribute) if isinstance(sharded.attribute, str) else None
        except Failed:
            continue  # of a text that is no sharding
        if devices is not None:
            yield sharded, list(devices.shape)


def _num_partitions(program: Program) -> int | None:
    count = program.module.attributes.get("mhlo.num_partitions")
    return count.value if isinstance(count, Integer) else None


@rule(
    "SHARD002",
    why="A program runs on as many devices as its module says, and its shardings name others.",
    remedy="Let `mhlo.num_partitions` be the number of devices, or export for the mesh that is there.",
    bad="""
    module attributes {mhlo.num_partitions = 2 : i32} {
      sdy.mesh @mesh = <["x"=4]>
      func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
        return %x : tensor<8xf32>
      }
    }
    """,
    good="""
    module attributes {mhlo.num_partitions = 4 : i32} {
      sdy.mesh @mesh = <["x"=4]>
      func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
        return %x : tensor<8xf32>
      }
    }
    """,
)
def contradicting_partitions(program: Program) -> Iterator[Finding]:
    """A mesh, or a sharding of GSPMD, is of more or fewer devices than `mhlo.num_partitions` says."""
    partitions = _num_partitions(program)
    if partitions is None:
        return
    said = f"and mhlo.num_partitions is {partitions}"
    meshes = meshes_in(program.module.regions[0])
    for operation in program.named("sdy.mesh"):
        mesh = meshes.get(str(operation.attributes.get("sym_name")))
        if mesh is not None and mesh.axes and mesh.size != partitions:
            yield Finding(operation, f"the mesh has {mesh.size} devices, {said}")
    for sharded, parts in _tiled(program):
        if math.prod(parts) != partitions:
            message = f"the sharding is for {math.prod(parts)} devices, {said}"
            yield Finding(sharded.at, message, sharded.places)
