"""A body made ready to run: steps over the slots of a frame.

Whoever runs a plan copies its frame, so a plan may be run by several threads, and again while it runs.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from stablehlo_tools.diagnostics.diagnostic import DiagnosticError, RunError
from stablehlo_tools.interpret.errors import InternalError, RuleBroken, diagnostic, rule_broken, unsupported
from stablehlo_tools.interpret.liveness import ResultAliases
from stablehlo_tools.interpret.memory import MemoryUsage
from stablehlo_tools.interpret.observation import ObserverFailed
from stablehlo_tools.interpret.steps import Frame, Step
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.declare import CheckFailed, Failed, Unsupported

Progress = Callable[[int, int, Operation], None]


@dataclass(eq=False, slots=True)
class Plan:
    """Steps over a frame. `operations` says of each step which operation it does.

    `frame` has the constants in their slots; the parameters are its first. `result_aliases` says of each
    result which parameters it may be.
    """

    frame: Frame
    steps: list[Step]
    operations: list[Operation]
    results: Callable[[Frame], tuple[Any, ...]]
    result_aliases: ResultAliases
    is_vectorizable: bool
    extent: MemoryUsage

    def __call__(self, *arguments: Any) -> tuple[Any, ...]:
        """The results for `arguments`, of which those that are writeable are the plan's to write into."""
        frame = self.frame.copy()
        frame[: len(arguments)] = arguments
        return self.run(frame)

    def run(self, frame: Frame, progress: Progress | None = None) -> tuple[Any, ...]:
        """The results, from a frame with arguments in it. `progress` is called before each operation."""
        for step in self.steps if progress is None else self._reported(progress):
            try:
                step(frame)
            except (DiagnosticError, InternalError, ObserverFailed):
                raise
            except MemoryError as error:
                message = f"there is not enough memory: {error}".rstrip(": ")
                raise RunError(diagnostic("out_of_memory", self._operation(step), message)) from error
            except Unsupported as error:
                raise RunError(unsupported(self._operation(step), str(error))) from error
            except Failed as error:
                raise RunError(diagnostic(error.code, self._operation(step), str(error))) from error
            except CheckFailed as error:
                raise RunError(diagnostic("check_failed", self._operation(step), str(error))) from error
            except RuleBroken as error:
                raise RunError(rule_broken(self._operation(step), error)) from error
            except RecursionError as error:
                message = "regions and calls are nested too deeply to be executed"
                raise RunError(unsupported(self._operation(step), message)) from error
            except Exception as error:
                raise InternalError(self._operation(step), error) from error
        return self.results(frame)

    def _reported(self, progress: Progress) -> Iterator[Step]:
        begins = list(map(operator.is_not, self.operations, [None, *self.operations]))
        total, done = sum(begins), 0
        for step, operation, is_first in zip(self.steps, self.operations, begins, strict=True):
            if is_first:
                progress(done, total, operation)
                done += 1
            yield step

    def _operation(self, step: Step) -> Operation:
        return self.operations[self.steps.index(step)]
