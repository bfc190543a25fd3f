"""Ends this process where an operation does not return: at the time limit, and on Ctrl-C.

Python handles signals between operations, where runs check their limits, too; a single call of numpy may take
minutes. Threads wait meanwhile, give the run a moment to end by itself, and end the process otherwise.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final

import click

from stablehlo_tools.cli import OWN_PROCESS, outcome
from stablehlo_tools.diagnostics.diagnostic import Diagnostic

GRACE: Final = 1.0  # seconds


def is_own_process() -> bool:
    """Whether the process ends with this command."""
    context = click.get_current_context(silent=True)
    return context is not None and context.find_root().obj == OWN_PROCESS


@contextlib.contextmanager
def enforced(
    timeout: float | None, overdue: Callable[[], Diagnostic | None], status: int | None = None
) -> Iterator[None]:
    """End the process if this context takes longer than `timeout` seconds, or after a signal.

    `overdue` returns the diagnostic for the time limit, or None without anything to report. The exit
    status is that of the diagnostic unless another one is given. Nothing is ended where the process has other
    things to do than this command.
    """
    if not is_own_process():
        yield
        return
    with contextlib.ExitStack() as stack:
        has_ended = _EndEvent()
        stack.callback(has_ended.set)
        if timeout is not None:
            timer = threading.Timer(timeout + GRACE, _end_overdue, (has_ended, overdue, status))
            timer.daemon = True
            timer.start()
            stack.callback(timer.cancel)
        if os.name != "nt":
            stack.enter_context(_ending_on_signals(has_ended))
        yield


class _EndEvent:
    """Whether a run has ended: either the run completes or the process is terminated, never both."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()

    def set(self) -> None:
        """The run has ended."""
        with self._lock:
            self._event.set()

    def wait(self, seconds: float) -> None:
        """Wait for the end, so long at most."""
        self._event.wait(seconds)

    def end_process(self, report: Callable[[], int]) -> None:
        """End the process with the status that `report` returns, unless the run has ended."""
        with self._lock:
            if self._event.is_set():
                return
            status = report()
            for stream in filter(None, (sys.__stdout__, sys.__stderr__)):
                with contextlib.suppress(OSError, ValueError):
                    stream.flush()
            os._exit(status)


def _end_overdue(has_ended: _EndEvent, overdue: Callable[[], Diagnostic | None], status: int | None) -> None:
    def report() -> int:
        diagnostic = overdue()
        shown = outcome.show([diagnostic] if diagnostic else [], sys.__stdout__)  # a report may be elsewhere
        return shown if status is None else status

    has_ended.end_process(report)


@contextlib.contextmanager
def _ending_on_signals(has_ended: _EndEvent) -> Iterator[None]:
    """End the process after a signal on which the run does not end.

    Python writes the number of a signal to a pipe at once, also while an operation is in progress.
    """
    read, write = os.pipe()
    os.set_blocking(write, False)
    before = signal.set_wakeup_fd(write, warn_on_full_buffer=False)

    def watch() -> None:
        number = int.from_bytes(os.read(read, 1), "little")
        if number:
            has_ended.wait(GRACE)
            has_ended.end_process(lambda: 128 + number)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        has_ended.set()
        os.write(write, b"\0")
        thread.join()
        os.close(read)
        os.close(write)
