"""Device groups by mesh axes: `mesh['x'=2,'y'=2], device_ids=([2,2]T(1,0)) {'y'}`."""

from __future__ import annotations

import re
from typing import Final

from stablehlo_tools.hlo.attributes import IotaGroups
from stablehlo_tools.hlo.text.kinds import iota_problem
from stablehlo_tools.ir.shardy import AxisRef, Mesh
from stablehlo_tools.ops.model.meshes import MOST_DEVICES, device_groups
from stablehlo_tools.ops.model.schema import Failed

_TEXT: Final = re.compile(
    r"""mesh\[(?P<axes>[^\]]*)\]\s*,?\s*
        (?:device_ids=\((?P<ids>(?:[^()]|\([^()]*\))*)\)\s*,?\s*)?
        \{(?P<refs>[^}]*)\}\Z""",
    re.VERBOSE,
)
_AXIS: Final = re.compile(r"""(?P<quote>["'])(?P<name>[^"']*)(?P=quote)\s*=\s*(?P<size>\d+)""")
_REF: Final = re.compile(r"""(["'])([^"']*)\1(?::\((\d+)\)(\d+))?""")
_IOTA: Final = re.compile(
    r"""\[(?P<sizes>[\d,\s]*)\]\s*
        (?:<=\s*\[(?P<reshape>[\d,\s]*)\]\s*)?
        (?:T\((?P<order>[\d,\s]*)\))?\Z""",
    re.VERBOSE,
)


def mesh_groups(text: str) -> tuple[tuple[int, ...], ...]:
    """The device groups in a text of this form. Raises ValueError for other texts and undefined axes."""
    match = _TEXT.match(text.strip())
    if match is None:
        raise ValueError(f"invalid device groups: {text}")
    axes = tuple((axis["name"], int(axis["size"])) for axis in _AXIS.finditer(match["axes"]))
    ids = _device_ids(match["ids"].strip()) if match["ids"] else ()
    try:
        refs = [(name, map(int, filter(None, sizes))) for _, name, *sizes in _REF.findall(match["refs"])]
        return device_groups(Mesh(axes, ids), [AxisRef(name, *sizes) for name, sizes in refs])
    except Failed as error:
        raise ValueError(str(error)) from None


def _device_ids(text: str) -> tuple[int, ...]:
    """A list of device ids, or transposed consecutive ids: `[4]<=[2,2]T(1,0)`, `[2,2]T(1,0)`."""
    iota = _IOTA.match(text)
    if iota is None:
        return _numbers(text)
    reshape = _numbers(iota["reshape"] or iota["sizes"])
    order = _numbers(iota["order"]) if iota["order"] else tuple(range(len(reshape)))
    devices = IotaGroups(_numbers(iota["sizes"]), reshape, order)
    problem = iota_problem(devices, has_order=True)
    if problem:
        raise ValueError(problem)
    if devices.size > MOST_DEVICES:
        raise ValueError(f"a mesh of {devices.size:,} devices exceeds the maximum of {MOST_DEVICES:,}")
    return tuple(device for group in devices.groups for device in group)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(",") if number.strip())
