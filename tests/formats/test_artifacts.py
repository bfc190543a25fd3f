"""Binary files that are taken for programs are named."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import pickle
import random
import zipfile

import numpy as np
import pytest

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.formats import faults, programs as reading
from stablehlo_tools.grammars.languages import is_hlo


def refusal(data: bytes) -> Diagnostic:
    with pytest.raises(ParseError) as caught:
        reading.decode(data, "x.mlir")
    assert caught.value.diagnostic.code == faults.NOT_MLIR
    return caught.value.diagnostic


def field(number: int, value: bytes | int) -> bytes:
    """A field of a protocol buffer, of less than 128 bytes."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    return bytes([number << 3 | 2, len(value)]) + value


def archive(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as opened:
        for name, data in members.items():
            opened.writestr(name, data)
    return stream.getvalue()


ONNX = field(1, 9) + field(2, b"torch") + field(7, b"\0") + field(8, b"")
GRAPH = field(1, field(4, b"tag")) + field(2, field(1, field(1, b"x\0") + field(2, b"Const")))


# Compressed files are unpacked, but once.
NAMED = (
    (field(1, 1) + field(2, GRAPH), "a TensorFlow SavedModel without StableHLO", "jit_compile"),
    (ONNX, "an ONNX model", "jax.export"),
    (gzip.compress(gzip.compress(b"")), "a gzip-compressed file", "gunzip"),
    (gzip.compress(lzma.compress(b"")), "an xz-compressed file", "unxz"),
    (gzip.compress(bz2.compress(b"")), "a bzip2-compressed file", "bunzip2"),
    (b"\x28\xb5\x2f\xfd\0", "a zstd-compressed file", "zstd -d"),
    (archive(**{"a.npy": b"\x93NUMPY"}), "a numpy archive (.npz), not a program", "--inputs"),
    (archive(**{"m/data.pkl": b"\x80\x02."}), "a PyTorch archive", "torch.export"),
    (archive(**{"readme.txt": b"hello"}), "a zip archive, not a program", "extract it"),
    (b"PK\x03\x04 and nothing of a zip archive", "a zip archive, not a program", "extract it"),
    (pickle.dumps({"a": b"\0"}, 4), "a Python pickle, which is never loaded", "jax.export"),
    (b"\x40\0\0\0\0\0\0\0" + b'{"w":{}}'.ljust(64), "a safetensors file", "jax.export"),
    (b"\x1c\0\0\0TFL3" + bytes(20), "a TensorFlow Lite model", ""),
    (b"\x7fELF\x02\x01\x01" + bytes(9), "an ELF binary", "jax.export"),
    (b"\x89HDF\r\n\x1a\n" + bytes(8), "an HDF5 file", "jax.export"),
)  # fmt: skip


@pytest.mark.parametrize(("data", "what", "help"), NAMED, ids=[what for _, what, _ in NAMED])
def test_what_is_known_is_named(data: bytes, what: str, help: str) -> None:
    found = refusal(data)
    assert found.message.startswith(f"this is {what}")
    assert help in " ".join(found.helps)


def test_what_is_not_known_is_not_named() -> None:
    """Whatever the bytes are, and wherever a file is cut off, there is one diagnostic and no other error."""
    draw = random.Random(0)
    whole = [ONNX, field(1, 1) + field(2, GRAPH)]
    for data in [draw.randbytes(size) + b"\0" for size in range(200)]:
        assert refusal(data).message.startswith("this is ")
    for data in whole:
        for end in range(1, len(data)):
            with pytest.raises(ParseError):
                reading.decode(data[:end])


def test_what_jax_exports_is_read_or_named() -> None:
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    exported = jax.export.export(jax.jit(lambda x: x + 1))(np.ones(3, np.float32))
    assert "stablehlo.add" in reading.decode(exported.mlir_module_serialized).text
    lowered = jax.jit(lambda x: x + 1).lower(np.ones(3, np.float32))
    proto = lowered.compiler_ir("hlo").as_serialized_hlo_module_proto()
    assert is_hlo(reading.decode(proto))
    pytest.importorskip("flatbuffers", reason="jax.export serializes with it")
    assert "stablehlo.add" in reading.decode(bytes(exported.serialize())).text
