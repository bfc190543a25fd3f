"""`pjrt:PLUGIN.so`: any PJRT plug-in, through pypjrt; `pjrt` alone is the plug-in that pypjrt finds."""

from __future__ import annotations

import os
import sys

from stablehlo_tools.engines.foreign import WORKERS, ForeignEngine


def engine(spec: str, argument: str, python: str | None) -> ForeignEngine:
    """The engine of a plug-in."""
    return ForeignEngine(
        spec,
        WORKERS / "pjrt.py",
        argument=os.path.abspath(argument) if argument else "",
        install="'pypjrt>=0.1.1'",
        python=python or sys.executable,
    )
