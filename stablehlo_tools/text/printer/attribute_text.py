"""The text of strings, attributes, locations and signatures as MLIR prints it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import (
    STRUCT_FORMS,
    UNIT,
    Attribute,
    Convolution,
    DenseArray,
    Enumeration,
    Float,
    Integer,
    Location,
    Opaque,
    Struct,
    StructForm,
    Symbol,
    TypeAttribute,
    TypedString,
)
from stablehlo_tools.ir.constants import Dense, DenseResource, DenseVector
from stablehlo_tools.ir.number_format import dense_text, float_text
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.quoting import escape, keyword_text, symbol_text
from stablehlo_tools.ir.shardy import AxisLists, Mesh, Sharding, ShardingPerValue, ShardingRule, ShardyPart
from stablehlo_tools.ir.types import F64, I64, FunctionType, Type

_STRING = regex(r'"(?:[^"\\\n]|\\[^\n])*"|//[^\n]*')
_ANY_ESCAPE = regex(r'\\(?:(?P<known>[0-9A-Fa-f]{2}|[nt"\\])|.)')


def unknown_escape(text: str) -> re.Match[str] | None:
    """The first invalid escape sequence in a string of `text`; strings in comments are ignored."""
    for string in _STRING.finditer(text):
        if string[0][0] == '"':
            escapes = _ANY_ESCAPE.finditer(text, *string.span())
            unknown = next((escape for escape in escapes if escape["known"] is None), None)
            if unknown is not None:
                return unknown
    return None


_LISTS = ("integers", "axes")  # kinds of fields


def attribute_text(attribute: Attribute) -> str:
    """The text of an attribute after the `=` in a dictionary."""
    text = untyped_text(attribute)
    if isinstance(attribute, (Integer, Float, Dense, DenseResource, DenseVector, TypedString)):
        return f"{text} : {attribute.type}"
    return text


def distinct_attribute(serial: int, inside: Attribute) -> Opaque:
    """`distinct[0]<inside>`, which is another attribute for each number."""
    return Opaque(f"distinct[{serial}]<{'' if inside is UNIT else attribute_text(inside)}>")


def dictionary_text(attributes: Mapping[str, Attribute]) -> str:
    """`{a, b = 1 : i32}`, sorted by name."""
    return f"{{{', '.join(_entry(name, attributes[name]) for name in sorted(attributes))}}}"


def fields_text(struct: str, fields: Mapping[str, Attribute]) -> str:
    """The text between the angle brackets of `struct`."""
    form = STRUCT_FORMS.get(struct, StructForm({}))
    kinds = form.fields
    if form.optional == ():  # lists that are required are printed, too, if they are empty
        fields = {**{name: () for name, kind in kinds.items() if kind in _LISTS}, **fields}
    names = [name for name in kinds if name in fields] + [name for name in fields if name not in kinds]
    return ", ".join(f"{name} = {_field(fields[name])}" for name in names)


def convolution_text(dimensions: Convolution) -> str:
    """`[b, 0, f]x[0, i, o]->[b, 0, f]`."""
    lhs, rhs, output = (list_text(side) for side in (dimensions.lhs, dimensions.rhs, dimensions.output))
    return f"{lhs}x{rhs}->{output}"


def list_text(entries: Iterable[object]) -> str:
    """`[a, b]`."""
    return f"[{', '.join(map(str, entries))}]"


def location_text(location: Location, child: Callable[[Location], str]) -> str:
    """The text between the parentheses of `loc(...)`; `child` returns the text of a nested location."""
    parts = location.parts
    if location.kind == "name":
        inside = "".join(f"({child(part)})" for part in parts[1:] if isinstance(part, Location))
        return f"{escape(str(parts[0]))}{inside}"
    if location.kind == "file":
        return _file_text(str(parts[0]), *parts[1:])
    if location.kind == "callsite":
        return f"callsite({' at '.join(child(part) for part in parts if isinstance(part, Location))})"
    if location.kind == "fused":
        metadata: Any = parts[0]
        children = [child(part) for part in parts[1:] if isinstance(part, Location)]
        return f"fused{'' if metadata is None else f'<{attribute_text(metadata)}>'}{list_text(children)}"
    return f"#{parts[0]}" if location.kind == "alias" else "unknown"


def _file_text(path: str, *numbers: object) -> str:
    text = ":".join([escape(path), *map(str, numbers[:2])])
    if len(numbers) <= 2:
        return text
    line, column, last, end = numbers
    is_one_line = last in (None, line)
    return text if is_one_line and end == column else f"{text} to {'' if is_one_line else last}:{end}"


def _entry(name: str, attribute: Attribute) -> str:
    return keyword_text(name) if attribute is UNIT else f"{keyword_text(name)} = {attribute_text(attribute)}"


def element_text(attribute: Attribute) -> str:
    """The text of an attribute in `[...]` or `memref<...>`, where 64-bit numbers have no type."""
    text = untyped_text(attribute) if isinstance(attribute, (Integer, Float)) else ""
    if isinstance(attribute, Integer) and attribute.type == I64:
        return text
    if isinstance(attribute, Float) and attribute.type == F64 and "x" not in text:
        return text
    return attribute_text(attribute)


def _field(attribute: Attribute) -> str:
    """The text of a struct field, in which numbers have no type."""
    if isinstance(attribute, tuple):
        return list_text(map(_field, attribute))
    return attribute_text(attribute) if isinstance(attribute, Dense) else untyped_text(attribute)


def untyped_text(attribute: Attribute) -> str:
    """The text of an attribute without its type."""
    print_attribute = _PRINTERS.get(type(attribute))
    return print_attribute(attribute) if print_attribute else dictionary_text(attribute)  # type: ignore[arg-type]


def _array_text(array: DenseArray) -> str:
    values = ", ".join(
        untyped_text(value) if isinstance(value, (bool, Float)) else str(value) for value in array.values
    )
    return f"array<{array.element_type}{': ' if values else ''}{values}>"


def _resource_text(resource: DenseResource) -> str:
    return f"dense_resource<{keyword_text(resource.key)}>"


def _struct_text(struct: Struct) -> str:
    raw = "raw " * (struct.name == "#stablehlo.conv")  # instead of letters for the dimensions
    return f"{struct.name}<{raw}{fields_text(struct.name, struct.fields)}>"


def _inline_location_text(location: Location) -> str:
    return location_text(location, _inline_location_text)


_PRINTERS: Mapping[type, Callable[[Any], str]] = {
    bool: lambda value: "true" if value else "false",
    str: escape,
    tuple: lambda entries: list_text(map(element_text, entries)),
    type(UNIT): lambda unit: "unit",
    Integer: lambda integer: str(integer.value),
    Float: lambda number: float_text(number.value, number.type, number.bits),
    TypedString: lambda string: escape(string.value),
    Symbol: lambda symbol: symbol_text(*symbol.path),
    TypeAttribute: lambda attribute: str(attribute.type),
    DenseArray: _array_text,
    Enumeration: str,
    Struct: _struct_text,
    Convolution: lambda dimensions: f"#stablehlo.conv<{convolution_text(dimensions)}>",
    Opaque: str,
    Mesh: lambda mesh: f"#sdy.mesh{mesh}",
    Sharding: lambda sharding: f"#sdy.sharding{sharding}",
    ShardingPerValue: lambda shardings: f"#sdy.sharding_per_value<{shardings}>",
    AxisLists: lambda axes: f"#sdy<{axes.kind}{axes}>",
    ShardingRule: lambda rule: f"#sdy.op_sharding_rule{rule}",
    ShardyPart: lambda part: f"#sdy<{part.kind} {escape(repr(part.value))}>",
    Location: lambda location: f"loc({_inline_location_text(location)})",
    Dense: lambda dense: f"dense<{dense_text(dense)}>",
    DenseResource: _resource_text,
    DenseVector: lambda vector: f"dense<{dense_text(vector.elements)}>",
}


def operand_types(operation: Operation) -> Sequence[Type]:
    """The types of the operands as written in the statement."""
    template = operation.template
    return template.operand_types if template else tuple(value.type for value in operation.operands)


def result_types(operation: Operation) -> tuple[Type, ...]:
    """The types of the results."""
    return tuple(result.type for result in operation.results)


def signature(operation: Operation) -> str:
    """`(T, U) -> V`."""
    return str(FunctionType(tuple(operand_types(operation)), result_types(operation)))


def dictionary(attributes: Mapping[str, Attribute], omitted: Iterable[str] = ()) -> str:
    """` {a = 1 : i32}`, with a space before it, without the omitted attributes; empty if none remain."""
    remaining = {name: attribute for name, attribute in attributes.items() if name not in omitted}
    return f" {dictionary_text(remaining)}" if remaining else ""
