"""Engines by name: those of this package, and those that other packages declare as entry points."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, closest
from stablehlo_tools.engines import command, interpreter
from stablehlo_tools.engines.foreign import JAXLIB, WORKERS, ForeignEngine
from stablehlo_tools.engines.protocol import UNKNOWN_ENGINE, Engine, EngineError
from stablehlo_tools.engines.wire import PLAIN

GROUP: Final = "stablehlo_tools.engines"
# What MLIR's Python bindings do not exchange with numpy: booleans are packed there.
_LACKED_BY_MLIR: Final = {"i1", "complex<f32>", "complex<f64>"}
# Engines whose worker, the file of their name, may be run by another Python: what `ForeignEngine` knows of
# each. XLA's CPU client needs no jax; accelerators come with the plug-ins of jax. IREE does not say what
# version of StableHLO it reads. `pjrt:PLUGIN.so` is any PJRT plug-in, `pjrt` alone the one that pypjrt finds.
# `reference` is StableHLO's own interpreter.
_FOREIGN: Final[Mapping[str, Mapping[str, Any]]] = {
    "xla": {"install": JAXLIB, "has_partitioner": True},
    "iree": {"install": "'iree-base-compiler>=3.0' 'iree-base-runtime>=3.0'"},
    "pjrt": {"install": "'pypjrt>=0.1.1'"},
    "reference": {"install": JAXLIB, "native": PLAIN - _LACKED_BY_MLIR},
}
_OWN: Final[Mapping[str, Callable[[str, str], Engine]]] = {"numpy": interpreter.engine, "cmd": command.engine}


def engine_named(spec: str) -> Engine:
    """The engine of `--engine SPEC`: `NAME`, `NAME:ARGUMENT`, or `NAME@PYTHON` for that of an environment.

    A package declares more of them as entry points of the group `stablehlo_tools.engines`: functions that
    take the argument, `""` if there is none. Raises `EngineError` for a name that nobody knows.
    """
    known, argument = spec.partition(":")[0], spec.partition(":")[2]
    name, _, python = known.partition("@")
    if name in _FOREIGN:
        plugin = os.path.abspath(argument) if name == "pjrt" and argument else ""
        worker = WORKERS / f"{name}.py"
        return ForeignEngine(spec, worker, argument=plugin, python=_python(spec, python), **_FOREIGN[name])
    if python:
        raise _unknown(spec, f"engine {name} does not run in another Python", ())
    if name in _OWN:
        return _OWN[name](spec, argument)
    found = _declared().get(name)
    if found is None:
        near = closest(name, names())
        helps = (f"did you mean `{near}`?",) if near else ()
        raise _unknown(spec, f"unknown engine `{name}`", (*helps, f"engines: {', '.join(names())}"))
    return found()(argument)


def names() -> list[str]:
    """The names of all engines, those of this package first."""
    known = ["numpy", *_FOREIGN, "cmd"]
    return [*known, *sorted(set(_declared()).difference(known))]


def _declared() -> dict[str, Callable[[], Callable[[str], Engine]]]:
    """What loads the engines of other packages, by name."""
    from importlib.metadata import entry_points

    return {each.name: each.load for each in entry_points(group=GROUP)}


def _python(spec: str, path: str) -> str:
    """The Python at a path, which may be the folder of an environment; our own without one."""
    if not path:
        return sys.executable
    for candidate in (path, f"{path}/bin/python", f"{path}/Scripts/python.exe"):
        if found := shutil.which(candidate):
            return found
    raise _unknown(spec, f"there is no Python {path}", ("name an environment, or its bin/python",))


def _unknown(spec: str, message: str, helps: tuple[str, ...]) -> EngineError:
    return EngineError(Diagnostic(UNKNOWN_ENGINE, message, None, helps=helps))
