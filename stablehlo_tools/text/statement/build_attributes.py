"""Grammar callbacks for attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.ir.attributes import (
    ACCURACY_MODE,
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
    Symbol,
    TypeAttribute,
    TypedString,
    is_array_element,
)
from stablehlo_tools.ir.dense_literals import LITERAL, LiteralError
from stablehlo_tools.ir.literal_departures import departure_of
from stablehlo_tools.ir.number_format import float_of_bits, float_text
from stablehlo_tools.ir.quoting import unescape
from stablehlo_tools.ir.types import F64, I64, ElementType, Type, element_type_named, part_of
from stablehlo_tools.ops.model.structs import CONVOLUTION_LETTERS, convolution_struct
from stablehlo_tools.text.assembly.deprecated_syntax import old_enumeration
from stablehlo_tools.text.assembly.struct_fields import (
    TrailingComma,
    accuracy_mode,
    check_fields,
    check_text,
    form_of,
)
from stablehlo_tools.text.printer.attribute_text import distinct_attribute
from stablehlo_tools.text.statement import build_literals
from stablehlo_tools.text.statement.build_literals import always, of_list, of_part, of_parts
from stablehlo_tools.text.statement.build_locations import as_attribute
from stablehlo_tools.text.statement.build_types import canonical_bounds
from stablehlo_tools.text.statement.template import StatementError, current, error_at

_DIMENSION_NUMBERS = Code(
    "dimension_numbers",
    "A list of convolution dimensions, such as [b, 0, 1, f], lacks a required dimension or repeats one.",
    "List b and f (i and o for the kernel) and the spatial dimensions, numbered from 0, each exactly once.",
)


def _check_labels(labels: Sequence[str], letters: str) -> None:
    """Raise StatementError unless labels are each of `letters` once, numbers from 0, and any `?`."""
    numbers = [str(number) for number in range(sum(label.isdigit() for label in labels))]
    expected = [*letters, *numbers]
    invalid = [
        label
        for index, label in enumerate(labels)
        if label != "?" and (label not in expected or label in labels[:index])
    ]
    if invalid or not set(expected) <= set(labels):
        message = f"expected each of {', '.join(expected)} once in [{', '.join(labels)}]"
        places = [label for label in (*invalid, *reversed(labels)) if isinstance(label, Token)]
        if places:
            raise error_at(places[0], message, _DIMENSION_NUMBERS)
        raise StatementError(message, 0, len(current().text), code=_DIMENSION_NUMBERS)


def _array_element(item: Token, type: ElementType) -> int | bool | Float:
    """An element of `array<...>`. Raises StatementError."""
    is_boolean, is_float = type.kind == "boolean", type.kind == "float"
    if is_boolean != (item in ("true", "false")) or (item.type == "FLOAT" and not is_float):
        expected = "true or false" if is_boolean else f"a number of type {type}"
        raise error_at(item, f"expected {expected}, found {item}", LITERAL)
    if is_boolean:
        return bool(item == "true")
    if is_float:
        return float_of_bits(build_literals.float_attribute(item, type).bits, type)
    if item.type == "FLOAT":
        raise error_at(item, f"expected an integer for {type}, found {item}", LITERAL)
    number = _integer(item, type)
    assert isinstance(number, Integer)
    return number.value


def _integer(literal: Token, type: Type) -> Attribute:
    """The attribute `literal : type`. Raises StatementError."""
    try:
        attribute = build_literals.integer_attribute(build_literals.any_integer_of(literal), type)
    except LiteralError as error:
        raise error_at(literal, error.message, error.code) from None
    _note_departure(literal, type)
    return attribute


def _real(literal: Token, type: ElementType) -> Float:
    attribute = build_literals.float_attribute(literal, type)
    _note_departure(literal, type)
    return attribute


class AttributeRules:
    """The callbacks of the rules for attributes."""

    dense = sparse = convolution_attribute = build_literals.only_part
    complex_literal = build_literals.all_parts
    fields = labels = build_literals.present_parts
    true, false = always(True), always(False)
    unit = always(UNIT)
    string = of_part(unescape)
    typed_string = of_parts(lambda text, type: TypedString(unescape(text), type))
    typed_literal = of_parts(build_literals.typed_literal)
    type_attribute = of_part(TypeAttribute)
    dense_resource = of_part(lambda key: build_literals.ResourceKey(build_literals.key_of(key)))
    dictionary = of_list(build_literals.distinct)
    array = of_list(lambda elements: tuple(map(as_attribute, elements)))
    attribute_list = of_list(lambda values: tuple(map(build_literals.field_value, values)))
    symbol = staticmethod(lambda names: Symbol(tuple(map(build_literals.symbol_name, names))))
    field = of_parts(lambda name, value: (name, build_literals.field_value(value)))
    fields_and_comma = staticmethod(TrailingComma)
    # named by the field that holds it
    inner_struct = of_part(lambda fields: Struct("", build_literals.distinct(fields)))
    sub_axis = of_parts(lambda pre_size, size: Opaque(f"({pre_size}){size}"))
    strided_layout = of_part(lambda body: Opaque(f"strided{build_literals.text_of(body)}"))
    written_attribute = of_part(build_literals.WrittenAttribute)
    unknown_label = always("?")
    balanced = always(None)

    def entry(self, parts: list[Any]) -> tuple[Token, Attribute]:
        if parts[0] == '""':
            raise error_at(parts[0], "expected an attribute name")
        return parts[0], UNIT if parts[1] is None else as_attribute(parts[1])

    def mesh_axis_struct(self, parts: list[Any]) -> Struct:
        check_fields("#stablehlo.mesh_axis", parts[-1])
        return Struct("#stablehlo.mesh_axis", build_literals.distinct(parts[-1]))

    def mesh_struct(self, parts: list[Any]) -> Struct:
        *axes, ids, type = parts
        fields: dict[str, Attribute] = {"axes": tuple(axes)}
        if ids is not None:
            fields["device_ids"] = build_literals.typed_literal(ids, type)
        return Struct("#stablehlo.mesh", fields)

    def stride(self, parts: list[Any]) -> None:
        if parts:
            build_literals.integer_of(parts[0])

    def typed_integer(self, parts: list[Any]) -> Attribute:
        literal, type = parts[0], parts[1] or I64
        if literal.startswith("+") and parts[1] is None:
            raise error_at(literal, f"`{literal}` needs a type", LITERAL, f"write `{literal[1:]}`")
        if isinstance(type, ElementType) and type.kind == "float":
            return _real(literal, type)
        return _integer(literal, type)

    def typed_real(self, parts: list[Any]) -> Attribute:
        literal, type = parts
        # both are of the specification only
        if type is None and ("." not in literal or literal.startswith("+")):
            raise error_at(literal, f"`{literal}` needs a type", LITERAL, f"write `{literal} : f64`")
        if type is not None and not isinstance(type, ElementType):
            raise error_at(literal, f"`{literal}` is not a value of type {type}", LITERAL)
        return _real(literal, type or F64)

    def complex_constant(self, parts: list[Any]) -> Opaque:
        """The complex constant of the specification, as MLIR's attribute."""
        (real, imaginary), type = parts
        if not isinstance(type, ElementType) or type.kind != "complex":
            raise error_at(real, f"`({real}, {imaginary})` is not a value of type {type}", LITERAL)
        part = part_of(type)
        numbers = (build_literals.float_attribute(number, part) for number in (real, imaginary))
        texts = ", ".join(float_text(number.value, part, number.bits) for number in numbers)
        return Opaque(f"#complex.number<:{part} {texts}> : {type}")

    def dense_array(self, parts: list[Any]) -> DenseArray:
        name, *items = parts
        element_type = element_type_named(name)
        if not is_array_element(element_type):
            expected = "expected i1, or an integer or float type of whole bytes"
            raise error_at(name, f"{expected}, as elements of an array, found {element_type}", LITERAL)
        return DenseArray(
            element_type, tuple(_array_element(item, element_type) for item in build_literals.present(items))
        )

    def alias_use(self, parts: list[Any]) -> Attribute:
        context, token = current(), parts[0]
        if token[1:] in context.aliases.locations:
            return as_attribute(Location("alias", (token[1:],)))
        alias = context.alias(token, context.aliases.attributes)
        if alias is None:
            check_text(token, str(token))
            return Opaque(str(token))
        return cast(Attribute, alias.value)

    def alias(self, parts: list[Any]) -> build_literals.WrittenAttribute:
        return build_literals.WrittenAttribute(self.alias_use(parts))

    def written_word(self, parts: list[Any]) -> build_literals.WrittenAttribute:
        return build_literals.WrittenAttribute(self.enumeration(parts))

    def typed_opaque_name(self, parts: list[Any]) -> Opaque:
        name, type = parts
        if "." not in name:
            raise error_at(name, f"expected an attribute of a dialect before a type, found `{name}`")
        check_text(name, str(name))
        return Opaque(f"{name} : {type}")

    def opaque_attribute(self, parts: list[Any]) -> Opaque | Enumeration:
        name, body, type = (*parts, None)[:3]
        written = body if isinstance(body, str) else build_literals.text_of(body)
        text = build_literals.dialect_text(name, written)
        check_text(name, text)
        if (mode := accuracy_mode(text)) is not None:
            return mode
        type = "" if type is None else f" : {type}"
        try:
            return Opaque(canonical_bounds(text) if text.startswith("#stablehlo.") else f"{text}{type}")
        except ValueError as error:
            raise error_at(name, str(error)) from None

    def struct(self, parts: list[Any]) -> Struct:
        name, pairs = parts
        check_fields(name, pairs)
        return Struct(str(name), form_of(name).explicit(build_literals.distinct(pairs)))

    def enumeration(self, parts: list[Any]) -> Enumeration:
        dialect, kind, value = parts
        if kind == ACCURACY_MODE:
            message, help = f"unknown enum `{kind}` of {dialect[1:]}", f"write `{dialect}.{kind}<{value}>`"
            raise error_at(kind, message, build_literals.INVALID_ATTRIBUTE, help)
        return Enumeration(dialect[1:], str(kind), unescape(value) if value.type == "STRING" else str(value))

    def quoted_enumeration(self, parts: list[Any]) -> Enumeration:
        kind, _, value = unescape(parts[1]).partition(" ")
        enumeration = Enumeration(str(parts[0])[1:], kind, value)
        current().old_spellings.append(old_enumeration(enumeration))
        return enumeration

    def raw_convolution_attribute(self, parts: list[Any]) -> Struct | Convolution:
        check_fields("#stablehlo.conv", parts[0])
        return convolution_struct(build_literals.distinct(parts[0]))

    def distinct(self, parts: list[Any]) -> Opaque:
        number, inside = parts
        return distinct_attribute(
            build_literals.integer_of(number), UNIT if inside is None else as_attribute(inside)
        )

    def convolution_dimensions(self, parts: list[Any]) -> Convolution:
        for labels, letters in zip(parts, CONVOLUTION_LETTERS, strict=True):
            _check_labels(labels, letters)
        return Convolution(*(tuple(map(str, labels)) for labels in parts))

    def convolution_label(self, parts: list[Any]) -> Token:
        label: Token = parts[0]
        if label.type != "INTEGER":
            return label
        return Token("INTEGER", str(build_literals.integer_of(label)), label.start_pos, label.end_pos)

    def body(self, parts: list[Any]) -> build_literals.Extent:
        return build_literals.Extent(parts[0].start_pos, parts[-1].end_pos)

    strided_body = body


def _note_departure(literal: Token, type: Type) -> None:
    """Note for the verifier that a type does not have the value of a number that MLIR accepts."""
    if isinstance(type, ElementType) and type.kind in ("signed", "float"):
        departure = departure_of(str(literal), type)
        if departure is not None:
            current().departures.append(departure)
