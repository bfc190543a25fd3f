"""The registry of ops: importing this module imports every file of declarations, which fills `OPS`."""

from __future__ import annotations

import importlib
import pkgutil

from stablehlo_tools.ops.model.declare import OPS

__all__ = ["OPS"]

for _folder in ("stablehlo", "chlo", "dialects", "custom_calls"):
    _package = importlib.import_module(f"{__package__}.{_folder}")
    for _module in pkgutil.iter_modules(_package.__path__):
        importlib.import_module(f"{_package.__name__}.{_module.name}")
