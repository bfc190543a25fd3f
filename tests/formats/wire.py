"""Writes protocol buffers, field by field, as their specification says: what tests read."""

from __future__ import annotations

from collections.abc import Iterable


def varint(value: int) -> bytes:
    """Seven bits in each byte, the lowest first; negative numbers as 64 bits."""
    value &= (1 << 64) - 1
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def field(number: int, value: int | bytes | str) -> bytes:
    """A field that is a varint, or bytes: a text, or a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    content = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(content)) + content


def packed(number: int, values: Iterable[int]) -> bytes:
    """A repeated field of varints in one piece."""
    return field(number, b"".join(map(varint, values)))


# -- of HLO -------------------------------------------------------------------------------------

F32, S32, TUPLE = 11, 4, 13


def shape(sizes: Iterable[int], element_type: int = F32) -> bytes:
    """A ShapeProto of an array with the default layout."""
    sizes = list(sizes)
    return field(2, element_type) + packed(3, sizes) + field(5, packed(1, reversed(range(len(sizes)))))


def instruction(id: int, name: str, opcode: str, shape: bytes, rest: bytes = b"") -> bytes:
    """An HloInstructionProto."""
    return field(1, name) + field(2, opcode) + field(3, shape) + field(35, id) + rest


def module(instructions: Iterable[bytes], root: int) -> bytes:
    """An HloModuleProto with a single computation."""
    computation = field(1, "main") + b"".join(field(2, each) for each in instructions)
    return (
        field(1, "m") + field(2, "main") + field(3, computation + field(5, 1) + field(6, root)) + field(6, 1)
    )
