"""`iree`: IREE's compiler and runtime, which do not say what version of StableHLO they read."""

from __future__ import annotations

import sys

from stablehlo_tools.engines.foreign import WORKERS, ForeignEngine


def engine(spec: str, argument: str, python: str | None) -> ForeignEngine:
    """The engine `iree`, or that of another Python."""
    worker = WORKERS / "iree.py"
    return ForeignEngine(spec, worker, install="stablehlo_tools[iree]", python=python or sys.executable)
