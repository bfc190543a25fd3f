"""Grammar callbacks for the attributes of Shardy: each returns the text that MLIR prints."""

from __future__ import annotations

import math
import re
from typing import Any

from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Opaque
from stablehlo_tools.text.build_literals import integer_of, present
from stablehlo_tools.text.struct_fields import UNKNOWN_ATTRIBUTE
from stablehlo_tools.text.template import error_at

_AXIS = r'("(?:[^"\\]|\\.)*")\s*=\s*([0-9]{1,18})'
_MESH = regex(
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


def _list(parts: list[Any]) -> str:
    return ", ".join(map(str, present(parts)))


def _signed(token: Token) -> int:
    """A number, or that of a priority, `p1`. Raises StatementError for one that is no int64."""
    number = int(token[1:]) if token.startswith("p") else integer_of(token)
    if number >= 1 << 63:
        raise error_at(token, f"expected a signed 64-bit integer, found {token}")
    return number


def _written(priority: Token | None) -> str:
    return "" if priority is None else f"p{_signed(priority)}"


class ShardyRules:
    """The callbacks of the rules for attributes of Shardy."""

    def shardings_attribute(self, parts: list[Any]) -> Opaque:
        return Opaque(f"{parts[0]}<{parts[1]}>")

    def axes_attribute(self, parts: list[Any]) -> Opaque:
        dialect, name, axes = parts
        opening = "{" if name in ("axis_ref_list", "manual_axes") else "["
        if not axes.startswith(opening) or ("->" in axes) != (name == "all_to_all_param_list"):
            raise error_at(name, f"`{axes}` is no `{name}`", UNKNOWN_ATTRIBUTE)
        return Opaque(f"{dialect}<{name}{axes}>")

    def axes_name(self, parts: list[Any]) -> Token:
        name: Token = parts[0]
        return name

    def mesh_body(self, parts: list[Any]) -> str:
        axes, ids = _list(parts[:-1]), parts[-1]
        return f"<[{axes}]>" if ids is None else f"<[{axes}], device_ids={ids}>"

    def mesh_axis(self, parts: list[Any]) -> str:
        return f"{parts[0]}={_signed(parts[1])}"

    def device_ids(self, parts: list[Any]) -> str:
        return f"[{', '.join(str(_signed(number)) for number in parts)}]"

    def shardings(self, parts: list[Any]) -> str:
        return f"[{_list(parts)}]"

    axis_sets = all_to_all_parameters = dimension_shardings = shardings

    def named_sharding(self, parts: list[Any]) -> str:
        return str(parts[1])

    def sharding_body(self, parts: list[Any]) -> str:
        mesh, *rest = parts
        for index, axes in enumerate(rest):
            if axes.partition("=")[0] in [other.partition("=")[0] for other in rest[1:index]]:
                raise error_at(mesh, f"two lists of {axes.partition('=')[0]} axes")
        return f"<{mesh if isinstance(mesh, Token) else f'mesh{mesh}'}, {_list(rest)}>"

    def dimension_sharding(self, parts: list[Any]) -> str:
        axes, priority = parts
        return f"{axes}{_written(priority)}"

    def open_dimension(self, parts: list[Any]) -> str:
        *axes, priority = parts
        return f"{{{_list([*present(axes), '?'])}}}{_written(priority)}"

    def other_axes(self, parts: list[Any]) -> str:
        kind, *axes = parts
        return f"{kind}={{{_list(axes)}}}"

    def axis_ref(self, parts: list[Any]) -> str:
        name, pre_size, size = parts
        return str(name) if size is None else f"{name}:({_signed(pre_size)}){_signed(size)}"

    def axis_set(self, parts: list[Any]) -> str:
        return f"{{{_list(parts)}}}"

    def all_to_all_parameter(self, parts: list[Any]) -> str:
        axes, source, target = parts
        return f"{axes}: {source}->{target}"
