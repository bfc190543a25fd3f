"""Descriptions of files; programs are parsed but not verified, and those in JAX exports are not read."""

from __future__ import annotations

import mmap
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.diagnostics.tables import page, pairs
from stablehlo_tools.formats import faults, programs, texts, torch_folders
from stablehlo_tools.formats.bytecode.container import ENTRIES, IR, RESOURCES, Header
from stablehlo_tools.formats.cases.stored_cases import StoredCase
from stablehlo_tools.formats.compressed import compression_of, unpack
from stablehlo_tools.formats.description_lines import fields_of, lines_of
from stablehlo_tools.formats.hlo_proto.binary_hlo import BinaryHlo
from stablehlo_tools.formats.jaxexport.exported import EmbeddedBytecode, ExportedFunction, read_exported
from stablehlo_tools.formats.programs import is_case
from stablehlo_tools.formats.saved_model import SavedModel
from stablehlo_tools.formats.torch_folders import Folder
from stablehlo_tools.formats.wire import DamagedFile
from stablehlo_tools.formats.wire.flatbuffers import FlatbufferError
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.ir.deferred_text import DeferredText
from stablehlo_tools.ir.interface import Interface
from stablehlo_tools.ir.operations import Module, argument_names

if TYPE_CHECKING:
    from stablehlo_tools.hlo.ir import HloComputation, HloInstruction

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


class ArgumentDescription(NamedTuple):
    """An argument or result of a function: its best name, and its type as text."""

    name: str
    type: str


class FunctionDescription(NamedTuple):
    """A function: its name, its type as text, arguments and results, and the names of a caller's inputs.

    The inputs are None if they are the arguments. Other files cannot call one that `is_private`.
    """

    name: str
    type: str
    arguments: Sequence[ArgumentDescription]
    results: Sequence[ArgumentDescription]
    inputs: Sequence[str] | None = None
    is_private: bool = False


class Compression(NamedTuple):
    """The compression of a file, and the size of its content in bytes."""

    name: str
    unpacked: int


class SnapshotDescription(NamedTuple):
    """HLO in a protocol buffer: the message, and the shapes of the inputs, by process, and of the output."""

    message: str
    module: str
    platform: str
    inputs: list[list[str]]
    output: str | None


class FileDescription(NamedTuple):
    """The description of a file: its `kind`, such as `portable artifact`, and the facts in its header.

    `functions` is None for what JAX has exported, which says how it is called, and for bytecode in which they
    cannot be read, as `unread` says; `entry` is that of HLO. The other fields are of files that are MLIR
    bytecode, exported by JAX, compressed, HLO protocol buffers, SavedModels of TensorFlow, and folders of
    torch_xla. `str` of it is what `shlo info` prints.
    """

    kind: str
    size: int
    dialects: list[str]
    functions: list[FunctionDescription] | None = None
    entry: str = ""
    bytecode: BytecodeDescription | None = None
    exported: ExportedFunction | None = None
    compression: Compression | None = None
    snapshot: SnapshotDescription | None = None
    saved_model: SavedModel | None = None
    folder: Folder | None = None
    unread: str = ""

    def __str__(self) -> str:
        return page([pairs(list(lines_of(fields_of(self))))])

    def __repr__(self) -> str:
        return f"<FileDescription: {self.kind}, {self.size:,} bytes>"


def info(source: Any, *, name: str | None = None) -> FileDescription:
    """Describe a file: its kind, versions, dialects and functions, and the calling convention of an export.

    `source` is what `parse` takes; a module is described as its text. A program is parsed, but not verified;
    of what `jax.export` has serialized only the head is read, however large it is. Raises `OSError` and
    `ParseError`.
    """
    if isinstance(source, os.PathLike):
        return describe_path(os.fspath(source))
    if callable(getattr(source, "read", None)):  # an open file
        return info(source.read(), name=name or programs.title_of(source))
    if isinstance(source, (bytes, bytearray, memoryview)):
        return describe(bytes(source), name or "<bytes>")
    exported = programs.serialized_by_jax(source)
    if exported is not None:
        return describe(exported, name or f"<{type(source).__name__}>")
    return _describe_program(programs.source_of(str(source) if isinstance(source, Module) else source, name))


def describe_path(path: str) -> FileDescription:
    """The description of a file, of a folder of torch_xla, or of a program in it. Raises as `info`."""
    file, member = programs.split_member(path)
    names = torch_folders.functions(file)
    if names:
        return _describe_folder(file, faults.member_of(path, member, names) if member else None)
    if is_case(file):
        return _describe_program(programs.read(path))
    return describe(programs.content(file), file, member)


def describe(data: bytes | mmap.mmap, name: str, member: str | None = None) -> FileDescription:
    """The description of the bytes of a file, or of the program `member` in it. Raises `ParseError`."""
    unpacked = unpack(data, name) if (compression := compression_of(data)) else None
    if unpacked is not None:
        inner = _describe(unpacked, name, member)
        return inner._replace(size=len(data), compression=Compression(compression, len(unpacked)))
    return _describe(data, name, member)


def _describe(data: bytes | mmap.mmap, name: str, member: str | None) -> FileDescription:
    model = programs.saved_model_in(data, name)
    if model is not None:
        return _describe_saved_model(model, len(data), name, member)
    description = None if member else _describe_bytecode(data, name)
    return description or _describe_program(programs.decode(data, name, member), len(data))


