"""Engines by name: those of this package, and those that other packages declare as entry points."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable
from typing import Final, cast

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, closest
from stablehlo_tools.engines.protocol import UNKNOWN_ENGINE, Engine, EngineError

GROUP: Final = "stablehlo_tools.engines"
# Each name is that of a file here, with a function `engine(argument, python)`.
_FILES: Final = {
    "numpy": "interpreter",
    "xla": "xla",
    "iree": "iree",
    "pjrt": "pjrt",
    "reference": "reference",
    "cmd": "command",
}
# The engines whose process can be that of another Python.
_OF_ANY_PYTHON: Final = ("xla", "iree", "pjrt", "reference")


def engine_named(spec: str) -> Engine:
    """The engine of `--engine SPEC`: `NAME`, `NAME:ARGUMENT`, or `NAME@PYTHON` for that of an environment.

    A package declares more of them as entry points of the group `stablehlo_tools.engines`: functions that
    take the argument, `""` if there is none. Raises `EngineError` for a name that nobody knows.
    """
    known, argument = spec.partition(":")[0], spec.partition(":")[2]
    name, _, python = known.partition("@")
    if name in _OF_ANY_PYTHON:
        module = importlib.import_module(f"{__package__}.{_FILES[name]}")
        return cast(Engine, module.engine(spec, argument, _python(spec, python)))
    if python:
        raise _unknown(spec, f"engine {name} does not run in another Python", ())
    if name in _FILES:
        return cast(Engine, importlib.import_module(f"{__package__}.{_FILES[name]}").engine(spec, argument))
    found = _declared().get(name)
    if found is None:
        near = closest(name, names())
        helps = (f"did you mean `{near}`?",) if near else ()
        raise _unknown(spec, f"unknown engine `{name}`", (*helps, f"engines: {', '.join(names())}"))
    return found()(argument)


def names() -> list[str]:
    """The names of all engines, those of this package first."""
    return [*_FILES, *sorted(set(_declared()) - set(_FILES))]


def _declared() -> dict[str, Callable[[], Callable[[str], Engine]]]:
    """What loads the engines of other packages, by name."""
    from importlib.metadata import entry_points

    return {each.name: each.load for each in entry_points(group=GROUP)}


def _python(spec: str, path: str) -> str | None:
    """The Python at a path, which may be the folder of an environment; None for our own."""
    if not path:
        return None
    for candidate in (path, f"{path}/bin/python", f"{path}/Scripts/python.exe"):
        if found := shutil.which(candidate):
            return found
    raise _unknown(spec, f"there is no Python {path}", ("name an environment, or its bin/python",))


def _unknown(spec: str, message: str, helps: tuple[str, ...]) -> EngineError:
    return EngineError(Diagnostic(UNKNOWN_ENGINE, message, None, helps=helps))
