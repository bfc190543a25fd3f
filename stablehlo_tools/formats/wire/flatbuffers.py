"""Tables of a flatbuffer, read lazily and without trust in their contents, and written."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from stablehlo_tools.formats.wire import DamagedFile

# The times that a byte may be read on average: tables that share their parts can stand for any size.
_SHARING: Final = 16


class FlatbufferError(DamagedFile):
    """A file is damaged or not a flatbuffer; the message describes the fault at the byte `offset`."""


class Buffer:
    """The bytes of a file, each read checked."""

    def __init__(self, data: memoryview) -> None:
        self.data = data
        self._left = _SHARING * len(data)

    def number(self, place: int, format: str) -> int:
        """The number at `place`, in a format of `struct`."""
        (value,) = struct.unpack("<" + format, self.bytes(place, struct.calcsize(format)))
        return int(value)

    def bytes(self, place: int, size: int) -> memoryview:
        """A view of `size` bytes from `place` on."""
        if not 0 <= place <= place + size <= len(self.data):
            message = f"expected {size:,} bytes at byte {place:,} of a file of {len(self.data):,}"
            raise FlatbufferError(message, min(max(place, 0), len(self.data)))
        return self.data[place : place + size]

    def spend(self, size: int, place: int) -> None:
        """Count what is read. Raises FlatbufferError if that is far more than the file has."""
        self._left -= size
        if self._left < 0:
            raise FlatbufferError("shared tables expand beyond the size limit", place)


class BufferTable:
    """A table at `place`; its fields are known by their numbers in the schema."""

    def __init__(self, buffer: Buffer, place: int) -> None:
        self.buffer = buffer
        self.place = place
        start = place - buffer.number(place, "i")
        size = buffer.number(start, "H")
        if size < 4 or size % 2:
            raise FlatbufferError(f"invalid size of a list of fields: {size} bytes", start)
        self._fields = struct.unpack(f"<{size // 2 - 2}H", buffer.bytes(start + 4, size - 4))
        buffer.spend(4 + size, place)

    @property
    def count(self) -> int:
        """The number of entries in the table's list of fields."""
        return len(self._fields)

    def has(self, field: int) -> bool:
        """Whether the table has a field."""
        return self._place(field) is not None

    def number(self, field: int, format: str) -> int:
        """A number field; 0 if it is missing."""
        place = self._place(field)
        return 0 if place is None else self.buffer.number(place, format)

    def string(self, field: int) -> str:
        """A text field; empty if it is missing."""
        return self._text(self.vector(field, 1))

    def table(self, field: int) -> BufferTable | None:
        """A field that is a table."""
        place = self._place(field)
        return None if place is None else BufferTable(self.buffer, self._target(place))

    def vector(self, field: int, size: int) -> memoryview:
        """The elements of a field that is a vector of values of `size` bytes each."""
        place = self._place(field)
        return self.buffer.data[:0] if place is None else self._vector(self._target(place), size)

    def numbers(self, field: int, format: str) -> tuple[int, ...]:
        """A field that is a vector of numbers."""
        data = self.vector(field, struct.calcsize(format))
        self.buffer.spend(len(data), self.place)
        return struct.unpack(f"<{len(data) // struct.calcsize(format)}{format}", data)

    def strings(self, field: int) -> list[str]:
        """A field that is a vector of texts."""
        return [self._text(self._vector(target, 1)) for target in self._targets(field)]

    def tables(self, field: int) -> Iterator[BufferTable]:
        """A field that is a vector of tables."""
        return (BufferTable(self.buffer, target) for target in self._targets(field))

    def start_of(self, field: int) -> int:
        """The offset of the first element of a vector field."""
        place = self._place(field)
        return self.place if place is None else self._target(place) + 4

    def _text(self, data: memoryview) -> str:
        self.buffer.spend(1 + len(data), self.place)
        return data.tobytes().decode("utf-8", "replace")

    def _targets(self, field: int) -> Iterator[int]:
        start = self.start_of(field)
        return (self._target(start + offset) for offset in range(0, len(self.vector(field, 4)), 4))

    def _vector(self, place: int, size: int) -> memoryview:
        return self.buffer.bytes(place + 4, self.buffer.number(place, "I") * size)

    def _target(self, place: int) -> int:
        """The target of an offset: always after it, so that no table contains itself."""
        offset = self.buffer.number(place, "I")
        if not offset:
            raise FlatbufferError("an offset points to itself", place)
        return place + offset

    def _place(self, field: int) -> int | None:
        offset = self._fields[field] if field < len(self._fields) else 0
        return self.place + offset if offset else None


