"""The oracle in a process of its own, which it may crash: jaxlib, with MLIR and XLA."""

from __future__ import annotations

import importlib.util
import subprocess
import sys


def is_there() -> bool:
    """Whether MLIR and XLA can be asked: they come with jax."""
    return importlib.util.find_spec("jax") is not None and importlib.util.find_spec("jaxlib") is not None


def started(*arguments: str) -> subprocess.Popen[str]:
    """Python with these arguments, to be spoken to in lines."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
