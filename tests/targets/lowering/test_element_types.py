"""Lowerings of ops with elements of few bits, of complex numbers, and of types without zeros or some NaNs."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.targets.lowering.lower import LoweredProgram, lower


def lowered(text: str, code: str) -> LoweredProgram:
    return lower(stablehlo_tools.parse(text), codes=[code])


def results(module: Module, *inputs: Any) -> list[Any]:
    return stablehlo_tools.run(module, list(inputs))


def einsum(type: str) -> str:
    return f"""\
func.func @main(%x: tensor<5x7x{type}>, %y: tensor<7x3x{type}>) -> (tensor<5x3x{type}>, tensor<7x{type}>) {{
  %0 = "stablehlo.einsum"(%x, %y) {{einsum_config = "ab,bc->ac"}}
    : (tensor<5x7x{type}>, tensor<7x3x{type}>) -> tensor<5x3x{type}>
  %1 = "stablehlo.unary_einsum"(%x) {{einsum_config = "ab->b"}} : (tensor<5x7x{type}>) -> tensor<7x{type}>
  return %0, %1 : tensor<5x3x{type}>, tensor<7x{type}>
}}
"""


@pytest.mark.parametrize("type", ["f8E5M2", "f16", "bf16", "complex<f32>", "complex<f64>"])
def test_sums_that_are_rounded_otherwise_are_proved(type: str) -> None:
    module = stablehlo_tools.parse(einsum(type))
    done = lower(module, codes=["no-einsum", "no-unary-einsum"])
    assert done.diagnostics == []
    assert {each.name for each in done.module.walk()}.isdisjoint(
        {"stablehlo.einsum", "stablehlo.unary_einsum"}
    )


FEW_BITS = [
    ("f16", np.float16, 2e-3),
    ("bf16", ml_dtypes.bfloat16, 2e-2),
    ("f8E5M2", ml_dtypes.float8_e5m2, 0.5),
]


@pytest.mark.parametrize(("type", "dtype", "error"), FEW_BITS, ids=[each[0] for each in FEW_BITS])
def test_systems_of_few_bits_are_solved_in_f32(type: str, dtype: Any, error: float) -> None:
    text = f"""\
func.func @main(%a: tensor<3x3x{type}>, %b: tensor<3x2x{type}>) -> tensor<3x2x{type}> {{
  %0 = "stablehlo.triangular_solve"(%a, %b) <{{left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>}}>
    : (tensor<3x3x{type}>, tensor<3x2x{type}>) -> tensor<3x2x{type}>
  return %0 : tensor<3x2x{type}>
}}
"""
    done = lowered(text, "no-triangular-solve")
    assert done.diagnostics == []
    a = np.array([[2, 0, 0], [1, 4, 0], [-1, 0.5, 3]]).astype(dtype)
    b = np.array([[1, 2], [3, -4], [5, 1]]).astype(dtype)
    (x,) = results(done.module, a, b)
    assert x.dtype == dtype
    exact = np.linalg.solve(a.astype(np.float64), b.astype(np.float64))
    assert np.abs(x.astype(np.float64) - exact).max() <= error


def test_systems_with_constants_are_solved() -> None:
    """The new operations are checked on inputs that are not all operands."""
    text = """\
func.func @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %b = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>
    : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
"""
    done = lowered(text, "no-triangular-solve")
    assert done.diagnostics == []
    (found,) = results(done.module, np.array([[2, 0], [1, 4]], np.float32))
    assert found.tolist() == [[0.5, 0], [-0.125, 0.25]]


def test_cholesky_of_f16_is_one_of_f32() -> None:
    text = """\
func.func @main(%x: tensor<3x3xf16>) -> tensor<3x3xf16> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<3x3xf16>
  return %0 : tensor<3x3xf16>
}
"""
    done = lowered(text, "no-cholesky")
    assert done.diagnostics == []
    x = np.array([[4, 1, 0.3], [1, 5, -2], [0.3, -2, 6]], np.float16)
    exact = np.linalg.cholesky(x.astype(np.float64))
    (found,) = results(done.module, x)
    assert np.abs(found - exact).max() <= 2**-11 * np.abs(exact).max()


@pytest.mark.parametrize("type", ["i4", "ui4", "i2"])
def test_indices_of_few_bits_have_batching_dimensions(type: str) -> None:
    text = f"""\
func.func @main(%x: tensor<2x3xf32>, %i: tensor<2x1x{type}>) -> tensor<2xf32> {{
  %0 = "stablehlo.gather"(%x, %i) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1],
    operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1],
    index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}}>
    : (tensor<2x3xf32>, tensor<2x1x{type}>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}}
"""
    done = lowered(text, "no-gather-batching-dims")
    assert done.diagnostics == []
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    i = np.array([[1], [0]]).astype(getattr(ml_dtypes, {"i4": "int4", "ui4": "uint4", "i2": "int2"}[type]))
    assert results(done.module, x, i)[0].tolist() == [1, 3]


@pytest.mark.parametrize("type", ["f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2FNUZ", "f8E8M0FNU"])
def test_bits_without_an_order_of_the_floats_are_left(type: str) -> None:
    """Their NaN has the bits of -0, or is the greatest of the bits that have no sign."""
    text = f"""\
func.func @main(%x: tensor<4x{type}>) -> tensor<4xi1> {{
  %0 = stablehlo.compare LT, %x, %x, TOTALORDER : (tensor<4x{type}>, tensor<4x{type}>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}}
"""
    (left,) = lowered(text, "no-total-order").diagnostics
    assert left.code == "not_lowered"


def test_complex_numbers_are_converted_to_real_ones() -> None:
    text = """\
func.func @main(%z: tensor<3xcomplex<f32>>) -> (tensor<3xi1>, tensor<3xf64>) {
  %0 = stablehlo.convert %z : (tensor<3xcomplex<f32>>) -> tensor<3xi1>
  %1 = stablehlo.convert %z : (tensor<3xcomplex<f32>>) -> tensor<3xf64>
  return %0, %1 : tensor<3xi1>, tensor<3xf64>
}
"""
    done = lowered(text, "no-complex")
    assert done.diagnostics == []
    real, imaginary = np.array([0, 1, 0], np.float32), np.array([0, 0, 2], np.float32)
    booleans, floats = results(done.module, real, imaginary)
    assert booleans.tolist() == [False, True, True]
    assert floats.tolist() == [0, 1, 0]
