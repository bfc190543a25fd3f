"""A progress line on the terminal, shown after one second."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from stablehlo_tools.diagnostics.escapes import visible

if TYPE_CHECKING:
    from typing_extensions import Self

_PATIENCE = 1.0  # seconds before the line is shown
_INTERVAL = 0.1


class Line:
    """A line on standard error that is updated regularly, and cleared at the end.

    A thread writes it, since a single step may take long. `text` returns the line, without control
    characters, from the elapsed seconds; if it is empty, no line is shown. Nor is it if standard error is not
    a terminal, or if it `is_quiet`.
    """

    def __init__(self, text: Callable[[float], str], *, is_quiet: bool = False) -> None:
        self._text = text
        self._is_wanted = sys.stderr.isatty() and not is_quiet
        self._begin = 0.0
        self._has_ended = threading.Event()
        self._writing = threading.Lock()
        self._is_shown = False
        self._thread = threading.Thread(target=self._show, daemon=True)

    def __enter__(self) -> Self:
        """Start the line."""
        self._begin = time.monotonic()
        if self._is_wanted:
            self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Clear the line."""
        self._has_ended.set()
        if self._is_wanted:
            self._thread.join()

    @contextlib.contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the line, so that other output can be written."""
        with self._writing:
            self._clear()
            yield

    def _show(self) -> None:
        import shutil  # with all formats of archives, for one function

        wait = _PATIENCE
        while not self._has_ended.wait(wait):
            with self._writing:
                line = self._text(time.monotonic() - self._begin)
                self._write(line[: shutil.get_terminal_size().columns - 1])
            wait = _INTERVAL
        with self._writing:
            self._clear()

    def _clear(self) -> None:
        if self._is_shown:
            self._write("")

    def _write(self, line: str) -> None:
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()
        self._is_shown = bool(line)


class Count(Line):
    """The progress line of a sequence of files or ops: `file 12/340 model.mlir, 3.1 s`."""

    def __init__(self, unit: str, total: int, *, is_quiet: bool = False) -> None:
        super().__init__(self.text, is_quiet=is_quiet)
        self._unit = f"{unit} " if unit else ""
        self._total = total
        self._number, self._name = 0, ""

    def next(self, name: str) -> None:
        """Called when the next item, `name`, begins."""
        self._number, self._name = self._number + 1, name

    def text(self, seconds: float) -> str:
        """The text of the line after `seconds`."""
        return f"{self._unit}{self._number:,}/{self._total:,} {visible(self._name)}, {seconds:.1f} s"


class Steps:
    """The step that engines are at, and how long: `2 of 3: xla: run 1, 0.5 s, 12.3 s in all`."""

    def __init__(self, *, is_quiet: bool = False) -> None:
        self._is_quiet = is_quiet
        self._step = self._part = ""
        self._begin = 0.0

    def begin(self, step: str) -> None:
        """Called when a step begins."""
        self._step, self._begin = step, time.monotonic()

    def begin_part(self, number: int, total: int) -> None:
        """Called when the steps of one of several parts begin."""
        self._part = f"{number:,} of {total:,}: " if total > 1 else ""

    def text(self, seconds: float) -> str:
        """The text of the line after `seconds`; empty before the first step."""
        if not self._step:
            return ""
        step = f"{self._part}{visible(self._step)}, {time.monotonic() - self._begin:.1f} s"
        return f"{step}, {seconds:.1f} s in all"

    def shown(self) -> Line:
        """The line that shows the steps while it is entered."""
        return Line(self.text, is_quiet=self._is_quiet)
