"""All rewrites: importing this module imports the modules in `rewrites/`, which register them."""

from __future__ import annotations

import importlib
import pkgutil

from stablehlo_tools.rewrite import rules as rewrites
from stablehlo_tools.rewrite.rewriter import REWRITES, Replacement, apply_rewrite

__all__ = ["REWRITES", "Replacement", "apply_rewrite"]

for _module in pkgutil.iter_modules(rewrites.__path__):
    importlib.import_module(f"{rewrites.__name__}.{_module.name}")
