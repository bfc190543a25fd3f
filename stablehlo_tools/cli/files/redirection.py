"""The report of a command in a file instead of on standard output."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable

from stablehlo_tools.cli.files.writing import write_to
from stablehlo_tools.cli.outcome import CLEAN, FINDINGS, status_of
from stablehlo_tools.cli.terminal.output import write_text


def redirected(command: Callable[[], int], output: str) -> int:
    """Write to a file what a command prints, also about an error, and return its exit status.

    If the command fails, or the file cannot be written, it is printed after all, and the file stays as it is.
    """
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        try:
            status = command()
        except Exception as error:  # noqa: BLE001 - as in `main.execute`
            status = status_of(error)
    text = printed.getvalue()
    if status not in (CLEAN, FINDINGS):
        write_text(text)
        return status
    try:
        write_to(output, text.encode(errors="backslashreplace"))
    except OSError:
        write_text(text)  # it may have taken hours
        raise
    return status
