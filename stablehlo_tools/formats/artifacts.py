"""Recognition of binary files that contain a program, or are mistaken for one.

They are recognized by magic numbers; flatbuffers and protocol buffers, which have none, by their structure.
Contents are neither trusted nor decompressed.
"""

from __future__ import annotations

import io
import itertools
import struct
from collections.abc import Callable, Iterator, Mapping

from stablehlo_tools.host.records import NamedTuple

_ARRAYS = "pass arrays to `shlo run` with `--inputs`"
EXPORT = "export it as text: in Python, `jax.export.export(jax.jit(f))(*arguments).mlir_module()`"
_TORCH = "export the model with torch_xla: `exported_program_to_stablehlo(torch.export.export(model, args))`"


class Artifact(NamedTuple):
    """The kind of a file, as it follows `this is` in a message, and a help."""

    description: str
    help: str = ""


# By magic number.
_MAGIC: Mapping[bytes, Artifact] = {
    b"\x93NUMPY": Artifact("a numpy array, not a program", _ARRAYS),
    b"\x1f\x8b": Artifact("a gzip-compressed file", "decompress it: `gunzip FILE`"),
    b"\x28\xb5\x2f\xfd": Artifact("a zstd-compressed file", "decompress it: `zstd -d FILE`"),
    b"\xfd7zXZ\0": Artifact("an xz-compressed file", "decompress it: `unxz FILE`"),
    b"BZh": Artifact("a bzip2-compressed file", "decompress it: `bunzip2 FILE`"),
    b"\x7fELF": Artifact("an ELF binary, not MLIR text", EXPORT),
    b"BC\xc0\xde": Artifact("LLVM bitcode, not StableHLO", EXPORT),
    b"\x89HDF\r\n\x1a\n": Artifact("an HDF5 file, such as model weights", EXPORT),
    b"GGUF": Artifact("a GGUF file of model weights", EXPORT),
    b"\xff\xfe\0\0": Artifact("UTF-32 text, expected UTF-8", "convert it: `iconv -f UTF-32 -t UTF-8`"),
    b"\xff\xfe": Artifact("UTF-16 text, expected UTF-8", "convert it: `iconv -f UTF-16 -t UTF-8`"),
    b"\xfe\xff": Artifact("UTF-16 text, expected UTF-8", "convert it: `iconv -f UTF-16 -t UTF-8`"),
}  # fmt: skip


def known_by_magic(data: bytes) -> Artifact | None:
    """The artifact with the magic number of `data`; None without one."""
    if data.startswith(b"PK\x03\x04"):
        return _zip(data)
    return next((artifact for magic, artifact in _MAGIC.items() if data.startswith(magic)), None)


def known_by_structure(data: bytes) -> Artifact | None:
    """The artifact with the structure of `data`; None if it is unknown."""
    for recognize in _STRUCTURES:
        try:
            artifact = recognize(data)
        except (struct.error, IndexError, ValueError):
            continue
        if artifact is not None:
            return artifact
    return None


def _zip(data: bytes) -> Artifact:
    import zipfile

    try:
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        names = []
    if names and all(name.endswith(".npy") for name in names):
        return Artifact("a numpy archive (.npz), not a program", _ARRAYS)
    if any(name.endswith(("data.pkl", "/archive_format")) for name in names):
        return Artifact("a PyTorch archive, not StableHLO", _TORCH)
    return Artifact("a zip archive, not a program", "extract it; " + _ARRAYS)


def _tflite(data: bytes) -> Artifact | None:
    return Artifact("a TensorFlow Lite model, not StableHLO") if data[4:8] == b"TFL3" else None


def _safetensors(data: bytes) -> Artifact | None:
    (length,) = struct.unpack_from("<Q", data)
    is_header = length <= len(data) - 8 and data[8:10] == b'{"'
    return Artifact("a safetensors file of model weights", EXPORT) if is_header else None


def _pickle(data: bytes) -> Artifact | None:
    is_pickle = data[0] == 0x80 and 2 <= data[1] <= 5 and data.endswith(b".")
    return Artifact("a Python pickle, which is never loaded", EXPORT) if is_pickle else None


# -- protocol buffers ------------------------------------------------------------------------------------

_MAX_FIELDS = 100_000  # fields that are read, to bound the time for large files


def _onnx(data: bytes) -> Artifact | None:
    fields = _first_fields(data)
    is_onnx = isinstance(fields.get(1), int) and isinstance(fields.get(7), bytes) and 8 in fields
    return Artifact("an ONNX model, not StableHLO", EXPORT) if is_onnx else None


def _first_fields(data: bytes) -> dict[int, int | bytes]:
    """The first field of each number. Raises ValueError for an invalid message."""
    fields: dict[int, int | bytes] = {}
    for number, field in itertools.islice(_fields(data), _MAX_FIELDS):
        fields.setdefault(number, field)
    return fields


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    from stablehlo_tools.formats.wire.protobuf import varint

    place, end, view = 0, len(data), memoryview(data)
    while place < end:
        key, place = varint(view, place, end)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, place = varint(view, place, end)
            yield number, value
            continue
        length = {1: 8, 5: 4}.get(kind, 0)
        if kind == 2:
            length, place = varint(view, place, end)
        if not number or not (length or kind == 2) or place + length > end:
            raise ValueError
        yield number, data[place : place + length]
        place += length


_STRUCTURES: tuple[Callable[[bytes], Artifact | None], ...] = (
    _tflite, _pickle, _safetensors, _onnx,
)  # fmt: skip
