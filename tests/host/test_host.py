"""The package changes nothing of the program that uses it, nor wants anything of it (see test_garbage.py)."""

from __future__ import annotations

import contextlib
import gc
import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import DiagnosticError, Module
from stablehlo_tools.drawing import graph_of

ROOT = Path(__file__).resolve().parents[2]


def output(program: str, *options: str) -> str:
    """What a program of Python's prints, executed by an interpreter of its own."""
    command = [sys.executable, *options, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


# -- without assertions and docstrings ----------------------------------------------------------------

VERDICTS = '''
import numpy as np
import stablehlo_tools
from stablehlo_tools.verifier import builder as build

HLO = """HloModule m

ENTRY main {
  x = f32[2] parameter(0)
  ROOT y = f32[2] constant({1, 2, 3})
}
"""
MLIR = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
print([found.code for found in stablehlo_tools.verify(HLO)])
print([found.code for found in stablehlo_tools.lint(MLIR)])
print([found.code for found in stablehlo_tools.verify(MLIR.replace("i64: 0", "i64: 1"))])
print(stablehlo_tools.run(MLIR, [np.float32([1, 2])]))
print(stablehlo_tools.refine(MLIR.replace("2x", "?x"), {"x": "5"}))
print(stablehlo_tools.hlo.format(stablehlo_tools.hlo.to_hlo(MLIR)))
'''


def test_without_docstrings_and_assertions_verdicts_are_the_same() -> None:
    usual = output(VERDICTS)
    assert len(usual) > 500
    assert output(VERDICTS, "-OO") == usual


# -- what a process shares -----------------------------------------------------------------------------

STATE = """
import gc, locale, os, random, signal, sys, threading, warnings
import numpy as np

def state():
    return {
        "collector": (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), len(gc.callbacks)),
        "imports": (list(sys.path), len(sys.meta_path), len(sys.path_hooks)),
        "warnings": list(warnings.filters),
        "threads": threading.active_count(),
        "signals": [signal.getsignal(number) for number in sorted(signal.valid_signals())],
        "numpy": (np.geterr(), np.get_printoptions(), str(np.random.get_state())),
        "random": random.getstate(),
        "locale": locale.setlocale(locale.LC_ALL),
        "limits": (sys.getrecursionlimit(), sys.getswitchinterval(), sys.get_int_max_str_digits()),
        "hooks": (sys.excepthook, sys.displayhook, sys.gettrace(), sys.getprofile()),
        "environment": (dict(os.environ), os.getcwd()),
    }

before = state()
import stablehlo_tools
from stablehlo_tools import hlo

MLIR = '''
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.log %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
'''
x = np.float32([-1, 0])
for call in (
    lambda: stablehlo_tools.__version__,
    lambda: stablehlo_tools.verify(MLIR),
    lambda: stablehlo_tools.verify(MLIR.replace("%0 =", "%1 =")),
    lambda: stablehlo_tools.format(MLIR),
    lambda: stablehlo_tools.lint(MLIR),
    lambda: stablehlo_tools.run(MLIR, [x], max_steps=5, timeout=60),
    lambda: stablehlo_tools.run_parallel(MLIR, [[x]] * 4, 2, 2),
    lambda: stablehlo_tools.refine(MLIR.replace("2x", "?x"), ["2"]),
    lambda: stablehlo_tools.stats(MLIR),
    lambda: hlo.verify(hlo.format(hlo.to_hlo(MLIR))),
    lambda: str(stablehlo_tools.explain("log")),
    lambda: stablehlo_tools.ops.log(x),
):
    call()
    after = state()
    print([name for name in before if str(before[name]) != str(after[name])])
"""


def test_nothing_of_the_process_is_changed() -> None:
    assert set(output(STATE).splitlines()) == {"[]"}


ALLOCATOR = """
import ctypes
import numpy as np
import stablehlo_tools.api, stablehlo_tools.interpret, stablehlo_tools.hlo

class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd a b c d e".split()]

mallinfo = getattr(ctypes.CDLL(None), "mallinfo2", None)
if mallinfo is None:
    print("another C library")
else:
    mallinfo.restype = Info
    before = mallinfo().hblks
    array = np.empty(16 << 20, np.uint8)
    print(mallinfo().hblks - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks glibc")
def test_the_memory_of_large_arrays_is_given_back_as_ever() -> None:
    assert output(ALLOCATOR).strip() in ("1", "another C library")


# -- what nobody holds --------------------------------------------------------------------------------

FAULTY = """
func.func @main(%x: tensor<4xf32>, %unused: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %x, %0 : tensor<5xf32>
  return %0 : tensor<4xf32>
}
"""
WASTEFUL = """
func.func @main(%x: tensor<?xf32>, %unused: tensor<4xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  %1 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %2 = stablehlo.add %a, %a : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
"""
X = np.array([1, 2, 3, 4], np.float32)
USES: dict[str, Callable[[Module], object]] = {
    "parse": lambda module: None,
    "verify": stablehlo_tools.verify,
    "lint": stablehlo_tools.lint,
    "format": stablehlo_tools.format,
    "stats": stablehlo_tools.stats,
    "refine": lambda module: stablehlo_tools.refine(module, ["4"]),
    "run": lambda module: stablehlo_tools.run(module, [X, X]),
    "run with wrong inputs": lambda module: stablehlo_tools.run(module, [X[:1], X[:1]]),
    "run_parallel": lambda module: stablehlo_tools.run_parallel(module, [[X, X]] * 2, 2),
    "to_hlo": stablehlo_tools.hlo.to_hlo,
    "show": graph_of,
}


def test_a_module_is_collected_once_nobody_holds_it() -> None:
    """A collection looks at all that the tests have: one for all uses."""
    known = {
        f"{use}, {kind}": used(USES[use], text)
        for use in USES
        for kind, text in {"faulty": FAULTY, "wasteful": WASTEFUL}.items()
    }
    gc.collect()
    assert [name for name, module in known.items() if module() is not None] == []


def used(use: Callable[[Module], object], text: str) -> weakref.ref[Module]:
    """A program that has been used, and that nobody holds."""
    module = stablehlo_tools.parse(text)
    with contextlib.suppress(DiagnosticError):
        use(module)
    return weakref.ref(module)
