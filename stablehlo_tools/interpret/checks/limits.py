"""Limits of a run, in steps and seconds, and the diagnostics when they are exceeded."""

from __future__ import annotations

import dataclasses
import math
import time
from typing import Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.interpret.errors import beginning, diagnostic, name_span
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.operations import Operation


class Round:
    """A loop in execution, with the number of its current iteration, from 1."""

    __slots__ = ("loop", "number")

    def __init__(self, loop: Operation) -> None:
        self.loop = loop
        self.number = 0

    def __str__(self) -> str:
        place = f"in iteration {self.number:,}" if self.number else "before the first iteration"
        return f"{place} of {self.loop.name}{beginning(name_span(self.loop))}"


_NEXT: Final = "this operation was about to be executed"


TIMEOUT = Code(
    "timeout",
    "The run exceeded the time that --timeout allows. The diagnostic shows the next operation.",
    "Increase --timeout, unless a loop does not terminate: the message lists the iterations it was in.",
    command="run --random --timeout 0.1",
)
_MAX_STEPS = Code(
    "max_steps",
    "The run exceeded the number of steps that --max-steps allows. Each executed operation and each loop "
    "iteration counts as a step.",
    "Increase --max-steps, unless a loop does not terminate: the message lists the iterations it was in.",
    command="run --random --max-steps 100",
)


class RunBudget:
    """The steps and time that all processes of a run have used since its creation.

    A step is one execution of an operation, or one iteration of a loop.
    """

    def __init__(self, limits: RunOptions) -> None:
        self.limits = limits
        self.steps = 0
        self._most_steps = math.inf if limits.max_steps is None else limits.max_steps
        self._end = time.monotonic() + (math.inf if limits.timeout is None else limits.timeout)
        self._latest: tuple[Operation, list[Round]] | None = None

    @property
    def overdue(self) -> Diagnostic | None:
        """The diagnostic for an operation in progress that has exceeded the time; None if there is none."""
        try:
            if self._latest:
                self.look(*self._latest)
        except RunError as error:
            return error.diagnostic
        return None

    def look(self, operation: Operation, rounds: list[Round]) -> None:
        """Check the time within a kernel. Raises RunError if none is left."""
        self._require_time(operation, rounds, "this operation was in progress")

    def spend(self, operation: Operation, rounds: list[Round]) -> None:
        """Count a step, in the given loop iterations. Raises RunError if a limit is exceeded."""
        self._latest = operation, rounds
        if self.steps >= self._most_steps:
            message = f"step limit reached: the run was stopped after {plural(self.steps, 'step')}"
            raise _limit_error(diagnostic(_MAX_STEPS, operation, message), rounds, _NEXT)
        if time.monotonic() > self._end:  # asked here, too: a call for each operation takes time
            self._require_time(operation, rounds, _NEXT)
        self.steps += 1

    def _require_time(self, operation: Operation, rounds: list[Round], note: str) -> None:
        if time.monotonic() > self._end:
            after = f"{self.limits.timeout:g} s, {plural(self.steps, 'step')}"
            message = f"time limit reached: the run was stopped after {after}"
            raise _limit_error(diagnostic(TIMEOUT, operation, message), rounds, note)


def _limit_error(exceeded: Diagnostic, rounds: list[Round], note: str) -> RunError:
    notes = (note, *map(str, reversed(rounds)), *exceeded.notes)
    help = f"increase the limit with `--{exceeded.code.replace('_', '-')}`, or `{exceeded.code}` in Python"
    return RunError(dataclasses.replace(exceeded, notes=notes, helps=(help,)))
