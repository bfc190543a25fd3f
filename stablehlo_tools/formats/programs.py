"""Conversion of a program in any form to a `Source`, and rejection of anything else."""

from __future__ import annotations

import errno
import mmap
import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats import artifacts, compressed, faults
from stablehlo_tools.formats.compressed import UnpackedSource
from stablehlo_tools.formats.texts import source_from_text

if TYPE_CHECKING:  # each container is imported where a file may be one
    from stablehlo_tools.formats.jaxexport.exported import EmbeddedBytecode
    from stablehlo_tools.formats.saved_model import CallModule, SavedModel
    from stablehlo_tools.ir.operations import Module

_BYTECODE = b"ML\xefR"
_ZIP = b"PK\x03\x04"
_SAVED_MODEL = "saved_model.pb"
_OF_CASES = ("case.json", "module.mlir")


def split_member(path: str) -> tuple[str, str | None]:
    """`FILE::NAME` as the file and the name of one of its programs; None for no name.

    A file with the whole name takes precedence; otherwise, the shortest existing FILE does.
    """
    if os.path.lexists(path):
        return path, None
    for match in re.finditer(faults.MEMBER, path):
        file, member = path[: match.start()], path[match.end() :]
        if member and os.path.lexists(file):
            return file, member
    return path, None


def read(path: str | os.PathLike[str]) -> Source:
    """The text of a file or of a folder of torch_xla, or of a program in it, `FILE::NAME`.

    Raises `OSError` if it cannot be read, `ParseError` if it is not MLIR or HLO.
    """
    file, member = split_member(os.fspath(path))
    source = _from_directory(file, os.fspath(path), member) if os.path.isdir(file) else None
    return decode(content(file), os.fspath(path), member) if source is None else source


def _from_directory(directory: str, name: str, member: str | None) -> Source | None:
    """The program of a case, or of a folder of torch_xla; None for any other directory."""
    from stablehlo_tools.formats.cases.stored_cases import case_in_directory
    from stablehlo_tools.formats.torch_folders import functions

    if is_case(directory) and member is None:
        return case_in_directory(directory)
    names = functions(directory)
    return _from_folder(directory, faults.member_of(name, member, names)) if names else None


def members(path: str) -> list[str]:
    """The names of the programs in a directory that has programs: a folder of torch_xla, or a SavedModel.

    None for any other, or if they cannot be read.
    """
    if not is_program(path):
        from stablehlo_tools.formats.torch_folders import functions

        return functions(path)
    try:
        model = saved_model_in(content(path), path)
    except (ParseError, OSError):
        return []
    return [program.name for program in model.distinct] if model else []


def _from_folder(folder: str, function: str) -> Source:
    """The bytecode of a function, which is called with the weights of its folder."""
    from stablehlo_tools.formats import torch_folders

    interface = torch_folders.read_parts(folder, function).interface
    file = torch_folders.bytecode_of(folder, function)
    bytecode = bytecode_in(content(file))
    if bytecode is None:
        raise faults.not_mlir(str(file), "this is not MLIR bytecode")
    module = module_of(bytecode, str(file))
    torch_folders.connect(module, interface, str(file))
    return _text_of(module)


def is_case(directory: str | os.PathLike[str]) -> bool:
    """Whether a directory is a case."""
    return all(os.path.isfile(os.path.join(directory, name)) for name in _OF_CASES)


def is_program(directory: str | os.PathLike[str]) -> bool:
    """Whether a directory is itself a program, such as a SavedModel, rather than a folder of programs."""
    return os.path.isfile(os.path.join(directory, _SAVED_MODEL))


def content(path: str | os.PathLike[str]) -> bytes | mmap.mmap:
    """The bytes of a file, or of a directory that is a program; those of binary files are mapped, not read.

    Raises `OSError` if it cannot be read.

    Pipes and devices are rejected, since they may be endless, except for descriptors of this process, which
    the shell passes for `<(command)`.
    """
    if is_program(path):
        path = os.path.join(path, _SAVED_MODEL)
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or os.fspath(path).startswith(_DESCRIPTORS)):
        kind = "a named pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
        reason = f"this is {kind}, not a regular file; use `-` for standard input"
        raise OSError(errno.EINVAL, reason, os.fspath(path))
    with Path(path).open("rb") as file:
        if stat.S_ISREG(mode) and _may_be_binary(file.peek(4)[:4]):
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return file.read()


