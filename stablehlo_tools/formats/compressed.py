"""Compressed files, decompressed as they are read."""

from __future__ import annotations

import importlib
import io
import mmap
from collections.abc import Callable, Mapping
from typing import IO, Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.faults import fault

COMPRESSED = Code(
    "compressed_file",
    "A compressed file is damaged or cut short, or unpacks to far more than a program of its size does: "
    "more than 256 MiB and 200 times its size.",
    "Copy or compress it again. If a file is that large and you trust it, decompress it first.",
    is_usage=True,
)
Buffer = bytes | bytearray | memoryview | mmap.mmap

# A file may be unpacked to `_ALWAYS` bytes, or to `_LARGEST_RATIO` times its own size if that is more.
# Programs shrink tenfold, repetitive texts a hundredfold; a large file that shrinks more is a bomb, made to
# exhaust memory.
_ALWAYS: Final = 1 << 28
_LARGEST_RATIO: Final = 200
_CHUNK: Final = 1 << 20


# By magic number, with the module that unpacks it.
_FORMATS: Final[Mapping[bytes, tuple[str, str]]] = {
    b"\x1f\x8b": ("gzip", "gzip"),
    b"BZh": ("bzip2", "bz2"),
    b"\xfd7zXZ\0": ("xz", "lzma"),
    b"\x28\xb5\x2f\xfd": ("zstd", "compression.zstd"),  # from Python 3.14 on
}


class UnpackedSource(Source):
    """The text of a compressed file."""


def compression_of(data: Buffer) -> str:
    """The compression of a file; empty if it is not compressed."""
    start = bytes(data[:8])
    return next((name for magic, (name, _) in _FORMATS.items() if start.startswith(magic)), "")


def unpacked_at_most(size: int) -> int:
    """The maximum size of the content of `size` compressed bytes."""
    return max(_ALWAYS, _LARGEST_RATIO * size)


def unpack(data: Buffer, name: str) -> bytes | None:
    """The content of a compressed file; None if this Python cannot unpack it.

    Raises `ParseError` for a file that is damaged, or that holds more than a program of its size would.
    """
    compression = compression_of(data)
    limit = unpacked_at_most(len(data))
    try:
        module = importlib.import_module(dict(_FORMATS.values())[compression])
        return _unpack(data, module.open, limit)
    except ImportError:
        return None
    except _TooLarge:
        message = f"this {compression}-compressed file of {len(data):,} bytes unpacks to more than {limit:,}"
        raise fault(COMPRESSED, name, message, "if you trust it, decompress it first") from None
    except EOFError:
        message = f"this {compression}-compressed file is cut short"
        raise fault(COMPRESSED, name, message, "copy it again") from None
    except MemoryError:
        raise fault(COMPRESSED, name, f"this {compression}-compressed file does not fit in memory") from None
    except Exception as error:  # noqa: BLE001 - each format raises errors of its own for damaged data
        message = f"this {compression}-compressed file is damaged: {error}"
        raise fault(COMPRESSED, name, message, "copy it again") from None


class _TooLarge(Exception):
    pass


def _unpack(data: Buffer, open: Callable[..., IO[bytes]], limit: int) -> bytes:
    unpacked = io.BytesIO()
    with open(io.BytesIO(data)) as file:
        while chunk := file.read(_CHUNK):
            unpacked.write(chunk)
            if unpacked.tell() > limit:
                raise _TooLarge
    return unpacked.getvalue()
