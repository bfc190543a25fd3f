"""The codes that the files of the package declare, and the programs for which they are reported."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Mapping
from pathlib import Path

from stablehlo_tools.diagnostics.codes import DECLARED, Code
from stablehlo_tools.host import resources

_PACKAGE = Path(__file__).resolve().parent.parent
# Rooms above this one, and scripts that run in processes of engines.
_DECLARES_NONE = (
    "cli",
    "conformance",
    "drawing",
    "explanations",
    "__main__",
    "pytest_plugin",
    "testing",
    "workers",
)


@functools.cache
def all_codes() -> Mapping[str, Code]:
    """All codes, sorted: every file that may declare one is imported."""
    for module in pkgutil.walk_packages([str(_PACKAGE)], f"{_PACKAGE.name}."):
        if set(module.name.split(".")).isdisjoint(_DECLARES_NONE):
            importlib.import_module(module.name)
    return {name: DECLARED[name] for name in sorted(DECLARED)}


def code_named(name: str) -> Code | None:
    """The code of this name; None if there is none."""
    return DECLARED.get(name) or all_codes().get(name)


def example_of(code: Code) -> str:
    """The program for which a code is reported; empty if there is none."""
    path = resources.folder("code_examples") / f"{code}.txt"
    return path.read_text(encoding="utf-8").removesuffix("\n") if path.exists() else ""
