"""The errors of files that are no programs, are damaged, or hold several programs."""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError, closest
from stablehlo_tools.diagnostics.source import Source, Span

DAMAGED = Code(
    "damaged_bytecode",
    "A binary file, such as MLIR bytecode or a protocol buffer, is damaged: the message says at which byte, "
    "and what is wrong there.",
    "Copy or export it again: files transferred as text are often damaged this way.",
)
UNSUPPORTED = Code(
    "unsupported_bytecode",
    "A binary file, such as MLIR bytecode or a protocol buffer, holds what cannot be read: a version or an "
    "element type that is not known yet, or attributes of a dialect whose encoding is not known.",
    "Update stablehlo_tools; or export the program as a portable artifact, or as text.",
)
NOT_MLIR = Code(
    "not_mlir",
    "The input is neither MLIR, as text or bytecode, nor, where that is accepted, HLO, as text or as a "
    "protocol buffer. It may be an array or empty.",
    "Pass a file with a program. `jax.export.Exported.mlir_module()` prints one as text.",
)
SEVERAL_PROGRAMS = Code(
    "several_programs",
    "Lines `// -----` split this text into several programs, or a SavedModel has several, but the command "
    "expects one.",
    "Pass a file with a single program, or name one of a SavedModel as `FILE::NAME`. `shlo verify` and "
    "`shlo fmt` accept several in a text.",
    command="run",
)
NO_SUCH_PROGRAM = Code(
    "no_such_program",
    "The name behind `FILE::` is not that of a program in the file.",
    "`shlo info FILE` lists the programs of a file. A file that is one program takes no name.",
)
UNREADABLE = Code(
    "unreadable_file",
    "The file does not exist or is not readable, or no file matches the pattern.",
    "Check the path and its permissions.",
)
MEMBER = "::"  # between a file and the name of a program in it


def not_mlir(name: str, message: str, help: str = "") -> ParseError:
    """The error for a file that is no program."""
    return ParseError(Diagnostic(NOT_MLIR, message, _whole(name), helps=(help,) if help else ()))


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
