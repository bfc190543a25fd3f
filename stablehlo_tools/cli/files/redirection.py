"""The report of a command in a file instead of on standard output."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable

from stablehlo_tools.cli.files.writing import write_to
from stablehlo_tools.cli.outcome import FINDINGS, status_of
from stablehlo_tools.cli.terminal.output import write_text


def redirected(command: Callable[[], int], output: str) -> int:
    """Write to a file what a command prints, also about findings, and return its exit status.

    If the command fails before its end, or the file cannot be written, it is printed after all, and the file
    stays as it is.
    """
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        try:
            status, is_complete = command(), True
        except Exception as error:  # noqa: BLE001 - as in `main.execute`
            status = status_of(error)
            is_complete = status == FINDINGS
    text = printed.getvalue()
    if not is_complete:
        write_text(text)
        return status
    try:
        write_to(output, text.encode(errors="backslashreplace"))
    except OSError:
        write_text(text)  # it may have taken hours
        raise
    return status
