"""Bytes read from left to right: the primitives of MLIR's bytecode. Nothing in them is trusted."""

from __future__ import annotations

from typing import Final

from stablehlo_tools.formats.wire import DamagedFile

_ALIGNED: Final = 0x80
_FILLER: Final = 0xCB
_WORD: Final = (1 << 64) - 1
_TRUNCATED: Final = "unexpected end of the file, or of a part of it"
_MAX_ALIGNMENT: Final = 1 << 20  # far above a page; no producer pads to more


# The bytes of an unsigned number, by its first one: the zeros that end that byte are as many as follow it.
NUMBER_SIZES: Final = bytes((first & -first).bit_length() or 9 for first in range(256))


def number_at(data: bytes | memoryview, place: int) -> tuple[int, int]:
    """The unsigned number of up to 64 bits at a place, and the place behind it.

    The bits above the lowest set bit of its bytes are the number; a first byte of 0 is followed by 64 bits.
    Raises IndexError for a place behind the end.
    """
    first = data[place]
    size = NUMBER_SIZES[first]
    if size == 1:
        return first >> 1, place + 1
    value = int.from_bytes(data[place : place + size], "little")
    return value >> min(size, 8), place + size


def numbers_at(data: bytes | memoryview, place: int, count: int) -> tuple[list[int], int]:
    """The unsigned numbers at a place, most of which take one or two bytes, and the place behind them.

    Raises IndexError behind the end.
    """
    numbers = list[int]()
    for _ in range(count):
        first = data[place]
        if first & 1:
            numbers.append(first >> 1)
            place += 1
        elif first & 2:
            numbers.append((data[place + 1] << 8 | first) >> 2)
            place += 2
        else:
            number, place = number_at(data, place)
            numbers.append(number)
    return numbers, place


class BytecodeError(DamagedFile):
    """A file is damaged or not bytecode; the message describes the fault at the byte `offset`."""


class UnsupportedBytecode(BytecodeError):
    """The file may be valid but has something unsupported, such as attributes of an unknown dialect."""

    is_unsupported = True


