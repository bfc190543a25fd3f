"""Steps that count themselves, of which the plans of limited runs are made; others pay nothing for limits.

Limits are looked at before each operation and in each round of a loop. Bodies that kernels execute, of
reductions and the like, consist of operations, too, and a kernel that loops looks at the time in each turn
(`ops.turns`). Nothing interrupts what is a single call of numpy.
"""

from __future__ import annotations

from stablehlo_tools.interpret.limits import Round
from stablehlo_tools.interpret.processes import current_process
from stablehlo_tools.interpret.steps import Frame, Step
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.turns import calling_before_iterations


def counted(step: Step, operation: Operation) -> Step:
    """`step`, which executes an operation, counted."""

    def counting(frame: Frame) -> None:
        process = current_process()
        process.spend(operation)
        with calling_before_iterations(lambda: process.look(operation)):
            step(frame)

    return counting


def counted_loop(step: Step, loop: Operation) -> Step:
    """`step`, which executes a loop, with its rounds counted: `counted_round` begins each."""

    def counting(frame: Frame) -> None:
        process = current_process()
        process.spend(loop)
        process.rounds.append(Round(loop))
        step(frame)
        process.rounds.pop()

    return counting


def counted_round(loop: Operation) -> Step:
    """The step with which a round of the loop begins, which may have no other."""

    def counting(frame: Frame) -> None:
        process = current_process()
        process.rounds[-1].number += 1
        process.spend(loop)

    return counting
