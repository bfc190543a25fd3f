"""Shardings and groups of devices in protocol buffers, as HLO text has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from stablehlo_tools.formats.hlo_proto.schema import SHARD_GROUP, SHARDING_TYPE, word
from stablehlo_tools.formats.hlo_proto.values import metadata
from stablehlo_tools.formats.wire.protobuf import Message
from stablehlo_tools.hlo.attributes import IotaGroups, Raw
from stablehlo_tools.hlo.shape import listed
from stablehlo_tools.hlo.text.kinds import iota_problem, print_value


def sharding(message: Message) -> Raw:
    """A sharding: `{devices=[2,1]<=[2]}`, `{replicated}`, `{{replicated}, {maximal device=1}}`."""
    if word(message, SHARDING_TYPE, message.number("type")) == "tuple":
        return Raw(f"{{{listed(map(sharding, message.messages('tuple_shardings')))}}}")
    named_sharding = message.message("named_sharding")
    body = _named_sharding(named_sharding) if named_sharding else _body(message)
    return Raw(f"{{{body}{_metadata(named_sharding or message)}}}")


def _body(message: Message) -> str:
    kind = word(message, SHARDING_TYPE, message.number("type"))
    if kind == "maximal":
        device = next(iter(message.numbers("tile_assignment_devices")), 0)
        return f"maximal device={device}{_group(message)}"
    return f"{kind if kind != 'other' else _tiling(message)}{_group(message)}"


def _tiling(message: Message) -> str:
    sizes, reshape = message.numbers("tile_assignment_dimensions"), message.numbers("iota_reshape_dims")
    devices = f"[{_listed(sizes)}]{_listed(message.numbers('tile_assignment_devices'))}"
    if reshape:
        iota = IotaGroups(sizes, reshape, message.numbers("iota_transpose_perm"))
        devices = print_value("replica_groups", iota)
    kinds = [word(message, SHARDING_TYPE, number) for number in message.numbers("last_tile_dims")]
    replicated = " last_tile_dim_replicate" * message.number("replicate_on_last_tile_dim")
    return f"devices={devices}{replicated}" + (f" last_tile_dims={{{', '.join(kinds)}}}" if kinds else "")


def _group(message: Message) -> str:
    if not message.number("is_shard_group"):
        return ""
    kind = word(message, SHARD_GROUP, message.number("shard_group_type"))
    return f" {kind} {message.number('shard_group_id')}"


def _metadata(message: Message) -> str:
    """The metadata on the source of a sharding."""
    texts = [print_value("metadata", metadata(proto)) for proto in message.messages("metadata")]
    if not texts:
        return ""
    return f" metadata={texts[0]}" if len(texts) == 1 else f" metadata={{{', '.join(texts)}}}"


def _listed(numbers: Iterable[Any]) -> str:
    return ",".join(map(str, numbers))


# -- meshes -------------------------------------------------------------------------------------


def _mesh(message: Message | None) -> tuple[str, list[str]]:
    """A mesh, `mesh['x'=2,'y'=2]`, and the names of its axes."""
    axes = list(message.messages("axes")) if message else []
    names = [axis.string("name") for axis in axes]
    sizes = [axis.number("size") for axis in axes]
    text = f"mesh[{_listed(f'{name!r}={size}' for name, size in zip(names, sizes, strict=True))}]"
    return text + (_device_ids(message) if message else ""), names


def _device_ids(message: Message) -> str:
    transform = message.message("iota_transform")
    if transform:
        reshape, order = transform.numbers("reshape_dims"), transform.numbers("transpose_perm")
        return f", device_ids=([{_listed(reshape)}]T({_listed(order)}))"
    ids = message.numbers("device_ids")
    return f", device_ids=({_listed(ids)})" if ids else ""


def _axes(messages: Iterable[Message], names: list[str]) -> Iterator[str]:
    """References to axes, `'x'`, or to a part of one, `'x':(1)2`."""
    for message in messages:
        number = message.number("mesh_axis_index")
        if not 0 <= number < len(names):
            raise message.error(f"axis {number} is out of bounds: the mesh has {len(names)}")
        part = message.message("sub_axis_info")
        suffix = f":({part.number('pre_size')}){part.number('size')}" if part else ""
        yield f"{names[number]!r}{suffix}"


def _named_sharding(message: Message) -> str:
    proto = message.message("mesh")
    if proto and "axes" not in proto and "device_ids" in proto:
        ids = proto.numbers("device_ids")
        if len(ids) != 1:
            raise proto.error(f"a mesh without axes must have one device, found {len(ids)}")
        return f"maximal_mesh[device_id={ids[0]}]"
    mesh, names = _mesh(proto)
    dimensions = (
        ", ".join([*_axes(dimension.messages("axes"), names), *(["?"] * (not dimension.number("is_closed")))])
        for dimension in message.messages("dim_shardings")
    )
    split = ", ".join(f"{{{part}}}" for part in dimensions)
    text = f"{mesh}, [{split}]" if split else f"{mesh}, replicated"
    for field in ("replicated", "unreduced", "manual"):
        axes = ", ".join(_axes(message.messages(f"{field}_axes"), names))
        text += f", {field}={{{axes}}}" if axes else ""
    return text


# -- groups of devices --------------------------------------------------------------------------


def replica_groups(message: Message) -> Any:
    """The groups of a collective: lists, IotaGroups, or the axes of a mesh."""
    by_axes = message.message("mesh_axes_replica_group_list")
    if by_axes:
        mesh, names = _mesh(by_axes.message("mesh"))
        return Raw(f"{mesh} {{{_listed(_axes(by_axes.messages('axes'), names))}}}")
    devices = message.message("collective_device_list")
    iota = message.message("iota_collective_device_list")
    iota = iota or (devices and devices.message("iota_replica_group_list"))
    if iota:
        sizes = iota.number("num_replica_groups"), iota.number("num_devices_per_group")
        result = IotaGroups(sizes, iota.numbers("iota_reshape_dims"), iota.numbers("iota_transpose_perm"))
        problem = iota_problem(result, has_order=True)
        if problem:
            raise iota.error(problem)
        return result
    groups = (devices or message).messages("replica_groups")
    return tuple(group.numbers("replica_ids") for group in groups)
