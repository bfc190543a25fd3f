"""Commands that describe one file in full, or many in a table with totals."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import STDIN, File, expand
from stablehlo_tools.cli.options.records import require_report_apart
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError
from stablehlo_tools.formats.programs import is_case, members
from stablehlo_tools.host.records import record

T = TypeVar("T")


@record(frozen=True)
class DescribedFile(Generic[T]):
    """A file with the result of a command, or with the diagnostics that explain why it is missing."""

    file: File
    result: T | None
    errors: Sequence[Diagnostic] = ()

    @property
    def error(self) -> str:
        """The message of the first diagnostic."""
        return self.errors[0].message if self.errors else ""

    def entry(self, members: Callable[[T], Mapping[str, Any]]) -> dict[str, Any]:
        """The JSON object of the file, with the members of its result."""
        result = {"error": self.error} if self.result is None else members(self.result)
        return {"file": self.file.title, **result}


def files_of(names: Sequence[str], *, are_whole: bool = False) -> list[File]:
    """The files given by names, patterns and directories, as for `shlo verify`.

    A directory that holds several programs, or a case, is one file if they `are_whole`, and else one for each
    program. Raises UsageError if the report of this command would replace one.
    """
    from stablehlo_tools.linter.configuration import Configuration

    whole = [name for name in names if are_whole and os.path.isdir(name) and (is_case(name) or members(name))]
    found = expand([name for name in names if name not in whole], Configuration())
    require_report_apart(file.place for file in found if file.name != STDIN)
    return list(map(File, whole)) + found


def is_one(names: Sequence[str], files: Sequence[File]) -> bool:
    """Whether the arguments name a single file, which is described in full."""
    return len(names) == 1 and len(files) == 1 and files[0].name in (names[0], STDIN)


def describe_files(files: Iterable[File], work: Callable[[File], T]) -> Iterator[DescribedFile[T]]:
    """The result of a function for each file; unreadable files are reported and skipped."""
    for file in files:
        try:
            yield DescribedFile(file, work(file))
        except DiagnosticError as error:
            yield DescribedFile(file, None, error.diagnostics)


def report(results: Iterable[DescribedFile[T]]) -> int:
    """Write the diagnostics of files to standard error, and return the exit status."""
    errors = [error for described in results for error in described.errors]
    return outcome.show(errors, sys.stderr) if errors else outcome.CLEAN
