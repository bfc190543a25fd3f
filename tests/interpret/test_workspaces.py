"""The memory of each op on elements of each type, measured, beside what is said of it before."""

from __future__ import annotations

import functools
import itertools
import math
import tracemalloc
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import RunError, interpret
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES, QuantizedType, TensorType
from tests.benchmarks.models import Array
from tests.interpret.workspace_programs import TEMPLATES

pytestmark = pytest.mark.slow

SIZE = 1 << 15
SMALL = 1 << 11  # for ops that call LAPACK for each matrix
SLACK = 1 << 20  # bytes that do not grow with operands, such as blocks
TYPES = (
    "f32",
    "f64",
    "bf16",
    "f8E4M3FN",
    "f4E2M1FN",
    "i1",
    "i4",
    "i8",
    "i32",
    "ui64",
    "complex<f32>",
    "complex<f64>",
)


def is_valid(text: str) -> bool:
    return not any(found.severity.value == "error" for found in stablehlo_tools.verify(text))


@functools.cache
def drawn(type: TensorType) -> Array:
    element, random = type.element_type, np.random.default_rng(0)
    shape = type.static_shape
    if isinstance(element, QuantizedType) or element.kind in ("boolean", "signed", "unsigned"):
        return np.asarray(random.integers(0, 2, shape)).astype(dtype_of(element))
    array = np.asarray(random.random(shape), np.float32)
    if len(shape) == 3 and shape[-1] == shape[-2]:
        array += 4 * np.eye(shape[-1], dtype=np.float32)  # positive definite
    return array.astype(dtype_of(element))


def measured(text: str) -> tuple[int, int]:
    """The bytes that a run takes at its peak, and those that the compiled program says."""
    program = interpret.compile(stablehlo_tools.parse(text))
    types: list[Any] = [value.type for value in program.function.arguments]
    inputs = [drawn(type) for type in types]
    program(inputs)  # fills caches, such as tables of narrow types
    tracemalloc.start()
    try:
        results = program(inputs)
        taken = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert results is not None
    return taken + sum(array.nbytes for array in inputs), program.memory.total()


HALVES = [*zip(TEMPLATES, itertools.cycle((TYPES[::2], TYPES[1::2])))]  # neighbours are alike


@pytest.mark.parametrize(("label", "types"), HALVES, ids=TEMPLATES)
def test_no_op_takes_more_than_is_said(label: str, types: tuple[str, ...]) -> None:
    size = SMALL if label in ("cholesky", "triangular_solve", "while", "scan") else SIZE
    if label == "scatter general":  # it executes its body for each element
        size = SIZE // 2
    checked = 0
    for type in types:
        text = TEMPLATES[label].text(size, type)
        if is_valid(text):
            taken, said = measured(text)
            assert taken <= 1.1 * said + SLACK, f"{type}: {taken:,} bytes taken, {said:,} said"
            checked += 1
    assert checked


def test_factors_of_a_transform_of_prime_length() -> None:
    """numpy allocates them out of Python's sight: 9 complex f64 for each element, measured by the kernel."""
    text = TEMPLATES["fft FFT"].text(65537, "complex<f32>")
    assert interpret.compile(stablehlo_tools.parse(text)).memory.total() >= 9 * 16 * 65537
    power = TEMPLATES["fft FFT"].text(65536, "complex<f32>")
    assert interpret.compile(stablehlo_tools.parse(power)).memory.total() < 9 * 16 * 65536 * 3


# -- sizes that only a run knows ---------------------------------------------------------------------------

DYNAMIC = {
    "dynamic_iota": """func.func @main() -> tensor<1xf32> {
      %n = stablehlo.constant dense<N> : tensor<1xi64>
      %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>""",
    "dynamic_pad": """func.func @main(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<1xf32> {
      %n = stablehlo.constant dense<N> : tensor<1xi64>
      %o = stablehlo.constant dense<0> : tensor<1xi64>
      %0 = stablehlo.dynamic_pad %x, %z, %n, %o, %o
        : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>""",
    "pad": """func.func @main(%x: tensor<?xf32>, %z: tensor<f32>) -> tensor<1xf32> {
      %0 = stablehlo.pad %x, %z, low = [0], high = [N], interior = [0]
        : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>""",
    "sort": """func.func @main(%x: tensor<?xf32>) -> tensor<1xf32> {
      %0 = "stablehlo.sort"(%x) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        }) {dimension = 0 : i64} : (tensor<?xf32>) -> tensor<?xf32>""",
    "reshape": """func.func @main(%x: tensor<2x?xf32>) -> tensor<1xf32> {
      %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x?xf32>) -> tensor<?x2xf32>
      %n = stablehlo.constant dense<M> : tensor<1xi64>
      %0 = stablehlo.dynamic_reshape %t, %n : (tensor<?x2xf32>, tensor<1xi64>) -> tensor<?xf32>""",
}  # fmt: skip
END = """
      %i = stablehlo.constant dense<0> : tensor<i64>
      %1 = stablehlo.dynamic_slice %0, %i, sizes = [1] : (tensor<?xf32>, tensor<i64>) -> tensor<1xf32>
      return %1 : tensor<1xf32>
    }"""


@pytest.mark.parametrize("name", DYNAMIC)
def test_sizes_that_only_a_run_knows(name: str) -> None:
    count = 1 << 18
    text = DYNAMIC[name].replace("N", str(count)).replace("M", str(2 * count)) + END
    module = stablehlo_tools.parse(text)
    inputs = [_input(argument.type, name, count) for argument in module.functions[0].arguments]
    held = sum(array.nbytes for array in inputs)
    assert stablehlo_tools.run(module, inputs, max_memory=held + 64 * count)  # and imports what it needs
    tracemalloc.start()
    try:
        with pytest.raises(RunError) as caught:
            stablehlo_tools.run(module, inputs, max_memory=held + 3 * count)
        assert tracemalloc.get_traced_memory()[1] < 2 * count
        assert caught.value.diagnostic.code == "out_of_memory"
    finally:
        tracemalloc.stop()


def _input(type: Any, name: str, count: int) -> Array:
    """An array of this type: of a few elements where padding is what takes memory."""
    unknown = 4 if name == "pad" else count
    return np.ones([size if isinstance(size, int) else unknown for size in type.shape], np.float32)


def test_an_operation_on_what_only_a_run_knows() -> None:
    """Also where the size of the result is known: what is made meanwhile counts."""
    text = """func.func @main(%x: tensor<?xbf16>, %z: tensor<bf16>) -> tensor<bf16> {
      %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<?xbf16>, tensor<bf16>) -> tensor<bf16>
      return %0 : tensor<bf16>
    }"""
    x = np.zeros(1 << 18, dtype_of(ELEMENT_TYPES["bf16"]))
    zero = np.zeros((), x.dtype)
    with pytest.raises(RunError, match=r"allocating 1\.05 MB in addition to 524 kB"):
        stablehlo_tools.run(text, [x, zero], max_memory=1_000_000)
    assert stablehlo_tools.run(text, [x, zero], max_memory=math.ceil(1.8e6)) == [0]
