"""`numpy`: the interpreter of this package, in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from stablehlo_tools._version import __version__
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError
from stablehlo_tools.engines.layout import ENGINE_DEVICE
from stablehlo_tools.engines.protocol import Capabilities, LoadedProgram
from stablehlo_tools.interpret.machine import Executable, compile as compile_function
from stablehlo_tools.interpret.observers.observation import Instrument
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module


class Numpy:
    """The interpreter; an `instrument` is made for each program."""

    name = "numpy"
    version = f"{__version__}, numpy {np.__version__}"

    def __init__(self, instrument: Callable[[], Instrument] | None = None) -> None:
        self._instrument = instrument

    def capabilities(self) -> Capabilities:
        """Everything that verifies, on the CPU."""
        return Capabilities(devices=("cpu:0",), takes_dynamic_shapes=True)

    def compile(self, module: Module, entry: str, options: RunOptions) -> LoadedProgram:
        """The plan of a function. Raises `RunError`, and `EngineError` for a device that is not the CPU."""
        if options.device not in (None, "cpu", "cpu:0"):
            message = f"engine numpy has no device {options.device}, only cpu:0"
            raise EngineError(Diagnostic(ENGINE_DEVICE, message, None))
        if (options.num_devices or 1) != 1 or options.distributed is not None:
            message = "engine numpy executes on a single device only"
            raise EngineError(Diagnostic(ENGINE_DEVICE, message, None))
        observer = self._instrument() if self._instrument else None
        return PlannedProgram(compile_function(module, entry, options, observer=observer))


class PlannedProgram(LoadedProgram):
    """A plan as a program of an engine."""

    def __init__(self, executable: Executable) -> None:
        self.executable = executable

    def execute(self, inputs: Sequence[Sequence[Array]]) -> list[list[Array]]:
        return self.executable.run_parallel(inputs)

    def close(self) -> None:
        pass
