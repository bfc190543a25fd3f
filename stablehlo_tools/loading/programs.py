"""From whatever holds a program to a `Source`; the one place that decides what is no program at all."""

from __future__ import annotations

import errno
import mmap
import os
import re
import stat
from pathlib import Path
from typing import Any

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.loading import artifacts
from stablehlo_tools.loading.exported import Artifact, artifact_in

DAMAGED = "damaged_bytecode"
UNSUPPORTED = "unsupported_bytecode"
_BYTECODE = b"ML\xefR"

NOT_MLIR = "not_mlir"  # the code of most diagnostics of this file
SEVERAL_PROGRAMS = "several_programs"

# A text is taken for MLIR, however wrong, when one of its lines begins as an MLIR statement does.
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

# `HloModule`, or a lone instruction, or a computation whose first instruction has a type such as `f32[2]`,
# which no MLIR has.
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


def read(path: str | os.PathLike[str]) -> Source:
    """The text of a file. Raises `OSError` where there is none to read, `ParseError` where it is not MLIR."""
    return decode(content(path), os.fspath(path))


def content(path: str | os.PathLike[str]) -> bytes | mmap.mmap:
    """The bytes of a file; those of a binary one stay where they are. Raises `OSError` where there is none.

    Pipes and devices are none, for they may have no end; but what the shell hands over as a descriptor of
    this process, as it does for `<(command)`, is read.
    """
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or os.fspath(path).startswith(_DESCRIPTORS)):
        what = "a named pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
        reason = f"this is {what}, not a file; `-` reads standard input"
        raise OSError(errno.EINVAL, reason, os.fspath(path))
    with Path(path).open("rb") as file:
        if stat.S_ISREG(mode) and _may_be_binary(file.peek(4)[:4]):
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return file.read()


def _may_be_binary(start: bytes) -> bool:
    """Whether a file may be bytecode, or a flatbuffer, which begins with the offset of its first table."""
    return start == _BYTECODE or (len(start) == 4 and b"\0" in start)


_DESCRIPTORS = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")


