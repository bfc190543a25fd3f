"""Sums in order: roundings that are all alike, which random ones do not show."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

import stablehlo_tools
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.verdict.engine_profiles import profiles
from stablehlo_tools.verdict.envelope.implementations.sums_in_order import in_order
from stablehlo_tools.verdict.envelope.runs import Runs

Array = npt.NDArray[Any]


def summing(shape: str, result: str, dimension: int) -> str:
    element = shape[shape.rindex("x") + 1 :]
    return f"""func.func @main(%x: tensor<{shape}>) -> tensor<{result}> {{
      %zero = stablehlo.constant dense<0.0> : tensor<{element}>
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [{dimension}]
        : (tensor<{shape}>, tensor<{element}>) -> tensor<{result}>
      return %0 : tensor<{result}>
    }}"""


@pytest.mark.parametrize("count", [1000, 100_000])
@pytest.mark.parametrize("term", [0.1, 0.7, 1.1])
def test_equal_terms_that_are_added_in_order_are_right(count: int, term: float) -> None:
    """Partial sums are rounded in the same direction for as long as they are in the same binade."""
    terms = np.full((count, 2), term, np.float32)
    made = np.cumsum(terms, 0, dtype=np.float32)[-1]
    (result,) = stablehlo_tools.uncertainty(summing(f"{count}x2xf32", "2xf32", 0), [terms]).results
    exact = np.float64(np.float32(term)) * count
    assert (np.abs(made - exact) > 2.0**-24 * exact * np.sqrt(count)).all()
    assert (result.use(made) < 0.6).all()
    assert result.judge(made).kind == "right"
    assert result.judge(made * np.float32(1 + count * 2.0**-24)).kind != "right"


def added(lines: Array) -> Array:
    """The sum of lines, one after another."""
    total = np.zeros_like(lines[0])
    for line in lines:
        total = total + line
    return total


@pytest.mark.parametrize("dimension", [0, 1])
@pytest.mark.parametrize("others", [1, 2, 30])
def test_terms_are_added_one_after_another(dimension: int, others: int) -> None:
    terms = np.random.default_rng(0).uniform(0, 1, (others, 1000)).astype(np.float32)
    expected = added(terms.T)
    shape = f"{others}x1000xf32" if dimension else f"1000x{others}xf32"
    module = stablehlo_tools.parse(summing(shape, f"{others}xf32", dimension))
    run = compile(module, domain=in_order(module, profiles()["any"]))
    np.testing.assert_array_equal(run([terms if dimension else np.ascontiguousarray(terms.T)])[0], expected)


def test_sums_of_16_bits_are_added_in_windows_that_stagnate() -> None:
    """After a term of 1, bf16 loses terms of 2^-9, as in XLA on CPUs; only f32 keeps them."""
    terms = np.full((2, 64), 2.0**-9, ml_dtypes.bfloat16)
    terms[0, 0] = 1  # the others of its window are lost: the second window adds up to 32 / 512
    made = np.array([1 + 32 / 512, 64 / 512], ml_dtypes.bfloat16)
    module = stablehlo_tools.parse(summing("2x64xbf16", "2xbf16", 1))
    domain = in_order(module, profiles()["any"])
    np.testing.assert_array_equal(compile(module, domain=domain)([terms])[0], made)
    (result,) = stablehlo_tools.uncertainty(module, [terms]).results
    assert result.judge(made).kind == "right"
    assert in_order(module, profiles()["gpu"]) is None


@pytest.mark.parametrize("dimension", [0, 1])
@pytest.mark.parametrize("element", ["f16", "bf16"])
def test_each_window_is_added_in_its_own_type(element: str, dimension: int) -> None:
    """As XLA on CPUs does: numpy adds lines of f16 in f32 unless they are contiguous."""
    terms = np.random.default_rng(0).uniform(0, 1, (3, 100))
    terms = terms.astype(np.float16 if element == "f16" else ml_dtypes.bfloat16)
    windows = np.zeros((3, 4, 32), terms.dtype)
    windows.reshape(3, 128)[:, 14:114] = terms
    expected = added(added(windows.transpose(2, 1, 0)))
    shape = f"3x100x{element}" if dimension else f"100x3x{element}"
    module = stablehlo_tools.parse(summing(shape, f"3x{element}", dimension))
    run = compile(module, domain=in_order(module, profiles()["any"]))
    np.testing.assert_array_equal(run([terms if dimension else np.ascontiguousarray(terms.T)])[0], expected)


@pytest.mark.parametrize(
    ("shape", "made"),
    [
        ((20, 20), 256),  # no dimension is longer than a window: the sum stagnates
        ((40, 20), 512),  # 12 zeros at both ends: two windows of 20 times 20 ones
        ((64, 64), 1024),  # two by two windows of 32 times 32
        ((1, 100), 100),  # the first and the last of four windows have 18
    ],
)
def test_windows_of_16_bits_are_those_of_each_dimension(shape: tuple[int, int], made: int) -> None:
    """XLA on CPUs leaves a sum as it is if no dimension is longer than a window; 256 + 1 is then 256."""
    text = summing("x".join(map(str, (*shape, "bf16"))), "bf16", 0).replace("[0]", "[0, 1]")
    module, terms = stablehlo_tools.parse(text), np.ones(shape, ml_dtypes.bfloat16)
    domain = in_order(module, profiles()["any"])
    assert compile(module, domain=domain)([terms])[0] == made
    (result,) = stablehlo_tools.uncertainty(module, [terms]).results
    assert result.judge(np.array(made, ml_dtypes.bfloat16)).kind in ("right", "open")


CUMULATIVE = """func.func @main(%x: tensor<500xf32>) -> tensor<500xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 500>, padding = dense<[[499, 0]]> : tensor<1x2xi64>}
    : (tensor<500xf32>, tensor<f32>) -> tensor<500xf32>
  return %0 : tensor<500xf32>
}"""


def test_cumulative_sums_of_equal_terms_in_order_are_right() -> None:
    terms = np.full(500, 1.1, np.float32)
    made = np.cumsum(terms, dtype=np.float32)
    (result,) = stablehlo_tools.uncertainty(CUMULATIVE, [terms]).results
    assert (result.use(made) < 0.6).all()
    assert result.judge(made).kind == "right"


def test_bounds_of_random_terms_are_hardly_greater(monkeypatch: pytest.MonkeyPatch) -> None:
    text, terms = summing("64x1000xf32", "64xf32", 1), np.random.default_rng(0).uniform(0, 1, (64, 1000))
    (result,) = stablehlo_tools.uncertainty(text, [terms.astype(np.float32)]).results
    monkeypatch.setattr(Runs, "in_order", lambda self: [])
    (without,) = stablehlo_tools.uncertainty(text, [terms.astype(np.float32)]).results
    assert np.median(result.bound / without.bound) < 1.05
    assert result.bound.max() < 1.5 * without.bound.max()


@pytest.mark.parametrize(
    ("shape", "result", "has_any"),
    [
        ("1000xf32", "f32", True),
        ("1000xf64", "f64", True),
        ("8xf32", "f32", False),
        ("1000xbf16", "bf16", True),
        ("8xbf16", "bf16", False),
    ],
)
def test_sums_of_many_terms_are_executed_in_order(shape: str, result: str, has_any: bool) -> None:
    module = stablehlo_tools.parse(summing(shape, result, 0))
    assert (in_order(module, profiles()["any"]) is not None) == has_any


CALLED = """
func.func @main(%x: tensor<1000xf32>) -> tensor<f32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.while(%i = %zero) : tensor<f32>
  cond {{
    %1 = stablehlo.compare LT, %i, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }} do {{
    %1 = func.call @{inside}(%x) : (tensor<1000xf32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }}
  %2 = func.call @total(%x) : (tensor<1000xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}}
func.func private @outer(%x: tensor<1000xf32>) -> tensor<f32> {{
  %0 = func.call @total(%x) : (tensor<1000xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}}
func.func private @first(%x: tensor<1000xf32>) -> tensor<f32> {{
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}}
"""


@pytest.mark.parametrize(("inside", "has_any"), [("first", True), ("total", False), ("outer", False)])
def test_sums_in_functions_that_loops_call_are_left_out(inside: str, has_any: bool) -> None:
    text = CALLED.format(inside=inside) + summing("1000xf32", "f32", 0).replace("@main", "private @total")
    assert (in_order(stablehlo_tools.parse(text), profiles()["any"]) is not None) == has_any
