"""Engines that fail, each in its own way: workers whose `main` doubles a tensor<3xf32>, but for ..."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

import stablehlo_tools
from stablehlo_tools.engines.foreign import ForeignEngine, Worker
from stablehlo_tools.interpret.options import RunOptions

MODULE = stablehlo_tools.parse("""
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
""")
X = np.array([1, 2, 3], np.float32)

_WORKER = """
import os, signal, sys, time
import numpy as np
{start}

def describe(argument):
    {describe}
    return {{"version": "1.0", "devices": ["fake:0"], "stablehlo": None}}

def compile(program, options):
    {compile}
    def execute(arrays):
        (x,) = arrays
        {execute}
        return [x + x]
    return execute
"""


def fake(folder: Path, *, start: str = "", **parts: str) -> ForeignEngine:
    """The engine of a worker with such statements at its start, and in its functions."""
    filled = {"describe": "pass", "compile": "pass", "execute": "pass", **parts}
    worker = folder / "worker.py"
    worker.write_text(_WORKER.format(start=start, **filled), encoding="utf-8")
    return ForeignEngine("fake", Worker(worker, "'fake-engine'"))


def doubled(engine: ForeignEngine, options: RunOptions | None = None, x: Any = X) -> Any:
    """What the engine returns for X."""
    with closing(engine.compile(MODULE, "main", options or RunOptions(timeout=60))) as program:
        ((result,),) = program.execute([[x]])
    return result
