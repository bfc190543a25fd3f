"""The interface of engines: compile a program once, execute it any number of times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module

UNKNOWN_ENGINE = Code(
    "unknown_engine",
    "No engine has this name, neither in this package nor in an installed plug-in.",
    "Use one of those that the message lists; `shlo doctor` shows which are installed.",
    command="run --random --engine xlaa",
    is_usage=True,
)


@dataclass(frozen=True)
class Capabilities:
    """The capabilities of an engine. `devices` are named like `cpu:0`.

    Without `takes_dynamic_shapes`, programs are refined for the shapes of their inputs first.
    """

    devices: tuple[str, ...] = ()
    takes_dynamic_shapes: bool = False


class LoadedProgram(Protocol):
    """A function that an engine has compiled. Threads may share it."""

    def execute(self, inputs: Sequence[Sequence[Array]]) -> list[list[Array]]:
        """The results of each process, whose inputs are in the order (replica 0, partition 0), (0, 1) ...

        Raises `EngineError`.
        """

    def close(self) -> None:
        """Release the resources of the program, such as a process."""


class Engine(Protocol):
    """Something that executes programs. `name` is that of `--engine`, `version` its implementation's."""

    name: str

    @property
    def version(self) -> str:
        """The version; raises `EngineError` if the engine is missing."""

    def capabilities(self) -> Capabilities:
        """The capabilities of the engine. Raises `EngineError` if it is not installed."""

    def compile(self, module: Module, entry: str, options: RunOptions) -> LoadedProgram:
        """The function `entry` of a verified module, compiled. Raises `EngineError`."""
