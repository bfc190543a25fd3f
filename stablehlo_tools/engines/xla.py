"""`xla`: XLA through jaxlib. Its CPU client needs no jax; accelerators come with the plug-ins of jax."""

from __future__ import annotations

import sys

from stablehlo_tools.engines.foreign import JAXLIB, WORKERS, ForeignEngine


def engine(spec: str, argument: str, python: str | None) -> ForeignEngine:
    """The engine `xla`, or that of the jaxlib of another Python."""
    return ForeignEngine(
        spec,
        WORKERS / "xla.py",
        install=JAXLIB,
        python=python or sys.executable,
        has_partitioner=True,
    )
