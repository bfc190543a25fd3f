"""Shardy in bytecode (shardy/dialect/sdy/ir/bytecode.td): codes are positions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from stablehlo_tools.formats.bytecode.cursor import ByteCursor
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
    group_of,
    in_order,
    list_of,
    word_of,
)
from stablehlo_tools.ir import shardy
from stablehlo_tools.ir.attributes import Attribute, Symbol
from stablehlo_tools.text.printer.attribute_text import attribute_text

if TYPE_CHECKING:
    from stablehlo_tools.formats.bytecode.entries import Entries


def _checked(attribute: Attribute | None, form: type, kind: str) -> Any:
    """The attribute, or the value of a part, if it is of this class and kind. Raises ValueError."""
    is_it = isinstance(attribute, form) and getattr(attribute, "kind", kind) == kind
    if not is_it or attribute is None:
        raise ValueError(f"expected {kind}, found {attribute and attribute_text(attribute)[:80]}")
    return attribute.value if isinstance(attribute, shardy.ShardyPart) else attribute


def _entries(form: type, kind: str) -> Field:
    """A list of attributes of a class and kind."""
    entry = Field(lambda source, cursor: _checked(source.attribute(cursor), form, kind), ATTRIBUTE.write)
    return list_of(entry)


_parts = functools.partial(_entries, shardy.ShardyPart)


def _part(kind: str, *fields: Field, build: Callable[..., Any] = lambda *values: values) -> Row:
    """An attribute that stands only inside of others."""
    return Row(fields, lambda *values: shardy.ShardyPart(kind, build(*values)))


def _axis(name: str, part: Attribute | None) -> shardy.AxisRef:
    return shardy.AxisRef(name, *(() if part is None else _checked(part, shardy.ShardyPart, "sub_axis_info")))


def _sharding(mesh: Attribute, *parts: Any) -> shardy.Sharding:
    return shardy.Sharding(
        mesh.name if isinstance(mesh, Symbol) else _checked(mesh, shardy.Mesh, "mesh"), *parts
    )


def _one_list(kind: str, axes: Iterable[shardy.AxisRef]) -> shardy.AxisLists:
    return shardy.AxisLists(kind, (tuple(axes),))


def _several_lists(lists: Sequence[shardy.AxisLists]) -> shardy.AxisLists:
    return shardy.AxisLists("list_of_axis_ref_lists", tuple(axes for each in lists for axes in each.lists))


def _read_priority(source: Entries, cursor: ByteCursor) -> int | None:
    number, is_there = cursor.flagged()
    return number if is_there else None


_PRIORITY: Final = Field(_read_priority, SIGNED.write)  # nothing is written here
_AXES: Final = _parts("axis_ref")
_MAPPINGS: Final = _parts("tensor_mapping")
_REDUCTION: Final = word_of(*shardy.REDUCTIONS, number=SIGNED)
_SHARDINGS: Final = _entries(shardy.Sharding, "sharding")

SDY: Final = Dialect(
    attributes=in_order(
        Row((_entries(str, "string"),), lambda names: _one_list("manual_axes", map(shardy.AxisRef, names))),
        _part("mesh_axis", STRING, SIGNED),
        Row((_parts("mesh_axis"), NUMBERS), shardy.mesh_of_devices),
        _part("sub_axis_info", SIGNED, SIGNED),
        _part("axis_ref", STRING, OPTIONAL, build=_axis),
        _part("dimension_sharding", _AXES, FLAG, _PRIORITY, build=shardy.DimensionSharding),
        Row((ATTRIBUTE, _parts("dimension_sharding"), _AXES), _sharding),
        Row((_SHARDINGS,), shardy.ShardingPerValue),
        _part("dim_mapping", NUMBERS, build=tuple),
        _part("tensor_mapping", _parts("dim_mapping"), build=tuple),
        Row(
            (NUMBERS, _MAPPINGS, _MAPPINGS, group_of(*[NUMBERS] * len(shardy.FACTOR_LISTS)), FLAG),
            shardy.ShardingRule,
        ),
        Row((_AXES,), lambda axes: _one_list("axis_ref_list", axes)),
        Row((_entries(shardy.AxisLists, "axis_ref_list"),), _several_lists),
        _part("all_to_all_param", _AXES, group_of(SIGNED, SIGNED)),
        Row((_parts("all_to_all_param"),), shardy.all_to_all),
        Row((ATTRIBUTE, _parts("dimension_sharding"), _AXES, _AXES), _sharding),
        Row((_SHARDINGS,), shardy.ShardingPerValue),
        Row((ATTRIBUTE, _parts("dimension_sharding"), _AXES, _AXES, _REDUCTION), _sharding),
    ),
    types={},
)
