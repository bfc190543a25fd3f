"""Arrays in untrusted files, .npy, .npz and others: nothing is unpickled, and sizes are bounded."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import lzma
import math
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import numpy as np

from stablehlo_tools.formats.compressed import unpacked_at_most
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.storage import UnsupportedType
from stablehlo_tools.ir.types import element_type_named

Stream = io.BufferedReader | io.BytesIO

_NPY: Final = np.lib.format.MAGIC_PREFIX
_NPZ: Final = (b"PK\x03\x04", b"PK\x05\x06")
_MAX_REASON: Final = 200  # characters; numpy quotes an invalid header in full
_MAX_HEADER: Final = 1 << 14  # bytes; numpy itself rejects longer ones (10,000), but only after reading them
_CHUNK: Final = 1 << 20  # bytes; a cache holds them while their sum is checked and they are copied
# numpy writes float8_e5m2 of ml_dtypes as a type that it does not read, and other types of a byte as `V1`
_E5M2: Final = (b"{'descr': '<f1'", b"{'descr': '<V1'")


class InvalidArrays(ValueError):
    """A file holds no arrays, or larger ones than it should; the message says why."""


def open_regular(path: str | os.PathLike[str]) -> BinaryIO:
    """A stream of a regular file, which is not waited for: of no pipe, no device, and of no link.

    Raises OSError, and InvalidArrays for anything else.
    """
    _require_regular(os.lstat(path))
    flags = (getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_BINARY"))
    descriptor = os.open(path, os.O_RDONLY | sum(flags))
    try:
        _require_regular(os.fstat(descriptor))
    except InvalidArrays:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def _require_regular(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise InvalidArrays("it is not a regular file")


def arrays_at(path: str, limit: float) -> Sequence[tuple[str | None, Array]]:
    """The arrays of a file, with their names, by its ending, if not of numpy. Raises as `arrays_in`."""
    match os.path.splitext(path)[1].lower():
        case ".safetensors":
            return arrays_in_safetensors(path)
        case ".json":
            return arrays_in_json(_text(path))
        case ".csv":
            return [(None, array_in_csv(_text(path)))]
    with open(path, "rb") as stream:
        return arrays_in(stream, limit)


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidArrays(f"not UTF-8 text: {error.reason} at byte {error.start}") from None


def arrays_in(stream: Stream, limit: float = math.inf) -> list[tuple[str | None, Array]]:
    """The array of an .npy file, or those of an .npz file with their names.

    Raises InvalidArrays, also for more than `limit` bytes before they are read; OSError; MemoryError.
    """
    start = stream.read(8)
    stream.seek(0)
    if start.startswith(_NPZ):
        archive = archive_in(stream)
        return [(name.removesuffix(".npy"), member(archive, name, limit)) for name in archive.namelist()]
    if start and not start.startswith(_NPY):
        raise InvalidArrays(f"unexpected header {start!r}")
    return [(None, array_in(stream, limit))]


def archive_in(stream: BinaryIO) -> zipfile.ZipFile:
    """The archive that an .npz file is. Raises InvalidArrays."""
    with _explained():
        return zipfile.ZipFile(stream)


def member(archive: zipfile.ZipFile, name: str, limit: float = math.inf) -> Array:
    """The array in a member of an archive; only the header is decompressed before it is checked.

    Without `limit`, the compressed size limits it. Raises as `arrays_in`.
    """
    with _explained():
        info = archive.getinfo(name)
        limit = unpacked_at_most(info.compress_size) if limit == math.inf else limit
        with cast("zipfile.ZipExtFile", archive.open(name)) as stream:
            return _read(stream, name.removesuffix(".npy"), limit, info.file_size)


def array_in(stream: Stream, limit: float = math.inf) -> Array:
    """The array of an .npy file. Raises as `arrays_in`."""
    with _explained():
        length = stream.seek(0, os.SEEK_END)
        stream.seek(0)
        return _read(stream, "it", limit, length)


def _read(stream: io.BufferedIOBase, name: str, limit: float, length: int) -> Array:
    """The array of an .npy file of `length` bytes.

    It is read sequentially: zipfile does not check the CRC of a member after seeking back.
    """
    start = stream.read(_MAX_HEADER)
    if not start.startswith(_NPY):
        raise InvalidArrays(f"{name} is not an array")
    header = io.BytesIO(start.replace(*_E5M2, 1))
    shape, is_transposed, dtype = _described(header)
    count = math.prod(shape)
    size = count * dtype.itemsize
    if size > limit:
        raise InvalidArrays(f"{name} has {size} bytes, expected at most {limit:.0f}")
    if size > length - header.tell():
        raise InvalidArrays(f"unexpected end of {name}: expected {size} bytes")
    data = np.empty(size, np.uint8)
    _fill(data.data, start[header.tell() :], stream)
    array: Array = np.ndarray(count, dtype, data).reshape(shape, order="F" if is_transposed else "C")
    return array


def _described(header: io.BytesIO) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """The shape, whether it is in Fortran order, and the dtype that the header of an .npy file says."""
    version = np.lib.format.read_magic(header)
    if version not in ((1, 0), (2, 0), (3, 0)):
        raise InvalidArrays(f"unexpected version {version} of the .npy format")
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, is_transposed, dtype = read(header)
    if dtype.hasobject:
        raise InvalidArrays("it contains pickled Python objects, which are never loaded")
    return shape, is_transposed, dtype


def _fill(buffer: memoryview, start: bytes, stream: io.BufferedIOBase) -> None:
    """Fill `buffer` with `start` and then from `stream`. Raises EOFError."""
    size = min(len(start), len(buffer))
    buffer[:size] = start[:size]
    buffer = buffer[size:]
    while buffer:
        size = stream.readinto(buffer[:_CHUNK])
        if not size:
            raise EOFError
        buffer = buffer[size:]


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Convert the exceptions of numpy and zipfile for damaged files to InvalidArrays."""
    try:
        yield
    except (InvalidArrays, OSError, MemoryError):
        raise
    except _DAMAGES as error:
        raise InvalidArrays(str(error)[:_MAX_REASON] or "unexpected end of the file") from None
    except Exception:  # noqa: BLE001 - numpy evaluates the header as Python, and lets any exception through
        raise InvalidArrays("invalid header") from None


