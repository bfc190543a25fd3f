"""Conversion of a program in any form to a `Source`, and rejection of anything else."""

from __future__ import annotations

import errno
import mmap
import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError, closest
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.loading import artifacts, compressed, torch_folders
from stablehlo_tools.loading.artifacts import EXPORT
from stablehlo_tools.loading.binary_hlo import BinaryHlo, message_in
from stablehlo_tools.loading.exported import EmbeddedBytecode, artifact_in
from stablehlo_tools.loading.protobuf import ProtobufError
from stablehlo_tools.loading.saved_model import (
    FILE,
    CallModule,
    SavedModel,
    is_saved_model,
    read_saved_model,
)
from stablehlo_tools.loading.stored_cases import case_in_archive, case_in_directory, is_case

DAMAGED = "damaged_bytecode"
UNSUPPORTED = "unsupported_bytecode"
_BYTECODE = b"ML\xefR"
_ZIP = b"PK\x03\x04"

NOT_MLIR = "not_mlir"  # the code of most diagnostics of this file
SEVERAL_PROGRAMS = "several_programs"
NO_SUCH_PROGRAM = "no_such_program"
MEMBER = "::"  # between a file and the name of a program in it

# A text is parsed as MLIR if one of its lines begins like an operation, however invalid the rest is.
_STATEMENT = re.compile(
    r"""^[ \t]*(?:
        %[\w$.-]+(?::\d+)?\s*[,=]               # results
      | "[A-Za-z_]\w*\.[\w.$-]+"\s*[(<]         # an op in generic form
      | [A-Za-z_]\w*\.[a-z_][\w$.]*\s*[%@(<]    # an op of a dialect: sdy.mesh @mesh, stablehlo.return %0
      | (?:builtin\.)?module\b\s*(?:[@{]|attributes\b|$)
      | func(?:\.func)?\b\s*(?:@|public\b|private\b|nested\b|$)
      | return\s+%
      | [\#!][\w.$-]+\s*=                       # an alias
      | \^\w+                                   # a block label
      | \{-\#                                   # resources
    )""",
    re.VERBOSE | re.MULTILINE,
)
_COMMENT = re.compile(r"//[^\n]*")

# `HloModule`, or a single instruction, or a computation whose first instruction has a type such as `f32[2]`,
# which does not exist in MLIR.
_HLO_START = re.compile(
    r"""(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*(?:\n|\Z))*
    (?: HloModule\b
      | (?:(?:ROOT\s+)?%?[\w.-]+\s*=\s*(?:[a-z][\w-]*\()?)?
        [(\s]*(?:pred|token|opaque|bf16|[sufc]\d\w*)\[[\d,<=?\s]*\]
      | %?[\w.-]+\s*(?:\([^{}]{0,10000}?\)\s*->[^{}\n]*)?\{\s*(?:ROOT\s+)?%?[\w.-]+\s*=\s*\(?\w+\[ )""",
    re.VERBOSE,
)
_HLO_ENTRY = re.compile(r"^[ \t]*ENTRY[ \t]+%?[\w.-]+[^\n]*\{", re.MULTILINE)

SPLIT = "// -----"
_SPLIT_LINE = re.compile(rf"^{SPLIT}[ \t\r]*(?:\n|\Z)", re.MULTILINE)


def split_member(path: str) -> tuple[str, str | None]:
    """`FILE::NAME` as the file and the name of one of its programs; None for no name.

    What there is by the whole name is meant, and otherwise the shortest FILE that there is.
    """
    if os.path.lexists(path):
        return path, None
    for match in re.finditer(MEMBER, path):
        file, member = path[: match.start()], path[match.end() :]
        if member and os.path.lexists(file):
            return file, member
    return path, None


def read(path: str | os.PathLike[str]) -> Source:
    """The text of a file or of a folder of torch_xla, or of a program in it, `FILE::NAME`.

    Raises `OSError` if it cannot be read, `ParseError` if it is not MLIR or HLO.
    """
    file, member = split_member(os.fspath(path))
    if is_case(file) and member is None:
        return case_in_directory(file)
    if os.path.isdir(file) and (functions := torch_folders.functions(file)):
        return _of_folder(file, member_of(os.fspath(path), member, functions))
    return decode(content(file), os.fspath(path), member)


