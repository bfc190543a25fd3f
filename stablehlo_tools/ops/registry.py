"""The registry of ops: importing this module imports every file of declarations, which fills `OPS`."""

from __future__ import annotations

import importlib

from stablehlo_tools.ops.model.declare import OPS
from stablehlo_tools.ops.model.registration import import_files

__all__ = ["OPS"]

for _folder in ("stablehlo", "chlo", "dialects", "custom_calls"):
    import_files(importlib.import_module(f"{__package__}.{_folder}"))
