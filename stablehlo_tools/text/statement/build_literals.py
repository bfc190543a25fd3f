"""Converts the literals of a statement from tokens to numbers, names and attributes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Attribute, DenseArray, Float, Integer, Opaque, TypeAttribute
from stablehlo_tools.ir.constants import ELIDED, Dense, DenseResource, DenseVector, literals_in
from stablehlo_tools.ir.dense_literals import LITERAL, LiteralError, integer_bounds
from stablehlo_tools.ir.number_format import parse_float
from stablehlo_tools.ir.quoting import unescape
from stablehlo_tools.ir.sparse_literals import problem_of_sparse
from stablehlo_tools.ir.types import (
    ELEMENT_TYPES,
    F64,
    I64,
    ElementType,
    TensorType,
    Type,
    elements_of_vector,
)
from stablehlo_tools.ops.attribute_values import findings
from stablehlo_tools.text.statement.template import StatementError, current, error_at, error_in_types

T = TypeVar("T")


def present(parts: list[Any]) -> list[Any]:
    """The parts that are present: omitted optional parts are None."""
    return [part for part in parts if part is not None]


# Callbacks of rules in one line.


def of_part(build: Callable[[Any], T]) -> staticmethod[[list[Any]], T]:
    """The callback of a rule that stands for what its only part builds."""
    return staticmethod(lambda parts: build(parts[0]))


def of_parts(build: Callable[..., T]) -> staticmethod[[list[Any]], T]:
    """The callback of a rule that stands for what its parts build together."""
    return staticmethod(lambda parts: build(*parts))


def of_list(build: Callable[[list[Any]], T]) -> staticmethod[[list[Any]], T]:
    """The callback of a rule that stands for what the list of its present parts builds."""
    return staticmethod(lambda parts: build(present(parts)))


def always(value: T) -> staticmethod[[list[Any]], T]:
    """The callback of a rule that always stands for the same."""
    return staticmethod(lambda parts: value)


only_part = staticmethod(itemgetter(0))
all_parts: staticmethod[[list[Any]], list[Any]] = staticmethod(lambda parts: parts)
present_parts = staticmethod(present)


def key_of(token: Token) -> str:
    """The name of a dictionary key, quoted or not."""
    return unescape(token) if token.type == "STRING" else str(token)


_MAX_DIGITS = 1000  # `int()` takes quadratic time, and refuses more than 4300 digits


def integer_of(token: Token) -> int:
    """The value of an integer token, which must fit i64. Raises StatementError."""
    value = any_integer_of(token)
    low, high = integer_bounds(I64)
    if not low <= value <= high:
        raise error_at(token, f"integer out of range for i64 ({low} to {high})", "integer_constant_c1")
    return value


def any_integer_of(token: Token) -> int:
    """The value of a decimal or hexadecimal integer token. Raises StatementError."""
    if len(token) > _MAX_DIGITS:
        raise error_at(token, f"integer with {len(token)} characters is too long")
    digits = token.lstrip("+-").lstrip()
    value = int(digits, 16) if digits.startswith("0x") else int(digits)
    return -value if token.startswith("-") else value


def distinct(entries: Sequence[tuple[Token, T]]) -> dict[str, T]:
    """Entries as a dictionary. Raises StatementError for a duplicate key."""
    result: dict[str, T] = {}
    for token, value in entries:
        key = key_of(token)
        if key in result:
            raise error_at(token, f"duplicate key `{key}`")
        result[key] = value
    return result


def merged(entries: Iterable[tuple[str, Any]], first: Mapping[str, Any]) -> dict[str, Any]:
    """The resources `first` and others: sections of one name are one, and the last of equal blobs counts."""
    result = dict(first)
    for key, value in entries:
        inner: Any = result.get(key)
        is_section = isinstance(inner, dict) and isinstance(value, dict)
        result[key] = merged(value.items(), inner) if is_section else value
    return result


def integer_attribute(value: int, type: Type) -> Attribute:
    """The attribute `value : type`: `1 : i1` is true, `255 : i8` is -1. Raises LiteralError."""
    if not isinstance(type, ElementType) or type.kind not in ("boolean", "signed", "unsigned", "index"):
        raise LiteralError(f"expected an integer or index type, found {type}", 0, 0)
    low, high = integer_bounds(type)
    if not low <= value <= high:
        bounds = f" ({low} to {high})" if type.bits <= I64.bits else ""  # no numbers of thousands of digits
        raise LiteralError(f"integer out of range for {type}{bounds}", 0, 0, "integer_constant_c1")
    if type.kind == "boolean" and not type.spelling:
        return bool(value)
    wraps = type.kind == "signed" and value << 1 >> type.bits > 0
    return Integer(value - (1 << type.bits) if wraps else value, type)


def integer_array(values: Sequence[int], element_type: ElementType = I64) -> DenseArray:
    """The attribute `array<i64: ...>` with these values."""
    return DenseArray(element_type, tuple(values))


class BareWord(str):
    """A bare word in a list or a field: `LT`, `FFT`, `true`."""

    __slots__ = ()


class ResourceKey(str):
    """The key in `dense_resource<key>`."""

    __slots__ = ()


class Real(str):
    """The text of a floating-point number."""

    __slots__ = ()


class WrittenAttribute(NamedTuple):
    """An attribute that stands in an assembly format as it does elsewhere, not in the format's notation."""

    attribute: Attribute