class ByteCursor:
    """A place in `data`, in front of `end`; both are offsets in the file."""

    __slots__ = ("data", "end", "place")

    def __init__(self, data: memoryview, place: int, end: int) -> None:
        self.data = data
        self.place = place
        self.end = end

    @property
    def is_at_end(self) -> bool:
        """Whether the end has been reached."""
        return self.place >= self.end

    def error(self, message: str) -> BytecodeError:
        """An error at this position."""
        return BytecodeError(message, self.place)

    def check_end(self, name: str) -> None:
        """Raise BytecodeError if bytes are left over or missing."""
        if self.place > self.end:
            raise BytecodeError(_TRUNCATED, self.end)
        if self.place != self.end:
            raise self.error(f"{self.end - self.place} unexpected bytes after {name}")

    def byte(self) -> int:
        """The next byte."""
        if self.place >= self.end:
            raise self.error(_TRUNCATED)
        value = self.data[self.place]
        self.place += 1
        return value

    def number(self) -> int:
        """An unsigned number of up to 64 bits."""
        place = self.place
        if place >= self.end:
            raise self.error(_TRUNCATED)
        value, behind = number_at(self.data, place)
        if behind > self.end:
            raise self.error("unexpected end of a number")
        self.place = behind
        return value

    def numbers(self, count: int) -> list[int]:
        """A list of numbers."""
        try:
            numbers, place = numbers_at(self.data, self.place, count)
        except IndexError:
            place = self.end + 1
        if place > self.end:
            raise self.error(_TRUNCATED)
        self.place = place
        return numbers

    def signed(self) -> int:
        """A signed number of 64 bits: 0, -1, 1, -2, ... are written 0, 1, 2, 3, ..."""
        value = self.number()
        return (value >> 1) ^ -(value & 1)

    def flagged(self) -> tuple[int, bool]:
        """A number, and the flag in its lowest bit."""
        value = self.number()
        return value >> 1, bool(value & 1)

    def count(self, kind: str, size: int = 1) -> int:
        """The count of items that follow, limited by the rest of the file at `size` bytes each."""
        start = self.place
        count = self.number()
        self.check_count(count, kind, start, size)
        return count

    def check_count(self, count: int, kind: str, start: int, size: int = 1) -> None:
        """Raise BytecodeError if `count` items do not fit in the rest; `start` is the offset of the count."""
        if count * size > self.end - self.place:
            left = self.end - self.place
            raise BytecodeError(f"{count:,} {kind} do not fit in the remaining {left:,} bytes", start)

    def index(self, size: int, kind: str) -> int:
        """A number below `size`."""
        start = self.place
        index = self.number()
        if index >= size:
            raise BytecodeError(f"{kind} index {index} is out of bounds: the file has {size}", start)
        return index

    def skip(self, size: int) -> None:
        """Move over the next `size` bytes."""
        if size > self.end - self.place:
            left = self.end - self.place
            raise self.error(f"expected {size:,} bytes, found {left:,}")
        self.place += size

    def bytes(self, size: int) -> memoryview:
        """A view of the next `size` bytes."""
        self.skip(size)
        return self.data[self.place - size : self.place]

    def blob(self) -> memoryview:
        """Bytes behind their number."""
        return self.bytes(self.number())

    def part(self, size: int) -> ByteCursor:
        """The next `size` bytes, to be read on their own."""
        start = self.place
        self.skip(size)
        return ByteCursor(self.data, start, start + size)

    def word(self) -> int:
        """64 bits that were written as a signed number."""
        return self.signed() & _WORD

    def integer(self, width: int) -> int:
        """The bits of an integer of `width` bits, without a sign."""
        if width <= 8:
            value = self.byte()
        elif width <= 64:
            value = self.word()
        else:
            words = [self.word() for _ in range(self.count("words of an integer"))]
            value = sum(word << 64 * number for number, word in enumerate(words))
        return value & ((1 << width) - 1)

    def align(self, alignment: int) -> None:
        """Skip the padding up to a multiple of `alignment` from the start of the file."""
        if not 0 < alignment <= _MAX_ALIGNMENT or alignment & (alignment - 1):
            raise self.error(f"invalid alignment {alignment:,}: not a power of two, or too large")
        start = self.place
        padding = self.bytes(-start % alignment)
        if padding.tobytes().strip(bytes([_FILLER])):
            raise BytecodeError("alignment padding must be 0xCB", start)

    def section(self) -> tuple[int, ByteCursor]:
        """The number and the contents of the next section."""
        number = self.byte()
        size = self.number()
        if number & _ALIGNED:
            self.align(self.number())
        return number & ~_ALIGNED, self.part(size)


class Sink(bytearray):
    """Bytes being written: the way back from a `Cursor`."""

    def number(self, value: int) -> None:
        """An unsigned number of up to 64 bits."""
        count = max(value.bit_length() - 1, 0) // 7  # bytes behind the first
        if count < 8:
            self += ((value << 1 | 1) << count).to_bytes(count + 1, "little")
        else:
            self += b"\0" + value.to_bytes(8, "little")

    def signed(self, value: int) -> None:
        """A signed number of 64 bits."""
        self.number((value << 1 ^ value >> 63) & _WORD)

    def flagged(self, value: int, *, flag: bool) -> None:
        """A number and a flag."""
        self.number(value << 1 | flag)

    def blob(self, data: bytes | bytearray | memoryview) -> None:
        """Bytes behind their number."""
        self.number(len(data))
        self += data

    def integer(self, value: int, width: int) -> None:
        """The bits of an integer of `width` bits."""
        value &= (1 << width) - 1
        if width <= 8:
            self.append(value)
            return
        words = [value >> 64 * number & _WORD for number in range(max(-(-value.bit_length() // 64), 1))]
        if width > 64:
            self.number(len(words))
        for word in words:
            self.signed(word - (1 << 64) if word >> 63 else word)

    def section(self, number: int, data: bytes | bytearray) -> None:
        """A section without alignment."""
        self.append(number)
        self.blob(data)
