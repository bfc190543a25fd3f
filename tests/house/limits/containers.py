"""Limits of what is read of binary files, which come from anywhere."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from stablehlo_tools.formats import artifacts, compressed, torch_folders
from stablehlo_tools.formats.arrays import array_files
from stablehlo_tools.formats.bytecode import operations
from stablehlo_tools.formats.bytecode.cursor import ByteCursor
from stablehlo_tools.formats.bytecode.operations import _sparse, read_bytecode
from stablehlo_tools.formats.cases import stored_cases
from stablehlo_tools.formats.hlo_proto import binary_hlo
from stablehlo_tools.formats.hlo_proto.schema import SCHEMAS
from stablehlo_tools.formats.hlo_proto.values import dimension_labels
from stablehlo_tools.formats.jaxexport.exported import read_exported
from stablehlo_tools.formats.vhlo.legalize import to_stablehlo
from stablehlo_tools.formats.wire import protobuf
from stablehlo_tools.formats.wire.protobuf import Message
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Module
from tests.formats import wire
from tests.formats.bytecode.files import numbers
from tests.formats.bytecode.test_untrusted import array, with_attributes
from tests.house.limits.limit import limit, refusal

ARTIFACTS = Path(__file__).resolve().parents[3] / "testdata" / "artifacts"


# -- bytecode ----------------------------------------------------------------------------------------


@limit(
    "formats.bytecode.cursor._MAX_ALIGNMENT", 1 << 20,
    usual="", other=4, then="invalid alignment 8: not a power of two, or too large",
)  # fmt: skip
def alignment() -> str:
    return refusal(lambda: ByteCursor(memoryview(b""), 0, 0).align(8))


@limit(
    "formats.bytecode.operations._MOST_SEGMENTS",
    64,
    usual="",
    other=5,
    then="a sparse list has too many elements",
)
def places_of_segments() -> str:
    data = numbers(1 << 1 | 1, 6, 1 << 6 | 5)
    return refusal(lambda: _sparse(ByteCursor(memoryview(data), 0, len(data))))


def anew(data: bytes) -> Module:
    """The module of a file of which nothing is cached."""
    operations._open_cached.cache_clear()
    return read_bytecode(data)


def doubled(times: int) -> str:
    """What is said of a file of attributes that are each two of the next."""
    chain = [array(4 + number, 4 + number) for number in range(times)] + [array()]
    return "".join(refusal(lambda: anew(with_attributes(*chain))).partition("exceeds")[1:])


@limit(
    "formats.bytecode.entries._EXPANSION",
    1 << 22,
    usual="",
    other=0,
    then="exceeds the size limit when printed",
)
def attributes_of_attributes() -> str:
    return doubled(16)


@limit(
    "formats.bytecode.entries._EXPANSIONS",
    1 << 8,
    usual="exceeds the size limit when printed",
    other=1 << 18,
    then="",
)
def attributes_for_each_byte() -> str:
    return doubled(24)


@limit("formats.bytecode.builtin._WIDEST", 9999, usual="", other=8, then="invalid integer type: 32 bits")
def width_of_integers() -> str:
    types = (numbers(13, 1, 3 << 1, 1), numbers(0, 32 << 2))  # tensor<3xi32>
    said = refusal(lambda: anew(with_attributes(numbers(18, 0, 4) + bytes(4), types=types)))
    return said.partition(": ")[2].partition(",")[0]


@limit(
    "formats.vhlo.legalize._MOST_DIMENSIONS",
    1 << 16,
    usual="",
    other=2,
    then="expected at most 2 numbers, found 3",
)
def lists_of_numbers() -> str:
    permutation = Dense.from_array(np.array([2, 1, 0]))
    return refusal(lambda: to_stablehlo("vhlo.transpose_v1", {"permutation": permutation}))


# -- what jax.export writes, and protocol buffers --------------------------------------------------------


@limit("formats.jaxexport.export_schema._DEEPEST", 96, usual="", other=1, then="tables are nested too deeply")
def tables_in_tables() -> str:
    data = memoryview((ARTIFACTS / "dense.jaxexport").read_bytes())
    return refusal(lambda: read_exported(data))


@limit(
    "formats.wire.flatbuffers._SHARING",
    16,
    usual="",
    other=0,
    then="shared tables expand beyond the size limit",
)
def shared_parts() -> str:
    data = memoryview((ARTIFACTS / "dense.jaxexport").read_bytes())
    return refusal(lambda: read_exported(data))


def one_parameter(*fields: bytes) -> memoryview:
    """An HloModuleProto with a parameter, of these further fields."""
    parameter = wire.instruction(1, "x", "parameter", wire.shape([2]), b"".join(fields))
    return memoryview(wire.module([parameter], 1))


def of_hlo(*fields: bytes) -> str:
    data = one_parameter(*fields)
    return refusal(lambda: Message(data, 0, len(data), "HloModuleProto", SCHEMAS).message("computations"))


@limit(
    "formats.wire.protobuf._DEEPEST", 100, usual="", other=0,
    then="messages are nested more than 0 levels deep",
)  # fmt: skip
def messages_in_messages() -> str:
    data = one_parameter()
    root = Message(data, 0, len(data), "HloModuleProto", SCHEMAS)
    return refusal(lambda: list(root.messages("computations")))


@limit(
    "formats.wire.protobuf._LONGEST_VARINT", 10, usual=1 << 63, other=9,
    then="a number has more than 9 bytes",
)  # fmt: skip
def bytes_of_a_number() -> int | str:
    data = wire.varint(1 << 63)
    try:
        return protobuf.varint(memoryview(data), 0, len(data))[0]
    except protobuf.ProtobufError as error:
        return str(error)


@limit("formats.hlo_proto.binary_hlo._LONGEST_NAME", 1000, usual=None, other=2, then="HloModuleProto")
def names_of_modules() -> str | None:
    """A file is not HLO where its name, as far as it is looked at, has bytes that no name has."""
    data = bytes(one_parameter()).replace(wire.field(1, "m"), wire.field(1, b"mm\xff"), 1)
    found = binary_hlo.message_in(memoryview(data))
    return found and found.name


@limit("formats.artifacts._MAX_FIELDS", 100_000, usual="an ONNX model, not StableHLO", other=2, then=None)
def fields_of_a_file() -> str | None:
    model = wire.field(1, 8) + wire.field(7, b"graph") + wire.field(8, b"opset")
    found = artifacts.known_by_structure(model)
    return found and found.description


# -- folders, archives and compressed files ----------------------------------------------------------------


def case_of(facts: bytes) -> str:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("case.json", facts)
        file.writestr("module.mlir", b"module {}\n")
    return refusal(lambda: stored_cases.case_in_archive(archive.getvalue(), "case.zip"))


@limit(
    "formats.cases.stored_cases._LARGEST_FACTS",
    1 << 20,
    usual="",
    other=8,
    then="case.json has more than 8 bytes",
)
def facts_of_a_case() -> str:
    return case_of(b'{"a": 12}')


@limit(
    "formats.cases.stored_cases._LARGEST_PROGRAM",
    1 << 30,
    usual="",
    other=9,
    then="module.mlir has more than 9 bytes",
)
def program_of_a_case() -> str:
    return case_of(b"{}")


@limit(
    "formats.torch_folders._LARGEST_META", 1 << 26, usual="", other=9,
    then="function metadata exceeds 9 bytes",
)  # fmt: skip
def description_of_a_function() -> str:
    return refusal(lambda: torch_folders.describe(str(ARTIFACTS / "linear")))


@limit(
    "formats.torch_folders._DEEPEST", 64, usual="", other=-1, then="`input_pytree_spec` is nested too deeply"
)
def trees_of_inputs() -> str:
    return refusal(lambda: torch_folders.describe(str(ARTIFACTS / "linear")))


def packed(size: int) -> str:
    """What is said of a program that repeats one line."""
    data = gzip.compress(b"// comment\n" * (size // 11))
    said = refusal(lambda: compressed.unpack(data, "x.gz"))
    return said.rpartition(" unpacks ")[2]


@limit("formats.compressed._ALWAYS", 1 << 28, usual="", other=1, then="to more than 200 times its size")
def unpacked_bytes() -> str:
    said = packed(1 << 20)
    return "to more than 200 times its size" if said else said


@limit("formats.compressed._LARGEST_RATIO", 200, usual=200 << 28, other=2, then=2 << 28)
def unpacked_for_each_byte() -> int:
    return compressed.unpacked_at_most(1 << 28)


def archived(array: np.ndarray[Any, Any]) -> io.BytesIO:
    stream = io.BytesIO()
    np.savez_compressed(stream, x=array)
    stream.seek(0)
    return stream


@limit("formats.arrays.array_files._MAX_HEADER", 1 << 14, usual="", other=8, then="EOF: reading array header")
def header_of_an_array() -> str:
    stream = archived(np.zeros(3))
    return refusal(lambda: array_files.arrays_in(stream))[:25]


@limit("formats.arrays.array_files._MAX_REASON", 200, usual=200, other=30, then=30)
def reason_of_a_refusal() -> int:
    """numpy quotes a header whole."""
    header = b"x " * 250 + b"\n"
    data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header
    return len(refusal(lambda: array_files.arrays_in(io.BytesIO(data))))


@limit(
    "formats.hlo_proto.values._MOST_DIMENSIONS", 64, usual="",
    other=1, then="dimensions of the input of a convolution are out of bounds or repeated",
)  # fmt: skip
def dimensions_of_a_convolution() -> str:
    data = memoryview(wire.field(8, 1) + wire.field(4, 1) + wire.field(10, 1))
    message = Message(data, 0, len(data), "ConvolutionDimensionNumbers", SCHEMAS)
    return refusal(lambda: dimension_labels(message))
