"""Packages whose stub declares their public names, each imported from its file when it is first used."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
import sys
from collections.abc import Callable
from typing import Final

from stablehlo_tools.host.regex import regex

_IMPORT: Final = regex(r"^from (\S+) import (\([^)]*\)|.*)$", re.MULTILINE)
_NAME: Final = regex(r"\w+(?= as )")  # of `name as name`, which stubs write of what is public


def lazily(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package, with the names that its `__init__.pyi` imports.

    The first of these also gives `__all__`.
    """

    @functools.cache
    def homes() -> dict[str, str]:
        stub = (pkgutil.get_data(package, "__init__.pyi") or b"").decode()
        return {name: home for home, names in _IMPORT.findall(stub) for name in _NAME.findall(names)}

    def attribute(name: str) -> object:
        if name == "__all__":
            return public()
        module = sys.modules[package]
        if name not in homes():
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name, obj=module)
        home = module if homes()[name] == package else importlib.import_module(homes()[name])
        is_module = home is module or not hasattr(home, name)
        value = importlib.import_module(f"{homes()[name]}.{name}") if is_module else getattr(home, name)
        setattr(module, name, value)
        return value

    def public() -> list[str]:
        return sorted(homes())

    return attribute, public
