"""Compiled programs: a function that is verified and compiled once, and executed any number of times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Function, Module, argument_names
from stablehlo_tools.ir.types import TensorType, Type

if TYPE_CHECKING:
    from stablehlo_tools.dataflow.statistics import Stats
    from stablehlo_tools.interpret.checks.inputs import Inputs
    from stablehlo_tools.interpret.plans.memory import MemoryRequirement


@dataclass(frozen=True)
class ProgramSignature:
    """The arguments of a function, by their best names and in order, and the types of its results."""

    inputs: Mapping[str, Type]
    results: tuple[Type, ...]

    def __str__(self) -> str:
        inputs = ", ".join(f"{name}: {type}" for name, type in self.inputs.items())
        return f"({inputs}) -> ({', '.join(map(str, self.results))})"


class CompiledProgram:
    """A function of a program, compiled by an engine. Threads may share it.

    Call it with arrays in the order of the arguments, or by name: `program(x, y)`, `program(x=x, y=y)`, or
    with a list or a dictionary of them, as `run` takes them: `program([x, y])`, `program({"x": x, "y": y})`.
    For several processes, call `program.run_parallel([[x0, y0], [x1, y1]])`. Later changes of the module have
    no effect. `memory` is the memory requirement of a run, if the engine reports it. As a context manager,
    the program closes itself.
    """

    def __init__(
        self,
        module: Module,
        function: Function,
        execute: Callable[[Sequence[Any]], list[list[Array]]],
        call: Callable[[Any], list[Array]] | None = None,
        *,
        memory: MemoryRequirement | None = None,
        close: Callable[[], None] | None = None,
    ) -> None:
        self._module = module
        self._function = function
        self._execute = execute
        self._call = call or (lambda inputs: execute([inputs])[0])
        self._close = close
        self.memory = memory

    def __call__(
        self, *inputs: npt.ArrayLike | Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike],
        **named: npt.ArrayLike,
    ) -> list[Array]:  # fmt: skip
        """The results, which belong to the caller. Raises `RunError` and `EngineError`."""
        if named:
            if inputs:
                raise TypeError("pass inputs in order or by name, not both")
            return self._call(named)
        (only,) = inputs if len(inputs) == 1 else (None,)
        if isinstance(only, Mapping) or (isinstance(only, list | tuple) and not self._is_an_input(only)):
            return self._call(only)
        return self._call(inputs)

    def _is_an_input(self, arguments: Sequence[Any]) -> bool:
        """Whether a list is the only argument itself, as `[1.0, 2.0]` may be, and not a list with it."""
        if len(self._function.arguments) != 1:
            return False
        type = self._function.arguments[0].type
        rank = len(type.shape or ()) if isinstance(type, TensorType) else 1
        return len(arguments) != 1 or np.ndim(arguments[0]) != rank

    def run_parallel(self, inputs: Sequence[Inputs]) -> list[list[Array]]:
        """The results of each process for its inputs, in the order (replica 0, partition 0), (0, 1) ...

        Raises `RunError` and `EngineError`.
        """
        return self._execute(inputs)

    @property
    def signature(self) -> ProgramSignature:
        """The names and types of the arguments, and the types of the results."""
        inputs: dict[str, Type] = {}
        for argument in self._function.arguments:
            names = argument_names(self._module, argument)
            inputs[names[1] if names[-1] in inputs else names[-1]] = argument.type
        return ProgramSignature(inputs, self._function.type.results)

    def stats(self) -> Stats:
        """The statistics of the function, as those of `stats`."""
        from stablehlo_tools.dataflow.statistics import stats_of

        return stats_of(self._module, self._function.symbol)

    def close(self) -> None:
        """Release the resources of the program, such as the process of an engine."""
        if self._close is not None:
            self._close()

    def __enter__(self) -> CompiledProgram:
        """The program itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the program."""
        self.close()

    def __repr__(self) -> str:
        return f"<CompiledProgram @{self._function.symbol}{self.signature}>"
