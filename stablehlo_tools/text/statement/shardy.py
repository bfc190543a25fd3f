"""Grammar callbacks for the attributes of Shardy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir import shardy
from stablehlo_tools.ir.quoting import unescape
from stablehlo_tools.text.assembly.struct_fields import UNKNOWN_ATTRIBUTE
from stablehlo_tools.text.statement.build_literals import (
    integer_of,
    of_list,
    of_parts,
    present,
    symbol_name,
    text_of,
)
from stablehlo_tools.text.statement.template import error_at

_FACTOR: Final = r"(?:z_[1-9][0-9]{0,17}|[i-z])"
_SIZE = rf"{_FACTOR}=-?(?:0x[0-9A-Fa-f]{{1,16}}|[0-9]{{1,19}})"
_MAPPINGS = rf"\[(?:{_FACTOR}+(?:,{_FACTOR}+)*)?\]"
_RULE = regex(
    rf"<\((?P<operands>{_MAPPINGS}(?:,{_MAPPINGS})*)\)->\((?P<results>{_MAPPINGS}(?:,{_MAPPINGS})*)\)"
    rf"(?:\{{(?P<sizes>(?:{_SIZE}(?:,{_SIZE})*)?)\}})?"
    + "".join(rf"(?:{kind}=\{{(?P<{kind}>(?:{_FACTOR}(?:,{_FACTOR})*)?)\}})?" for kind in shardy.FACTOR_LISTS)
    + "(?P<custom>,custom)?>"
)
_NAME = regex(_FACTOR)
_MAPPING = regex(r"\[([^\]]*)\]")
_BLANKS = regex(r"\s*([^\w\s])\s*")
_MALFORMED_RULE = "malformed sharding rule"
_RULE_FORM = (
    "write it as `<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>`, with factors in the order i "
    f"to z, z_1, ..., and lists in the order {', '.join(shardy.FACTOR_LISTS)}"
)


def _rule(name: Token, body: str) -> shardy.ShardingRule:
    """The rule with this text after its name. Raises StatementError."""
    match = _RULE.fullmatch(_BLANKS.sub(r"\1", body))
    if match is None:
        raise error_at(name, _MALFORMED_RULE, UNKNOWN_ATTRIBUTE, _RULE_FORM)
    written = [size.partition("=") for size in (match["sizes"] or "").split(",") if size]
    sizes = {factor: int(size, 16 if "x" in size else 10) for factor, _, size in written}
    if [factor for factor, _, _ in written] != [*map(shardy.factor_name, range(len(sizes)))]:
        raise error_at(name, f"{_MALFORMED_RULE}: sizes out of order", UNKNOWN_ATTRIBUTE, _RULE_FORM)
    beyond = [size for size in sizes.values() if not -(1 << 63) <= size < 1 << 63]
    if beyond:
        raise error_at(name, f"the size of a factor must fit i64, found {beyond[0]}", UNKNOWN_ATTRIBUTE)
    return shardy.ShardingRule(
        tuple(sizes.values()),
        _mappings(match["operands"]),
        _mappings(match["results"]),
        tuple(_factors(match[kind] or "") for kind in shardy.FACTOR_LISTS),
        match["custom"] is not None,
    )


def _mappings(written: str) -> tuple[tuple[shardy.Factors, ...], ...]:
    sides = [mapping.split(",") if mapping else () for mapping in _MAPPING.findall(written)]
    return tuple([tuple(map(_factors, factors)) for factors in sides])


def _factors(written: str) -> shardy.Factors:
    return tuple([ord(name[0]) - ord("i") + int(name[2:] or 0) for name in _NAME.findall(written)])


def _signed(token: Token) -> int:
    """A number, or the number of a priority, `p1`. Raises StatementError unless it fits int64."""
    number = int(token[1:]) if token.startswith("p") else integer_of(token)
    if number >= 1 << 63:
        raise error_at(token, f"expected a signed 64-bit integer, found {token}")
    return number


def _dimension(axes: shardy.Axes, priority: Token | None, *, is_closed: bool) -> shardy.DimensionSharding:
    return shardy.DimensionSharding(axes, is_closed, None if priority is None else _signed(priority))


def _lists(kind: str) -> Callable[[list[Any]], shardy.AxisLists]:
    """The constructor of an attribute of lists of axes."""
    return lambda lists: shardy.AxisLists(kind, tuple(lists))


class ShardyRules:
    """The callbacks of the rules for attributes of Shardy."""

    axis_set = dimension_shardings = of_list(tuple)
    axis_list = of_list(_lists("axis_ref_list"))
    axis_sets = of_list(_lists("list_of_axis_ref_lists"))
    manual_axes = of_list(_lists("manual_axes"))
    axis_names = of_list(lambda names: tuple([shardy.AxisRef(unescape(name)) for name in names]))
    all_to_all_parameters = of_list(shardy.all_to_all)
    shardings = of_list(lambda shardings: shardy.ShardingPerValue(tuple(shardings)))
    sharding_rule = of_parts(lambda name, body: _rule(name, text_of(body)))
    device_ids = staticmethod(lambda numbers: tuple(map(_signed, numbers)))
    mesh_axis = of_parts(lambda name, size: (unescape(name), _signed(size)))

    def all_to_all_parameter(self, parts: list[Any]) -> tuple[shardy.Axes, tuple[int, int]]:
        *axes, source, target = parts
        return tuple(axes), (_signed(source), _signed(target))

    def mesh_body(self, parts: list[Any]) -> shardy.Mesh:
        return shardy.mesh_of_devices(tuple(present(parts[:-1])), parts[-1] or ())

    def sharding_body(self, parts: list[Any]) -> shardy.Sharding:
        mesh, dimensions, *others = parts
        lists = dict[str, Any]()
        for kind, fields in others:
            if kind in lists:
                raise error_at(kind, f"duplicate list of {kind} axes")
            lists |= fields
        return shardy.Sharding(symbol_name(mesh) if isinstance(mesh, Token) else mesh, dimensions, **lists)

    def dimension_sharding(self, parts: list[Any]) -> shardy.DimensionSharding:
        return _dimension(*parts, is_closed=True)

    def open_dimension(self, parts: list[Any]) -> shardy.DimensionSharding:
        return _dimension(tuple(present(parts[:-1])), parts[-1], is_closed=False)

    def other_axes(self, parts: list[Any]) -> tuple[Token, dict[str, Any]]:
        return parts[0], {"replicated": tuple(parts[1:])}

    def unreduced_axes(self, parts: list[Any]) -> tuple[Token, dict[str, Any]]:
        kind, word, *axes = parts
        if word is not None and word not in shardy.REDUCTIONS:
            raise error_at(word, f"expected one of {', '.join(shardy.REDUCTIONS)}")
        return kind, {"unreduced": tuple(axes), "reduction": str(word or shardy.REDUCTIONS[0])}

    def axis_ref(self, parts: list[Any]) -> shardy.AxisRef:
        return shardy.AxisRef(unescape(parts[0]), *map(_signed, present(parts[1:])))
