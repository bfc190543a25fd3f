"""What files say of themselves; of the program in a binary file nothing is read, however large it is."""

from __future__ import annotations

import mmap
from typing import NamedTuple

from stablehlo_tools.bytecode.container import ENTRIES, IR, RESOURCES, Header
from stablehlo_tools.bytecode.cursor import BytecodeError, UnsupportedBytecode
from stablehlo_tools.loading.exported import Exported, read_exported
from stablehlo_tools.loading.flatbuffers import FlatbufferError
from stablehlo_tools.loading.programs import bytecode_in, damaged, unsupported

_PRODUCER = "StableHLO_v"  # of portable artifacts, and of nothing else


class BytecodeDescription(NamedTuple):
    """The head of MLIR bytecode.

    `stablehlo` is the version of a portable artifact; empty for plain bytecode. Sizes are in bytes: constants
    are among `attributes`, or in `resources`.
    """

    version: int
    producer: str
    stablehlo: str
    ops: list[str]
    size: int
    attributes: int
    resources: int
    operations: int


class FunctionDescription(NamedTuple):
    """The name of a function, and its type as text."""

    name: str
    type: str


class FileDescription(NamedTuple):
    """What a file is: its `kind`, such as `portable artifact`, and what it says of itself.

    `functions` is None for bytecode, in which they are not read; `entry` is that of HLO text.
    """

    kind: str
    size: int
    dialects: list[str]
    functions: list[FunctionDescription] | None = None
    entry: str = ""
    bytecode: BytecodeDescription | None = None
    exported: Exported | None = None


def describe(data: bytes | mmap.mmap, name: str) -> FileDescription | None:
    """The description of a file; None for what is no bytecode. Raises `ParseError`."""
    artifact = bytecode_in(data)
    if artifact is None:
        return None
    try:
        header = Header(artifact.data)
        exported = read_exported(memoryview(data)) if artifact.start else None
    except UnsupportedBytecode as error:
        raise unsupported(name, error.message, artifact.start + error.offset) from None
    except BytecodeError as error:
        raise damaged(name, error.message, artifact.start + error.offset) from None
    except FlatbufferError as error:
        raise damaged(name, error.message, error.offset) from None
    bytecode = _of_header(header, len(artifact.data))
    kind = "portable artifact" if bytecode.stablehlo else "MLIR bytecode"
    kind = "jax.export" if exported else kind
    return FileDescription(kind, len(data), header.dialects, bytecode=bytecode, exported=exported)


def _of_header(header: Header, size: int) -> BytecodeDescription:
    version = header.producer.removeprefix(_PRODUCER)
    return BytecodeDescription(
        header.version,
        header.producer,
        version if version != header.producer else "",
        [op.name for op in header.ops],
        size,
        header.size(ENTRIES),
        header.size(RESOURCES),
        header.size(IR),
    )
