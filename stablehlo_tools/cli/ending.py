"""The exit status and message of each exception."""

from __future__ import annotations

import contextlib
import os
import traceback

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.output import echo
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.spelling import closest

_DASH = "write ./ before the name of a file that begins with a dash"


def status_of(error: Exception) -> int:
    """Report an error to the user, and return the exit status."""
    if isinstance(error, click.Abort):
        return outcome.INTERRUPTED
    if isinstance(error, click.ClickException):
        vars(error)["message"] = visible(error.message)  # click may quote an argument with line breaks
        if isinstance(error, click.NoSuchOption):
            near = closest(error.option_name, error.possibilities or ())
            vars(error)["possibilities"] = [near] if near else None
            if near is None and _begins_a_file(error.option_name):
                vars(error)["message"] = f"{error.message.rstrip('.')}; {_DASH}"
        error.show()
        return outcome.USAGE
    if isinstance(error, DiagnosticError):
        status = outcome.show(error.diagnostics, format=vars(error).get("format"))
        is_usage = isinstance(error, outcome.DoesNotFit) and status != outcome.UNSUPPORTED
        return outcome.USAGE if is_usage else status
    if isinstance(error, outcome.UnexpectedError):
        return _report_failure(error.__cause__ or error, visible(f"{error}: "))
    return _report_failure(error)


def _begins_a_file(option: str) -> bool:
    """Whether a file of the current directory may be meant by what is no option."""
    with contextlib.suppress(OSError):
        return any(name.startswith(option) for name in os.listdir())
    return False


def _report_failure(error: BaseException, where: str = "") -> int:
    """Report an error that is not a diagnostic; `where` names the file."""
    if isinstance(error, OSError):
        message = visible(f"{error.filename or 'input or output'}: {error.strerror or error}")
        return _print_error(message, outcome.USAGE)
    if isinstance(error, RecursionError):
        return _print_error(f"{where}the program is nested too deeply for shlo", outcome.UNSUPPORTED)
    if isinstance(error, MemoryError):
        return _print_error(f"{where}out of memory", outcome.USAGE)
    if os.environ.get("SHLO_TRACEBACK"):
        for line in "".join(traceback.format_exception(error)).splitlines():
            echo(line, err=True)
    what = visible(f"{type(error).__name__}: {error}")
    return _print_error(
        f"{where}internal error: {what}\n"
        "This is a bug in shlo, not in your program. Please report it with the command and the file;\n"
        "set SHLO_TRACEBACK=1 to include a traceback.",
        outcome.INTERNAL,
    )


def _print_error(message: str, status: int) -> int:
    with contextlib.suppress(OSError):  # the disk may be full
        for line in f"error: {message}".split("\n"):
            echo(line, err=True)
    return status
