"""The files given on the command line."""

from __future__ import annotations

import errno
import glob
import itertools
import mmap
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from stablehlo_tools.cli.outcome import CLEAN, show
from stablehlo_tools.cli.terminal.output import echo
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.faults import MEMBER, UNREADABLE, fault
from stablehlo_tools.formats.programs import content, decode, is_program, members, read, split_member
from stablehlo_tools.host.records import NamedTuple

if TYPE_CHECKING:
    from stablehlo_tools.linter.configuration import Configuration

STDIN = "-"
# Of programs in a directory: as text, which can be edited in place, and in other forms.
TEXT_ENDINGS = (".mlir", ".hlo")
_FORMS = (*TEXT_ENDINGS, ".mlirbc", ".bc", ".jaxexport")
ENDINGS = tuple(form + packing for form in _FORMS for packing in ("", ".gz", ".bz2", ".xz", ".zst"))


class File(NamedTuple):
    """A file by name, or standard input as `-`; `missing` is the reason if it cannot be read.

    The name may end in that of a program in the file: `FILE::NAME`. `shown` is the name for standard input in
    diagnostics and settings.
    """

    name: str
    missing: str = ""
    shown: str = ""

    @property
    def path(self) -> Path:
        """The path that settings match."""
        return Path(self.shown or self.place)

    @property
    def place(self) -> str:
        """The name without that of a program in the file."""
        return split_member(self.name)[0]

    @property
    def member(self) -> str | None:
        """The name of a program in the file."""
        return split_member(self.name)[1]

    @property
    def title(self) -> str:
        """The name in diagnostics."""
        return self.shown or ("<stdin>" if self.name == STDIN else self.name)

    @property
    def size(self) -> int:
        """The size in bytes; 0 for standard input and missing files."""
        try:
            return 0 if self.missing or self.name == STDIN else os.path.getsize(self.place)
        except OSError:
            return 0

    def read(self) -> Source:
        """The text. Raises `ParseError`, also if the file cannot be read."""
        if self.missing or self.name == STDIN:
            return self.decoded(self.content())
        try:
            return read(self.name)
        except OSError as error:
            raise unreadable(str(error.filename or self.name), error.strerror or str(error)) from None

    def content(self) -> bytes | mmap.mmap:
        """The bytes. Raises `ParseError` if the file cannot be read."""
        if self.missing:
            raise unreadable(self.name, self.missing)
        if self.name == STDIN and sys.stdin is None:
            raise unreadable("<stdin>", "standard input is closed")
        try:
            return sys.stdin.buffer.read() if self.name == STDIN else content(self.place)
        except OSError as error:
            raise unreadable(self.name, error.strerror or str(error)) from None

    def decoded(self, data: bytes | mmap.mmap) -> Source:
        """The text that is in the bytes. Raises `ParseError`."""
        return decode(data, self.title, self.member)


def unreadable(name: str, reason: str) -> ParseError:
    """The error for a file that cannot be read."""
    return fault(UNREADABLE, name, f"cannot read this file: {reason}")


def expand(
    names: Iterable[str],
    configuration: Configuration,
    stdin_name: str | None = None,
    *,
    endings: tuple[str, ...] = ENDINGS,
) -> list[File]:
    """The files given by names, patterns and directories, without duplicates and excluded files.

    `stdin_name` is the name of standard input. Of directories, files with one of the `endings` are taken.
    """
    files: dict[str, File] = {}
    for name in names:
        for file in _matches(name, configuration, endings):
            file = file._replace(shown=stdin_name or "") if file.name == STDIN else file
            if file.missing or not configuration.excludes_named(file.path):
                files.setdefault(os.path.normpath(file.name), file)
    return list(files.values())


def _matches(name: str, configuration: Configuration, endings: tuple[str, ...]) -> list[File]:
    if name == STDIN:
        return [File(name)]
    if os.path.isdir(name):
        programs = _files_in(name) or sorted(_below(name, configuration, endings))
        if not programs:
            echo(f"warning: no programs in {name} (excluded files are skipped)", err=True)
        return programs
    if glob.has_magic(name) and not os.path.lexists(split_member(name)[0]):
        return list(_files_matching(name)) or [File(name, "no files match this pattern")]
    return [File(name)]


def _files_matching(pattern: str) -> Iterator[File]:
    for match in sorted(glob.glob(pattern, recursive=True)):
        yield from _files_in(match) if os.path.isdir(match) else [File(match)]


def _files_in(folder: str) -> list[File]:
    """The programs in a directory that is a container of them; none for any other directory."""
    names = [f"{folder}{MEMBER}{member}" for member in members(folder)]
    is_one = len(names) == 1 or (not names and is_program(folder))  # or is damaged, as reading it reports
    return [File(folder)] if is_one else list(map(File, names))


def _below(directory: str, configuration: Configuration, endings: tuple[str, ...]) -> Iterator[File]:
    """The programs below a directory, and the directories that cannot be read."""
    errors: list[OSError] = []
    for folder, folders, names in os.walk(directory, onerror=errors.append):
        here = Path(folder)
        folders[:] = [child for child in folders if not configuration.excludes(here / child)]
        if endings is ENDINGS:
            packed = {child: programs for child in folders if (programs := _files_in(str(here / child)))}
            folders[:] = [child for child in folders if child not in packed]
            yield from itertools.chain.from_iterable(packed.values())
        for path in (here / name for name in names if name.endswith(endings)):
            if _may_be_file(path) and not configuration.excludes(path) and not _is_llvm_bitcode(path):
                yield File(str(path))
    for error in errors:
        yield File(str(error.filename), error.strerror or str(error))


def _is_llvm_bitcode(path: Path) -> bool:
    """Whether a file is LLVM bitcode, which shares the suffix .bc."""
    if path.suffix != ".bc":
        return False
    try:
        with path.open("rb") as file:
            return file.read(4) in (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")
    except OSError:  # reading it then reports the error
        return False


def _may_be_file(path: Path) -> bool:
    """Whether a path is a regular file, or may be one: reading it then reports the error."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except PermissionError:
        return True
    except OSError:  # a broken link
        return False


class Shard(NamedTuple):
    """Part `number` (from 1) of `total` parts of the files: `2/8`."""

    number: int
    total: int

    def select(self, files: Sequence[File]) -> list[File]:
        """The files of this part, in their order.

        The parts are deterministic and of about equal size: in order of decreasing size, each file goes to
        the smallest part.
        """
        sizes = {index: file.size for index, file in enumerate(files)}
        full, parts = [0] * self.total, [0] * len(files)
        for index in sorted(sizes, key=lambda index: (-sizes[index], files[index].name)):
            parts[index] = full.index(min(full))
            full[parts[index]] += sizes[index] + 1  # a file has a fixed cost
        return [file for file, part in zip(files, parts, strict=True) if part == self.number - 1]


def list_files(files: Iterable[File]) -> int:
    """Write the names of files, and return the exit status."""
    status = CLEAN
    for file in files:
        is_there = file.name == STDIN or os.path.exists(file.place)
        if file.missing or not is_there:
            reason = file.missing or os.strerror(errno.ENOENT)
            status = show(unreadable(file.name, reason).diagnostics, sys.stderr)
        else:
            echo(file.title)
    return status