def _may_be_binary(start: bytes) -> bool:
    """Whether a file may be bytecode, an archive, a flatbuffer, which begins with the offset of its first
    table, or a protocol buffer with bytes in its first field, maybe behind its size.
    """
    return (
        start in (_BYTECODE, _ZIP)
        or b"\n" in start
        or start[:1] == b"\x08"
        or (len(start) == 4 and b"\0" in start)
    )


_DESCRIPTORS = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")


def decode(data: bytes | mmap.mmap, name: str = "<bytes>", member: str | None = None) -> Source:
    """`data` as text, or the text that bytecode prints as; raises `ParseError` if it is not a program.

    `member` is the name of the program that is meant in a file of several. A compressed file is unpacked.
    """
    if compressed.compression_of(data):
        unpacked = compressed.unpack(data, name)
        if unpacked is not None:
            source = _decode(unpacked, name, member)
            return UnpackedSource(source.text, source.name) if type(source) is Source else source
    return _decode(data, name, member)


def _decode(data: bytes | mmap.mmap, name: str, member: str | None) -> Source:
    source = _from_container(data, name, member) if _may_be_binary(bytes(data[:4])) else None
    if source is not None:
        return source
    if member is not None:
        raise faults.no_such_program(name, member, ())
    return source_from_text(_text(bytes(data), name), name)


def _from_container(data: bytes | mmap.mmap, name: str, member: str | None) -> Source | None:
    """The program in a binary file; None for any other file."""
    from stablehlo_tools.formats.saved_model import is_saved_model

    if is_saved_model(memoryview(data)):
        return _from_saved_model(memoryview(data), name, member)
    if member is not None:
        return None
    sources = (recognize(data, name) for recognize in (_bytecode, _hlo_message, _case))
    return next((source for source in sources if source is not None), None)


def _bytecode(data: bytes | mmap.mmap, name: str) -> Source | None:
    bytecode = bytecode_in(data)
    if bytecode is None:
        return None
    module = module_of(bytecode, name)
    if bytecode.start:
        from stablehlo_tools.formats.jaxexport.exported import connect

        connect(module, memoryview(data))
    return _text_of(module)


def _hlo_message(data: bytes | mmap.mmap, name: str) -> Source | None:
    from stablehlo_tools.formats.hlo_proto.binary_hlo import BinaryHlo, message_in

    message = message_in(memoryview(data))
    return BinaryHlo(memoryview(data), message, name) if message else None


def _case(data: bytes | mmap.mmap, name: str) -> Source | None:
    if data[: len(_ZIP)] != _ZIP:
        return None
    from stablehlo_tools.formats.cases.stored_cases import case_in_archive

    return case_in_archive(bytes(data), name)


