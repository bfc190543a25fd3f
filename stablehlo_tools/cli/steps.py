"""What engines do, on a terminal: `xla: compiling @main, 3.2 s`."""

from __future__ import annotations

import contextlib
import sys
import time

from stablehlo_tools.cli.progress import Line
from stablehlo_tools.diagnostics.escapes import visible


class Steps:
    """The step that engines are at, and how long they have been. Nothing is shown if it `is_quiet`."""

    def __init__(self, *, is_quiet: bool = False) -> None:
        self._is_shown = sys.stderr.isatty() and not is_quiet
        self._step = ""
        self._begin = 0.0

    def begin(self, step: str) -> None:
        """Called when a step begins."""
        self._step, self._begin = step, time.monotonic()

    def text(self, seconds: float) -> str:
        """The text of the line; empty before the first step."""
        return f"{visible(self._step)}, {time.monotonic() - self._begin:.1f} s" if self._step else ""

    def shown(self) -> contextlib.AbstractContextManager[object]:
        """Show the steps while this is entered, if standard error is a terminal."""
        return Line(self.text) if self._is_shown else contextlib.nullcontext()
