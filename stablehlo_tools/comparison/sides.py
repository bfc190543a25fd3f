"""The two sides of a comparison: where the values of a program come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final, TypeVar

import numpy as np

from stablehlo_tools.comparison.equivalence.argument_order import kind_and_shape, orders, with_stored
from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError, RunError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.engines.protocol import Engine, LoadedProgram
from stablehlo_tools.engines.refined import compile_on, needs_inputs, refined_for
from stablehlo_tools.interpret.checks.inputs import Arguments
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.ir.arrays import Array, as_type, described, is_of
from stablehlo_tools.ir.operations import Function, Module, Value, default_entry
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.rewrite.mark import MarkedScope, marked
from stablehlo_tools.text.source_frames import module_of

T = TypeVar("T")
MOST_FAILURES: Final = 32  # after which an engine is given up; finding a value that it refuses takes some


Guard = Callable[[LoadedProgram], AbstractContextManager[object]]


def unguarded(program: LoadedProgram) -> AbstractContextManager[object]:
    """The context of a program that is executed unchanged."""
    return nullcontext()


class EngineSide:
    """A program on an engine, which executes it and parts of it.

    Arrays of several processes are stacked along a new first dimension. `runs` counts executions of the
    whole program, `parts` those of parts. `spec` names the engine for `engine_named`. `refused` are the
    names of values that the engine cannot return, and `failures` counts the programs that it refused.
    `given` is the module before refinement to the shapes of inputs. `note` is called with each step; each
    program is executed in a context from `guard`.
    """

    def __init__(
        self,
        module: Module,
        engine: Engine,
        entry: str = "",
        options: RunOptions = DEFAULT,
        spec: str = "",
        note: Callable[[str], None] = lambda step: None,
        guard: Guard = unguarded,
    ) -> None:
        self.module = self.given = module
        self.entry = entry or default_entry(module)
        self.engine = engine
        self.spec = spec or engine.name
        self.options = options
        self.note = note
        self.guard = guard
        self.runs = self.parts = self.failures = 0
        self.refused: list[str] = []
        self._program: LoadedProgram | None = None

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self.engine.name

    @property
    def function(self) -> Function:
        """The executed function. Raises `RunError` if it is missing."""
        return require_function(self.module, self.entry)

    def compile(self, module: Module, entry: str) -> LoadedProgram:
        """A compiled function of a verified module. Raises `EngineError`."""
        self.note(f"{self.name}: compiling")
        return compile_on(self.engine, module, entry, self.options)

    def execute(
        self, program: LoadedProgram, inputs: Sequence[Array], *, is_whole: bool = False
    ) -> list[Array]:
        """The results of a program. Raises `EngineError`."""
        self.note(f"{self.name}: run {self.runs + self.parts + 1:,}")
        self.runs += is_whole
        self.parts += not is_whole
        count = self.options.num_processes
        processes = [inputs] if count == 1 else [[array[index] for array in inputs] for index in range(count)]
        with self.guard(program):
            results = program.execute(list(map(Arguments, processes)))
        if count == 1:
            return results[0]
        return [np.stack(arrays) for arrays in zip(*results, strict=True)]

    def run(self, module: Module, inputs: Sequence[Array], *, is_whole: bool = False) -> list[Array]:
        """The results of the last function of a module. Raises `EngineError`."""
        program = self.compile(module, module.functions[-1].symbol)
        try:
            return self.execute(program, inputs, is_whole=is_whole)
        finally:
            program.close()

    def values(
        self, scope: MarkedScope, values: Sequence[Value], inputs: Sequence[Array], *, is_whole: bool
    ) -> list[Array | None]:
        """The values of a scope on these inputs; None for values that the engine refuses to return.

        Raises `EngineError` if it refuses too many.
        """
        try:
            return [*self.run(marked(scope, values), inputs, is_whole=is_whole)]
        except EngineError:
            self.failures += 1
            if self.failures > MOST_FAILURES:
                raise
        if len(values) == 1:
            self.refused.append(scope.name(values[0]))
            return [None]
        middle = len(values) // 2
        halves = (values[:middle], values[middle:])
        return [array for half in halves for array in self.values(scope, half, inputs, is_whole=is_whole)]

    def outputs(self, inputs: Sequence[Array]) -> list[Array | None]:
        """The results of the program, which stays compiled until `close`. Raises `EngineError`."""
        if self._program is None:
            self._program = self.compile(self.module, self.entry)
        return [*self.execute(self._program, inputs, is_whole=True)]

    def close(self) -> None:
        """Release the program."""
        if self._program is not None:
            self._program.close()
            self._program = None


_RECORDED_TYPE = Code(
    "recorded_type",
    "A recorded array is not of the type of the value whose name it has.",
    "Record the values of this program; `shlo run --dump-dir` shows their names and types.",
    is_usage=True,
)

_NOT_RECORDED = Code(
    "not_recorded",
    "None of the recorded arrays has the name of a result, or of a value of the program.",
    "Name results `out0`, `out1`; `shlo run --dump-dir` shows the names of values.",
    is_usage=True,
)


class RecordedSide:
    """Recorded values by name: `main/%12`, or `out0` for a result.

    `used` are the names that have been looked up.
    """

    runs = parts = 0
    refused: Sequence[str] = ()

    def __init__(
        self, module: Module, arrays: Mapping[str, Array], entry: str = "", name: str = "recorded"
    ) -> None:
        self.module = self.given = module
        self.entry = entry or default_entry(module)
        self.arrays = arrays
        self.name = name
        self.used: set[str] = set()

    @property
    def function(self) -> Function:
        """The executed function. Raises `RunError` if it is missing."""
        return require_function(self.module, self.entry)

    def values(
        self, scope: MarkedScope, values: Sequence[Value], inputs: Sequence[Array], *, is_whole: bool
    ) -> list[Array | None]:
        """The recorded values of a scope; None for others. Raises `RunError` for one of another type."""
        return [self._array([scope.name(value)], value) for value in values]

    def outputs(self, inputs: Sequence[Array]) -> list[Array | None]:
        """The recorded results; None for others. Raises `RunError` for one of another type."""
        function = self.function
        arrays: list[Array | None] = []
        for index, value in enumerate(function.returned):
            names = [*result_names(function, index), f"{self.entry}/{value.name}"]
            arrays.append(self._array(names, value))
        return arrays

    def _array(self, names: Sequence[str], value: Value) -> Array | None:
        """The array that is recorded under one of these names."""
        name = next((name for name in names if name in self.arrays), None)
        if name is None or not isinstance(value.type, TensorType):
            return None
        array = as_type(np.asarray(self.arrays[name]), value.type)
        if not is_of(array, value.type):
            message = f"{self.name}: {name} is {described(array)}, expected {value.type}"
            raise RunError(Diagnostic(_RECORDED_TYPE, message, None))
        self.used.add(name)
        return array

    def require_used(self) -> None:
        """Raise `RunError` if no array was looked up."""
        if not self.used:
            message = "no array has the name of a result (out0) or of a value (main/%12)"
            notes = [f"`{name}` is the first of {plural(len(self.arrays), 'array')}" for name in self.arrays][
                :1
            ]
            raise RunError(Diagnostic(_NOT_RECORDED, f"{self.name}: {message}", None, notes=tuple(notes)))

    def close(self) -> None:
        """Release nothing."""


def make_constants(sides: Sequence[EngineSide]) -> None:
    """Make constants of the stored arrays of each program that the other one does not take.

    Raises `RunError` for an array that cannot be read, and for a program without the function.
    """
    a, b = (side.function for side in sides)
    for side, function in zip(sides, (with_stored(a, b), with_stored(b, a)), strict=True):
        side.module = side.given = module_of(function)


def result_names(function: Function, index: int) -> list[str]:
    """The names of a result, the preferred one first."""
    known_as = function.result_info(index)
    return [f"out{index}", f"arr_{index}", str(index), *([known_as] if known_as else ())]


Side = EngineSide | RecordedSide


def know_inputs(sides: Sequence[Side], inputs: Sequence[Array]) -> None:
    """Refine the programs of all sides for these inputs of the first, if one of their engines needs it.

    A program of another number of arguments stays as it is: it cannot be compared.
    """
    engines = [side for side in sides if isinstance(side, EngineSide)]
    if not any(needs_inputs(side.engine, require_function(side.given, side.entry)) for side in engines):
        return
    is_stacked = any(side.options.num_processes > 1 for side in engines)
    arguments = [array[0] if is_stacked else array for array in inputs]
    functions = [require_function(side.given, side.entry) for side in sides]
    for side, function in zip(sides, functions, strict=True):
        order, _ = orders(functions[0], function, kind_and_shape)
        side.close()
        if len(function.arguments) == len(arguments):
            side.module = refined_for(side.given, function, [arguments[index] for index in order])


def file_of(side: Side) -> str:
    """The name of the file of a program; empty if it was built."""
    span = side.function.span
    return "" if span is None else span.source.name
