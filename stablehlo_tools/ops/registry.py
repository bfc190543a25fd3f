"""The registry of ops: importing this module imports every module of ops, which fills `OPS`."""

from __future__ import annotations

import importlib
import pkgutil

from stablehlo_tools import ops
from stablehlo_tools.ops.declare import OPS

__all__ = ["OPS"]

for _module in pkgutil.iter_modules(ops.__path__):
    importlib.import_module(f"{ops.__name__}.{_module.name}")
