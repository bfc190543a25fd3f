"""Programs of dynamic shapes on engines without them: refined for the shapes of the inputs, as JAX does.

Of exports for several platforms, as JAX does, too, engines get what one of them executes.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, InferenceError, RunError, VerificationError
from stablehlo_tools.engines.protocol import Engine, LoadedProgram
from stablehlo_tools.interpret.checks.inputs import convert_inputs
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.interface import platform_indices
from stablehlo_tools.ir.operations import Function, Module
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.rewrite.branches import settled
from stablehlo_tools.rewrite.refinement.functions import refine_module


def compile_on(engine: Engine, module: Module, entry: str, options: RunOptions) -> LoadedProgram:
    """The function `entry` of a verified module, compiled for all inputs. Raises `EngineError`."""
    function = module.function(entry)
    if function is None or not needs_inputs(engine, function):
        return engine.compile(module, entry, options)
    return RefinedProgram(engine, module, function, options)


def needs_inputs(engine: Engine, function: Function) -> bool:
    """Whether an engine compiles a function only once the shapes of its inputs or the platform are known."""
    if platform_indices(function):
        return True
    types = function.type.inputs
    is_static = all(type.is_static for type in types if isinstance(type, TensorType))
    return not is_static and not engine.capabilities().takes_dynamic_shapes


def refined_for(module: Module, function: Function, arguments: Sequence[Any]) -> Module:
    """A verified module, refined for arrays for all arguments of a function. Raises `RunError`."""
    platform = {index: arguments[index] for index in platform_indices(function)}
    if platform:
        module = settled(module, function.symbol, platform)
        function = module.declared[function.symbol]
    types = [_with_shape(type, array) for type, array in zip(function.type.inputs, arguments, strict=True)]
    try:
        return refine_module(module, function, types)
    except (InferenceError, VerificationError) as error:
        raise RunError(*error.diagnostics) from None


def _with_shape(type: Type, array: Any) -> Type:
    if isinstance(type, TensorType) and not type.is_static:
        return TensorType(array.shape, type.element_type)
    return type


SHAPES_OF_PROCESSES = Code(
    "shapes_of_processes",
    "The shape of a result differs between processes, so the result cannot be saved as one array.",
    "Run the program from Python, which returns one list per process.",
)


class RefinedProgram:
    """A program that is compiled for the shapes of its inputs, and the platform, and again for others."""

    def __init__(self, engine: Engine, module: Module, function: Function, options: RunOptions) -> None:
        self._engine = engine
        self._module = module
        self._function = function
        self._options = options
        self._known: list[object] | None = None
        self._program: LoadedProgram | None = None
        self._lock = threading.Lock()

    def execute(self, inputs: Sequence[Sequence[Array]]) -> list[list[Array]]:
        """The results of each process. Raises `EngineError`, and `RunError` for its inputs."""
        processes = [convert_inputs(self._function, arguments) for arguments in inputs]
        with self._lock:
            return self._compiled(processes).execute(processes)

    def compile_for(self, inputs: Sequence[Sequence[Array]]) -> None:
        """Compile the program for the shapes of these inputs. Raises as `execute`."""
        processes = [convert_inputs(self._function, arguments) for arguments in inputs]
        with self._lock:
            self._compiled(processes)

    def _compiled(self, processes: Sequence[Sequence[Any]]) -> LoadedProgram:
        """The program for the shapes of these inputs, and the platform, which those of all processes have."""
        platform = platform_indices(self._function)
        given: list[list[object]] = [
            [getattr(array, "shape", None) for array in arrays] + [int(arrays[index]) for index in platform]
            for arrays in processes
        ]
        if any(each != given[0] for each in given):
            message = f"the inputs of the processes of @{self._function.symbol} have different shapes"
            raise RunError(Diagnostic(SHAPES_OF_PROCESSES, message, self._function.span, unsupported=True))
        if self._program is None or self._known != given[0]:
            self._release()
            refined = refined_for(self._module, self._function, processes[0])
            self._program = self._engine.compile(refined, self._function.symbol, self._options)
            self._known = given[0]
        return self._program

    def close(self) -> None:
        """Release the program."""
        with self._lock:
            self._release()

    def _release(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None
