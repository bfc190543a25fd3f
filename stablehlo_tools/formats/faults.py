"""The errors of files that are damaged, hold several programs, or are not programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.diagnostics.spelling import closest

if TYPE_CHECKING:
    from stablehlo_tools.formats.wire import DamagedFile

DAMAGED = Code(
    "damaged_bytecode",
    "A binary file, such as MLIR bytecode or a protocol buffer, is damaged. The message gives the byte "
    "offset and the fault.",
    "Copy or export it again: files transferred as text are often damaged this way.",
    is_usage=True,
)
UNSUPPORTED = Code(
    "unsupported_bytecode",
    "A binary file, such as MLIR bytecode or a protocol buffer, uses an unsupported feature: a newer "
    "version, a newer element type, or attributes of a dialect whose encoding is unknown.",
    "Update stablehlo_tools; or export the program as a portable artifact, or as text.",
)
NOT_MLIR = Code(
    "not_mlir",
    "The input is neither MLIR, as text or bytecode, nor, where that is accepted, HLO, as text or as a "
    "protocol buffer. It may be an array or empty.",
    "Pass a file with a program. `jax.export.Exported.mlir_module()` prints one as text.",
    is_usage=True,
)
SEVERAL_PROGRAMS = Code(
    "several_programs",
    "Lines `// -----` split this text into several programs, or a SavedModel has several, but the command "
    "expects one.",
    "Pass a file with a single program, or name one of a SavedModel as `FILE::NAME`. `shlo verify` and "
    "`shlo fmt` accept several in a text.",
    command="run",
    is_usage=True,
)
NO_SUCH_PROGRAM = Code(
    "no_such_program",
    "No program in the file has the name after `FILE::`.",
    "`shlo info FILE` lists the programs of a file. A file that is one program takes no name.",
    is_usage=True,
)
UNREADABLE = Code(
    "unreadable_file",
    "The file does not exist or is not readable, or no file matches the pattern.",
    "Check the path and its permissions.",
    is_usage=True,
)
MEMBER = "::"  # between a file and the name of a program in it


def fault(code: Code, name: str, message: str, help: str = "", *, unsupported: bool = False) -> ParseError:
    """The error for a file as a whole."""
    span, helps = Span(Source("", name), 0, 0), (help,) if help else ()
    return ParseError(Diagnostic(code, message, span, helps=helps, unsupported=unsupported))


def not_mlir(name: str, message: str, help: str = "") -> ParseError:
    """The error for a file that is not a program."""
    return fault(NOT_MLIR, name, message, help)


def damaged(name: str, error: DamagedFile, start: int = 0) -> ParseError:
    """The error for a binary file with a fault or an unknown feature in a part that begins at `start`."""
    offset = start + error.offset
    if error.is_unsupported:
        return fault(UNSUPPORTED, name, f"{error.message} (at byte {offset:,})", unsupported=True)
    return fault(DAMAGED, name, f"damaged at byte {offset:,}: {error.message}")


def no_such_program(name: str, member: str, members: Sequence[str]) -> ParseError:
    """The error for a name that is not in `members`, the named programs of a file."""
    near = closest(member, members)
    message = f"this file has no program `{member}`"
    if not members:
        message, near = f"{message}: its only program has no name", ""
    listed = f"the file has {', '.join(f'`{program}`' for program in members)}" if members else ""
    help = f"did you mean `{MEMBER}{near}`?" if near else listed or f"remove `{MEMBER}{member}`"
    return fault(NO_SUCH_PROGRAM, name, message, help)


def member_of(name: str, member: str | None, members: Sequence[str]) -> str:
    """The program that is meant in a file of several: the named one, or the only one. Raises `ParseError`."""
    if member is None and len(members) > 1:
        message = f"this file has {len(members):,} programs: expected the name of one"
        listed = f"name one as `{name}{MEMBER}NAME`: {', '.join(members)}"
        raise fault(SEVERAL_PROGRAMS, name, message, listed)
    if member is not None and member not in members:
        raise no_such_program(name, member, members)
    return member or members[0]
