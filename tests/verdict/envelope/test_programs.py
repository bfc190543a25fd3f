"""Programs that a module keeps for later estimates: each estimate is the same as the first of a module."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import stablehlo_tools
from stablehlo_tools.verdict.envelope import estimate
from stablehlo_tools.verdict.envelope.results import Uncertainty

PROGRAM = """func.func @main(%x: tensor<6x6xf32>, %n: tensor<i32>) -> (tensor<6x6xf32>, tensor<6x6xi1>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %i, %v = stablehlo.while(%i0 = %zero, %v0 = %x) : tensor<i32>, tensor<6x6xf32>
  cond {
    %go = stablehlo.compare LT, %i0, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i0, %one : tensor<i32>
    %product = stablehlo.dot_general %v0, %x, contracting_dims = [1] x [0]
      : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
    %w = stablehlo.tanh %product : tensor<6x6xf32>
    stablehlo.return %next, %w : tensor<i32>, tensor<6x6xf32>
  }
  %transposed = stablehlo.transpose %v, dims = [1, 0] : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %sum = stablehlo.add %v, %transposed : tensor<6x6xf32>
  %less = stablehlo.compare LT, %v, %transposed : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xi1>
  return %sum, %less : tensor<6x6xf32>, tensor<6x6xi1>
}"""
X = np.random.default_rng(0).normal(size=(6, 6)).astype(np.float32)
INPUTS = [[X, np.int32(9)], [X + X.T, np.int32(100)], [X, np.int32(2)]]


def numbers(uncertainty: Uncertainty) -> list[npt.NDArray[Any]]:
    results = [(result.reference, result.sigma, result.bound) for result in uncertainty.results]
    return [array for arrays in results for array in arrays]


def alone(inputs: list[Any], seed: int) -> list[npt.NDArray[Any]]:
    return numbers(stablehlo_tools.uncertainty(PROGRAM, inputs, seed=seed))


def test_estimates_of_a_module_are_those_of_a_new_one() -> None:
    module = stablehlo_tools.parse(PROGRAM)
    for seed, inputs in enumerate([*INPUTS, *INPUTS]):
        again = stablehlo_tools.uncertainty(module, inputs, seed=seed)
        np.testing.assert_equal(numbers(again), alone(inputs, seed))


def test_estimates_in_several_threads_are_those_in_one() -> None:
    module = stablehlo_tools.parse(PROGRAM)
    with ThreadPoolExecutor(3) as pool:
        estimates = list(pool.map(lambda given: stablehlo_tools.uncertainty(module, given), INPUTS * 2))
    for inputs, made in zip(INPUTS * 2, estimates, strict=True):
        np.testing.assert_equal(numbers(made), alone(inputs, 0))


def test_another_estimate_of_a_module_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    module = stablehlo_tools.parse(PROGRAM)
    stablehlo_tools.uncertainty(module, INPUTS[0])
    monkeypatch.setattr(estimate, "compile", pytest.fail)
    stablehlo_tools.uncertainty(module, INPUTS[2])


def test_large_constants_are_those_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    shape, x = "1500x1500xf32", np.ones((2, 1500), np.float32)
    w = np.random.default_rng(0).normal(size=(1500, 1500)).astype(np.float32)
    module = stablehlo_tools.parse(f"""func.func @main(%x: tensor<2x1500xf32>) -> tensor<2x1500xf32> {{
      %w = stablehlo.constant dense<"0x{w.tobytes().hex()}"> : tensor<{shape}>
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1]
        : (tensor<2x1500xf32>, tensor<{shape}>) -> tensor<2x1500xf32>
      return %0 : tensor<2x1500xf32>
    }}""")
    (result,) = stablehlo_tools.uncertainty(module, [x]).results
    np.testing.assert_allclose(result.reference, x.astype(np.float64) @ w.astype(np.float64).T, rtol=1e-9)
    monkeypatch.setattr(estimate, "compile", pytest.fail)
    stablehlo_tools.uncertainty(module, [x])


def test_a_module_that_changes_is_compiled_again() -> None:
    module = stablehlo_tools.parse(PROGRAM)
    before = stablehlo_tools.uncertainty(module, INPUTS[2]).results[0].reference
    (addition,) = [op for op in module.walk() if op.results and op.results[0].name == "%sum"]
    addition.name = "stablehlo.subtract"
    after = stablehlo_tools.uncertainty(module, INPUTS[2]).results[0].reference
    np.testing.assert_array_equal(before, before.T)
    np.testing.assert_array_equal(after, -after.T)
