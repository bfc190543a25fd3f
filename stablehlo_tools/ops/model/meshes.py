"""Meshes of devices: device groups along axes, shards of values, and meshes in attributes of StableHLO."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir.attributes import Integer, Opaque, Struct, Symbol
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Region
from stablehlo_tools.ir.shardy import AxisRef, Mesh, Sharding
from stablehlo_tools.ops.model.schema import Failed

if TYPE_CHECKING:
    from stablehlo_tools.ir.arrays import Array

# A mesh is expanded to an array of device ids, and a text may claim any number of them: 2^20 take 8 MiB, and
# are more than any machine has.
MOST_DEVICES: Final = 1 << 20


MESH_SIZE = Code(
    "mesh_size",
    "The number of devices of a mesh differs from the number of processes, or exceeds the limit.",
    "Set --partitions to the number of devices of the mesh, or omit it: then there is one process per "
    "device.",
)
MESH_AXES = Code(
    "mesh_axes",
    "A sharding or a list of replica groups refers to an axis that its mesh does not have, to an invalid "
    "sub-axis, or to the same axis twice; or a manual computation has a manual axis after a free one, axes "
    "of two meshes, or an axis that is manual around it.",
    "Use the axes that the mesh defines, each at most once, and manual axes before free ones.",
)
MANUAL_COMPUTATION_PART = Code(
    "manual_computation_part",
    "The type of an argument or a result of sdy.manual_computation's body differs from the shard of the "
    "operand or the result.",
    "Divide the dimensions of the operand or the result by the sizes of the manual axes that shard them; "
    "free axes do not count.",
)


def device_groups(mesh: Mesh, refs: Sequence[AxisRef]) -> tuple[tuple[int, ...], ...]:
    """The groups of devices that differ only along these axes, major to minor; each axis counts once."""
    import numpy as np

    devices, along = _factor_axes(mesh, refs)
    flat = list(dict.fromkeys(factor for factors in along for factor in factors))
    moved = np.moveaxis(devices, flat, range(devices.ndim - len(flat), devices.ndim))
    size = math.prod(moved.shape[devices.ndim - len(flat) :])
    return tuple(tuple(group) for group in moved.reshape(-1, size).tolist())


def _place(mesh: Mesh, device: int, refs: Sequence[AxisRef]) -> tuple[int, int]:
    """The index of a device's shard of a value split along these axes, and the number of shards."""
    group = next(group for group in device_groups(mesh, refs) if device in group)
    return group.index(device), len(group)