def members(path: str) -> list[str]:
    """The names of the programs in a directory that has programs: a folder of torch_xla, or a SavedModel.

    None for any other, or if they cannot be read.
    """
    if not is_program(path):
        return torch_folders.functions(path)
    try:
        model = saved_model_in(content(path), path)
    except (ParseError, OSError):
        return []
    return [each.name for each in model.distinct] if model else []


def _of_folder(folder: str, function: str) -> Source:
    """The bytecode of a function, which is called with the weights that are beside it."""
    interface = torch_folders.read_parts(folder, function).interface
    file = torch_folders.bytecode_of(folder, function)
    bytecode = bytecode_in(content(file))
    if bytecode is None:
        raise _not_mlir(str(file), "this is not MLIR bytecode")
    source = _of_bytecode(bytecode, str(file))
    assert source.module is not None
    torch_folders.connect(source.module, interface, str(file))
    return source


def is_program(directory: str | os.PathLike[str]) -> bool:
    """Whether a directory is a program, and not a place with programs in it: a SavedModel."""
    return os.path.isfile(os.path.join(directory, FILE))


def content(path: str | os.PathLike[str]) -> bytes | mmap.mmap:
    """The bytes of a file, or of a directory that is a program; those of binary files are mapped, not read.

    Raises `OSError` if it cannot be read.

    Pipes and devices are rejected, since they may be endless, except for descriptors of this process, which
    the shell passes for `<(command)`.
    """
    if is_program(path):
        path = os.path.join(path, FILE)
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or os.fspath(path).startswith(_DESCRIPTORS)):
        what = "a named pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
        reason = f"this is {what}, not a regular file; use `-` for standard input"
        raise OSError(errno.EINVAL, reason, os.fspath(path))
    with Path(path).open("rb") as file:
        if stat.S_ISREG(mode) and _may_be_binary(file.peek(4)[:4]):
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return file.read()


def _may_be_binary(start: bytes) -> bool:
    """Whether a file may be bytecode, a flatbuffer, which begins with the offset of its first table, or a
    protocol buffer with bytes in its first field, maybe behind its size.
    """
    return (
        start == _BYTECODE or b"\n" in start or start[:1] == b"\x08" or (len(start) == 4 and b"\0" in start)
    )


_DESCRIPTORS = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")


def decode(data: bytes | mmap.mmap, name: str = "<bytes>", member: str | None = None) -> Source:
    """`data` as text, or the text that bytecode prints as; raises `ParseError` if it is no program.

    `member` is the name of the program that is meant in a file of several. A compressed file is unpacked.
    """
    if compression := compressed.compression_of(data):
        unpacked = compressed.unpack(data, name)
        if unpacked is not None:
            source = _decode(unpacked, name, member)
            source.compression = compression
            return source
    return _decode(data, name, member)