def decode(data: bytes | mmap.mmap, name: str = "<bytes>") -> Source:
    """`data` as text, or the text of what bytecode holds; raises `ParseError` for what is no program."""
    if bytecode := bytecode_in(data):
        return _of_bytecode(bytecode, name)
    data = bytes(data)
    artifact = artifacts.known_by_magic(data)
    if artifact is not None:
        raise _not_mlir(name, f"this is {artifact.what}", artifact.help)
    if b"\0" in data:
        where = _place(data, data.index(b"\0"))
        raise _no_text(data, name, f"a binary file, not MLIR text: there is a byte 0 {where}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        what = f"not UTF-8 text: {error.reason} {_place(data, error.start)}"
        raise _no_text(data, name, what, "if it is Latin-1, convert it: `iconv -f LATIN1 -t UTF-8`") from None
    return checked(text, name)


def bytecode_in(data: bytes | mmap.mmap) -> Artifact | None:
    """The bytecode that a file is, or that `jax.export` has put into it; None for any other file."""
    if data[: len(_BYTECODE)] == _BYTECODE:
        return Artifact(memoryview(data), 0)
    return artifact_in(memoryview(data)) if b"\0" in data[:4] else None


def _of_bytecode(artifact: Artifact, name: str) -> Source:
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


def _whole(name: str) -> Span:
    """All of a file of which there is no text."""
    return Span(Source("", name), 0, 0)


def _no_text(data: bytes, name: str, what: str, help: str = "") -> ParseError:
    """The error for what is no text: what it is, or else why it is none."""
    artifact = artifacts.known_by_structure(data) or artifacts.Artifact(what, help)
    return _not_mlir(name, f"this is {artifact.what}", artifact.help)


def _place(data: bytes, offset: int) -> str:
    """Where a byte stands that is no character."""
    line, start = data.count(b"\n", 0, offset) + 1, data.rfind(b"\n", 0, offset) + 1
    return f"at byte {offset} (byte {offset - start + 1} of line {line})"


def checked(text: str, name: str = "<string>") -> Source:
    """`text` as a source; raises `ParseError` where nothing in it looks like MLIR or HLO."""
    if "\r" in text and "\n" not in text:
        text = text.replace("\r", "\n")  # each is a line end, and all offsets stay
    if "vhlo." in text:
        from stablehlo_tools.vhlo.text import from_text, is_vhlo  # not imported where programs are StableHLO

        if is_vhlo(text):
            return from_text(Source(text, name))
    if _STATEMENT.search(text) or _is_hlo(text):
        return Source(text, name)
    if not text.strip():
        raise _not_mlir(name, "there is nothing here but blanks" if text else "this is empty")
    if not _COMMENT.sub("", text).strip():
        return Source(text, name)  # a module may be empty, and a file of comments is one
    if "\n" not in text and text.endswith(".mlir"):
        raise _not_mlir(name, f"this is a path, not MLIR text: {text!r}", "read a file with `load(path)`")
    raise _not_mlir(name, "this does not look like MLIR text: no line of it begins as a statement does")


def is_hlo(source: Source) -> bool:
    """Whether a text is HLO: it begins with `HloModule` or a computation, or has an entry computation."""
    return source.is_written and _is_hlo(source.text)


def _is_hlo(text: str) -> bool:
    return bool(_HLO_START.match(text) or ("ENTRY" in text and _HLO_ENTRY.search(text)))


def pieces(source: Source) -> list[Source]:
    """The programs of a text: what stands between lines `// -----`, as `mlir-opt --split-input-file` has it.

    A piece in which there is nothing but comments is no program, unless it is the only one. HLO text
    is one program.
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
    """The one MLIR program of a text; raises `ParseError` where there are several."""
    first, *others = pieces(source)
    if not others:
        return first
    message = f"these are {len(others) + 1} programs, parted by `{SPLIT}`, where one is wanted"
    text = others[0].text
    start = len(text) - len(text.lstrip())
    span = Span(others[0], start, start + len(text[start:].partition("\n")[0]))
    help = "`shlo verify` and `shlo fmt` take them all; give any other command a file with one of them"
    raise ParseError(Diagnostic(SEVERAL_PROGRAMS, message, span, label="the second", helps=(help,)))


def source_of(program: Any, name: str | None = None) -> Source:
    """The text of a program: str, bytes, a path, or an object of another library that prints MLIR or HLO.

    Such objects are known by their methods, so that none of their libraries is imported: JAX's `Exported`,
    `Lowered` and `Compiled`, a `Module` of MLIR's Python bindings, a `StableHLOGraphModule` of torch_xla.
    """
    if isinstance(program, Source):
        return program
    if isinstance(program, str):
        return checked(program, name or "<string>")
    if isinstance(program, (bytes, bytearray, memoryview)):
        return decode(program if isinstance(program, bytes) else bytes(program), name or "<bytes>")
    if isinstance(program, os.PathLike):
        return read(program)
    return checked(_printed(program), name or f"<{type(program).__name__}>")


def _printed(program: Any) -> str:
    if hasattr(program, "mlir_module"):  # jax.export.Exported
        text = program.mlir_module()
    elif hasattr(program, "compiler_ir"):  # jax.stages.Lowered
        text = _printed(program.compiler_ir("stablehlo"))
    elif hasattr(program, "get_stablehlo_text"):  # torch_xla.stablehlo.StableHLOGraphModule
        text = program.get_stablehlo_text()
    elif hasattr(program, "as_text"):  # jax.stages.Compiled, which has HLO text
        text = program.as_text()
    elif hasattr(program, "operation"):  # mlir.ir.Module: str() leaves out the locations
        text = program.operation.get_asm(enable_debug_info=True)
    else:
        raise TypeError(
            "expected MLIR text as str or bytes, a pathlib.Path, or an object that prints MLIR "
            f"(jax Lowered or Exported, an MLIR Module), not {type(program).__name__}"
        )
    return str(text)


def _not_mlir(name: str, message: str, help: str = "") -> ParseError:
    return ParseError(Diagnostic(NOT_MLIR, message, _whole(name), helps=(help,) if help else ()))
