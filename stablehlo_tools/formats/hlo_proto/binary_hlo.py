"""HLO modules in protocol buffers, known by their content; `formats.hlo_proto` reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from stablehlo_tools.formats.wire.protobuf import ProtobufError, varint
from stablehlo_tools.ir.deferred_text import DeferredText
from stablehlo_tools.ir.operations import Operation

NOTE: Final = "the lines shown are those that `shlo fmt` writes of this file"

# The messages by how deep the module is in them, each time in field 1.
_WRAPPERS: Final = ("HloModuleProto", "HloProto", "HloSnapshot")
UNOPTIMIZED: Final = "HloUnoptimizedSnapshot"
_FIRST, _SECOND, _THIRD = b"\x0a", b"\x12", b"\x1a"  # keys of fields


class HloMessage(NamedTuple):
    """The position and the name of a message in a file.

    An HloUnoptimizedSnapshot may stand behind its size, and in front of the arguments.
    """

    name: str
    start: int
    end: int


class BinaryHlo(DeferredText):
    """A file with an HLO module in a protocol buffer, `message`, and its text.

    The text is that of the module. `write` is set once the file is read; until then, the text is empty.
    """

    write: Callable[[], str] = staticmethod(str)

    def __init__(self, data: memoryview, message: HloMessage, name: str) -> None:
        # the text is a property: `Source` would set it
        self.data = data
        self.message = message
        self.name, self.first_line = name, 1

    @property
    def text(self) -> str:  # type: ignore[override]
        """The text that `shlo fmt` writes, with large constants elided."""
        return self.write()

    def note(self, operation: Operation | None = None) -> str:
        """The description of the lines of the text."""
        return NOTE


def message_in(data: memoryview) -> HloMessage | None:
    """The message of a file that has an HLO module; None for other files.

    A module begins with two names and a computation, and is at the start of its container; the rest of the
    file may be damaged.
    """
    name = _name_of(data)
    if name:
        return HloMessage(name, 0, len(data))
    sized = _content(data, 0)
    if sized is None or _name_of(data[slice(*sized)]) != UNOPTIMIZED:
        return None
    return HloMessage(UNOPTIMIZED, *sized)


def _name_of(data: memoryview) -> str:
    module = _field(data, 0, _FIRST)
    has_inputs = module is not None and data[module[1] : module[1] + 1] == _SECOND
    for wrapper in _WRAPPERS:
        inner = _field(data, 0, _FIRST)
        if inner is None:
            return ""
        if _is_name(data, inner):
            second = _field(data, inner[1], _SECOND)
            is_module = second and _is_name(data, second) and data[second[1] : second[1] + 1] == _THIRD
            wrapper = UNOPTIMIZED if has_inputs and wrapper == "HloProto" else wrapper
            return wrapper if is_module else ""
        data = data[slice(*inner)]
    return ""


def _field(data: memoryview, place: int, key: bytes) -> tuple[int, int] | None:
    """The start and the end of the content of a bytes field, cut off where the data ends."""
    return _content(data, place + 1) if data[place : place + 1] == key else None


def _content(data: memoryview, place: int) -> tuple[int, int] | None:
    """The start and the end of a length-prefixed field."""
    try:
        size, start = varint(data, place, len(data))
    except ProtobufError:
        return None
    return start, min(start + size, len(data))


def _is_name(data: memoryview, content: tuple[int, int]) -> bool:
    start, end = content
    name = data[start : min(end, start + _LONGEST_NAME)].tobytes()
    return name != b"" and name.isascii() and name.decode().isprintable()


_LONGEST_NAME: Final = 1000  # characters that are looked at
