"""A program that is ready to be executed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stablehlo_tools import interpret
from stablehlo_tools.cli.arguments import Callee
from stablehlo_tools.cli.progress import Steps
from stablehlo_tools.cli.run_progress import RunProgress
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.ir.operations import Function, Module

if TYPE_CHECKING:
    from stablehlo_tools.engines.protocol import Engine, LoadedProgram


class Prepared(NamedTuple):
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
