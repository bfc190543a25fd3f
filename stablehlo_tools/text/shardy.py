"""Grammar callbacks for the attributes of Shardy: each returns the text that MLIR prints."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Opaque
from stablehlo_tools.text.build_literals import all_parts, integer_of, only_part, present
from stablehlo_tools.text.struct_fields import UNKNOWN_ATTRIBUTE
from stablehlo_tools.text.template import error_at

_AXIS = r'("(?:[^"\\]|\\.)*")\s*=\s*([0-9]{1,18})'
_MESH = regex(
    rf"mesh\s*<\s*\[\s*(?P<axes>(?:{_AXIS}\s*(?:,\s*)?)*)\]\s*(?:,\s*device_ids\s*=\s*\[(?P<ids>[0-9,\s]*)\]\s*)?>"
)


def canonical_meshes(text: str) -> str:
    """A text without redundant `device_ids` of meshes: those that list all devices in order."""
    return _MESH.sub(_canonical, text) if "mesh" in text else text


def _canonical(mesh: re.Match[str]) -> str:
    axes = re.findall(_AXIS, mesh["axes"])
    shown = ", ".join(f"{name}={int(size)}" for name, size in axes)
    ids = [int(number) for number in (mesh["ids"] or "").split(",") if number.strip()]
    is_default = bool(axes) and len(ids) == math.prod(int(size) for _, size in axes)
    if not ids or (is_default and ids == [*range(len(ids))]):
        return f"mesh<[{shown}]>"
    return f"mesh<[{shown}], device_ids=[{', '.join(map(str, ids))}]>"


_FACTOR: Final = r"(?:z_[1-9][0-9]*|[i-z])"
_SIZE = rf"{_FACTOR}=-?(?:0x[0-9A-Fa-f]{{1,16}}|[0-9]{{1,19}})"
_MAPPINGS = rf"\[(?:{_FACTOR}+(?:,{_FACTOR}+)*)?\]"
_FACTOR_LISTS: Final = ("reduction", "need_replication", "permutation", "blocked_propagation")
_RULE = regex(
    rf"<\((?P<operands>{_MAPPINGS}(?:,{_MAPPINGS})*)\)->\((?P<results>{_MAPPINGS}(?:,{_MAPPINGS})*)\)"
    rf"(?:\{{(?P<sizes>(?:{_SIZE}(?:,{_SIZE})*)?)\}})?"
    + "".join(rf"(?:{kind}=\{{(?P<{kind}>(?:{_FACTOR}(?:,{_FACTOR})*)?)\}})?" for kind in _FACTOR_LISTS)
    + "(?P<custom>,custom)?>"
)
_BLANKS = regex(r"\s*([^\w\s])\s*")
_MALFORMED_RULE = "malformed sharding rule"
_RULE_FORM = (
    "write it as `<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>`, with factors in the order i "
    f"to z, z_1, ..., and lists in the order {', '.join(_FACTOR_LISTS)}"
)


def sharding_rule(name: Token, body: str) -> Opaque:
    """`#sdy.op_sharding_rule` and the text after it, as MLIR prints it. Raises StatementError."""
    match = _RULE.fullmatch(_BLANKS.sub(r"\1", body))
    if match is None:
        raise error_at(name, _MALFORMED_RULE, UNKNOWN_ATTRIBUTE, _RULE_FORM)
    written = [size.partition("=") for size in (match["sizes"] or "").split(",") if size]
    sizes = {factor: int(size, 16 if "x" in size else 10) for factor, _, size in written}
    if [factor for factor, _, _ in written] != [*map(factor_name, range(len(sizes)))]:
        raise error_at(name, f"{_MALFORMED_RULE}: sizes out of order", UNKNOWN_ATTRIBUTE, _RULE_FORM)
    beyond = [size for size in sizes.values() if not -(1 << 63) <= size < 1 << 63]
    if beyond:
        raise error_at(name, f"the size of a factor must fit i64, found {beyond[0]}", UNKNOWN_ATTRIBUTE)
    lists = {kind: match[kind].split(",") for kind in _FACTOR_LISTS if match[kind]}
    operands, results = (match[side].replace(",", ", ") for side in ("operands", "results"))
    factors = [f"{factor}={size}" for factor, size in sizes.items()]
    return rule_attribute(operands, results, factors, lists, is_custom=match["custom"] is not None)


def rule_attribute(
    operands: str, results: str, sizes: Sequence[str], lists: Mapping[str, Sequence[str]], *, is_custom: bool
) -> Opaque:
    """The sharding rule with these mappings, sizes such as `i=8`, and lists of factors."""
    written = [f"({operands})->({results})", *([f"{{{', '.join(sizes)}}}"] if sizes else [])]
    written += [f"{kind}={{{', '.join(factors)}}}" for kind, factors in lists.items()]
    return Opaque(f"#sdy.op_sharding_rule<{' '.join(written)}{', custom' * is_custom}>")


def factor_name(number: int) -> str:
    """The factors of a rule are called i to z, then z_1 and so on."""
    letter = number + ord("i")
    return chr(letter) if letter <= ord("z") else f"z_{letter - ord('z')}"


def _list(parts: list[Any]) -> str:
    return ", ".join(map(str, present(parts)))


def _signed(token: Token) -> int:
    """A number, or the number of a priority, `p1`. Raises StatementError unless it fits int64."""
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
            raise error_at(name, f"invalid `{name}`: `{axes}`", UNKNOWN_ATTRIBUTE)
        return Opaque(f"{dialect}<{name}{axes}>")

    axes_name, shardy_name = only_part, all_parts

    def short_shardings(self, parts: list[Any]) -> tuple[Token, Any]:
        name, _, shardings, _ = parts
        return name, f"<{shardings}>"

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
        mesh, *lists = parts
        for index, axes in enumerate(lists):
            if axes.partition("=")[0] in [other.partition("=")[0] for other in lists[1:index]]:
                raise error_at(mesh, f"duplicate list of {axes.partition('=')[0]} axes")
        return (
            f"<{mesh if isinstance(mesh, Token) else f'mesh{mesh}'}, {_list([lists[0], *sorted(lists[1:])])}>"
        )

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
