"""The oracle in a process of its own, which it may crash: jaxlib, with MLIR and XLA."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

# A program begins so in which MLIR reads what JAX writes; to import JAX, which has the same, takes longer
MLIR = """
from jaxlib.mlir import ir
from jaxlib.mlir._mlir_libs import _jax_mlir_ext
from jaxlib.mlir.dialects import chlo, mhlo, mpmd, sdy, stablehlo

def make_ir_context():
    registry, context = ir.DialectRegistry(), ir.Context()
    _jax_mlir_ext.register_dialects(registry)
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    mhlo.register_mhlo_dialect(context)
    for each in (chlo, mpmd, sdy, stablehlo):
        each.register_dialect(context)
    return context
"""


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
