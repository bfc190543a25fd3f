"""All rewrites: importing this module imports every file of them, and so enters them in `REWRITES`."""

from __future__ import annotations

import importlib
import pkgutil

from stablehlo_tools.transform import rewrites
from stablehlo_tools.transform.rewrite import REWRITES, Replacement, rewritten

__all__ = ["REWRITES", "Replacement", "rewritten"]

for _module in pkgutil.iter_modules(rewrites.__path__):
    importlib.import_module(f"{rewrites.__name__}.{_module.name}")
