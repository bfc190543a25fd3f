"""`iree`: IREE's compiler and runtime, which do not say what version of StableHLO they read."""

from __future__ import annotations

import sys

from stablehlo_tools.engines.foreign import WORKERS, ForeignEngine


def engine(spec: str, argument: str, python: str | None) -> ForeignEngine:
    """The engine `iree`, or that of another Python."""
    worker = WORKERS / "iree.py"
    install = "'iree-base-compiler>=3.0' 'iree-base-runtime>=3.0'"
    return ForeignEngine(spec, worker, install=install, python=python or sys.executable)
