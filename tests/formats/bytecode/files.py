"""The files of `testdata/artifacts`, and files made by hand."""

from __future__ import annotations

from pathlib import Path

from stablehlo_tools.formats.bytecode.cursor import Sink

FOLDER = Path(__file__).resolve().parents[3] / "testdata" / "artifacts"
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix in (".bc", ".mlirbc"))


def name_of(path: Path) -> str:
    return path.name


def data_of(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def numbers(*values: int) -> bytes:
    """Numbers as bytecode has them."""
    sink = Sink()
    for value in values:
        sink.number(value)
    return bytes(sink)


def section(number: int, data: bytes) -> bytes:
    sink = Sink()
    sink.section(number, data)
    return bytes(sink)


def strings(*texts: str) -> bytes:
    sizes = numbers(len(texts), *(len(text.encode()) + 1 for text in reversed(texts)))
    return section(0, sizes + b"".join(text.encode() + b"\0" for text in texts))


def file(
    attributes: list[bytes], types: list[bytes], operation: bytes, *, texts: tuple[str, ...] = ()
) -> bytes:
    """A file of version 4 of a module in which one operation stands: the bytes behind its op's number.

    Strings 0 to 3 are `builtin`, `module`, `test` and `op`, behind which are `texts`; location 0 is unknown.
    """
    entries = [numbers(15), *attributes]
    sizes = b"".join(numbers(len(each) << 1 | 1) for each in entries)
    offsets = numbers(len(entries), len(types), 0, len(entries)) + sizes
    if types:
        offsets += numbers(0, len(types)) + b"".join(numbers(len(each) << 1 | 1) for each in types)
    dialects = numbers(2, 0 << 1, 2 << 1, 2, 0, 1, 1, 1, 1, 3)
    inner = numbers(1, 0) + numbers(1 << 1) + numbers(1) + operation
    module = numbers(0) + bytes([16]) + numbers(0) + numbers(1 << 1 | 1) + section(4, inner)
    parts = [
        section(1, dialects), section(3, offsets), section(2, b"".join(entries + types)),
        section(4, numbers(1 << 1) + module), strings("builtin", "module", "test", "op", *texts),
    ]  # fmt: skip
    return b"ML\xefR" + numbers(4) + b"hand\0" + b"".join(parts)
