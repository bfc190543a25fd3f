"""What a run takes at most, measured, beside what is said of it before."""

from __future__ import annotations

import functools
import itertools
import re
import tracemalloc
from collections.abc import Sequence

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import RunError, interpret
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES
from stablehlo_tools.ops.model.schema import OPS
from tests.benchmarks.kernel_cases import all_kernels
from tests.benchmarks.kernels import Kernel
from tests.benchmarks.models import Array

pytestmark = pytest.mark.slow

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


@pytest.mark.parametrize("case", all_kernels()[::2], ids=lambda case: case.label)
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
    op, mnemonic = OPS[name], name.partition(".")[2].removeprefix("broadcast_")
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
    names = sorted(name for name, op in OPS.items() if op.elementwise)
    pairs = [(name, type) for name in names for type in TYPES if (name, type) not in UNDEFINED]
    programs = [program for program in itertools.starmap(elementwise, pairs) if program is not None]
    assert len(programs) > 150
    for text, types in programs:
        require_about_as_said(text, [drawn(each) for each in types])


@pytest.mark.parametrize(
    ("name", "type"),
    [
        *itertools.product(("atan2", "divide", "multiply", "power"), ("f32", "bf16", "complex<f32>")),
        *itertools.product(("next_after", "polygamma", "zeta"), ("f32", "bf16")),
    ],
)
def test_ops_with_implicit_broadcasting(name: str, type: str) -> None:
    program = elementwise(f"chlo.broadcast_{name}", type)
    assert program is not None
    require_about_as_said(program[0], [drawn(each) for each in program[1]])


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
    assert any("temporaries" in note for note in caught.value.diagnostic.notes)
    stablehlo_tools.run(text, inputs, max_memory=100_000_000)


def test_the_size_of_a_view_is_not_that_of_its_type() -> None:
    stablehlo_tools.run(ROWS, max_memory=1_000_000)


# --- programs of several ops ----------------------------------------------------------------------

SIDE = 384
SQUARE = f"tensor<{SIDE}x{SIDE}xf32>"
WIDE = f"tensor<{SIDE}x{2 * SIDE}xf32>"
ROW = f"tensor<{SIDE}xf32>"
NARROW = f"tensor<{SIDE}x{SIDE}xbf16>"
# Statements that make %r of %a and %b, all squares.
STEPS = (
    f"%r = stablehlo.add %a, %b : {SQUARE}",
    f"%r = stablehlo.tanh %a : {SQUARE}",
    f"%r = stablehlo.transpose %a, dims = [1, 0] : ({SQUARE}) -> {SQUARE}",
    f"%r = stablehlo.reverse %a, dims = [0] : {SQUARE}",
    f"%r = stablehlo.iota dim = 0 : {SQUARE}",
    f"%r.n = stablehlo.convert %a : ({SQUARE}) -> {NARROW}\n"
    f"%r.m = stablehlo.multiply %r.n, %r.n : {NARROW}\n"
    f"%r = stablehlo.convert %r.m : ({NARROW}) -> {SQUARE}",
    f"%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({SQUARE}, {SQUARE}) -> {SQUARE}",
    f"%r.w = stablehlo.concatenate %a, %b, dim = 1 : ({SQUARE}, {SQUARE}) -> {WIDE}\n"
    f"%r = stablehlo.slice %r.w [0:{SIDE}, 100:{SIDE + 100}] : ({WIDE}) -> {SQUARE}",
    f"%r.z = stablehlo.constant dense<0.0> : tensor<f32>\n"
    f"%r.s = stablehlo.reduce(%a init: %r.z) applies stablehlo.add across dimensions = [1]"
    f" : ({SQUARE}, tensor<f32>) -> {ROW}\n"
    f"%r = stablehlo.broadcast_in_dim %r.s, dims = [0] : ({ROW}) -> {SQUARE}",
    f"%r.c = stablehlo.compare LT, %a, %b : ({SQUARE}, {SQUARE}) -> tensor<{SIDE}x{SIDE}xi1>\n"
    f"%r = stablehlo.select %r.c, %a, %b : tensor<{SIDE}x{SIDE}xi1>, {SQUARE}",
    f'%r = "stablehlo.sort"(%a) <{{dimension = 1 : i64}}> ({{\n'
    f"^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
    f"  %l = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
    f"  stablehlo.return %l : tensor<i1>\n}}) : ({SQUARE}) -> {SQUARE}",
    f"%r.z = stablehlo.constant dense<1.0> : tensor<f32>\n"
    f"%r.p = stablehlo.pad %a, %r.z, low = [0, {SIDE}], high = [0, 0], interior = [0, 0]"
    f" : ({SQUARE}, tensor<f32>) -> {WIDE}\n"
    f"%r = stablehlo.slice %r.p [0:{SIDE}, 7:{SIDE + 7}] : ({WIDE}) -> {SQUARE}",
)


def random_program(seed: int) -> str:
    """A dozen steps, each on two values so far; the last two are returned."""
    random = np.random.default_rng(seed)
    names, lines = ["%v0", "%v1"], []
    for number in range(2, 14):
        a, b = (names[each] for each in random.integers(0, len(names), 2))
        step = STEPS[random.integers(len(STEPS))]
        for letter, name in (("%r", f"%v{number}"), ("%a", a), ("%b", b)):
            step = re.sub(rf"{letter}\b(?!b)", name, step)
        lines.append(step)
        names.append(f"%v{number}")
    body = "\n".join(lines)
    returned = f"return {names[-2]}, {names[-1]} : {SQUARE}, {SQUARE}"
    return f"func.func @main(%v0: {SQUARE}, %v1: {SQUARE}) -> ({SQUARE}, {SQUARE}) {{\n{body}\n{returned}\n}}"


@pytest.mark.parametrize("seed", range(40))
def test_random_programs(seed: int) -> None:
    inputs = [np.random.default_rng(each).random((SIDE, SIDE), np.float32) for each in (1, 2)]
    require_about_as_said(random_program(seed), inputs)
