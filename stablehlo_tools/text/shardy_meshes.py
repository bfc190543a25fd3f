"""Meshes in the texts of Shardy's attributes, as MLIR prints them."""

from __future__ import annotations

import math
import re

_AXIS = r'("(?:[^"\\]|\\.)*")\s*=\s*([0-9]{1,18})'
_MESH = re.compile(
    rf"mesh\s*<\s*\[\s*(?P<axes>(?:{_AXIS}\s*(?:,\s*)?)*)\]\s*(?:,\s*device_ids\s*=\s*\[(?P<ids>[0-9,\s]*)\]\s*)?>"
)


def canonical_meshes(text: str) -> str:
    """A text whose meshes have no `device_ids` that count from 0, one for each device, as without them."""
    return _MESH.sub(_canonical, text) if "mesh" in text else text


def _canonical(mesh: re.Match[str]) -> str:
    axes = re.findall(_AXIS, mesh["axes"])
    shown = ", ".join(f"{name}={int(size)}" for name, size in axes)
    ids = [int(each) for each in (mesh["ids"] or "").split(",") if each.strip()]
    is_default = bool(axes) and len(ids) == math.prod(int(size) for _, size in axes)
    if not ids or (is_default and ids == [*range(len(ids))]):
        return f"mesh<[{shown}]>"
    return f"mesh<[{shown}], device_ids=[{', '.join(map(str, ids))}]>"