def root(data: memoryview) -> BufferTable:
    """The table that a flatbuffer is. Raises FlatbufferError, as do the methods of the table."""
    buffer = Buffer(data)
    return BufferTable(buffer, buffer.number(0, "I"))


# -- writing --------------------------------------------------------------------------------------

_WORD: Final = 4  # everything begins at a multiple of it, which is enough for what is no 64-bit number


class TableField(NamedTuple):
    """A field of a table to write: a number in a format of `struct`, or the target of an offset."""

    format: str
    value: int


OFFSET: Final = ""  # the format of a field that points to what is written already


class Builder:
    """A flatbuffer that is written from its end to its beginning, since offsets point towards the end.

    Parts are identified by their distance from the end. Nothing is written twice.
    """

    def __init__(self) -> None:
        self._parts: list[bytes | memoryview] = []
        self._size = 0
        self._known: dict[bytes, int] = {}  # vectors and lists of fields, by their bytes

    def text(self, text: str) -> int:
        """Write a text, which ends with a NUL that does not count."""
        data = text.encode("utf-8", "surrogateescape")
        return self._shared(struct.pack("<I", len(data)) + data + b"\0")

    def data(self, data: bytes | memoryview) -> int:
        """Write a vector of bytes."""
        self._prepend(data)
        return self._prepend(struct.pack("<I", len(data)))

    def numbers(self, format: str, numbers: Sequence[int]) -> int:
        """Write a vector of numbers in a format of `struct`."""
        return self._shared(struct.pack(f"<I{len(numbers)}{format}", len(numbers), *numbers))

    def offsets(self, targets: Sequence[int]) -> int:
        """Write a vector of offsets to parts that are already written."""
        first = self._size + _WORD * len(targets)
        offsets = (first - _WORD * number - target for number, target in enumerate(targets))
        self._prepend(struct.pack(f"<{len(targets)}I", *offsets))
        return self._prepend(struct.pack("<I", len(targets)))

    def table(self, fields: Sequence[TableField | None]) -> int:
        """Write a table: its fields by number, None for missing ones."""
        present = [(number, field) for number, field in enumerate(fields) if field is not None]
        present.sort(key=lambda entry: (-_width(entry[1]), entry[0]))
        size, places = _WORD, [0] * (1 + max((number for number, _ in present), default=-1))
        for number, field in present:
            places[number] = size
            size += _width(field)
        layout = struct.pack(f"<HH{len(places)}H", 4 + 2 * len(places), size, *places)
        start = self._size + _padded(size)
        behind = self._known.get(layout, start + _padded(len(layout)))
        data = bytearray(struct.pack("<i", behind - start)).ljust(size, b"\0")
        for number, (format, value) in present:
            place = places[number]
            stored = value if format else start - place - value
            struct.pack_into("<" + (format or "I"), data, place, stored)
        self._prepend(bytes(data))
        self._shared(layout)
        return start

    def file(self, root: int) -> bytes:
        """The whole file with the root table `root`."""
        self._prepend(struct.pack("<I", self._size + _WORD - root))
        return b"".join(reversed(self._parts))

    def _shared(self, data: bytes) -> int:
        """Write a part, or refer to an equal one that is already written."""
        if data not in self._known:
            self._known[data] = self._prepend(data)
        return self._known[data]

    def _prepend(self, data: bytes | memoryview) -> int:
        if padding := _padded(len(data)) - len(data):
            self._parts.append(bytes(padding))
        self._parts.append(data)
        self._size += padding + len(data)
        return self._size


def _padded(size: int) -> int:
    return size + -size % _WORD


def _width(field: TableField) -> int:
    return struct.calcsize(field.format or "I")
