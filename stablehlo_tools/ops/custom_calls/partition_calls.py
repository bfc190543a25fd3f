"""Collective custom calls: GSPMD's conversions between full values and shards, and ragged_all_to_all.

GSPMD writes a sharding as text: `{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}` has 2 x 1 tiles,
each replicated on two devices. Devices are partitions here.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.declare import Array
from stablehlo_tools.ops.model.meshes import MESH_SIZE, MOST_DEVICES, SHARDING
from stablehlo_tools.ops.model.processes import (
    Process,
    ProcessGroup,
    cross_partition,
    cross_replica,
    group_of,
)
from stablehlo_tools.ops.model.schema import Failed, Unsupported
from stablehlo_tools.ops.stablehlo.collective import NO_GROUP
from stablehlo_tools.ops.stablehlo.custom_call import Attributes, partition_call_target

# The channel of the exchange of shards; channels of programs are not negative.
_CHANNEL = -2


# --- tiles ------------------------------------------------------------------------------------------

_TILES = re.compile(
    r"devices=\[(?P<shape>[\d,]+)\](?:<=\[(?P<order>[\d,]+)\](?:T\((?P<axes>[\d,]+)\))?|(?P<ids>[\d,]+))"
)


@functools.lru_cache(maxsize=256)
def tiles_of(sharding: str) -> Array | None:
    """The devices in an array whose first dimensions are those of the value; None if it is not tiled."""
    match = _TILES.search(sharding)
    if match is None:
        return None
    try:
        return _devices(match)
    except ValueError as error:
        raise Failed(SHARDING, f"invalid sharding {sharding}: {error}") from error


def _devices(match: re.Match[str]) -> Array:
    """The array of device ids. Raises ValueError."""
    shape = _numbers(match["shape"])
    if not 0 < math.prod(shape) <= MOST_DEVICES:
        raise ValueError(f"invalid number of devices {math.prod(shape)}")
    if match["ids"]:
        return np.array(_numbers(match["ids"])).reshape(shape)
    devices = np.arange(math.prod(shape)).reshape(_numbers(match["order"]))
    return (devices.transpose(_numbers(match["axes"])) if match["axes"] else devices).reshape(shape)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def _box(sharding: str, shape: Sequence[int], shard: Sequence[int], device: int) -> tuple[slice, ...]:
    """A device's slice of a value of this shape. Dimensions of equal sizes are not split."""
    tiles = tiles_of(sharding)
    place = (0,) * len(shape) if tiles is None else _place(tiles, device)
    counts = (1,) * len(shape) if tiles is None else tiles.shape
    if not len(shape) == len(shard) <= len(counts):
        message = f"{sharding} cannot split a value of rank {len(shape)} into shards of rank {len(shard)}"
        raise Failed(SHARDING, message)
    slices = []
    for size, piece, index, count in zip(shape, shard, place, counts, strict=False):
        if size == piece:
            slices.append(slice(None))
        elif size == piece * count:
            slices.append(slice(index * piece, (index + 1) * piece))
        else:
            message = f"{sharding} cannot split {size} elements into {count} shards of {piece}"
            raise Failed(SHARDING, message)
    return tuple(slices)


def _place(tiles: Array, device: int) -> tuple[int, ...]:
    places = np.argwhere(tiles == device)
    if not len(places):
        raise Failed(MESH_SIZE, f"device {device} is not among the {tiles.size} devices of the sharding")
    return tuple(places[0].tolist())


_LAST_DIMENSIONS = re.compile(r"last_tile_dims=\{([^}]*)\}")


def _manual_place(sharding: str, device: int) -> tuple[int, ...]:
    """A device's index along the manual dimensions of a sharding, i.e. those of an enclosing computation."""
    tiles, last = tiles_of(sharding), _LAST_DIMENSIONS.search(sharding)
    if tiles is None or last is None:
        return ()
    kinds = [kind.strip() for kind in last[1].split(",")]
    place = _place(tiles, device)[-len(kinds) :]
    return tuple(index for index, kind in zip(place, kinds, strict=False) if kind == "manual")