def _factor_axes(mesh: Mesh, refs: Sequence[AxisRef]) -> tuple[Array, list[list[int]]]:
    """The devices with axes factored so that each of `refs` is a product of axes; these, for each."""
    if mesh.size > MOST_DEVICES:
        raise Failed(MESH_SIZE, f"a mesh of {mesh.size:,} devices exceeds the maximum of {MOST_DEVICES:,}")
    sizes: list[int] = []
    factors: dict[AxisRef, list[int]] = {}
    for name, size in mesh.axes:
        sub_axes = [ref for ref in refs if ref.name == name]
        parts = {ref: (ref.pre_size, ref.pre_size * (ref.size or size)) for ref in sub_axes}
        cuts = sorted({1, size, *(cut for part in parts.values() for cut in part)})
        for ref, (begin, end) in parts.items():
            inside = range(cuts.index(begin), cuts.index(end))
            factors[ref] = [len(sizes) + number for number in inside]
        steps = list(itertools.pairwise(cuts))
        if cuts[0] != 1 or cuts[-1] > size or any(after % before for before, after in steps):
            raise Failed(
                MESH_AXES, f"axis {name!r} of size {size} cannot be split into sub-axes at {cuts[1:-1]}"
            )
        sizes += [after // before for before, after in steps]
    unknown = [ref.name for ref in refs if ref not in factors]
    if unknown:
        raise Failed(MESH_AXES, f"undefined mesh axis {unknown[0]!r}")
    import numpy as np

    devices = np.array(mesh.device_ids or range(mesh.size)).reshape(sizes)
    return devices, [factors[ref] for ref in refs]


SHARDING = Code(
    "sharding",
    "A sharding has a different rank than the value, or the number of shardings differs from the number of "
    "values; or a dimension cannot be divided into equal shards; or the factors of a sharding rule do not "
    "fit the op; or a mesh is not defined by a module.",
    "Write one sharding per value, with one entry per dimension: for a tensor of rank 2, `<@mesh, [{...}, "
    "{...}]>`.",
)


def box(
    mesh: Mesh, sharding: Sharding, axes: Sequence[str], device: int, shape: Sequence[int]
) -> tuple[slice, ...]:
    """A device's slice of a value of this shape when the value is split along `axes` only."""
    slices = []
    for size, refs in zip(shape, sharding.axes, strict=True):
        index, count = _place(mesh, device, [ref for ref in refs if ref.name in axes])
        if size % count:
            raise Failed(SHARDING, f"{size} elements cannot be split into {count} equal parts")
        slices.append(slice(index * size // count, (index + 1) * size // count))
    return tuple(slices)


# -- attributes --------------------------------------------------------------------------------------


def mesh_of(attributes: Mapping[str, Any]) -> Mesh | None:
    """The mesh defined by an operation with these attributes; JAX writes that of Shardy in both forms."""
    written = attributes.get("mesh")
    return written if isinstance(written, Mesh) else _mesh(attributes.get("stablehlo.mesh", written))


def meshes_in(region: Region) -> dict[str, Mesh | None]:
    """The symbols that a module with this region defines: a mesh, or None for any other symbol."""
    operations = (operation for block in region.blocks for operation in block.operations)
    named = ((operation.attributes.get("sym_name"), operation) for operation in operations)
    return {name: mesh_of(operation.attributes) for name, operation in named if isinstance(name, str)}


def mesh_in(mesh: Mesh | str, meshes: Mapping[str, Mesh | None]) -> Mesh | None:
    """The mesh, which may be given by its name; None if the name is unknown, or is not that of a mesh."""
    return meshes.get(mesh) if isinstance(mesh, str) else mesh


def _mesh(attribute: Any) -> Mesh | None:
    """A mesh in the stablehlo dialect's form, a struct or a dictionary."""
    fields: Any = attribute.fields if isinstance(attribute, Struct) else attribute
    if not isinstance(fields, Mapping) or "axes" not in fields:
        return None
    axes = [axis.fields if isinstance(axis, Struct) else axis for axis in _items(fields["axes"])]
    named: Any = [(row.get("name"), row.get("size")) for row in axes if isinstance(row, Mapping)]
    sizes = tuple((name, size.value) for name, size in named if isinstance(size, Integer))
    ids = fields.get("device_ids")
    is_known = len(sizes) == len(axes) and all(isinstance(name, str) for name, _ in sizes)
    try:
        return Mesh(sizes, tuple(_device_ids(ids)) if isinstance(ids, Dense) else ()) if is_known else None
    except ValueError:
        return None


def _device_ids(ids: Dense) -> list[int]:
    """The numbers of devices. Raises ValueError for anything but a list of integers, or a large one."""
    is_list = ids.type.is_static and len(ids.type.static_shape) == 1
    if not is_list or ids.element_type.kind not in ("signed", "unsigned"):
        raise ValueError(f"`device_ids` must be a list of integers, found {ids.type}")
    numbers: list[int] = ids.tolist()
    return numbers


def _items(written: object) -> tuple[Any, ...]:
    return written if isinstance(written, tuple) else (written,)


def replica_group_axes(attribute: Any) -> tuple[Mesh | str, tuple[AxisRef, ...]] | None:
    """The mesh and the axes of `#stablehlo.replica_group_mesh_axes<...>`; None for other attributes."""
    if not isinstance(attribute, Struct) or attribute.name != "#stablehlo.replica_group_mesh_axes":
        return None
    fields: Any = attribute.fields
    field = fields.get("mesh")
    mesh = field.name if isinstance(field, Symbol) else _mesh(field)
    references = [_axis_ref(axis) for axis in _items(fields.get("axes", ()))]
    axes = tuple(reference for reference in references if reference is not None)
    return (mesh or "", axes) if len(axes) == len(references) else None


def _axis_ref(axis: object) -> AxisRef | None:
    """The axis in `#stablehlo.axis_ref<...>`; None for other attributes."""
    name = axis.fields.get("name") if isinstance(axis, Struct) else None
    if not isinstance(axis, Struct) or not isinstance(name, str):
        return None
    part = axis.fields.get("sub_axis_info")
    if part is None:
        return AxisRef(name)
    sizes = re.findall(r"\d{1,18}", part.text) if isinstance(part, Opaque) else []
    return AxisRef(name, *map(int, sizes)) if len(sizes) == 2 else None


def problem_of_mesh(mesh: Mesh) -> str:
    """The fault of a mesh by itself; empty if it has none."""
    names = [name for name, _ in mesh.axes]
    for index, (name, size) in enumerate(mesh.axes):
        if size < 1:
            return f"expected at least 1 as the size of axis {name!r}, found {size}"
        if name in names[:index]:
            return f"axis {name!r} is there twice in mesh {mesh}"
    ids = mesh.device_ids
    if ids and min(ids) < 0:
        return f"a device id must not be negative, found {min(ids)}"
    if ids and len(ids) != mesh.size:
        return f"expected {mesh.size:,} device ids, the product of the axes, found {len(ids)}"
    if mesh.axes and ids and sorted(ids) != [*range(mesh.size)]:
        return f"expected each device id from 0 to {mesh.size - 1} once, found {list(ids)}"
    return ""
