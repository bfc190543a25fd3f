"""Device groups by mesh axes: `mesh['x'=2,'y'=2], device_ids=([2,2]T(1,0)) {'y'}`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stablehlo_tools.grammars.nodes import Tree
from stablehlo_tools.hlo.attributes import IotaGroups
from stablehlo_tools.hlo.text.kinds import iota_problem, parsed
from stablehlo_tools.hlo.text.strings import unescape
from stablehlo_tools.ir.shardy import AxisRef, Mesh
from stablehlo_tools.ops.model.meshes import MOST_DEVICES, device_groups
from stablehlo_tools.ops.model.schema import Failed


def mesh_groups(text: str) -> tuple[tuple[int, ...], ...]:
    """The device groups in a text of this form. Raises ValueError for other texts and undefined axes."""
    tree: Tree = parsed("replica_groups", text)
    axes = tuple((unescape(name), int(size)) for name, size in _parts(tree.children[0], "axis"))
    ids = next(_parts(tree, "device_ids"), ((),))
    refs = [(unescape(name), map(int, filter(None, part))) for name, *part in _parts(tree, "axis_reference")]
    try:
        return device_groups(Mesh(axes, _device_ids(*ids)), [AxisRef(name, *part) for name, part in refs])
    except Failed as error:
        raise ValueError(str(error)) from None


def _parts(tree: Tree, rule: str) -> Iterator[list[Any]]:
    return (child.children for child in tree.children if isinstance(child, Tree) and child.data == rule)


def _device_ids(ids: Any, order: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """A list of device ids, or transposed consecutive ids: `[4]<=[2,2]T(1,0)`, `[2,2]T(1,0)`."""
    devices = ids if order is None else IotaGroups(ids, ids, order)
    if not isinstance(devices, IotaGroups):
        return tuple(devices)
    problem = iota_problem(devices, has_order=True)
    if problem:
        raise ValueError(problem)
    if devices.size > MOST_DEVICES:
        raise ValueError(f"a mesh of {devices.size:,} devices exceeds the maximum of {MOST_DEVICES:,}")
    return tuple(device for group in devices.groups for device in group)
