"""Engines by name: the built-in ones, and the entry points that other packages declare."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from typing import Final

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.engines import command
from stablehlo_tools.engines.child import ENGINE_MISSING
from stablehlo_tools.engines.foreign import JAXLIB, WORKERS, ForeignEngine, Worker
from stablehlo_tools.engines.interpreter import Numpy
from stablehlo_tools.engines.layout import ENGINE_DEVICE
from stablehlo_tools.engines.plain_types import PLAIN
from stablehlo_tools.engines.protocol import UNKNOWN_ENGINE, Engine
from stablehlo_tools.interpret.options import INTERPRETER

GROUP: Final = "stablehlo_tools.engines"
UNAVAILABLE: Final = frozenset({UNKNOWN_ENGINE, ENGINE_MISSING, ENGINE_DEVICE})  # to any program
# The types that MLIR's Python bindings do not exchange with numpy: they pack booleans.
_LACKING: Final = {"i1", "complex<f32>", "complex<f64>"}
# The engines with a process of their own, which can be that of another Python. XLA's CPU client needs no jax;
# accelerators come with the plug-ins of jax. IREE does not say what version of StableHLO it reads. The
# argument of `pjrt` is a plug-in, by default the one that pypjrt finds; `reference` is StableHLO's own
# interpreter, through jaxlib.
_FOREIGN: Final = {
    "xla": Worker(WORKERS / "xla.py", JAXLIB, has_partitioner=True),
    "iree": Worker(WORKERS / "iree.py", "'iree-base-compiler>=3.0' 'iree-base-runtime>=3.0'"),
    "pjrt": Worker(WORKERS / "pjrt.py", "'pypjrt>=0.1.1'"),
    "reference": Worker(WORKERS / "reference.py", JAXLIB, native=PLAIN - _LACKING),
}
_HERE: Final[Mapping[str, Callable[[str], Engine]]] = {
    INTERPRETER: lambda argument: Numpy(),
    "cmd": command.engine,
}


def engine_named(spec: str) -> Engine:
    """The engine of `--engine SPEC`: `NAME`, `NAME:ARGUMENT`, or `NAME@PYTHON` for that of an environment.

    A package declares more of them as entry points of the group `stablehlo_tools.engines`: functions that
    take the argument, which may be `""`. Raises `EngineError` for an unknown name.
    """
    engine, argument = spec.partition(":")[0], spec.partition(":")[2]
    name, _, python = engine.partition("@")
    if "@" in engine and not python:
        raise _unknown(f"{engine} names no Python", ("name an environment, or its bin/python",))
    if name == INTERPRETER and ":" in spec:
        raise _unknown(f"engine {name} takes no argument", (f"write {name}",))
    if name in _FOREIGN:
        path = os.path.abspath(argument) if argument else ""
        return ForeignEngine(spec, _FOREIGN[name], path, _python(python))
    if python:
        raise _unknown(f"engine {name} does not run in another Python", ())
    if name in _HERE:
        return _HERE[name](argument)
    load = _declared().get(name)
    if load is None:
        helps = (*did_you_mean(closest(name, names())), f"engines: {', '.join(names())}")
        raise _unknown(f"unknown engine `{name}`", helps)
    return load()(argument)


def names() -> list[str]:
    """The names of all engines, those of this package first."""
    own = (INTERPRETER, *_FOREIGN, "cmd")
    return [*own, *sorted(set(_declared()) - set(own))]


def _declared() -> dict[str, Callable[[], Callable[[str], Engine]]]:
    """The loaders of the engines of other packages, by name."""
    from importlib.metadata import entry_points

    return {each.name: each.load for each in entry_points(group=GROUP)}


def _python(path: str) -> str:
    """The Python at a path, which may be the folder of an environment; our own for none."""
    if not path:
        return sys.executable
    for candidate in (path, f"{path}/bin/python", f"{path}/Scripts/python.exe"):
        if executable := shutil.which(candidate):
            return executable
    raise _unknown(f"cannot find the Python {path}", ("name an environment, or its bin/python",))


def _unknown(message: str, helps: tuple[str, ...]) -> EngineError:
    return EngineError(Diagnostic(UNKNOWN_ENGINE, message, None, helps=helps))