def _describe_bytecode(data: bytes | mmap.mmap, name: str) -> FileDescription | None:
    """The description of bytecode, or of what `jax.export` has put it into; None for any other file."""
    artifact = programs.bytecode_in(data)
    if artifact is None:
        return None
    try:
        header = Header(artifact.data)
        exported = read_exported(memoryview(data)) if artifact.start else None
    except FlatbufferError as error:
        raise faults.damaged(name, error) from None
    except DamagedFile as error:
        raise faults.damaged(name, error, artifact.start) from None
    bytecode = _bytecode_description(header, len(artifact.data))
    kind = "portable artifact" if bytecode.stablehlo else "MLIR bytecode"
    if exported:
        return FileDescription("jax.export", len(data), header.dialects, bytecode=bytecode, exported=exported)
    functions, unread = _bytecode_functions(artifact, name)
    return FileDescription(kind, len(data), header.dialects, functions, bytecode=bytecode, unread=unread)


def _bytecode_functions(
    artifact: EmbeddedBytecode, name: str
) -> tuple[list[FunctionDescription] | None, str]:
    """The functions in bytecode; None, and the reason, if it is damaged."""
    try:
        return _functions(programs.module_of(artifact, name)), ""
    except ParseError as error:
        return None, error.diagnostic.message


def _bytecode_description(header: Header, size: int) -> BytecodeDescription:
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


def _describe_saved_model(model: SavedModel, size: int, name: str, member: str | None) -> FileDescription:
    """A SavedModel with all its programs, or with one of them and its description."""
    kind = "TensorFlow SavedModel"
    if member is None:
        return FileDescription(kind, size, [], saved_model=model)
    program = programs.program_of(model, name, member)
    inner = _describe_bytecode(program.module.tobytes(), name) or FileDescription(kind, size, [])
    return inner._replace(kind=kind, size=size, saved_model=model._replace(programs=[program]))


def _describe_folder(path: str, function: str | None) -> FileDescription:
    folder = torch_folders.describe(path, function)
    functions = [
        FunctionDescription(
            part.function,
            part.type,
            [ArgumentDescription(_name_in(part.interface, n), t) for n, t in enumerate(part.arguments)],
            [ArgumentDescription(f"out{n}", t) for n, t in enumerate(part.results)],
            [entry.name for entry in part.interface.inputs],
        )
        for part in folder.functions
    ]
    return FileDescription("torch_xla folder", folder.size, [], functions, folder=folder)


def _describe_program(source: Source, size: int | None = None) -> FileDescription:
    if size is None and isinstance(source, BinaryHlo):
        size = len(source.data)
    elif size is None:
        size = len(source.text.encode("utf-8", "surrogateescape"))
    if is_hlo(source):
        return _describe_hlo(source, size)
    from stablehlo_tools.text.parse import parse  # not imported where nothing is parsed

    modules = [parse(piece) for piece in texts.pieces(source)]
    dialects = {operation.name.partition(".")[0] for module in modules for operation in module.walk()}
    functions = [function for module in modules for function in _functions(module)]
    kinds = {StoredCase: "case", DeferredText: "VHLO text", Source: "MLIR text"}
    kind = next(kind for type, kind in kinds.items() if isinstance(source, type))
    return FileDescription(kind, size, sorted(dialects), functions)


def _name_in(interface: Interface, index: int) -> str:
    return [f"arg{index}", *interface.names(index)][-1]


def _functions(module: Module) -> list[FunctionDescription]:
    return [
        FunctionDescription(
            fn.symbol,
            str(fn.type),
            [ArgumentDescription(argument_names(module, arg)[-1], str(arg.type)) for arg in fn.arguments],
            [
                ArgumentDescription(fn.result_info(index) or f"out{index}", str(type))
                for index, type in enumerate(fn.type.results)
            ],
            is_private=fn.is_private,
        )
        for fn in module.functions
    ]


def _describe_hlo(source: Source, size: int) -> FileDescription:
    # not imported for any other file
    from stablehlo_tools.formats.hlo_proto.read import read, snapshot
    from stablehlo_tools.hlo.text.parser import parse

    module = read(source) if isinstance(source, BinaryHlo) else parse(source)
    functions = [_computation(inner, is_entry=inner.name == module.entry) for inner in module.computations]
    if not isinstance(source, BinaryHlo):
        return FileDescription("HLO text", size, [], functions, module.entry)
    recorded = snapshot(source)
    inputs = [[str(literal.shape) for literal in process] for process in recorded.arguments]
    output = None if recorded.result is None else str(recorded.result.shape)
    run = SnapshotDescription(source.message.name, module.name, recorded.platform, inputs, output)
    return FileDescription("HLO protocol buffer", size, [], functions, module.entry, snapshot=run)


def _computation(computation: HloComputation, *, is_entry: bool) -> FunctionDescription:
    parameters, root = computation.parameter_instructions, computation.root_instruction
    signature = f"({', '.join(str(parameter.shape) for parameter in parameters)}) -> {root.shape}"
    arguments = [part for parameter in parameters for part in _parts(parameter)]
    return FunctionDescription(computation.name, signature, arguments, _parts(root), is_private=not is_entry)


def _parts(instruction: HloInstruction) -> list[ArgumentDescription]:
    """The elements of a tuple, or the array that an instruction is."""
    from stablehlo_tools.hlo.shape import TupleShape

    name, shape = instruction.name, instruction.shape
    if not isinstance(shape, TupleShape):
        return [ArgumentDescription(name, str(shape))]
    return [ArgumentDescription(f"{name}[{index}]", str(part)) for index, part in enumerate(shape.elements)]
