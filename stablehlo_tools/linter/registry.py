"""All rules: importing this module imports every family, which adds its rules to `RULES`."""

from __future__ import annotations

import importlib
import pkgutil

from stablehlo_tools.linter import rules
from stablehlo_tools.linter.rule import RULES

__all__ = ["RULES"]

for _module in pkgutil.iter_modules(rules.__path__):
    importlib.import_module(f"{rules.__name__}.{_module.name}")
