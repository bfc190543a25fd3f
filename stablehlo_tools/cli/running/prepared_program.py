"""A program that is ready to be executed, and the line that shows how far its run is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stablehlo_tools import interpret
from stablehlo_tools.cli.inputs.arguments import Callee
from stablehlo_tools.cli.terminal.progress import Steps
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.ir.operations import Function, Module, Operation
from stablehlo_tools.ir.types import brief
from stablehlo_tools.ops.trip_count import trip_count_of

if TYPE_CHECKING:
    from stablehlo_tools.engines.protocol import Engine, LoadedProgram


class PreparedProgram(NamedTuple):
    """A verified module, its compiled function for a number of processes, and the progress line.

    `engine` is another one than the interpreter, and `seconds` are those of the compilation.
    """

    module: Module
    function: Function
    program: interpret.Executable | LoadedProgram
    options: RunOptions = DEFAULT
    progress: RunProgress | Steps | None = None
    seconds: float = 0
    engine: Engine | None = None

    @property
    def callee(self) -> Callee:
        """The function that inputs are bound to."""
        return Callee(self.module, self.function, self.options.num_processes)


class RunProgress:
    """The progress line of a run: `op 12/340 dot_general 128x512xf32, while 3/10, 4.2 s`."""

    def __init__(self) -> None:
        self._latest: tuple[int, int, Operation] | None = None
        self._loops: dict[Operation, int] = {}  # running loops with their iteration, outer ones first

    def __call__(self, done: int, steps: int, operation: Operation) -> None:
        """Called when an op of the function itself begins."""
        self._latest = done, steps, operation
        self._loops = {}

    def round(self, loop: Operation, number: int) -> None:
        """Called when iteration `number` of a loop begins: loops that do not enclose it have ended."""
        running, function = list(self._loops), loop.enclosing(Function)
        enclosing = (
            running[: running.index(loop)]
            if loop in self._loops
            else [
                outer
                for outer in running
                if outer.enclosing(Function) is not function or outer in loop.ancestors
            ]
        )
        self._loops = {**{outer: self._loops[outer] for outer in enclosing}, loop: number}

    def line(self, seconds: float) -> str:
        """The text of the line after `seconds`."""
        if self._latest is None:
            return ""
        done, steps, operation = self._latest
        shapes = "".join(f" {brief(value.type)}" for value in operation.results[:1])
        op = visible(operation.name.partition(".")[2])
        loops = [f"while {_count(loop, number + 1)}" for loop, number in list(self._loops.items())]
        if operation in self._loops:
            op, shapes = "", ""
        current = ", ".join(filter(None, [f"{op}{shapes}", *loops]))
        return f"op {done + 1:,}/{steps:,} {current}, {seconds:.1f} s"


def _count(loop: Operation, number: int) -> str:
    """`120/300`, or `120` if the trip count is unknown."""
    trip_count = trip_count_of(loop)
    return f"{number:,}" if trip_count is None else f"{number:,}/{trip_count.most:,}"
