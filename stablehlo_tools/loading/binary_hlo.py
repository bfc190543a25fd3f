"""HLO modules in protocol buffers, known by their content; `hlo.protos` reads them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.loading.protobuf import ProtobufError, varint

if TYPE_CHECKING:
    from stablehlo_tools.ir.operations import Operation

NOTE: Final = "the lines shown are those that `shlo fmt` writes of this file"

# The messages by how deep the module is in them, each time in field 1.
_WRAPPERS: Final = ("HloModuleProto", "HloProto", "HloSnapshot")
_UNOPTIMIZED: Final = "HloUnoptimizedSnapshot"
_FIRST, _SECOND, _THIRD, _VERSION = b"\x0a", b"\x12", b"\x1a", b"\x18"  # keys of fields


class BinaryHlo(Source):
    """A file with an HLO module in a protocol buffer of the type `message`, and its text.

    The text is that of the module: `write` is set as soon as the file is read, and before there is no text.
    """

    write: Callable[[], str] = staticmethod(str)

    def __init__(self, data: memoryview, message: str, name: str) -> None:
        # the text is a property: `Source` would set it
        self.data = data
        self.message = message
        self.name, self.first_line = name, 1

    @property
    def is_written(self) -> bool:
        """Whether the text is what was read: it is not."""
        return False

    @functools.cached_property
    def text(self) -> str:  # type: ignore[override]
        """What `shlo fmt` writes, large constants left out."""
        return self.write()

    def note(self, operation: Operation) -> str:
        """What the lines of the text are."""
        return NOTE


def message_in(data: memoryview) -> str:
    """The name of the message that a file is, if it has an HLO module; empty for other files.

    A module begins with two names and a computation, and stands at the start of what it is wrapped in; the
    rest of the file may be damaged.
    """
    outer = data
    for wrapper in _WRAPPERS:
        inner = _field(data, 0, _FIRST)
        if inner is None:
            return ""
        if _is_name(data, inner):
            named = _field(data, inner[1], _SECOND)
            is_module = named and _is_name(data, named) and data[named[1] : named[1] + 1] == _THIRD
            is_unoptimized = wrapper == "HloProto" and _is_unoptimized(outer)
            return (_UNOPTIMIZED if is_unoptimized else wrapper) if is_module else ""
        data = data[slice(*inner)]
    return ""


def _is_unoptimized(data: memoryview) -> bool:
    """Whether partitions and a version follow the module."""
    place = (_field(data, 0, _FIRST) or (0, 0))[1]
    while (found := _field(data, place, _SECOND)) is not None:
        place = found[1]
    return place > 0 and data[place : place + 1] == _VERSION


def _field(data: memoryview, place: int, key: bytes) -> tuple[int, int] | None:
    """Where the content of a field of bytes is that begins at a place, as far as it is there."""
    if data[place : place + 1] != key:
        return None
    try:
        size, start = varint(data, place + 1, len(data))
    except ProtobufError:
        return None
    return start, min(start + size, len(data))


def _is_name(data: memoryview, content: tuple[int, int]) -> bool:
    start, end = content
    name = data[start : min(end, start + _LONGEST_NAME)].tobytes()
    return name != b"" and name.isascii() and name.decode().isprintable()


_LONGEST_NAME: Final = 1000  # characters that are looked at