def _text(data: bytes, name: str) -> str:
    """The text of a file of no binary format. Raises `ParseError` if it is not text."""
    artifact = artifacts.known_by_magic(data)
    if artifact is not None:
        raise faults.not_mlir(name, f"this is {artifact.description}", artifact.help)
    if b"\0" in data[:4]:
        from stablehlo_tools.formats.jaxexport.exported import damage_of  # not where programs are text

        if error := damage_of(memoryview(data)):
            raise faults.damaged(name, error)
    if b"\0" in data:
        position = _place(data, data.index(b"\0"))
        raise _not_text(data, name, f"a binary file, not MLIR text: NUL byte {position}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        reason = f"not UTF-8 text: {error.reason} {_place(data, error.start)}"
        help = "if it is Latin-1, convert it: `iconv -f LATIN1 -t UTF-8`"
        raise _not_text(data, name, reason, help) from None


def _not_text(data: bytes, name: str, reason: str, help: str = "") -> ParseError:
    """The error for binary data: its recognized kind, or else the reason."""
    artifact = artifacts.known_by_structure(data) or artifacts.Artifact(reason, help)
    return faults.not_mlir(name, f"this is {artifact.description}", artifact.help)


def _place(data: bytes, offset: int) -> str:
    """The position of an invalid byte, in words."""
    line, start = data.count(b"\n", 0, offset) + 1, data.rfind(b"\n", 0, offset) + 1
    return f"at byte {offset} (byte {offset - start + 1} of line {line})"


def saved_model_in(data: bytes | mmap.mmap | memoryview, name: str) -> SavedModel | None:
    """The SavedModel in a file; None for any other file. Raises `ParseError`."""
    from stablehlo_tools.formats.saved_model import is_saved_model, read_saved_model
    from stablehlo_tools.formats.wire import DamagedFile

    if not is_saved_model(memoryview(data)):
        return None
    try:
        model = read_saved_model(memoryview(data))
    except DamagedFile as error:
        raise faults.damaged(name, error) from None
    if not model.programs:
        raise faults.not_mlir(
            name,
            "this is a TensorFlow SavedModel without StableHLO: it has no XlaCallModule",
            "export a tf.function with jit_compile=True: `f.experimental_get_compiler_ir(x)('stablehlo')`",
        )
    return model


def program_of(model: SavedModel, name: str, member: str | None) -> CallModule:
    """The program `member` of a SavedModel, or the only one. Raises `ParseError`."""
    if member is None and len(model.distinct) == 1:
        return model.programs[0]
    names = [program.name for program in model.programs]
    return model.programs[names.index(faults.member_of(name, member, names))]


def _from_saved_model(data: memoryview, name: str, member: str | None) -> Source:
    model = saved_model_in(data, name)
    assert model is not None
    program = program_of(model, name, member)
    bytecode = bytecode_in(program.module)
    if bytecode is not None:
        module = module_of(bytecode._replace(start=program.start), name)
        _know_platform(module, program.platforms)
        return _text_of(module)
    return decode(program.module.tobytes(), name)  # text, as versions below 5 have it


def _know_platform(module: Module, platforms: Sequence[str]) -> None:
    """Attach to a program of a SavedModel the index of its platform, which TensorFlow passes."""
    from stablehlo_tools.formats.jaxexport.exported import stored_platform  # not where programs are text
    from stablehlo_tools.ir.interface import Input, Interface

    function = module.function("main")
    stored = stored_platform(function, platforms) if function is not None else {}
    if function is not None and stored:
        passed = [index for index in range(len(function.arguments)) if index not in stored]
        inputs = [Input(f"arg{place}", [index]) for place, index in enumerate(passed)]
        module.interfaces = {function.symbol: Interface(inputs, stored)}


def bytecode_in(data: bytes | mmap.mmap | memoryview) -> EmbeddedBytecode | None:
    """The bytecode in a file, also within a JAX export; None for any other file."""
    is_bytecode = data[: len(_BYTECODE)] == _BYTECODE
    if not (is_bytecode or b"\0" in data[:4]):
        return None
    from stablehlo_tools.formats.jaxexport.exported import (  # not where programs are text
        EmbeddedBytecode,
        artifact_in,
    )

    return EmbeddedBytecode(memoryview(data), 0) if is_bytecode else artifact_in(memoryview(data))


def serialized_by_jax(program: Any) -> bytes | None:
    """The serialized `Exported` of JAX, which unlike its text has all arguments, their names, and platforms.

    None for any other object, if JAX cannot serialize its trees, effects or types, or without flatbuffers.
    """
    if not hasattr(program, "mlir_module_serialized"):
        return None
    try:
        return bytes(program.serialize())
    except (ImportError, NotImplementedError, ValueError, KeyError):  # its table of types has no int2
        return None


def exported_by_jax(program: Any) -> tuple[memoryview, str] | None:
    """The bytes and the name of a `jax.export` program, given as bytes, file or object; else None.

    A compressed file is unpacked.
    """
    data: bytes | bytearray | memoryview | mmap.mmap
    if isinstance(program, os.PathLike):
        name = os.fspath(program)
        file, member = split_member(name)
        if member is not None or os.path.isdir(file):
            return None
        data = content(file)
    elif isinstance(program, (bytes, bytearray, memoryview, mmap.mmap)):
        data, name = program, "<bytes>"
    elif hasattr(program, "mlir_module_serialized"):  # jax.export.Exported
        serialized, name = serialized_by_jax(program), f"<{type(program).__name__}>"
        if serialized is None:
            return None
        data = serialized
    else:
        return None
    if compressed.compression_of(data):
        data = compressed.unpack(data, name) or b""
    from stablehlo_tools.formats.jaxexport.exported import artifact_in

    return (memoryview(data), name) if artifact_in(memoryview(data)) else None


def module_of(artifact: EmbeddedBytecode, name: str) -> Module:
    """The module in bytecode. Raises `ParseError`."""
    # not imported where programs are text
    from stablehlo_tools.formats.bytecode.operations import read_bytecode
    from stablehlo_tools.formats.wire import DamagedFile

    try:
        return read_bytecode(artifact.data, name)
    except DamagedFile as error:
        raise faults.damaged(name, error, artifact.start) from None


def _text_of(module: Module) -> Source:
    assert module.source is not None
    return module.source


def source_of(program: Any, name: str | None = None) -> Source:
    """The text of a program: str, bytes, a path, a file that is open, or an object that prints MLIR or HLO.

    Such objects are recognized by their methods, without importing their libraries: JAX's `Exported`,
    `Lowered` and `Compiled`, a `Module` of MLIR's Python bindings, a `StableHLOGraphModule` of torch_xla.
    """
    if isinstance(program, Source):
        return program
    if isinstance(program, str):
        return source_from_text(program, name or "<string>")
    if isinstance(program, (bytes, bytearray, memoryview)):
        return decode(program if isinstance(program, bytes) else bytes(program), name or "<bytes>")
    if isinstance(program, os.PathLike):
        return read(program)
    if callable(getattr(program, "read", None)):
        content, title = program.read(), name or title_of(program)
        return source_from_text(content, title) if isinstance(content, str) else decode(content, title)
    name = name or f"<{type(program).__name__}>"
    data = serialized_by_jax(program)
    text = "" if data else _print_object(program)
    if " constant({...})" in text and hasattr(program, "runtime_executable"):  # jax.stages.Compiled
        data = program.runtime_executable().hlo_modules()[0].as_serialized_hlo_module_proto()
    return decode(data, name) if data else source_from_text(text, name)


def title_of(file: Any) -> str:
    """The name of an open file, or its type if it has none."""
    return str(getattr(file, "name", f"<{type(file).__name__}>"))


def lowered(function: Any, arguments: Sequence[Any]) -> Any:
    """The program to which a framework lowers a function for arguments: a jitted JAX or TensorFlow function.

    Raises TypeError for anything else.
    """
    if hasattr(function, "lower"):  # what jax.jit returns
        return function.lower(*arguments)
    if hasattr(function, "experimental_get_compiler_ir"):  # tf.function, with jit_compile=True
        return function.experimental_get_compiler_ir(*arguments)(stage="hlo")
    raise TypeError(
        f"a {type(function).__name__} takes no arguments here: pass `jax.jit(f)`, or a `tf.function` with "
        "`jit_compile=True`"
    )


def _print_object(program: Any) -> str:
    if hasattr(program, "mlir_module"):  # jax.export.Exported
        text = program.mlir_module()
    elif hasattr(program, "compiler_ir"):  # jax.stages.Lowered
        text = _print_object(program.compiler_ir("stablehlo"))
    elif hasattr(program, "get_stablehlo_text"):  # torch_xla.stablehlo.StableHLOGraphModule
        text = program.get_stablehlo_text()
    elif hasattr(program, "as_text"):  # jax.stages.Compiled, which has HLO text
        text = program.as_text()
    elif hasattr(program, "as_hlo_text"):  # jaxlib's XlaComputation
        text = program.as_hlo_text(True)  # with large constants
    elif hasattr(program, "jaxpr") and hasattr(program, "lower"):  # jax.stages.Traced
        text = _print_object(program.lower())
    elif hasattr(program, "operation"):  # mlir.ir.Module: str() omits locations
        text = program.operation.get_asm(enable_debug_info=True)
    elif hasattr(program, "lower") or hasattr(program, "experimental_get_compiler_ir"):
        name = type(program).__name__
        raise TypeError(f"a {name} needs arguments to be traced: `parse(function, arguments=[x, y])`")
    elif hasattr(program, "entry_computation"):  # stablehlo_tools.hlo.HloModule
        text = program
    else:
        raise TypeError(
            "expected MLIR text as str or bytes, a pathlib.Path, or an object that prints MLIR "
            f"(jax Lowered or Exported, an MLIR Module), not {type(program).__name__}"
        )
    return str(text)