# --- the calls of GSPMD -----------------------------------------------------------------------------


@partition_call_target("SPMDFullToShardShape")
def _full_to_shard(
    inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type], process: Process
) -> Sequence[Any]:
    """The shard that a partition has of a value, split by the sharding of the operand."""
    (value,) = inputs
    shape = _shape(results[0])
    if value.shape == shape:
        return inputs
    return (value[_box(_sharding(attributes), value.shape, shape, process.id[1])],)


@partition_call_target("SPMDShardToFullShape")
def _shard_to_full(
    inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type], process: Process
) -> Sequence[Any]:
    """The full value, from the shards of all partitions; of replicated shards, the first is used."""
    (part,) = inputs
    shape = _shape(results[0])
    if part.shape == shape and attributes["mhlo.sharding"] is None:
        return inputs
    sharding = _sharding(attributes)
    replica, device = process.id
    devices = range(process.num_partitions)
    own = _manual_place(sharding, device)
    group: ProcessGroup = tuple((replica, peer) for peer in devices if _manual_place(sharding, peer) == own)

    def joined(parts: Sequence[Sequence[Array]]) -> tuple[Array, ...]:
        full = np.empty(shape, part.dtype)
        for (_, device), (piece,) in reversed([*zip(group, parts, strict=True)]):
            full[_box(sharding, shape, piece.shape, device)] = piece
        return (full,)

    return process.exchange((part,), group, _CHANNEL, joined)


def _sharding(attributes: Attributes) -> str:
    sharding = attributes["mhlo.sharding"]
    if not isinstance(sharding, str):
        raise Unsupported("SPMD shape conversions without mhlo.sharding are not supported")
    return sharding


def _shape(type: Type) -> tuple[int, ...]:
    if not isinstance(type, TensorType) or not type.is_static:
        raise Unsupported(f"a shard of dynamic type {type} is not supported")
    return type.static_shape


# --- ragged_all_to_all ------------------------------------------------------------------------------


@partition_call_target("ragged_all_to_all")
def _ragged_all_to_all(
    inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type], process: Process
) -> Sequence[Any]:
    """Slices of the first operand, copied into the second operand of each process at given offsets."""
    channel, groups = _channel_and_groups(attributes["backend_config"])
    ids = tuple(map(tuple, groups.tolist()))
    group = group_of(process, cross_partition if channel > 0 else cross_replica, ids)
    if group is None:
        raise Failed(NO_GROUP, f"process {process.id} is not in any of the replica_groups")
    exchanged = process.exchange(inputs, group, channel, _redistribute)
    return exchanged[group.index(process.id) :][:1]


def _channel_and_groups(config: Any) -> tuple[int, Dense]:
    channel, groups = (config.get("channel_id"), config.get("replica_groups")) if config else (None, None)
    if not isinstance(channel, Integer) or not isinstance(groups, Dense):
        raise Unsupported("ragged_all_to_all is not supported without channel_id and replica_groups")
    return channel.value, groups


_RAGGED_ALL_TO_ALL = Code(
    "ragged_all_to_all",
    "A slice of ragged_all_to_all is out of bounds in its input or output operand.",
    "Correct the offset and size operands.",
)


def _redistribute(operands: Sequence[Sequence[Array]]) -> tuple[Array, ...]:
    """The results of all processes of a group, from the operands of all of them."""
    outputs = [np.array(output) for _, output, *_ in operands]
    for source, _, from_, sizes, to, _ in operands:
        for number, (start, size, place) in enumerate(zip(from_, sizes, to, strict=True)):
            output = outputs[number * len(outputs) // len(sizes)]
            if start < 0 or place < 0 or start + size > len(source) or place + size > len(output):
                bounds = f"size {size} from {start} of {len(source)} to {place} of {len(output)}"
                message = f"slice out of bounds: {bounds}"
                raise Failed(_RAGGED_ALL_TO_ALL, message)
            output[place : place + size] = source[start : start + size]
    return tuple(outputs)
