"""The plans compiled from a module, which it holds until it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from stablehlo_tools.api.reading import require_valid_module
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.interpret.machine import Executable, compile
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.state import ModuleState
from stablehlo_tools.ops.stablehlo.custom_call import user_targets

_MOST_EXECUTABLES: Final = 8  # of one module


class _Executables(NamedTuple):
    """The plans compiled from a module in one state, with these targets of custom calls."""

    state: ModuleState
    targets: Mapping[str, Any]
    by_options: dict[tuple[object, ...], Executable]


def executable_of(module: Module, entry: str, options: RunOptions, *, as_read: bool) -> Executable:
    """The compiled function of a module, which the module holds until it changes. Raises RunError."""
    held, key = executables_of(module, as_read=as_read).by_options, (entry, options)
    if key not in held:
        executable = compile(module, entry, options)
        if len(held) >= _MOST_EXECUTABLES:
            held.clear()
        held[key] = executable
    return held[key]


def executables_of(module: Module, *, as_read: bool) -> _Executables:
    """The plans that a valid module holds; it is verified if it has changed."""
    executables: _Executables | None = module.derived.get(_Executables)
    targets = dict(user_targets())
    if executables is None or executables.targets != targets or not executables.state.is_of(module):
        require_valid_module(module, as_read=as_read)
        executables = module.derived[_Executables] = _Executables(ModuleState(module), targets, {})
    return executables