class Extent(NamedTuple):
    """The range of a bracketed text that is not parsed."""

    start: int
    end: int


def symbol_name(token: Token) -> str:
    """The name after the `@` of a symbol token."""
    return unescape(token[1:]) if token[1] == '"' else str(token)[1:]


_SPACE = regex(r'("(?:[^"\\]|\\.)*")|(?:\s|//.*)+')


def text_of(extent: Extent) -> str:
    """A range of the text being parsed, with comments and white space replaced by single spaces."""
    return _SPACE.sub(lambda match: match[1] or " ", current().text[extent.start : extent.end])


_NAMED = regex(r"<([A-Za-z_][\w.]*)((?:<[^<>]*>)?)>")


def dialect_text(name: str, body: str) -> str:
    """An attribute or type of a dialect, `#name<word>` as `#name.word`."""
    match = None if "." in name else _NAMED.fullmatch(body)
    return f"{name}.{match[1]}{match[2]}" if match else f"{name}{body}"


def float_attribute(literal: str, type: ElementType) -> Float:
    """The attribute of a float literal. Raises StatementError."""
    try:
        return parse_float(str(literal), type)
    except LiteralError as error:
        if isinstance(literal, Token):
            raise error_at(literal, error.message, error.code) from None
        raise error_in_types(error.message, error.code) from None


def field_value(value: object) -> Attribute:
    """The value of a field of a struct such as `#stablehlo.dot<...>`, as an attribute."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return Integer(value, I64)
    if isinstance(value, Real):
        return float_attribute(value, F64)
    if isinstance(value, BareWord):
        return TypeAttribute(ELEMENT_TYPES[value]) if value in ELEMENT_TYPES else Opaque(str(value))
    return value  # type: ignore[return-value]


def typed_literal(literal: Token | ResourceKey | Extent, type: Type) -> Attribute:
    """The attribute of a literal with its type. If that is not a tensor type, the text is kept."""
    if not isinstance(type, TensorType) and not str(type).startswith(("vector<", "memref<", "!")):
        message = f"expected a tensor type for the literal, found {type}"
        if isinstance(literal, Token):
            raise error_at(literal, message, LITERAL)
        raise error_in_types(message, LITERAL)
    if isinstance(literal, Extent):
        return _sparse_literal(literal, type)
    if isinstance(literal, ResourceKey):
        return (
            DenseResource(str(literal), type)
            if isinstance(type, TensorType)
            else Opaque(f"dense_resource<{literal}> : {type}")
        )
    elements = literal[literal.index("<") + 1 : -1]
    if isinstance(type, TensorType) and elements.strip() == "...":
        return DenseResource(ELIDED, type)
    if isinstance(type, TensorType):
        return Dense(current().literal(elements), type)
    vector = elements_of_vector(type)
    if vector is not None:
        return DenseVector(Dense(current().literal(elements), vector), type)
    return Opaque(f"{literal} : {type}")


def _sparse_literal(body: Extent, type: Type) -> Opaque:
    """`sparse<indices, values> : type`, whose text is kept. Raises StatementError."""
    text = text_of(body)
    problem = problem_of_sparse(text[1:-1], type) if isinstance(type, TensorType) else ""
    if problem:
        raise StatementError(problem, *body, code=LITERAL)
    return Opaque(f"sparse{text} : {type}")


INVALID_ATTRIBUTE = Code(
    "invalid_attribute",
    "An attribute has a value that its dialect does not allow: an unknown word of an enum, tolerances that "
    "contradict the mode of an accuracy, a mesh with an axis twice. Attributes that no op reads are checked "
    "as well.",
    "Correct the value as the message says.",
)


def check_values(attribute: Attribute, token: Token | None = None) -> None:
    """Raise StatementError, at a token or in the types, for a wrong value in an attribute of no operation.

    The verifier sees those of operations.
    """
    fault = error_in_types if token is None else functools.partial(error_at, token)
    for finding in findings(attribute):
        raise fault(finding.message, INVALID_ATTRIBUTE)
    for literal in literals_in(attribute):
        error = literal.check()
        if error is not None:
            raise fault(error.message, LITERAL)


def blob_of(token: Token) -> str:
    """The value of a resource: a string or a bare word."""
    literal = current().literal(token)
    return literal.text[1:-1] if isinstance(literal, Span) else key_of(token)
