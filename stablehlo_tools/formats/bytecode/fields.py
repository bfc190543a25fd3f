"""The fields of attributes and types in bytecode: one `Field` reads and writes each kind.

The table of a dialect lists the fields of each attribute and type, and the value that they make.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehlo_tools.formats.bytecode.cursor import ByteCursor, Sink
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.types import ElementType, Type

if TYPE_CHECKING:
    from stablehlo_tools.formats.bytecode.entries import Entries
    from stablehlo_tools.formats.bytecode.numbering import Scope


class Field(NamedTuple):
    """The reader and the writer of a kind of field."""

    read: Callable[[Entries, ByteCursor], Any]
    write: Callable[[Scope, Sink, Any], None]


def whole(value: Any) -> tuple[Any, ...]:
    """The value as its only field."""
    return (value,)


class Row(NamedTuple):
    """An attribute or type of a dialect: its fields, the value made of them, and the inverse.

    `parts` returns the values of the fields of an object of class `form`, or of one of several; None for an
    object that the row does not represent. A row without a form is never written.
    """

    fields: tuple[Field, ...]
    build: Callable[..., Any]
    form: type | tuple[type, ...] = ()
    parts: Callable[[Any], Sequence[Any] | None] = whole


class Dialect(NamedTuple):
    """The attributes and types of a dialect by their codes."""

    attributes: Mapping[int, Row]
    types: Mapping[int, Row]


def in_order(*rows: Row) -> Mapping[int, Row]:
    """Rows whose codes are their positions."""
    return dict(enumerate(rows))


def _write_resource(target: Scope, sink: Sink, key: str) -> None:
    """Constants are written in place: written files have no resources."""
    raise AssertionError(key)


DYNAMIC_SIZE: Final = -1 << 63  # `?` among sizes and strides
NUMBER: Final = Field(lambda source, cursor: cursor.number(), lambda target, sink, value: sink.number(value))
SIGNED: Final = Field(lambda source, cursor: cursor.signed(), lambda target, sink, value: sink.signed(value))
FLAG: Final = Field(
    lambda source, cursor: bool(cursor.byte()), lambda target, sink, value: sink.append(value)
)
TRUTH: Final = Field(
    lambda source, cursor: bool(cursor.number()), lambda target, sink, value: sink.number(value)
)
BLOB: Final = Field(lambda source, cursor: cursor.blob(), lambda target, sink, value: sink.blob(value))
STRING: Final = Field(
    lambda source, cursor: source.string(cursor),
    lambda target, sink, value: sink.number(target.string(value)),
)
ATTRIBUTE: Final = Field(
    lambda source, cursor: source.attribute(cursor),
    lambda target, sink, value: sink.number(target.attribute(value)),
)
TYPE: Final = Field(
    lambda source, cursor: source.type(cursor), lambda target, sink, value: sink.number(target.type(value))
)
LOCATION: Final = Field(
    lambda source, cursor: source.location(cursor),
    lambda target, sink, value: sink.number(target.location(value)),
)
RESOURCE: Final = Field(lambda source, cursor: source.resource(cursor), _write_resource)
DOUBLE: Final = Field(
    lambda source, cursor: struct.unpack("<d", cursor.word().to_bytes(8, "little"))[0],
    lambda target, sink, value: sink.integer(int.from_bytes(struct.pack("<d", value), "little"), 64),
)


# Stands in no file: what makes an attribute distinct.
SERIAL: Final = Field(lambda source, cursor: source.serial(), lambda target, sink, value: None)


def list_of(field: Field) -> Field:
    """A count, and as many fields of a kind."""

    def read(source: Entries, cursor: ByteCursor) -> tuple[Any, ...]:
        return tuple([field.read(source, cursor) for _ in range(cursor.count("entries"))])

    def write(target: Scope, sink: Sink, values: Sequence[Any]) -> None:
        sink.number(len(values))
        for value in values:
            field.write(target, sink, value)

    return Field(read, write)


def group_of(*fields: Field) -> Field:
    """Several fields in sequence."""

    def read(source: Entries, cursor: ByteCursor) -> tuple[Any, ...]:
        return tuple([field.read(source, cursor) for field in fields])

    def write(target: Scope, sink: Sink, values: Sequence[Any]) -> None:
        for field, value in zip(fields, values, strict=True):
            field.write(target, sink, value)

    return Field(read, write)


def behind_flag(flag: Field, field: Field) -> Field:
    """A flag, followed by the field if it is set; None otherwise."""

    def read(source: Entries, cursor: ByteCursor) -> Any:
        return field.read(source, cursor) if flag.read(source, cursor) else None

    def write(target: Scope, sink: Sink, value: Any) -> None:
        flag.write(target, sink, value is not None)
        if value is not None:
            field.write(target, sink, value)

    return Field(read, write)


def _write_optional(target: Scope, sink: Sink, value: Attribute | None) -> None:
    sink.number(0 if value is None else target.attribute(value) << 1 | 1)


# An attribute, or None.
OPTIONAL: Final = Field(lambda source, cursor: source.optional(cursor), _write_optional)

# A type, and a number whose bits are as many as it has.
Bits = tuple[Type, int]


def _read_bits(source: Entries, cursor: ByteCursor) -> Bits:
    type = source.type(cursor)
    return type, cursor.integer(_width(type, cursor))


def _width(type: Type, cursor: ByteCursor) -> int:
    if not isinstance(type, ElementType) or not type.bits:
        raise cursor.error(f"a number is not of type {type}")
    return type.bits


def _write_bits(target: Scope, sink: Sink, value: Bits) -> None:
    type, bits = value
    assert isinstance(type, ElementType)
    sink.number(target.type(type))
    sink.integer(bits, type.bits)


BITS: Final = Field(_read_bits, _write_bits)


def word_of(*words: str, first: int = 0, number: Field = NUMBER) -> Field:
    """The number of a word in a list that counts from `first`."""

    def read(source: Entries, cursor: ByteCursor) -> str:
        index: int = number.read(source, cursor) - first
        if not 0 <= index < len(words):
            raise cursor.error(f"unknown number {index + first}: expected one of {', '.join(words)}")
        return words[index]

    return Field(read, lambda target, sink, word: number.write(target, sink, words.index(word) + first))


def _read_numbers(source: Entries, cursor: ByteCursor) -> tuple[int, ...]:
    return tuple([number >> 1 ^ -(number & 1) for number in cursor.numbers(cursor.count("entries"))])


# Most lists are the sizes of tensors: all of such a list is read at once.
NUMBERS: Final = Field(_read_numbers, list_of(SIGNED).write)
