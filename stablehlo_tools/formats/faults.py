"""The errors of files that are no programs, are damaged, or hold several programs."""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError, closest
from stablehlo_tools.diagnostics.source import Source, Span

DAMAGED = "damaged_bytecode"
UNSUPPORTED = "unsupported_bytecode"
NOT_MLIR = "not_mlir"
SEVERAL_PROGRAMS = "several_programs"
NO_SUCH_PROGRAM = "no_such_program"
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
