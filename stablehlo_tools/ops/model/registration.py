"""Registries of objects that register themselves at import, such as rules of a room for single ops."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

T = TypeVar("T", bound=Callable[..., Any])


def import_files(package: ModuleType) -> None:
    """Import each file of a package, so that its declarations register themselves."""
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)


class Registry(dict[str, T]):
    """Functions by the names of ops. It begins empty; decorators fill it: `@RULES.register("stablehlo.add")`.

    An op without a function has the answer that is always right: any range, no map, no counterpart.
    """

    def __init__(self) -> None:
        super().__init__()

    def register(self, *names: str) -> Callable[[T], T]:
        """Register the decorated function for these ops."""

        def add(function: T) -> T:
            for name in names:
                assert name not in self, name
                self[name] = function
            return function

        return add
