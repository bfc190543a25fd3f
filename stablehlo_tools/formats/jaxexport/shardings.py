"""Named shardings of JAX for arguments and results, from shardings of Shardy and XLA."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.formats.hlo_proto.schema import SCHEMAS, SHARDING_TYPE
from stablehlo_tools.formats.jaxexport.export_schema import (
    AUTOMATIC_AXIS,
    AbstractMesh,
    NamedSharding,
    PartitionSpec,
    PartitionSpecOneAxis,
)
from stablehlo_tools.formats.wire import DamagedFile
from stablehlo_tools.formats.wire.protobuf import Message, ProtobufError, parse
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.shardy import Mesh, Sharding, shardings_in
from stablehlo_tools.ops.model.meshes import MOST_DEVICES, mesh_in


class UnknownSharding(DamagedFile):
    """A sharding has no counterpart in JAX: the message says why."""

    is_unsupported = True

    def __init__(self, why: str) -> None:
        super().__init__(f"a sharding has no counterpart in JAX: {why}", 0)


def named_sharding(
    attributes: Mapping[str, Attribute], meshes: Mapping[str, Mesh | None]
) -> NamedSharding | None:
    """The sharding of an argument or result with these attributes.

    None if nothing is stated that JAX can express.
    """
    for sharding in shardings_in(attributes.get("sdy.sharding")):
        mesh = mesh_in(sharding.mesh, meshes)
        if mesh is not None and _is_of_whole_axes(sharding, mesh):
            return _named(mesh.axes, [[ref.name for ref in refs] for refs in sharding.axes])
    return None


def _is_of_whole_axes(sharding: Sharding, mesh: Mesh) -> bool:
    refs = [ref for refs in sharding.axes for ref in refs]
    return not mesh.device_ids and all(ref.size is None for ref in refs)


def _named(axes: Sequence[tuple[str, int]], dimensions: Sequence[Sequence[str]]) -> NamedSharding:
    mesh = AbstractMesh(
        tuple(size for _, size in axes), tuple(name for name, _ in axes), (AUTOMATIC_AXIS,) * len(axes)
    )
    partitions = tuple(PartitionSpecOneAxis(tuple(names)) for names in dimensions)
    return NamedSharding(mesh, PartitionSpec(partitions))


# -- shardings of XLA -----------------------------------------------------------------------------

_REPLICATED, _OTHER = map(SHARDING_TYPE.numbered.index, ("replicated", "other"))


def sharding_of_xla(proto: bytes, rank: int, mesh: Mesh | None) -> NamedSharding:
    """The named sharding equal to XLA's, over a mesh of the program or a new one. Raises UnknownSharding."""
    try:
        return _from_proto(parse(memoryview(proto), "OpSharding", SCHEMAS), rank, mesh)
    except ProtobufError:
        raise UnknownSharding("it is damaged") from None


def _from_proto(sharding: Message, rank: int, mesh: Mesh | None) -> NamedSharding:
    kind, sizes = sharding.number("type"), sharding.numbers("tile_assignment_dimensions")
    devices = max(1, math.prod(sizes))
    if kind == _REPLICATED or devices == 1:
        return _named((), [()] * rank)
    if kind != _OTHER or devices > MOST_DEVICES or any(sharding.numbers("last_tile_dims")):
        raise UnknownSharding("it is not a tiling of the array")
    tiles = _tile_assignment(sharding, sizes)
    own = enumerate(sharding.numbers("iota_reshape_dims") or sizes)
    axes = mesh.axes if mesh else [(f"_axis_{number}", size) for number, size in own]
    dimensions = _axes_of_tiles(tiles, rank, axes)
    if dimensions is None:
        raise UnknownSharding("its tiles are not along axes of the mesh")
    return _named(axes, dimensions)


def _tile_assignment(sharding: Message, sizes: tuple[int, ...]) -> Any:
    """The devices, in the order of the tiles."""
    iota, permutation = sharding.numbers("iota_reshape_dims"), sharding.numbers("iota_transpose_perm")
    devices = np.array(sharding.numbers("tile_assignment_devices"))
    try:
        if not iota:
            return devices.reshape(sizes)
        if math.prod(iota) != math.prod(sizes):  # checked before the array is allocated
            raise ValueError
        return np.arange(math.prod(iota)).reshape(iota).transpose(permutation).reshape(sizes)
    except ValueError:
        raise UnknownSharding("the numbers of its devices and tiles differ") from None


def _axes_of_tiles(tiles: Any, rank: int, axes: Sequence[tuple[str, int]]) -> list[list[str]] | None:
    """The axes that each dimension is split over; None if no axes give these tiles.

    In a mesh, neighbors along an axis differ by the product of the sizes of the later axes. The neighbor of
    the first tile thus determines the minor axis of a dimension, and tiles beyond it the next axis.
    """
    strides = {
        math.prod(size for _, size in axes[number + 1 :]): name for number, (name, _) in enumerate(axes)
    }
    sizes = dict(axes)
    strides = {stride: name for stride, name in strides.items() if sizes[name] > 1}
    split: list[list[str]] = []
    for dimension in range(rank):
        line = np.moveaxis(tiles, dimension, 0).reshape(tiles.shape[dimension], -1)[:, 0]
        names: list[str] = []
        step = 1
        while step < len(line):
            name = strides.get(int(line[step] - line[0]))
            if name is None:
                return None
            names.insert(0, name)
            step *= sizes[name]
        split.append(names)
    return split if _are_tiles(tiles, rank, axes, split) else None


def _are_tiles(
    tiles: Any, rank: int, axes: Sequence[tuple[str, int]], split: Sequence[Sequence[str]]
) -> bool:
    """Whether these axes give the tiles; the devices that have the same one may come in any order."""
    names = [name for name, _ in axes]
    used = list(itertools.chain.from_iterable(split))
    if len(set(used)) < len(used):
        return False
    order = [names.index(name) for name in (*used, *(name for name in names if name not in used))]
    mesh = np.arange(math.prod(size for _, size in axes)).reshape([size for _, size in axes])
    shape = tiles.shape[:rank]
    if mesh.size != tiles.size:
        return False
    expected = mesh.transpose(order).reshape((*shape, -1))
    return bool(np.array_equal(np.sort(tiles.reshape((*shape, -1))), np.sort(expected)))
