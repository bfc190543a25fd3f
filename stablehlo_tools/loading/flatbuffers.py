"""Tables of a flatbuffer, as many as a reader asks for. Nothing in them is trusted."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

# How often, on average, a byte may be read: tables that share their parts can stand for any size.
_SHARING: Final = 16


class FlatbufferError(ValueError):
    """A file is damaged, or is no flatbuffer: what is wrong at the byte `offset`."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


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
        """So many bytes from `place` on, which are not copied."""
        if not 0 <= place <= place + size <= len(self.data):
            message = f"{size:,} bytes are wanted at byte {place:,}, and the file has {len(self.data):,}"
            raise FlatbufferError(message, min(max(place, 0), len(self.data)))
        return self.data[place : place + size]

    def spend(self, size: int, place: int) -> None:
        """Count what is read. Raises FlatbufferError where that is far more than there is."""
        self._left -= size
        if self._left < 0:
            raise FlatbufferError("tables share their parts, and stand for far more than the file has", place)


class Table:
    """A table at `place`; its fields are known by their numbers in the schema."""

    def __init__(self, buffer: Buffer, place: int) -> None:
        self.buffer = buffer
        self.place = place
        start = place - buffer.number(place, "i")
        size = buffer.number(start, "H")
        if size < 4 or size % 2:
            raise FlatbufferError(f"no list of fields has {size} bytes", start)
        self._fields = struct.unpack(f"<{size // 2 - 2}H", buffer.bytes(start + 4, size - 4))
        buffer.spend(4 + size, place)

    def number(self, field: int, format: str) -> int:
        """A field that is a number; 0 where the table has none."""
        place = self._place(field)
        return 0 if place is None else self.buffer.number(place, format)

    def string(self, field: int) -> str:
        """A field that is a text; empty where the table has none."""
        return self._text(self.vector(field, 1))

    def table(self, field: int) -> Table | None:
        """A field that is a table."""
        place = self._place(field)
        return None if place is None else Table(self.buffer, self._target(place))

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

    def tables(self, field: int) -> Iterator[Table]:
        """A field that is a vector of tables."""
        return (Table(self.buffer, target) for target in self._targets(field))

    def start_of(self, field: int) -> int:
        """Where the elements of a field that is a vector begin."""
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
        """What an offset points to: always behind it, so that no table is a part of itself."""
        offset = self.buffer.number(place, "I")
        if not offset:
            raise FlatbufferError("an offset points to itself", place)
        return place + offset

    def _place(self, field: int) -> int | None:
        offset = self._fields[field] if field < len(self._fields) else 0
        return self.place + offset if offset else None


def root(data: memoryview) -> Table:
    """The table that a flatbuffer is. Raises FlatbufferError, as do the methods of the table."""
    buffer = Buffer(data)
    return Table(buffer, buffer.number(0, "I"))
