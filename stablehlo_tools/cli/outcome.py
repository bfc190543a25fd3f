"""What the exit status says, and the line that sums a run up."""

from __future__ import annotations

import collections
import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

from stablehlo_tools import report
from stablehlo_tools.cli.output import say
from stablehlo_tools.diagnostics.diagnostic import PLUGIN, Diagnostic, DiagnosticError, Severity
from stablehlo_tools.loading.programs import DAMAGED, NOT_MLIR, SEVERAL_PROGRAMS

CLEAN = 0
FINDINGS = 1  # or a result that differs
USAGE = 2  # or a file that cannot be read
UNSUPPORTED = 3
INTERNAL = 4
INTERRUPTED = 130

UNREADABLE = "unreadable_file"
OUT_OF_MEMORY = "out_of_memory"
_OF_USAGE = (NOT_MLIR, DAMAGED, SEVERAL_PROGRAMS, UNREADABLE, PLUGIN, OUT_OF_MEMORY, "configuration")


class DoesNotFit(DiagnosticError):
    """What the command line gives, an array or a name, does not fit the program: wrong usage."""


class UnexpectedError(Exception):
    """Raised from an exception that is an error in `shlo` itself, it says in which file: its argument."""


class Tally:
    """Counts diagnostics as they pass by. Those below `fail_level` do not change the exit status."""

    def __init__(self, fail_level: Severity = Severity.WARNING) -> None:
        severities = list(Severity)  # the worst first
        self._failing = severities[: severities.index(fail_level) + 1]
        self.severities: collections.Counter[Severity] = collections.Counter()
        self.statuses: set[int] = set()
        self.files: set[str] = set()  # those with findings
        self.broken_rule = ""  # the first, as `shlo explain` takes it
        self.fixable = collections.Counter[bool]()  # by whether it is safe to fix them

    def count(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """The diagnostics, unchanged."""
        for diagnostic in diagnostics:
            self.severities[diagnostic.severity] += 1
            self.statuses.add(self._status(diagnostic))
            if diagnostic.span:
                self.files.add(diagnostic.span.source.name)
            if diagnostic.fix:
                self.fixable[diagnostic.fix.is_safe] += 1
            if diagnostic.formula is not None:
                self.broken_rule = self.broken_rule or diagnostic.qualified_code
            yield diagnostic

    def _status(self, diagnostic: Diagnostic) -> int:
        if diagnostic.code in _OF_USAGE:
            return USAGE
        if diagnostic.unsupported:
            return UNSUPPORTED
        return FINDINGS if diagnostic.severity in self._failing else CLEAN

    @property
    def total(self) -> int:
        """How many there were."""
        return sum(self.severities.values())

    @property
    def status(self) -> int:
        """The exit status: an unreadable file outweighs a finding, which outweighs the unsupported."""
        return next((status for status in (USAGE, FINDINGS, UNSUPPORTED) if status in self.statuses), CLEAN)

    def summary(self, checked: int, left_out: int, nothing: str = "nothing found") -> str:
        """A line on a run over so many files, of whose findings some were not written."""
        if not self.severities:
            return f"{plural(checked, 'file')} checked, {nothing}"
        return f"{self}, {left_out:,} of them not shown" if left_out > 0 else str(self)

    @property
    def fixes(self) -> str:
        """A line on how many of them can be fixed; empty where none can."""
        safe, unsafe = self.fixable[True], self.fixable[False]
        if not safe:
            return f"{unsafe:,} fixable with --unsafe-fixes" if unsafe else ""
        return f"[*] {safe:,} fixable with --fix" + (
            f" ({unsafe:,} more with --unsafe-fixes)" if unsafe else ""
        )

    def __str__(self) -> str:
        found = [(self.severities[severity], severity.value) for severity in Severity]
        counts = ", ".join(plural(count, word) for count, word in found if count)
        return f"{counts} in {plural(len(self.files), 'file')}" if self.files else counts


def show(diagnostics: Iterable[Diagnostic], stream: TextIO | None = None) -> int:
    """Write diagnostics in full, to standard output unless told otherwise, and return their exit status."""
    tally = Tally()
    report.write(tally.count(diagnostics), stream or sys.stdout)
    if tally.severities:
        say(str(tally), err=True)
    return tally.status


def plural(count: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
