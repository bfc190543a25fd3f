"""Plans: flat functions bound to steps over the slots of a frame.

Each run copies the frame, so that a plan is reentrant and may be shared by threads.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError, RunError
from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.interpret.errors import (
    InternalError,
    RuleBroken,
    diagnostic,
    not_executable,
    out_of_memory,
    unsupported,
)
from stablehlo_tools.interpret.observers.observation import ObserverFailed
from stablehlo_tools.interpret.plans.liveness import ResultAliases
from stablehlo_tools.interpret.plans.memory import MemoryUsage
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.schema import CheckFailed, Failed, UnknownTarget, Unsupported
from stablehlo_tools.text.source_frames import module_of
from stablehlo_tools.verifier.reporter import diagnostic_of

Progress = Callable[[int, int, Operation], None]


_CHECK_FAILED = Code(
    "check_failed",
    "An assertion of the program, an op of the check dialect, failed.",
    "Find out which elements differ, and which operations compute them.",
    command="run",
)


class Invariants(NamedTuple):
    """The values that all iterations of a loop share: their plan, and their slots in the body."""

    plan: Plan
    slots: Sequence[int]


@record(eq=False, slots=True)
class Plan:
    """Steps over a frame. `operations` has the operation of each step.

    `frame` starts with the parameters, and has the constants in their slots. `result_aliases` lists the
    parameters that each result may alias. The body of a loop may have `invariants`, whose slots are empty.
    """

    frame: Frame
    steps: list[Step]
    operations: list[Operation]
    results: Callable[[Frame], tuple[Any, ...]]
    result_aliases: ResultAliases
    is_vectorizable: bool
    memory_usage: MemoryUsage
    invariants: Invariants | None = None

    def __call__(self, *arguments: Any) -> tuple[Any, ...]:
        """The results for `arguments`; the plan may overwrite writable ones."""
        frame = self.frame.copy()
        frame[: len(arguments)] = arguments
        return self.run(frame)

    def run(self, frame: Frame, progress: Progress | None = None) -> tuple[Any, ...]:
        """The results for a frame that holds the arguments. `progress` is called before each operation."""
        for step in self.steps if progress is None else self._reported(progress):
            try:
                step(frame)
            except (DiagnosticError, InternalError, ObserverFailed):
                raise
            except Exception as error:
                raise _error_at(self.operations[self.steps.index(step)], error) from error
        return self.results(frame)

    def _reported(self, progress: Progress) -> Iterator[Step]:
        begins = list(map(operator.is_not, self.operations, [None, *self.operations]))
        total, done = sum(begins), 0
        for step, operation, is_first in zip(self.steps, self.operations, begins, strict=True):
            if is_first:
                progress(done, total, operation)
                done += 1
            yield step


def _error_at(operation: Operation, error: Exception) -> RunError | InternalError:
    """The exception of an operation whose step raised another one."""
    match error:
        case MemoryError():
            error_diagnostic = out_of_memory(operation, error)
        case UnknownTarget():
            error_diagnostic = not_executable([operation])
        case Unsupported():
            error_diagnostic = unsupported(operation, str(error))
        case Failed():
            error_diagnostic = diagnostic(error.code, operation, str(error))
        case CheckFailed():
            error_diagnostic = diagnostic(_CHECK_FAILED, operation, str(error))
        case RuleBroken():
            error_diagnostic = diagnostic_of(operation, error.problem, module_of(operation))
        case RecursionError():
            message = "cannot execute this operation: regions and calls are nested too deeply"
            error_diagnostic = unsupported(operation, message)
        case _:
            return InternalError(operation, error)
    return RunError(error_diagnostic)
