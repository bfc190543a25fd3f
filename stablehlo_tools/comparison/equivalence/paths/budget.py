"""The time of a search and of its runs, and what it leaves undone."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from stablehlo_tools.comparison.equivalence.pair import Arithmetics, Pair

_PATIENCE: Final = 5.0  # seconds of a run: other inputs may make a loop long
_AT_ONCE: Final = 0.25  # of the expected time of an attempt: if less has passed, none has been made yet
NOT_RUN: Final = f"some inputs are not judged: a program fails on them or takes more than {_PATIENCE:g} s"
_CUT: Final = "the search for other paths stopped after {} s with inputs left to try"


class Budget:
    """The seconds of a search, of which an attempt of a proof is expected to take a `step`.

    `notes` are the limits of the search, for the report.
    """

    def __init__(self, seconds: float, step: float) -> None:
        self.notes: set[str] = set()
        self._seconds, self._end = seconds, time.process_time() + seconds
        self._step = step

    def is_over(self, share: float = 1.0) -> bool:
        """Whether this share of the time is up; if so, note it."""
        if not self.is_past(share):
            return False
        self.notes.add(_CUT.format(round(self._seconds)))
        return True

    def is_past(self, share: float = 1.0) -> bool:
        """Whether this share of the time is up."""
        return time.process_time() >= self._end - (1 - share) * self._seconds

    def has_time(self, begin: float) -> bool:
        """Whether an attempt of a proof is the first one since `begin`, or ends in time; if not, note it."""
        spent = time.process_time() - begin
        if spent < self._step * _AT_ONCE or spent + self._step < self._seconds:
            return True
        self.notes.add(_CUT.format(round(self._seconds)))
        return False

    def in_time(self, inputs: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        """The inputs until the time is up, with the first one even if it took until then to find it."""
        was_past = self.is_past()
        for place, candidate in enumerate(inputs):
            if (place or was_past) and self.is_over():
                return
            yield candidate

    @contextlib.contextmanager
    def apart(self) -> Iterator[float]:
        """Give what is done within a time of its own; when it begins."""
        begin = time.process_time()
        yield begin
        self._end += time.process_time() - begin


def limited(pair: Pair) -> Pair:
    """The pair; if it has loops, with a time limit for each run."""
    modules = (function.parent for function in (pair.first, pair.second))
    if not any(op.name == "stablehlo.while" for module in modules if module for op in module.walk()):
        return pair
    limit = min(pair.options.timeout or _PATIENCE, _PATIENCE)
    # programs without a limit count no steps
    arithmetics = pair.arithmetics if pair.options.timeout else Arithmetics()
    return replace(pair, options=replace(pair.options, timeout=limit), arithmetics=arithmetics)