def _decode(data: bytes | mmap.mmap, name: str, member: str | None) -> Source:
    if is_saved_model(memoryview(data)):
        return _of_saved_model(memoryview(data), name, member)
    if member is not None:
        raise no_such_program(name, member, ())
    if bytecode := bytecode_in(data):
        return _of_bytecode(bytecode, name)
    message = message_in(memoryview(data))
    if message is not None:
        return BinaryHlo(memoryview(data), message, name)
    data = bytes(data)
    if data.startswith(_ZIP) and (case := case_in_archive(data, name)):
        return case
    artifact = artifacts.known_by_magic(data)
    if artifact is not None:
        raise _not_mlir(name, f"this is {artifact.what}", artifact.help)
    if b"\0" in data:
        where = _place(data, data.index(b"\0"))
        raise _not_text(data, name, f"a binary file, not MLIR text: NUL byte {where}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        what = f"not UTF-8 text: {error.reason} {_place(data, error.start)}"
        raise _not_text(
            data, name, what, "if it is Latin-1, convert it: `iconv -f LATIN1 -t UTF-8`"
        ) from None
    return source_from_text(text, name)


def saved_model_in(data: bytes | mmap.mmap | memoryview, name: str) -> SavedModel | None:
    """The SavedModel that a file is; None for any other file. Raises `ParseError`."""
    if not is_saved_model(memoryview(data)):
        return None
    try:
        found = read_saved_model(memoryview(data))
    except ProtobufError as error:
        raise damaged(name, error.message, error.offset) from None
    if not found.programs:
        raise _not_mlir(
            name, "this is a TensorFlow SavedModel without StableHLO: it has no XlaCallModule", EXPORT
        )
    return found


def program_of(model: SavedModel, name: str, member: str | None) -> CallModule:
    """The program `member` of a SavedModel, or the only one. Raises `ParseError`."""
    if member is None and len(model.distinct) == 1:
        return model.programs[0]
    names = [each.name for each in model.programs]
    if member is None:
        raise which_program(name, names)
    if member not in names:
        raise no_such_program(name, member, names)
    return model.programs[names.index(member)]


def _of_saved_model(data: memoryview, name: str, member: str | None) -> Source:
    model = saved_model_in(data, name)
    assert model is not None
    program = program_of(model, name, member)
    if program.module[: len(_BYTECODE)] == _BYTECODE:
        return _of_bytecode(EmbeddedBytecode(program.module, program.start), name)
    return decode(program.module.tobytes(), name)  # text, as versions below 5 have it


def bytecode_in(data: bytes | mmap.mmap) -> EmbeddedBytecode | None:
    """The bytecode that a file is, or that `jax.export` has put into it; None for any other file."""
    if data[: len(_BYTECODE)] == _BYTECODE:
        return EmbeddedBytecode(memoryview(data), 0)
    return artifact_in(memoryview(data)) if b"\0" in data[:4] else None


def exported_by_jax(program: Any) -> tuple[memoryview, str] | None:
    """What `jax.export` has serialized, with its name: bytes, a file or its object; None for others.

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
        data, name = program.serialize(), f"<{type(program).__name__}>"
    else:
        return None
    if compressed.compression_of(data):
        data = compressed.unpack(data, name) or b""
    return (memoryview(data), name) if artifact_in(memoryview(data)) else None


def _of_bytecode(artifact: EmbeddedBytecode, name: str) -> Source:
    # not imported where programs are text
    from stablehlo_tools.bytecode.read import BytecodeError, UnsupportedBytecode, read_bytecode

    try:
        module = read_bytecode(artifact.data, name)
    except UnsupportedBytecode as error:
        raise unsupported(name, error.message, artifact.start + error.offset) from None
    except BytecodeError as error:
        raise damaged(name, error.message, artifact.start + error.offset) from None
    assert module.source is not None
    return module.source


def damaged(name: str, message: str, offset: int) -> ParseError:
    """The error for a binary file with something wrong at a byte."""
    return ParseError(Diagnostic(DAMAGED, f"damaged at byte {offset:,}: {message}", _whole(name)))


def unsupported(name: str, message: str, offset: int) -> ParseError:
    """The error for a binary file with something at a byte that is not known."""
    message = f"{message} (at byte {offset:,})"
    return ParseError(Diagnostic(UNSUPPORTED, message, _whole(name), unsupported=True))


def no_such_program(name: str, member: str, members: Sequence[str]) -> ParseError:
    """The error for a name that is not of `members`, the programs of a file: none for one without a name."""
    near = closest(member, members)
    message = f"there is no program `{member}` in this file"
    if not members:
        message, near = f"{message}, which is one program and takes no name", ""
    listed = f"the file has {', '.join(f'`{each}`' for each in members)}" if members else ""
    help = f"did you mean `{MEMBER}{near}`?" if near else listed or f"remove `{MEMBER}{member}`"
    return ParseError(Diagnostic(NO_SUCH_PROGRAM, message, _whole(name), helps=(help,)))


def member_of(name: str, member: str | None, members: Sequence[str]) -> str:
    """The program that is meant in a file of several: the named one, or the only one. Raises `ParseError`."""
    if member is None and len(members) > 1:
        raise which_program(name, members)
    if member is not None and member not in members:
        raise no_such_program(name, member, members)
    return member or members[0]


def which_program(name: str, members: Sequence[str]) -> ParseError:
    """The error for a file of several programs of which none is named."""
    message = f"this file has {len(members):,} programs, and none is named"
    listed = f"name one as `{name}{MEMBER}NAME`: {', '.join(members)}"
    return ParseError(Diagnostic(SEVERAL_PROGRAMS, message, _whole(name), helps=(listed,)))


def _whole(name: str) -> Span:
    """The span of a file without text."""
    return Span(Source("", name), 0, 0)


def _not_text(data: bytes, name: str, what: str, help: str = "") -> ParseError:
    """The error for binary data: its recognized kind, or else the reason."""
    artifact = artifacts.known_by_structure(data) or artifacts.Artifact(what, help)
    return _not_mlir(name, f"this is {artifact.what}", artifact.help)


def _place(data: bytes, offset: int) -> str:
    """The position of an invalid byte, in words."""
    line, start = data.count(b"\n", 0, offset) + 1, data.rfind(b"\n", 0, offset) + 1
    return f"at byte {offset} (byte {offset - start + 1} of line {line})"


def source_from_text(text: str, name: str = "<string>") -> Source:
    """`text` as a source; raises `ParseError` if nothing in it looks like MLIR or HLO."""
    if "\r" in text and "\n" not in text:
        text = text.replace("\r", "\n")  # line endings of old Macs; offsets do not change
    if "vhlo." in text:
        from stablehlo_tools.vhlo.text import from_text, is_vhlo  # not imported where programs are StableHLO

        if is_vhlo(text):
            return from_text(Source(text, name))
    if _STATEMENT.search(text) or _is_hlo(text):
        return Source(text, name)
    if not text.strip():
        raise _not_mlir(name, "this file contains only whitespace" if text else "this file is empty")
    if not _COMMENT.sub("", text).strip():
        return Source(text, name)  # a module may be empty, and a file of comments is one
    if "\n" not in text and text.endswith(".mlir"):
        raise _not_mlir(name, f"this is a path, not MLIR text: {text!r}", "use `load(path)` to read a file")
    raise _not_mlir(name, "this is not MLIR or HLO text: no line begins like an operation")


def is_hlo(source: Source) -> bool:
    """Whether a program is HLO: a protocol buffer, or a text that begins with `HloModule` or a computation,
    or has an `ENTRY`.
    """
    return isinstance(source, BinaryHlo) or (source.is_written and _is_hlo(source.text))


def _is_hlo(text: str) -> bool:
    return bool(_HLO_START.match(text) or ("ENTRY" in text and _HLO_ENTRY.search(text)))


def pieces(source: Source) -> list[Source]:
    """The programs of a split input, separated by lines `// -----`, as in `mlir-opt --split-input-file`.

    A piece of only comments is ignored, unless it is the only one. HLO text is a single program.
    """
    if not source.is_written or SPLIT not in source.text or is_hlo(source):
        return [source]
    found, start, line = [], 0, source.first_line
    for split in [*_SPLIT_LINE.finditer(source.text), None]:
        text = source.text[start : split.start() if split else None]
        if _COMMENT.sub("", text).strip():
            found.append(Source(text, source.name, line))
        if split:
            line += text.count("\n") + 1
            start = split.end()
    return found or [source]


def only_piece(source: Source) -> Source:
    """The single MLIR program of a text; raises `ParseError` if there are several."""
    first, *others = pieces(source)
    if not others:
        return first
    message = f"expected a single program, found {len(others) + 1}, separated by `{SPLIT}`"
    text = others[0].text
    start = len(text) - len(text.lstrip())
    span = Span(others[0], start, start + len(text[start:].partition("\n")[0]))
    help = "only `shlo verify`, `shlo lint` and `shlo fmt` accept split input; move it to a file of its own"
    raise ParseError(Diagnostic(SEVERAL_PROGRAMS, message, span, label="second program", helps=(help,)))


def source_of(program: Any, name: str | None = None) -> Source:
    """The text of a program: str, bytes, a path, or an object of another library that prints MLIR or HLO.

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
    return source_from_text(_print_object(program), name or f"<{type(program).__name__}>")


def _print_object(program: Any) -> str:
    if hasattr(program, "mlir_module"):  # jax.export.Exported
        text = program.mlir_module()
    elif hasattr(program, "compiler_ir"):  # jax.stages.Lowered
        text = _print_object(program.compiler_ir("stablehlo"))
    elif hasattr(program, "get_stablehlo_text"):  # torch_xla.stablehlo.StableHLOGraphModule
        text = program.get_stablehlo_text()
    elif hasattr(program, "as_text"):  # jax.stages.Compiled, which has HLO text
        text = program.as_text()
    elif hasattr(program, "operation"):  # mlir.ir.Module: str() omits locations
        text = program.operation.get_asm(enable_debug_info=True)
    else:
        raise TypeError(
            "expected MLIR text as str or bytes, a pathlib.Path, or an object that prints MLIR "
            f"(jax Lowered or Exported, an MLIR Module), not {type(program).__name__}"
        )
    return str(text)


def _not_mlir(name: str, message: str, help: str = "") -> ParseError:
    return ParseError(Diagnostic(NOT_MLIR, message, _whole(name), helps=(help,) if help else ()))
