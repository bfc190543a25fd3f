"""What a run takes at most, measured, beside what is said of it before."""

from __future__ import annotations

import functools
import itertools
import tracemalloc
from collections.abc import Sequence

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import RunError, interpret
from stablehlo_tools.ops.declare import OPS
from stablehlo_tools.types import ELEMENT_TYPES
from stablehlo_tools.values import dtype_of
from tests.benchmarks.kernel_cases import all_kernels
from tests.benchmarks.kernels import Kernel
from tests.benchmarks.models import Array

COUNT = 1 << 18
SLACK = 5 << 20  # bytes that do not grow with operands, such as blocks
LEAST, MOST = 1 / 6, 1.5  # what is taken of what is said


def require_about_as_said(text: str, inputs: Sequence[Array]) -> None:
    """Fail unless a run takes about the memory that the compiled program says."""
    program = interpret.compile(stablehlo_tools.parse(text))
    held = sum(array.nbytes for array in inputs)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        results = program(inputs)
        taken = held + tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    assert results is not None
    said = program.memory.total()
    assert taken <= MOST * said + SLACK, (taken, said)
    assert taken >= LEAST * said - SLACK, (taken, said)


@pytest.mark.parametrize("case", all_kernels(), ids=lambda case: case.label)
def test_kernels(case: Kernel) -> None:
    require_about_as_said(case.text, case.inputs())


TYPES = ("f32", "bf16", "i32", "ui64", "complex<f32>")
UNDEFINED = {("stablehlo.remainder", "complex<f32>")}  # by the specification
ATTRIBUTES = {
    "compare": "{comparison_direction = #stablehlo<comparison_direction LT>}",
    "reduce_precision": "{exponent_bits = 5 : i32, mantissa_bits = 3 : i32}",
}


def elementwise(name: str, type: str) -> tuple[str, list[str]] | None:
    """A program of an elementwise op on operands of a type, and these; None where it has no such."""
    op, mnemonic = OPS[name], name.partition(".")[2]
    inputs = ["i1", type, type] if mnemonic == "select" else [type] * len(op.operands)
    for result in ("i1",) if mnemonic == "compare" else (type, "i1", "f32"):
        arguments = ", ".join(f"%{place}: tensor<{COUNT}x{each}>" for place, each in enumerate(inputs))
        types = ", ".join(f"tensor<{COUNT}x{each}>" for each in inputs)
        names = ", ".join(f"%{place}" for place in range(len(inputs)))
        text = (
            f"func.func @main({arguments}) -> tensor<{COUNT}x{result}> {{\n"
            f'  %r = "{name}"({names}) {ATTRIBUTES.get(mnemonic, "")}'
            f" : ({types}) -> tensor<{COUNT}x{result}>\n"
            f"  return %r : tensor<{COUNT}x{result}>\n}}"
        )
        if not any(error.severity.value == "error" for error in stablehlo_tools.verify(text)):
            return text, inputs
    return None


@functools.cache
def drawn(type: str) -> Array:
    element, random = ELEMENT_TYPES[type], np.random.default_rng(0)
    if element.kind in ("boolean", "signed", "unsigned"):
        return random.integers(0, 2, COUNT).astype(dtype_of(element))
    return random.random(COUNT).astype(np.float32).astype(dtype_of(element))


def test_elementwise_ops() -> None:
    names = sorted(name for name, op in OPS.items() if op.elementwise and "broadcast_" not in name)
    pairs = [(name, type) for name in names for type in TYPES if (name, type) not in UNDEFINED]
    programs = [program for program in itertools.starmap(elementwise, pairs) if program is not None]
    assert len(programs) > 150
    for text, types in programs:
        require_about_as_said(text, [drawn(each) for each in types])


@pytest.mark.parametrize(
    ("source", "target"), [("f64", "bf16"), ("f32", "i8"), ("bf16", "f32"), ("i32", "f64")]
)
def test_conversions(source: str, target: str) -> None:
    text = f"""
    func.func @main(%x: tensor<{COUNT}x{source}>) -> tensor<{COUNT}x{target}> {{
      %0 = stablehlo.convert %x : (tensor<{COUNT}x{source}>) -> tensor<{COUNT}x{target}>
      return %0 : tensor<{COUNT}x{target}>
    }}"""
    require_about_as_said(text, [drawn(source)])


IOTA = """
func.func @main() -> tensor<4xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4000000xf32>
  %1 = stablehlo.slice %0 [0:4] : (tensor<4000000xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""
ROWS = """
func.func @main() -> tensor<4x4xf32> {
  %0 = stablehlo.iota dim = 1 : tensor<1000000x1000xf32>
  %1 = stablehlo.slice %0 [0:4, 0:4] : (tensor<1000000x1000xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
"""
PADS = """
func.func @main(%x: tensor<2x2xf32>) -> tensor<1x1xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2000, 2000>, padding = dense<[[0, 1998], [0, 1998]]> : tensor<2x2xi64>}
    : (tensor<2x2xf32>, tensor<f32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
"""


@pytest.mark.parametrize(("text", "inputs"), [(IOTA, []), (ROWS, []), (PADS, [np.ones((2, 2), np.float32)])])
def test_what_is_made_meanwhile(text: str, inputs: list[Array]) -> None:
    require_about_as_said(text, inputs)


@pytest.mark.parametrize("text", [IOTA, PADS])
def test_a_run_that_would_take_it_is_refused(text: str) -> None:
    inputs = [np.ones((2, 2), np.float32)] if text is PADS else []
    with pytest.raises(RunError) as caught:
        stablehlo_tools.run(text, inputs, max_memory=10_000_000)
    assert caught.value.diagnostic.code == "out_of_memory"
    assert any("what it needs meanwhile" in note for note in caught.value.diagnostic.notes)
    stablehlo_tools.run(text, inputs, max_memory=100_000_000)


def test_the_size_of_a_view_is_not_that_of_its_type() -> None:
    stablehlo_tools.run(ROWS, max_memory=1_000_000)
