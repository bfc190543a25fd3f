"""What binary files say of themselves; of the program nothing is read, however large it is."""

from __future__ import annotations

import mmap
from typing import NamedTuple

from stablehlo_tools.bytecode.container import ENTRIES, IR, RESOURCES, Header
from stablehlo_tools.bytecode.cursor import BytecodeError, UnsupportedBytecode
from stablehlo_tools.loading.exported import Exported, read_exported
from stablehlo_tools.loading.flatbuffers import FlatbufferError
from stablehlo_tools.loading.programs import bytecode_in, damaged, unsupported

_PRODUCER = "StableHLO_v"  # of portable artifacts, and of nothing else


class FileDescription(NamedTuple):
    """The head of MLIR bytecode, and of what it is wrapped in, if it is.

    `stablehlo` is the version of a portable artifact; empty for plain bytecode. Sizes are in bytes: constants
    are among `attributes`, or in `resources`.
    """

    exported: Exported | None
    producer: str
    stablehlo: str
    bytecode: int
    dialects: list[str]
    ops: list[str]
    size: int
    attributes: int
    resources: int
    operations: int


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
    version = header.producer.removeprefix(_PRODUCER)
    return FileDescription(
        exported,
        header.producer,
        version if version != header.producer else "",
        header.version,
        header.dialects,
        [op.name for op in header.ops],
        len(artifact.data),
        header.size(ENTRIES),
        header.size(RESOURCES),
        header.size(IR),
    )
