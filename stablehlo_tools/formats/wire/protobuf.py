"""Protocol buffers, read by schemas that are data. Nothing in a file is trusted.

A message is read one level at a time, when it is needed: its fields are ranges of the file, whose bounds are
checked against those of the message. No allocation depends on a size that a file merely states.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehlo_tools.formats.wire import DamagedFile

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

# Wire types: how a field is written. The other two, of groups, are in no schema since 2008.
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_FIXED: Final = {_FIXED64: 8, _FIXED32: 4}
_DEEPEST: Final = 100  # messages in messages, as in Google's readers
_WORD: Final = (1 << 64) - 1
_LONGEST_VARINT: Final = 10  # bytes

# By kind: wire type, and for numbers the bits of integers and the formats of floats.
_WIRE: Final[Mapping[str, int]] = {
    **dict.fromkeys(("int32", "int64", "uint32", "uint64", "bool"), _VARINT),
    "double": _FIXED64, "float": _FIXED32,
}  # fmt: skip
_DTYPES: Final[Mapping[str, str]] = {
    "int32": "<i4", "int64": "<i8", "uint32": "<u4", "uint64": "<u8", "bool": "?",
    "double": "<f8", "float": "<f4",
}  # fmt: skip
_FORMATS: Final[Mapping[str, str]] = {"double": "<d", "float": "<f"}


class ProtobufError(DamagedFile):
    """A file is damaged, or is not such a message; `offset` is the byte at fault."""


class UnsupportedProtobuf(ProtobufError):
    """The file may be valid but has unknown contents, such as a new element type."""

    is_unsupported = True


class MessageField(NamedTuple):
    """A field of a message; `kind` is the kind of its values or the name of their message."""

    name: str
    kind: str
    is_repeated: bool

    @property
    def wire(self) -> int:
        """The encoding of a value."""
        return _WIRE.get(self.kind, _BYTES)


class Schema(NamedTuple):
    """A message: its fields by number, and by name."""

    name: str
    numbers: Mapping[int, MessageField]
    names: Mapping[str, MessageField]


def schemas(text: str) -> dict[str, Schema]:
    """The messages of a text by name: a line with the name of each, then lines `number name kind`.

    A kind with a star is repeated.
    """
    messages: dict[str, Schema] = {}
    numbers: dict[int, MessageField] = {}
    names: dict[str, MessageField] = {}
    for line in filter(None, map(str.split, text.splitlines())):
        if len(line) == 1:
            numbers, names = {}, {}
            messages[line[0]] = Schema(line[0], numbers, names)
            continue
        number, name, kind = line
        names[name] = numbers[int(number)] = MessageField(name, kind.removesuffix("*"), kind.endswith("*"))
    return messages


class _Value(NamedTuple):
    """The content of a field: a varint, or the bytes from `start` to `end`, as offsets in the file."""

    wire: int
    start: int
    end: int
    number: int = 0


class Message:
    """The message that stands in a stretch of a file. Its methods raise ProtobufError."""

    __slots__ = ("_data", "_depth", "_fields", "_schemas", "end", "schema", "start")

    def __init__(
        self, data: memoryview, start: int, end: int, name: str, schemas: Mapping[str, Schema], depth: int = 0
    ) -> None:
        self._data = data
        self._schemas = schemas
        self._depth = depth
        self.schema = schemas[name]
        self.start = start
        self.end = end
        if depth > _DEEPEST:
            raise ProtobufError(f"messages are nested more than {_DEEPEST} levels deep", start)
        self._fields: dict[str, list[_Value]] = {}
        self._scan()

    @property
    def content(self) -> bytes:
        """The bytes of the message."""
        return self._data[self.start : self.end].tobytes()

    def error(self, message: str) -> ProtobufError:
        """An error at this message."""
        return ProtobufError(message, self.start)

    def unsupported(self, message: str) -> UnsupportedProtobuf:
        """An error for unknown contents of this message."""
        return UnsupportedProtobuf(message, self.start)

    def __contains__(self, name: str) -> bool:
        """Whether the file has this field."""
        return name in self._fields

    def number(self, name: str) -> Any:
        """A number field, a bool, an int or a float; zero if it is missing."""
        field, values = self._values(name)
        zero: Any = {"bool": False, "float": 0.0, "double": 0.0}.get(field.kind, 0)
        return zero if not values else next(self._numbers(field, values[-1:]), zero)

    def numbers(self, name: str) -> tuple[Any, ...]:
        """A repeated field of numbers."""
        field, values = self._values(name)
        return tuple(self._numbers(field, values))

    def array(self, name: str) -> Array:
        """A repeated field of numbers or bytes; a view if it is packed in one piece."""
        import numpy as np  # not imported where programs are text

        field, values = self._values(name)
        if field.kind == "bytes":
            data = self._data[values[-1].start : values[-1].end] if values else b""
            return np.frombuffer(data, np.uint8)
        if [value.wire for value in values] != [_BYTES]:
            return np.array(list(self._numbers(field, values)), _DTYPES[field.kind])
        (value,) = values
        if field.wire != _VARINT:
            self._check_packed(field, value)
            return np.frombuffer(self._data[value.start : value.end], _DTYPES[field.kind])
        return _varints(self._data[value.start : value.end], value.start).astype(_DTYPES[field.kind])

    def stretch(self, name: str) -> slice:
        """The range of a bytes field in the file; empty if the field is missing."""
        _, values = self._values(name)
        return slice(values[-1].start, values[-1].end) if values else slice(self.start, self.start)

    def bytes(self, name: str) -> bytes:
        """A bytes field; empty if it is missing."""
        return self._data[self.stretch(name)].tobytes()

    def string(self, name: str) -> str:
        """A text field; invalid UTF-8 in bytes becomes lone surrogates."""
        field, values = self._values(name)
        return self._text(field, values[-1]) if values else ""

    def strings(self, name: str) -> list[str]:
        """A repeated field of texts."""
        field, values = self._values(name)
        return [self._text(field, value) for value in values]

    def fields(self, names: str) -> tuple[Any, ...]:
        """Several fields that are texts, numbers or lists of numbers."""
        return tuple(map(self._field, names.split()))

    def _field(self, name: str) -> Any:
        declared = self.schema.names[name]
        if declared.kind == "string":
            return self.string(name)
        return self.numbers(name) if declared.is_repeated else self.number(name)

    def message(self, name: str) -> Message | None:
        """A field that is a message: of several, the last one."""
        field, values = self._values(name)
        return self._message(field, values[-1]) if values else None

    def required(self, name: str, owner: str) -> Message:
        """A field that is a message, which `owner` must have. Raises ProtobufError."""
        message = self.message(name)
        if message is None:
            raise self.error(f"{owner} has no {name}")
        return message

    def messages(self, name: str) -> Iterator[Message]:
        """A repeated field of messages, each read when its turn comes."""
        field, values = self._values(name)
        return (self._message(field, value) for value in values)

    def count(self, name: str) -> int:
        """The number of values of a repeated field of messages or texts."""
        return len(self._values(name)[1])

    # -- within -----------------------------------------------------------------------------------

    def _values(self, name: str) -> tuple[MessageField, Sequence[_Value]]:
        return self.schema.names[name], self._fields.get(name, ())

    def _text(self, field: MessageField, value: _Value) -> str:
        data = self._data[value.start : value.end].tobytes()
        try:
            return data.decode("utf-8", "strict" if field.kind == "string" else "surrogateescape")
        except UnicodeDecodeError as error:
            message = f"`{field.name}` of {self.schema.name} is not UTF-8"
            raise ProtobufError(message, value.start + error.start) from None

    def _message(self, field: MessageField, value: _Value) -> Message:
        return Message(self._data, value.start, value.end, field.kind, self._schemas, self._depth + 1)

    def _numbers(self, field: MessageField, values: Sequence[_Value]) -> Iterator[Any]:
        for value in values:
            if value.wire == _VARINT:
                yield _number(field.kind, value.number)
            elif field.wire == _VARINT:
                place = value.start
                while place < value.end:
                    number, place = varint(self._data, place, value.end)
                    yield _number(field.kind, number)
            else:
                self._check_packed(field, value)
                packed = struct.iter_unpack(_FORMATS[field.kind], self._data[value.start : value.end])
                yield from (number for (number,) in packed)

    def _check_packed(self, field: MessageField, value: _Value) -> None:
        size = value.end - value.start
        if size % _FIXED[field.wire]:
            message = f"`{field.name}` has {size:,} bytes, not a whole number of {field.kind}s"
            raise ProtobufError(message, value.start)

    def _scan(self) -> None:
        """Find the fields, and skip fields that the schema does not know."""
        data, place, end, fields = self._data, self.start, self.end, self.schema.numbers
        while place < end:
            offset = place
            key, place = varint(data, place, end)
            wire, field = key & 7, fields.get(key >> 3)
            if wire == _VARINT:
                number, place = varint(data, place, end)
                value = _Value(wire, offset, place, number)
            else:
                start, place = self._stretch(key, offset, place)
                value = _Value(wire, start, place)
            if field is not None:
                self._check_wire(field, wire, offset)
                self._fields.setdefault(field.name, []).append(value)

    def _stretch(self, key: int, offset: int, place: int) -> tuple[int, int]:
        """The start and the end of the contents after a key, unless they are a varint."""
        wire, number = key & 7, key >> 3
        if wire == _BYTES:
            size, place = varint(self._data, place, self.end)
        elif wire in _FIXED and number:
            size = _FIXED[wire]
        else:
            raise ProtobufError(f"invalid tag of a field of {self.schema.name}", offset)
        if size > self.end - place:
            left = self.end - place
            field = self.schema.numbers.get(number)
            name = f"`{field.name}`" if field else f"field {number}"
            message = f"{name} of {self.schema.name} has {size:,} bytes, but only {left:,} remain"
            raise ProtobufError(message, offset)
        return place, place + size

    def _check_wire(self, field: MessageField, wire: int, offset: int) -> None:
        is_packed = field.is_repeated and wire == _BYTES
        if wire != field.wire and not is_packed:
            raise ProtobufError(f"`{field.name}` of {self.schema.name} must be a {field.kind}", offset)


def _number(kind: str, value: int) -> Any:
    """The number that a varint of a kind stands for: negative ones are written as 64 bits."""
    if kind == "bool":
        return bool(value)
    bits = int(kind.removeprefix("u").removeprefix("int"))
    value &= (1 << bits) - 1
    return value if kind[0] == "u" or value < 1 << (bits - 1) else value - (1 << bits)


def varint(data: memoryview, place: int, end: int) -> tuple[int, int]:
    """The number at a position, seven bits in each byte, lowest first, and its end."""
    if place < end and data[place] < 0x80:
        return data[place], place + 1
    value = 0
    for count, position in enumerate(range(place, min(end, place + _LONGEST_VARINT))):
        byte = data[position]
        value |= (byte & 0x7F) << 7 * count
        if byte < 0x80:
            return value & _WORD, position + 1
    if end - place >= _LONGEST_VARINT:
        raise ProtobufError(f"a number has more than {_LONGEST_VARINT} bytes", place)
    raise ProtobufError("unexpected end of the file, or of a part of it", place)


def _varints(data: memoryview, start: int) -> Array:
    """The numbers that fill some bytes: byte k of each at once, for k of 0 and on."""
    import numpy as np

    stored = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(stored < 0x80) + 1
    if stored.size and (not ends.size or ends[-1] != stored.size):
        raise ProtobufError("unexpected end of a number", start + stored.size)
    starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)
    lengths = ends - starts
    if lengths.size and lengths.max() > _LONGEST_VARINT:
        index = int(starts[int(lengths.argmax())])
        raise ProtobufError(f"a number has more than {_LONGEST_VARINT} bytes", start + index)
    numbers = np.zeros(lengths.size, np.uint64)
    for byte in range(int(lengths.max(initial=0))):
        (longer,) = np.nonzero(lengths > byte)
        bits = stored[starts[longer] + byte].astype(np.uint64) & np.uint64(0x7F)
        numbers[longer] |= bits << np.uint64(7 * byte)
    return numbers


def parse(data: memoryview, name: str, schemas: Mapping[str, Schema]) -> Message:
    """The message that a file is. Raises ProtobufError."""
    return Message(data, 0, len(data), name, schemas)
