"""`reference`: StableHLO's own interpreter, through jaxlib."""

from __future__ import annotations

import sys

from stablehlo_tools.engines.foreign import JAXLIB, WORKERS, ForeignEngine
from stablehlo_tools.engines.wire import PLAIN

# What the attributes of MLIR's Python bindings do not exchange with numpy: booleans are packed there.
_LACKING = {"i1", "complex<f32>", "complex<f64>"}


def engine(spec: str, argument: str, python: str | None) -> ForeignEngine:
    """The engine `reference`, or that of the jaxlib of another Python."""
    return ForeignEngine(
        spec,
        WORKERS / "reference.py",
        install=JAXLIB,
        python=python or sys.executable,
        native=PLAIN - _LACKING,
    )
