"""The public names of `stablehlo_tools.interpret`, each where it comes from."""

from stablehlo_tools.interpret.allocation import keep_freed_memory as keep_freed_memory
from stablehlo_tools.interpret.checks.inputs import check_inputs as check_inputs
from stablehlo_tools.interpret.errors import InternalError as InternalError
from stablehlo_tools.interpret.grid.processes import Host as Host
from stablehlo_tools.interpret.machine import Executable as Executable, compile as compile, execute as execute
from stablehlo_tools.interpret.observers.observation import (
    Observation as Observation,
    Observe as Observe,
    Observer as Observer,
)
from stablehlo_tools.interpret.options import RunOptions as RunOptions

__all__: list[str]  # noqa: PYI035 (made of the names above)
