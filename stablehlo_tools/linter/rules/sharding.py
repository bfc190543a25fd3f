"""Sharding: what does not fit the devices. Meshes, axes and ranks are checked by `shlo verify`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from stablehlo_tools.attributes import Attribute, Integer
from stablehlo_tools.ir import Function, Operation, Value
from stablehlo_tools.linter.rule import Finding, rule
from stablehlo_tools.ops.declare import Failed
from stablehlo_tools.ops.meshes import Mesh, Sharding
from stablehlo_tools.ops.partition_calls import tiles_of
from stablehlo_tools.problems import Place
from stablehlo_tools.reading import is_hlo
from stablehlo_tools.shardings import meshes_in, written_shardings
from stablehlo_tools.types import TensorType, Type
from stablehlo_tools.values import Dense

if TYPE_CHECKING:
    import numpy as np

    from stablehlo_tools.linter.program import Program


class _Sharded(NamedTuple):
    """A value with a sharding: where that is said, and what it says, in words for GSPMD."""

    at: Operation | Value
    places: tuple[Place, ...]
    type: Type
    sharding: Sharding | str


def _sharded(program: Program) -> Iterator[_Sharded]:
    """The values with shardings: arguments, results of functions, operands and results of operations."""
    for operation in program.operations:
        if isinstance(operation, Function):
            yield from _of_signature(operation)
            continue
        for name in operation.attributes.keys() & _HOLDERS:
            values = operation.operands if name in _OF_OPERANDS else operation.results
            written = _written(operation.attributes[name])
            for value, sharding in zip(values, written, strict=False):
                yield _Sharded(operation, (("attribute", name),), value.type, sharding)


_OF_OPERANDS = frozenset({"sharding", "in_shardings"})
_HOLDERS = _OF_OPERANDS | {"sdy.sharding", "mhlo.sharding", "out_sharding", "out_shardings"}


def _of_signature(function: Function) -> Iterator[_Sharded]:
    for name in ("sdy.sharding", "mhlo.sharding"):
        for argument in function.arguments:
            for sharding in _written(function.argument_attributes(argument.index).get(name)):
                yield _Sharded(argument, (), argument.type, sharding)
        for index, type in enumerate(function.type.results):
            for sharding in _written(function.result_attributes(index).get(name)):
                yield _Sharded(function, (("result_type", index),), type, sharding)


def _written(attribute: Attribute | None) -> Sequence[Sharding | str]:
    """The shardings that an attribute has, one for each value."""
    if not isinstance(attribute, str):
        return written_shardings(attribute)
    return _ONE.findall(attribute[1:-1]) if attribute.startswith("{{") else [attribute]


_ONE = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")  # of a tuple's


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
    if _is_split(program):
        return
    meshes = meshes_in(program.module.regions[0])
    for sharded in _sharded(program):
        tiles = _tiles(sharded)
        if isinstance(sharded.sharding, Sharding):
            message = _uneven(sharded.type, _parts_of(sharded.sharding, meshes))
        else:
            message = _uneven(sharded.type, list(tiles.shape)) if tiles is not None else ""
        if message:
            yield Finding(sharded.at, message, sharded.places)


def _is_split(program: Program) -> bool:
    """Whether it is HLO text that XLA has compiled: shapes are of the parts, and shardings of the whole."""
    source = program.source
    return source is not None and is_hlo(source) and re.match(_SCHEDULED, source.text) is not None


_SCHEDULED = r"\s*HloModule [^\n]*\bis_scheduled=true"


def _tiles(sharded: _Sharded) -> np.ndarray[Any, Any] | None:
    """The devices of the tiles into which GSPMD splits a value, in a box of that shape."""
    try:
        return tiles_of(sharded.sharding) if isinstance(sharded.sharding, str) else None
    except Failed:
        return None  # of a text that is no sharding


def _said(program: Program, name: str) -> int | None:
    """How many replicas or partitions the module says there are."""
    count = program.module.attributes.get(f"mhlo.num_{name}")
    return count.value if isinstance(count, Integer) else None


@rule(
    "SHARD002",
    why="A program runs on as many devices as its module says, and its shardings or groups name others.",
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
    """A mesh, or a sharding of GSPMD, is of more or fewer devices than `mhlo.num_partitions` says; or a group
    of processes has more than there are replicas and partitions.
    """
    partitions, replicas = _said(program, "partitions"), _said(program, "replicas")
    if partitions is None:
        return
    said = f"and mhlo.num_partitions is {partitions}"
    meshes = meshes_in(program.module.regions[0])
    for operation in program.named("sdy.mesh"):
        mesh = meshes.get(str(operation.attributes.get("sym_name")))
        if mesh is not None and mesh.axes and mesh.size != partitions:
            yield Finding(operation, f"the mesh has {mesh.size} devices, {said}")
    for sharded in _sharded(program):
        message = _beyond(sharded, partitions)
        if message:
            yield Finding(sharded.at, f"{message}, {said}", sharded.places)
    for operation, name, number in _greatest_ids(program):
        if replicas is not None and number >= replicas * partitions:
            message = f"{name} has process {number}, and there are {replicas * partitions} in the module"
            yield Finding(operation, message, (("attribute", name),))


def _beyond(sharded: _Sharded, partitions: int) -> str:
    """What a sharding of GSPMD says of devices that are more or fewer than there are."""
    tiles, alone = _tiles(sharded), re.search(r"maximal device=(\d+)", str(sharded.sharding))
    if tiles is not None and tiles.size != partitions:
        return f"the sharding is for {tiles.size} devices"
    device = int(alone[1]) if alone else 0 if tiles is None else int(tiles.max())
    return f"the sharding is for device {device}" if device >= partitions else ""


def _greatest_ids(program: Program) -> Iterator[tuple[Operation, str, int]]:
    """The collective operations that list processes, the attribute that does, and the last of those."""
    for operation in program.operations:
        for name in ("replica_groups", "source_target_pairs"):
            groups = operation.attributes.get(name)
            if isinstance(groups, Dense) and groups.elements.size:
                yield operation, name, int(groups.elements.max())
