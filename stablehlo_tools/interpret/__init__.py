"""Executes verified modules on numpy."""

from __future__ import annotations

from stablehlo_tools.interpret.allocation import keep_freed_memory
from stablehlo_tools.interpret.errors import InternalError
from stablehlo_tools.interpret.inputs import check_inputs
from stablehlo_tools.interpret.machine import Executable, compile, execute
from stablehlo_tools.interpret.observation import Observation, Observe, Observer
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.interpret.processes import Host

__all__ = [
    "Executable",
    "Host",
    "InternalError",
    "Observation",
    "Observe",
    "Observer",
    "RunOptions",
    "check_inputs",
    "compile",
    "execute",
    "keep_freed_memory",
]
