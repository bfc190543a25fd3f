"""The ops, each declared once: constraints, signature, documentation and kernel.

As attributes of this package the ops are functions of numpy arrays; see `stablehlo_tools.interpret.eager`.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

_FILES = frozenset(path.stem for path in Path(__file__).parent.glob("*.py"))


def __getattr__(name: str) -> object:
    if name in _FILES:
        module = importlib.import_module(f"{__name__}.{name}")
        if not _is_named_as_an_op(module, name):
            return module
    if not name.startswith("_"):
        try:
            return importlib.import_module("stablehlo_tools.interpret.eager").function_of(name)
        except LookupError:
            pass
    module = sys.modules[__name__]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=module)


def __dir__() -> list[str]:
    names: list[str] = importlib.import_module("stablehlo_tools.interpret.eager").names()
    return names


def _is_named_as_an_op(module: ModuleType, name: str) -> bool:
    """Whether a module has the name of an op that it declares."""
    return hasattr(module, name)


class _Package(ModuleType):
    """Keeps `ops.convolution` the op after the module of that name is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and _is_named_as_an_op(value, name)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
