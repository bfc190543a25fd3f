"""Noise on what is computed as a whole: rows that few terms reach have small errors, whatever the size."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools

SIZE = 100
SOLVED = """func.func @main(%a: tensor<100x100xf32>, %b: tensor<100x3xf32>) -> tensor<100x3xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = LOWER, unit_diagonal = false,
    transpose_a = #stablehlo<transpose WAY>} : (tensor<100x100xf32>, tensor<100x3xf32>) -> tensor<100x3xf32>
  return %0 : tensor<100x3xf32>
}"""
BY_BLAS = """func.func @main(%a: tensor<100x100xf32>, %b: tensor<100x3xf32>) -> tensor<100x3xf32> {
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8,
    side = 76 : ui8, trans_x = WAY : ui8, uplo = LOWER : ui8}}
    : (tensor<100x100xf32>, tensor<100x3xf32>) -> tensor<100x3xf32>
  return %0 : tensor<100x3xf32>
}"""
LETTERS = {"true": "76", "false": "85", "NO_TRANSPOSE": "78", "TRANSPOSE": "84"}


@pytest.mark.parametrize("lower", ["true", "false"])
@pytest.mark.parametrize("way", ["NO_TRANSPOSE", "TRANSPOSE"])
@pytest.mark.parametrize("text", [SOLVED, BY_BLAS])
def test_the_row_that_is_solved_first_is_one_quotient(text: str, lower: str, way: str) -> None:
    rng = np.random.default_rng(0)
    a = np.tril(rng.normal(size=(SIZE, SIZE)) / 10) + 2 * np.eye(SIZE)
    a = (a if lower == "true" else a.T).astype(np.float32)
    b = rng.normal(size=(SIZE, 3)).astype(np.float32)
    for name, value in (("LOWER", lower), ("WAY", way)):
        text = text.replace(name, value if "triangular_solve" in text else LETTERS[value])
    (result,) = stablehlo_tools.uncertainty(text, [a, b]).results
    ulp = result.bound / np.spacing(np.abs(result.reference).astype(np.float32))
    ulp = ulp if (lower == "true") == (way == "NO_TRANSPOSE") else ulp[::-1]
    assert np.median(ulp[0]) < 48
    assert np.median(ulp[50:]) > 1.5 * np.median(ulp[0])


def test_the_first_column_of_a_factor_has_few_roundings() -> None:
    rng = np.random.default_rng(0)
    a = rng.normal(size=(SIZE, SIZE))
    a = (a @ a.T / SIZE + np.eye(SIZE)).astype(np.float32)
    text = """func.func @main(%a: tensor<100x100xf32>) -> tensor<100x100xf32> {
      %0 = stablehlo.cholesky %a, lower = true : tensor<100x100xf32>
      return %0 : tensor<100x100xf32>
    }"""
    (result,) = stablehlo_tools.uncertainty(text, [a]).results
    ulp = result.bound / np.spacing(np.abs(result.reference).astype(np.float32))
    assert np.median(ulp[:, 0]) < 48
    assert np.median(ulp[-1, -10:]) > 2 * np.median(ulp[:, 0])


def test_a_scatter_rounds_only_what_it_adds_to() -> None:
    program = """func.func @main(%x: tensor<4xf32>, %u: tensor<2xf32>) -> tensor<4xf32> {
      %i = stablehlo.constant dense<1> : tensor<2x1xi32>
      %r = "stablehlo.scatter"(%x, %i, %u) ({
      ^body(%a: tensor<f32>, %b: tensor<f32>):
        %sum = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %sum : tensor<f32>
      }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
        : (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    }"""
    x, u = np.array([0.1, 0.2, 0.3, 0.4], np.float32), np.array([0.5, 0.7], np.float32)
    (result,) = stablehlo_tools.uncertainty(program, [x, u]).results
    assert result.sigma is not None
    assert (result.sigma > 0).tolist() == [False, True, False, False]
