"""Steps that count themselves against the limits of a run.

Only plans of limited runs contain them: other runs have no overhead. Limits are checked before each operation
and each loop iteration, including those in reduction bodies. Kernels that loop check the time in each
iteration (`ops.model.turns`). A call of numpy cannot be interrupted.
"""

from __future__ import annotations

from stablehlo_tools.interpret.checks.limits import Round
from stablehlo_tools.interpret.grid.processes import current_process
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.operations import Operation


def count_step(step: Step, operation: Operation) -> Step:
    """`step`, which executes an operation, preceded by counting it."""

    def counting(frame: Frame) -> None:
        process = current_process()
        process.spend(operation)
        outer, process.counted = process.counted, operation
        try:
            step(frame)
        finally:
            process.counted = outer

    return counting


def count_iterations(step: Step, loop: Operation) -> Step:
    """`step`, which executes a loop, with its iterations counted by `count_iteration`."""

    def counting(frame: Frame) -> None:
        process = current_process()
        process.spend(loop)
        process.rounds.append(Round(loop))
        step(frame)
        process.rounds.pop()

    return counting


def count_iteration(loop: Operation) -> Step:
    """A step that counts an iteration of `loop`, whose body may contain no other step."""

    def counting(frame: Frame) -> None:
        process = current_process()
        process.rounds[-1].number += 1
        process.spend(loop)

    return counting
