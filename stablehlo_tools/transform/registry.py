"""All rewrites: importing this module imports the modules in `rewrites/`, which register them."""

from __future__ import annotations

import importlib
import pkgutil

from stablehlo_tools.transform import rewrites
from stablehlo_tools.transform.rewrite import REWRITES, Replacement, apply_rewrite

__all__ = ["REWRITES", "Replacement", "apply_rewrite"]

for _module in pkgutil.iter_modules(rewrites.__path__):
    importlib.import_module(f"{rewrites.__name__}.{_module.name}")
