"""Literals in a statement: tokens to numbers, names and attributes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from lark import Token

from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.ir.attributes import Attribute, DenseArray, Float, Integer, Opaque, TypeAttribute
from stablehlo_tools.ir.constants import ELIDED, Dense, DenseResource
from stablehlo_tools.ir.dense_literals import LiteralError, integer_bounds
from stablehlo_tools.ir.number_format import parse_float
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType, Type
from stablehlo_tools.syntax.context import current, error_at, error_in_types
from stablehlo_tools.syntax.strings import unescape

T = TypeVar("T")

I32, I64 = ELEMENT_TYPES["i32"], ELEMENT_TYPES["i64"]


def present(parts: list[Any]) -> list[Any]:
    """The parts that are there: optional ones that are not are None."""
    return [part for part in parts if part is not None]


def key_of(token: Token) -> str:
    """The name that a key of a dictionary spells, quoted or not."""
    return unescape(token) if token.type == "STRING" else str(token)


_LONGEST_INTEGER = 1000  # digits; Python takes long over more, or refuses them


def integer_of(token: Token) -> int:
    """The number of at most 64 bits that an integer token spells. Raises StatementError."""
    value = any_integer_of(token)
    low, high = integer_bounds(I64)
    if not low <= value <= high:
        raise error_at(token, f"this integer does not fit i64, {low} to {high}", "literal")
    return value


def any_integer_of(token: Token) -> int:
    """The number that an integer token spells, in decimal or hexadecimal. Raises StatementError."""
    if len(token) > _LONGEST_INTEGER:
        raise error_at(token, f"no integer has {len(token)} digits")
    digits = token.lstrip("+-")
    value = int(digits, 16) if digits.startswith("0x") else int(digits)
    return -value if token.startswith("-") else value


def distinct(entries: Sequence[tuple[Token, T]]) -> dict[str, T]:
    """Entries as a dictionary. Raises StatementError for a key that comes twice."""
    found: dict[str, T] = {}
    for token, value in entries:
        key = key_of(token)
        if key in found:
            raise error_at(token, f"`{key}` is given twice")
        found[key] = value
    return found


def integer_attribute(value: int, type: Type) -> Attribute:
    """What `value : type` is: `1 : i1` is true, `255 : i8` is -1. Raises ValueError for what is nothing."""
    if not isinstance(type, ElementType) or type.kind not in ("boolean", "signed", "unsigned", "index"):
        raise ValueError(f"an integer is not of type {type}")
    low, high = integer_bounds(type)
    if not low <= value <= high:
        raise ValueError(f"this integer does not fit {type}, {low} to {high}")
    if type.kind == "boolean":
        return bool(value)
    wraps = type.kind == "signed" and value >> type.bits - 1 > 0
    return Integer(value - (1 << type.bits) if wraps else value, type)


def integer_array(values: Sequence[int], element_type: ElementType = I64) -> DenseArray:
    """`array<i64: ...>` of the values."""
    return DenseArray(element_type, tuple(values))


class BareWord(str):
    """A bare word in a list or a field: `LT`, `FFT`, `true`."""

    __slots__ = ()


class ResourceKey(str):
    """The key in `dense_resource<key>`."""

    __slots__ = ()


class Real(str):
    """A floating-point number, as spelt."""

    __slots__ = ()


class Extent(NamedTuple):
    """Where brackets stand whose inside is kept as it is written."""

    start: int
    end: int


def symbol_name(token: Token) -> str:
    """The name behind the `@` of a symbol token."""
    return unescape(token[1:]) if token[1] == '"' else str(token)[1:]


_BLANKS = re.compile(r'("(?:[^"\\]|\\.)*")|(?:\s|//.*)+')


def text_of(extent: Extent) -> str:
    """The text being read from one offset up to another, without comments and line ends."""
    return _BLANKS.sub(lambda match: match[1] or " ", current().text[extent.start : extent.end])


def float_attribute(literal: str, type: ElementType) -> Float:
    """A float literal of a type."""
    try:
        return parse_float(str(literal), type)
    except LiteralError as error:
        raise error_in_types(error.message, "literal") from None


def field_value(value: object) -> Attribute:
    """What a field of a struct such as `#stablehlo.dot<...>` holds, as an attribute."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return Integer(value, I64)
    if isinstance(value, Real):
        return float_attribute(value, ELEMENT_TYPES["f64"])
    if isinstance(value, BareWord):
        return TypeAttribute(ELEMENT_TYPES[value]) if value in ELEMENT_TYPES else Opaque(str(value))
    return value  # type: ignore[return-value]


def typed_literal(literal: Token | ResourceKey | Opaque, type: Type) -> Attribute:
    """A literal with the type behind it; one that is no tensor's is kept as it is written."""
    if isinstance(literal, Opaque):
        return Opaque(f"{literal.text} : {type}")
    if isinstance(literal, ResourceKey):
        return (
            DenseResource(str(literal), type)
            if isinstance(type, TensorType)
            else Opaque(f"dense_resource<{literal}> : {type}")
        )
    if isinstance(type, TensorType) and literal[6:-1].strip() == "...":
        return DenseResource(ELIDED, type)
    if isinstance(type, TensorType):
        return Dense(current().literal(literal[6:-1]), type)
    return Opaque(f"{literal} : {type}")


def blob_of(token: Token) -> str:
    """What a resource is: a string, or a word."""
    literal = current().literal(token)
    return literal.text[1:-1] if isinstance(literal, Span) else key_of(token)
