"""How long a run may go on: so many steps, so many seconds; and what it says when it is stopped."""

from __future__ import annotations

import dataclasses
import time
from typing import Final, NamedTuple

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.interpret.errors import diagnostic, name_span
from stablehlo_tools.ir.operations import Operation


class Limits(NamedTuple):
    """What a run may take: so many steps, so many seconds; None for any number of them.

    A step is an operation each time it is executed, and each round of a loop.
    """

    max_steps: int | None = None
    timeout: float | None = None


UNLIMITED: Final = Limits()


class Round:
    """A loop that is being executed, and the number of its round, from 1."""

    __slots__ = ("loop", "number")

    def __init__(self, loop: Operation) -> None:
        self.loop = loop
        self.number = 0

    def __str__(self) -> str:
        span = name_span(self.loop)
        where = "" if span is None else f" at {':'.join(map(str, span.begin))}"
        place = f"in round {self.number:,}" if self.number else "before the first round"
        return f"{place} of {self.loop.name}{where}"


_NEXT = "this operation would have been next"


class Budget:
    """What all processes of a run have taken together, from when it is made."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.steps = 0
        self.begin = time.monotonic()

    def look(self, operation: Operation, rounds: list[Round]) -> None:
        """Look at the time, in the midst of a kernel. Raises RunError where none is left."""
        self._require_time(operation, rounds, "this operation was under way")

    def spend(self, operation: Operation, rounds: list[Round]) -> None:
        """Count a step, in those rounds of loops. Raises RunError where nothing is left for it."""
        max_steps = self.limits.max_steps
        if max_steps is not None and self.steps >= max_steps:
            message = f"the run is stopped after {_counted(self.steps)}"
            raise _stopped(diagnostic("max_steps", operation, message), rounds, _NEXT)
        self._require_time(operation, rounds, _NEXT)
        self.steps += 1

    def _require_time(self, operation: Operation, rounds: list[Round], stood: str) -> None:
        timeout = self.limits.timeout
        if timeout is not None and time.monotonic() - self.begin > timeout:
            message = f"the run is stopped after {timeout:g} s, in which it took {_counted(self.steps)}"
            raise _stopped(diagnostic("timeout", operation, message), rounds, stood)


def _counted(steps: int) -> str:
    return f"{steps:,} step{'s' * (steps != 1)}"


def _stopped(found: Diagnostic, rounds: list[Round], stood: str) -> RunError:
    notes = (stood, *map(str, reversed(rounds)), *found.notes)
    help = f"--{found.code.replace('_', '-')}, or {found.code} in Python, allows more"
    return RunError(dataclasses.replace(found, notes=notes, helps=(help,)))
