"""Shardy in bytecode (shardy/dialect/sdy/ir/bytecode.td): codes are positions.

Its attributes are text in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from stablehlo_tools.formats.bytecode.cursor import ByteCursor, Sink
from stablehlo_tools.formats.bytecode.fields import (
    ATTRIBUTE,
    FLAG,
    NUMBERS,
    OPTIONAL,
    SIGNED,
    STRING,
    Dialect,
    Field,
    Row,
    in_order,
    list_of,
    word_of,
)
from stablehlo_tools.ir.attributes import Attribute, Opaque, Symbol
from stablehlo_tools.ir.quoting import escape
from stablehlo_tools.text.attribute_text import attribute_text, list_text
from stablehlo_tools.text.shardy import factor_name, rule_attribute

if TYPE_CHECKING:
    from stablehlo_tools.formats.bytecode.entries import Entries
    from stablehlo_tools.formats.bytecode.numbering import Scope

_NAMED: Final = "#sdy."
_BARE: Final = "#sdy<"


def _inside(attribute: Attribute, name: str) -> str:
    """The content of an attribute of this name: `<...>`, or `{...}` if its name is inside the brackets."""
    text = attribute.text if isinstance(attribute, Opaque) else ""
    if text.startswith(f"{_NAMED}{name}<"):
        return text.removeprefix(f"{_NAMED}{name}")
    if text.startswith(f"{_BARE}{name}"):
        return text.removeprefix(f"{_BARE}{name}")[:-1]
    raise ValueError(f"expected #sdy.{name}, found {attribute_text(attribute)[:80]}")


def _bare(name: str, inside: str) -> Opaque:
    return Opaque(f"{_BARE}{name}{inside}>")


def _braces(parts: Sequence[str]) -> str:
    return f"{{{', '.join(parts)}}}"


def _axes(axes: Sequence[Attribute]) -> str:
    return _braces([_inside(axis, "axis_ref")[1:-1] for axis in axes])


def _mesh(axes: Sequence[Attribute], ids: Sequence[int]) -> Opaque:
    shown = list_text(_inside(axis, "mesh_axis")[1:-1] for axis in axes)
    return Opaque(f"#sdy.mesh<{shown}{f', device_ids={list_text(ids)}' if ids else ''}>")


def _axis(name: str, part: Attribute | None) -> Opaque:
    inside = "" if part is None else f":{_inside(part, 'sub_axis_info')[1:-1]}"
    return Opaque(f"#sdy.axis_ref<{escape(name)}{inside}>")


def _dimension(axes: Sequence[Attribute], is_closed: bool, priority: int | None) -> Opaque:
    refs = [_inside(axis, "axis_ref")[1:-1] for axis in axes] + ([] if is_closed else ["?"])
    return _bare("dimension_sharding", f"{_braces(refs)}{'' if priority is None else f'p{priority}'}")


def _sharding(
    mesh: Attribute,
    dimensions: Sequence[Attribute],
    replicated: Sequence[Attribute],
    unreduced: Sequence[Attribute] = (),
    reduction: str = "",
) -> Opaque:
    name = attribute_text(mesh) if isinstance(mesh, Symbol) else f"mesh{_inside(mesh, 'mesh')}"
    parts = [name, list_text(_inside(dimension, "dimension_sharding") for dimension in dimensions)]
    parts += [f"replicated={_axes(replicated)}"] if replicated else []
    parts += [f"unreduced={f'[{reduction}]' if reduction else ''}{_axes(unreduced)}"] if unreduced else []
    return Opaque(f"#sdy.sharding<{', '.join(parts)}>")


def _per_value(shardings: Sequence[Attribute]) -> Opaque:
    inside = list_text(_inside(sharding, "sharding") for sharding in shardings)
    return Opaque(f"#sdy.sharding_per_value<{inside}>")


def _rule(
    sizes: Sequence[int],
    operands: Sequence[Attribute],
    results: Sequence[Attribute],
    reduction: Sequence[int],
    replication: Sequence[int],
    permutation: Sequence[int],
    blocked: Sequence[int],
    is_custom: bool,
) -> Opaque:
    inputs, outputs = (
        ", ".join(_inside(mapping, "tensor_mapping") for mapping in side) for side in (operands, results)
    )
    factors = [f"{factor_name(number)}={size}" for number, size in enumerate(sizes)]
    kinds = {
        "reduction": reduction, "need_replication": replication, "permutation": permutation,
        "blocked_propagation": blocked,
    }  # fmt: skip
    lists = {kind: [*map(factor_name, those)] for kind, those in kinds.items() if those}
    return rule_attribute(inputs, outputs, factors, lists, is_custom=is_custom)


def _list(name: str, kind: str) -> Callable[[Sequence[Attribute]], Opaque]:
    """The attribute that is a list of others."""
    return lambda entries: _bare(name, list_text(_inside(entry, kind) for entry in entries))


def _read_priority(source: Entries, cursor: ByteCursor) -> int | None:
    number, is_there = cursor.flagged()
    return number if is_there else None


def _write_priority(target: Scope, sink: Sink, value: int | None) -> None:
    sink.flagged(value or 0, flag=value is not None)


_PRIORITY: Final = Field(_read_priority, _write_priority)
_LIST: Final = list_of(ATTRIBUTE)
_REDUCTIONS: Final = ("", "max", "min")

SDY: Final = Dialect(
    attributes=in_order(
        Row((_LIST,), lambda names: _bare("manual_axes", _braces(list(map(attribute_text, names))))),
        Row((STRING, SIGNED), lambda name, size: Opaque(f"#sdy.mesh_axis<{escape(name)}={size}>")),
        Row((_LIST, NUMBERS), _mesh),
        Row((SIGNED, SIGNED), lambda pre, size: Opaque(f"#sdy.sub_axis_info<({pre}){size}>")),
        Row((STRING, OPTIONAL), _axis),
        Row((_LIST, FLAG, _PRIORITY), _dimension),
        Row((ATTRIBUTE, _LIST, _LIST), _sharding),
        Row((_LIST,), _per_value),
        Row((NUMBERS,), lambda factors: _bare("dim_mapping", "".join(map(factor_name, factors)))),
        Row((_LIST,), _list("tensor_mapping", "dim_mapping")),
        Row((NUMBERS, _LIST, _LIST, NUMBERS, NUMBERS, NUMBERS, NUMBERS, FLAG), _rule),
        Row((_LIST,), lambda axes: _bare("axis_ref_list", _axes(axes))),
        Row((_LIST,), _list("list_of_axis_ref_lists", "axis_ref_list")),
        Row(
            (_LIST, SIGNED, SIGNED),
            lambda axes, source, target: _bare("all_to_all_param", f"{_axes(axes)}: {source}->{target}"),
        ),
        Row((_LIST,), _list("all_to_all_param_list", "all_to_all_param")),
        Row((ATTRIBUTE, _LIST, _LIST, _LIST), _sharding),
        Row((_LIST,), _per_value),
        Row((ATTRIBUTE, _LIST, _LIST, _LIST, word_of(*_REDUCTIONS)), _sharding),
    ),
    types={},
)
