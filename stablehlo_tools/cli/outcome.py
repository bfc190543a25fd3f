"""Exit statuses, the summary line of a run, and the status and message of each exception."""

from __future__ import annotations

import collections
import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

import click

from stablehlo_tools.cli.terminal.output import echo
from stablehlo_tools.diagnostics import codes, report
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError, Severity
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.spelling import closest
from stablehlo_tools.diagnostics.units import plural

CLEAN = 0
FINDINGS = 1  # or a result that differs
USAGE = 2  # or a file that cannot be read
UNSUPPORTED = 3
INTERNAL = 4
INTERRUPTED = 130
OF_FILES = USAGE, FINDINGS, UNSUPPORTED  # in order of precedence: an unreadable file may hide findings
OF_CASES = FINDINGS, USAGE, UNSUPPORTED  # of replayed ones, which are independent of each other


def worst(statuses: Iterable[int], precedence: Iterable[int] = OF_FILES) -> int:
    """The exit status of several."""
    distinct = set(statuses)
    return next((status for status in precedence if status in distinct), max(distinct, default=CLEAN))


class DoesNotFit(DiagnosticError):
    """An array or a name on the command line does not fit the program: invalid usage."""


@contextlib.contextmanager
def fitting(*errors: type[DiagnosticError]) -> Iterator[None]:
    """Raise `DoesNotFit` for errors of these kinds: they are about what the command line names."""
    try:
        yield
    except errors as error:
        raise DoesNotFit(*error.diagnostics) from None


@contextlib.contextmanager
def refusing(*errors: type[Exception], about: str = "") -> Iterator[None]:
    """Raise UsageError for errors of these kinds, with their message after what it is about."""
    try:
        yield
    except errors as error:
        raise click.UsageError(f"{about}: {error}" if about else str(error)) from None


class UnexpectedError(Exception):
    """An internal error in a file: the argument is its name, and the cause the original exception."""


class Tally:
    """Counts diagnostics in a stream. Those below `fail_level` do not change the exit status."""

    def __init__(self, fail_level: Severity = Severity.WARNING) -> None:
        severities = list(Severity)  # in decreasing order
        self._failing = severities[: severities.index(fail_level) + 1]
        self.severities: collections.Counter[Severity] = collections.Counter()
        self.statuses: set[int] = set()
        self.files: set[str] = set()  # files with diagnostics
        self.broken_rule = ""  # the first violated constraint, as a name for `shlo explain`
        self.fixable = collections.Counter[bool]()  # by whether the fix is safe

    def count(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """The diagnostics, unchanged and counted."""
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
        if diagnostic.code in codes.USAGE:
            return USAGE
        if diagnostic.unsupported:
            return UNSUPPORTED
        return FINDINGS if diagnostic.severity in self._failing else CLEAN

    @property
    def total(self) -> int:
        """The number of diagnostics."""
        return sum(self.severities.values())

    @property
    def status(self) -> int:
        """The exit status."""
        return worst(self.statuses)

    def summary(self, checked: int, left_out: int, nothing: str = "nothing found") -> str:
        """The summary line for `checked` files, with `left_out` diagnostics not written."""
        if not self.severities:
            return f"{plural(checked, 'file')} checked, {nothing}"
        return f"{self}, {left_out:,} of them not shown" if left_out > 0 else str(self)

    @property
    def fixes(self) -> str:
        """The line with the number of fixable findings; empty without any."""
        safe, unsafe = self.fixable[True], self.fixable[False]
        if not safe:
            return f"{unsafe:,} fixable with --unsafe-fixes" if unsafe else ""
        return f"[*] {safe:,} fixable with --fix" + (
            f" ({unsafe:,} more with --unsafe-fixes)" if unsafe else ""
        )

    def __str__(self) -> str:
        by_severity = [(self.severities[severity], severity.value) for severity in Severity]
        counts = ", ".join(plural(count, word) for count, word in by_severity if count)
        return f"{counts} in {plural(len(self.files), 'file')}" if self.files else counts


def show(diagnostics: Iterable[Diagnostic], stream: TextIO | None = None, format: str | None = None) -> int:
    """Write diagnostics, by default to standard output, and return their exit status.

    They are written in full if the format of the command, such as `text`, is not a format of diagnostics.
    """
    tally, supported = Tally(), format if format in report.FORMATS else None
    report.write(tally.count(diagnostics), stream or sys.stdout, supported or "full")
    if tally.severities:
        echo(str(tally), err=True)
    return tally.status


# -- exceptions ---------------------------------------------------------------------------------

_DASH = "write ./ before the name of a file that begins with a dash"


def status_of(error: Exception) -> int:
    """Report an error to the user, and return the exit status."""
    if isinstance(error, click.Abort):
        return INTERRUPTED
    if isinstance(error, click.ClickException):
        vars(error)["message"] = visible(error.message)  # click may quote an argument with line breaks
        if isinstance(error, click.NoSuchOption):
            suggestion = closest(error.option_name, error.possibilities or ())
            vars(error)["possibilities"] = [suggestion] if suggestion else None
            if suggestion is None and _begins_a_file(error.option_name):
                vars(error)["message"] = f"{error.message.rstrip('.')}; {_DASH}"
        error.show()
        return USAGE
    if isinstance(error, DiagnosticError):
        format = vars(error).get("format")
        is_apart = vars(error).get("is_apart") and format not in report.FORMATS
        status = show(error.diagnostics, sys.stderr if is_apart else None, format)
        is_usage = isinstance(error, DoesNotFit) and status != UNSUPPORTED
        return USAGE if is_usage else status
    if isinstance(error, UnexpectedError):
        return _report_failure(error.__cause__ or error, visible(f"{error}: "))
    return _report_failure(error)


def _begins_a_file(option: str) -> bool:
    """Whether an unknown option is the beginning of a file name in the current directory."""
    with contextlib.suppress(OSError):
        return any(name.startswith(option) for name in os.listdir())
    return False


def _report_failure(error: BaseException, where: str = "") -> int:
    """Report an error that is not a diagnostic; `where` names the file."""
    if isinstance(error, OSError):
        message = visible(f"{error.filename or 'input or output'}: {error.strerror or error}")
        return _print_error(message, USAGE)
    if isinstance(error, RecursionError):
        return _print_error(f"{where}the program is nested too deeply for shlo", UNSUPPORTED)
    if isinstance(error, MemoryError):
        return _print_error(f"{where}out of memory", USAGE)
    if os.environ.get("SHLO_TRACEBACK"):
        import traceback  # for our own errors only

        for line in "".join(traceback.format_exception(error)).splitlines():
            echo(line, err=True)
    reason = visible(f"{type(error).__name__}: {error}")
    return _print_error(
        f"{where}internal error: {reason}\n"
        "This is a bug in shlo, not in your program. Please report it with the command and the file;\n"
        "set SHLO_TRACEBACK=1 to include a traceback.",
        INTERNAL,
    )


def _print_error(message: str, status: int) -> int:
    with contextlib.suppress(OSError):  # the disk may be full
        for line in f"error: {message}".split("\n"):
            echo(line, err=True)
    return status