_DAMAGES: Final = (
    ValueError, EOFError, KeyError, NotImplementedError, OverflowError, RuntimeError,
    zipfile.BadZipFile, zlib.error, lzma.LZMAError,
)  # fmt: skip


# -- safetensors -----------------------------------------------------------------------------------


# The types whose name in the format is not MLIR's in upper case, apart from `U8` and the like.
_TYPES: Final = {
    "BOOL": "i1", "C64": "complex<f32>",
    "F8_E4M3": "f8E4M3FN", "F8_E5M2": "f8E5M2", "F8_E8M0": "f8E8M0FNU",
}  # fmt: skip


def arrays_in_safetensors(path: str | os.PathLike[str]) -> list[tuple[str, Array]]:
    """The arrays of a file with their names. Raises InvalidArrays, OSError and, without the package,
    ImportError.
    """
    import safetensors

    deserialize: Callable[[bytes], list[tuple[str, dict[str, Any]]]] = safetensors.deserialize
    data = Path(path).read_bytes()
    try:
        tensors = deserialize(data)
    except safetensors.SafetensorError as error:
        raise InvalidArrays(str(error)) from None
    return [(name, _array(name, tensor)) for name, tensor in tensors]


def _array(name: str, tensor: dict[str, Any]) -> Array:
    called = tensor["dtype"]
    try:
        type = element_type_named(_TYPES.get(called) or _signless(called.lower()))
        dtype = dtype_of(type)
    except UnsupportedType:
        raise InvalidArrays(f"unsupported element type {called} of {name}") from None
    array: Array = np.frombuffer(tensor["data"], dtype.newbyteorder("<")).reshape(tensor["shape"])
    return array


def _signless(name: str) -> str:
    """`ui8` for `u8`."""
    return f"ui{name[1:]}" if name[0] == "u" else name


# -- numbers in .json and .csv files, which have no element type but the one of what they are for --


def arrays_in_json(text: str) -> list[tuple[str | None, Array]]:
    """The numbers of a list, or of each list in an object with its name. Raises InvalidArrays."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidArrays(f"{error.msg} at line {error.lineno}, column {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise InvalidArrays(str(error) or "too deeply nested") from None
    if isinstance(value, dict):
        return [(name, _numbers(numbers, f"`{name}`")) for name, numbers in value.items()]
    return [(None, _numbers(value, "it"))]


def _numbers(value: Any, name: str) -> Array:
    try:
        array = np.array(value)
    except (ValueError, OverflowError):
        raise InvalidArrays(f"{name} is a list that is not rectangular") from None
    if array.dtype.kind not in "biuf":
        raise InvalidArrays(f"{name} is not a list of numbers or of nested lists")
    return array


def array_in_csv(text: str) -> Array:
    """The numbers in the lines of a table, without a heading. Raises InvalidArrays."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text)) if row]
    except csv.Error as error:
        raise InvalidArrays(str(error)) from None
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        raise InvalidArrays(f"its lines have {min(widths)} to {max(widths)} numbers")
    for convert in (int, float):
        try:
            return np.array([list(map(convert, row)) for row in rows])
        except (ValueError, OverflowError):
            continue
    number, word = next((n, word) for n, row in enumerate(rows, 1) for word in row if not _is_number(word))
    help = ": remove the heading" if number == 1 else ""
    raise InvalidArrays(f"{word.strip()!r} in row {number} is not a number{help}")


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
