"""Precision: what is kept meets the budget, and what was predicted is what is measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import Precision, RunError
from stablehlo_tools.verdict.envelope.origins.precision import PrecisionOptions, Trial, cast
from stablehlo_tools.verdict.envelope.origins.relative_errors import relative_errors
from tests import oracle
from tests.verdict.envelope.test_loops import newton

MODELS = Path(__file__).parents[4] / "testdata" / "models"
BF16 = ml_dtypes.bfloat16


def of(text: str, *inputs: Any, **options: Any) -> Precision:
    return stablehlo_tools.precision(text, list(inputs), **options)


def kept(found: Precision) -> list[str]:
    return [each.name for each in found.kept]


# x² + 100 - 100: the sum rounds what is left to the last place of 100, which is 0.5 in bf16.
ABSORBED = """func.func @main(%x: tensor<512xbf16>) -> tensor<512xbf16> {
  %big = stablehlo.constant dense<1.0e2> : tensor<512xbf16>
  %0 = stablehlo.tanh %x : tensor<512xbf16>
  %1 = stablehlo.add %0, %big : tensor<512xbf16>
  %2 = stablehlo.subtract %1, %big : tensor<512xbf16>
  %3 = stablehlo.sine %2 : tensor<512xbf16>
  return %3 : tensor<512xbf16>
}"""
X = np.random.default_rng(0).uniform(0.5, 1, 512).astype(BF16)


def test_the_sum_that_loses_digits_is_kept_and_nothing_else() -> None:
    found = of(ABSORBED, X, budget=1e-2)
    assert kept(found) == ["add %1"]
    assert found.is_met
    assert found.units == 4
    (made,) = stablehlo_tools.run(stablehlo_tools.parse(stablehlo_tools.format(found.program)), [X])
    exact = np.sin(np.tanh(X.astype(np.float64)))
    error = np.linalg.norm(made.astype(np.float64) - exact) / np.linalg.norm(exact)
    assert found.after.numpy == pytest.approx(error, rel=1e-6)
    assert error < 1e-2
    assert found.before.numpy > 0.1


def test_a_program_that_is_accurate_enough_stays_as_it_is() -> None:
    found = of(ABSORBED, X, budget=1.0)
    assert found.kept == []
    assert found.program == stablehlo_tools.parse(ABSORBED)
    assert found.before == found.after


def test_a_token_as_a_result_is_refused() -> None:
    text = """func.func @main(
        %x: tensor<2xbf16>, %t: !stablehlo.token) -> (tensor<2xbf16>, !stablehlo.token) {
      %0 = stablehlo.tanh %x : tensor<2xbf16>
      return %0, %t : tensor<2xbf16>, !stablehlo.token
    }"""
    with pytest.raises(RunError, match="results that are not tensors"):
        of(text, np.ones(2, BF16), None, budget=1.0)


def test_the_rounding_of_a_result_is_beyond_any_choice() -> None:
    """bf16 rounds to 8 bits: in the mean by 0.21 to 0.29 times 2^-7, which no op before it changes."""
    found = of(ABSORBED, X, budget=1e-3)
    assert not found.is_met
    assert [each.units for each in found.kept] == [4]
    assert 1.4e-3 < found.after.numpy < 2.3e-3
    assert found.narrow_results == ["bf16"]
    wide = of(ABSORBED, X, budget=1e-3, wide_results=True)
    assert wide.is_met
    assert wide.after.numpy < 1e-3
    assert [str(each) for each in wide.program["main"].type.results] == ["tensor<512xf32>"]


def test_a_program_in_f32_is_cast_first() -> None:
    text = ABSORBED.replace("bf16", "f32")
    x = X.astype(np.float32)
    found = of(text, x, budget=1e-2, to="bf16")
    assert kept(found) == ["add %1"]
    assert found.is_met
    with pytest.raises(RunError, match="nothing in this program rounds to a type narrower than f32; cast"):
        of(text, x, budget=1e-2)


def test_a_binary_program_is_cast_as_its_text_is() -> None:
    """The conversion of the constant stands where the product does, whose text it does not have."""
    text = """func.func @main(%x: tensor<512xf32>) -> tensor<512xf32> {
      %c = stablehlo.constant dense<0.3> : tensor<512xf32>
      %0 = stablehlo.multiply %x, %c : tensor<512xf32>
      return %0 : tensor<512xf32>
    }"""
    x = X.astype(np.float32)
    binary = stablehlo_tools.serialize(text, form="bytecode")
    found = stablehlo_tools.precision(binary, [x], budget=1e-9, to="bf16")
    assert found.before == of(text, x, budget=1e-9, to="bf16").before
    assert 1e-3 < found.before.greatest < 1e-2


def test_what_has_no_floats_says_so() -> None:
    text = """func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
      %0 = stablehlo.add %x, %x : tensor<4xi32>
      return %0 : tensor<4xi32>
    }"""
    for to in (None, "bf16"):
        with pytest.raises(RunError, match="nothing in this program is rounded: it has no floats"):
            of(text, np.zeros(4, np.int32), budget=1e-2, to=to)


def test_an_overflow_in_f16_is_an_infinite_error() -> None:
    text = """func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
      %0 = stablehlo.multiply %x, %x : tensor<4xf16>
      %1 = stablehlo.sqrt %0 : tensor<4xf16>
      return %1 : tensor<4xf16>
    }"""
    found = of(text, np.full(4, 300, np.float16), budget=1e-2)
    assert found.before.numpy == np.inf
    assert kept(found) == ["multiply %0"]
    assert found.after.numpy == 0


def test_errors_are_relative_to_the_norm_of_the_reference() -> None:
    reference = np.array([3.0, 4.0, np.inf])
    assert relative_errors([np.array([3.0, 4.5, np.inf], np.float32)], [reference]) == [0.1]
    assert relative_errors([np.array([3.0, np.nan, np.inf], np.float32)], [reference]) == [np.inf]
    for last in (-np.inf, np.nan, 3e38):  # the reference is infinite
        assert relative_errors([np.array([3.0, 4.0, last], np.float32)], [reference]) == [np.inf]
    assert relative_errors([np.zeros(2, np.float32)], [np.zeros(2)]) == [0]
    assert relative_errors([np.ones(2, np.float32)], [np.zeros(2)]) == [np.inf]
    assert relative_errors([np.ones(2, np.int32)], [np.zeros(2, np.int32)]) == [0]


@pytest.mark.parametrize("seed", range(4))
def test_one_error_of_many_elements_is_estimated_from_several_runs(seed: int) -> None:
    """Noise within 0.57 times 2^-7, of 1.08, has a spread of 2.4e-3; that of one run is up to 4.1e-3."""
    text = """func.func @main(%x: tensor<bf16>) -> tensor<4096xbf16> {
      %0 = stablehlo.multiply %x, %x : tensor<bf16>
      %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<bf16>) -> tensor<4096xbf16>
      return %1 : tensor<4096xbf16>
    }"""
    x = np.array(1.0390625, BF16)
    module = stablehlo_tools.parse(text)
    trial = Trial(module, [x], "main", PrecisionOptions(seed=seed))
    assert (trial.references[0] == 1.0390625**2).all()
    assert 2.4e-3 / 1.5 < trial.errors(module).estimated < 2.4e-3 * 1.5


def test_the_error_falls_by_the_factor_that_was_predicted() -> None:
    with np.load(MODELS / "attention.inputs.npz", allow_pickle=False) as stored:
        inputs = [stored[each] for each in stored.files]
    found = stablehlo_tools.precision(MODELS / "attention.mlir", inputs, 1e-2, to="bf16")
    assert found.is_met
    assert len(found.kept) < found.units
    predicted = found.before.estimated / found.after.estimated
    measured = found.before.numpy / found.after.numpy
    assert predicted / 1.5 < measured < predicted * 1.5


def test_a_loop_until_nothing_changes_is_covered() -> None:
    """With roundings at random, it would go on for ever."""
    squares = np.array([2, 3, 5, 7], np.float32)
    found = of(newton(4, "f32"), squares, budget=1e-3, to="bf16")
    assert found.is_met
    (made,) = stablehlo_tools.run(found.program, [squares])
    assert np.linalg.norm(made - np.sqrt(squares)) / np.linalg.norm(np.sqrt(squares)) < 1e-3


# In bf16, 257 is halfway between 256 and 258, of which 256 is even: it stays 256.
COUNTING = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %end = stablehlo.constant dense<300.0> : tensor<f32>
  %0 = stablehlo.while(%t = %x) : tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %t, %end : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %t, %one : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}"""


def test_a_loop_that_never_ends_in_a_narrow_type_is_kept() -> None:
    module, x = stablehlo_tools.parse(COUNTING), np.float32(0)
    trial = Trial(module, [x], "main", PrecisionOptions())
    assert trial.errors(module).ends
    endless = trial.errors(cast(module, "bf16"))
    assert (endless.ends, endless.numpy) == (False, np.inf)
    found = of(COUNTING, x, budget=1e-2, to="bf16")
    assert found.is_met
    assert stablehlo_tools.run(found.program, [x]) == [300]


@pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed")
def test_an_engine_is_asked_for_its_error() -> None:
    found = of(ABSORBED, X, budget=1e-2, engine="xla")
    assert found.is_met
    assert found.before.engine is not None
    assert found.after.engine is not None
    assert found.after.engine <= 1e-2


SQUARE = """func.func @main(%x: tensor<4096xbf16>) -> tensor<4096xbf16> {
  %0 = stablehlo.multiply %x, %x : tensor<4096xbf16>
  return %0 : tensor<4096xbf16>
}"""
ADDED = """func.func @main(%x: tensor<256xTERMSxbf16>) -> tensor<256xbf16> {
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<256xTERMSxbf16>, tensor<bf16>) -> tensor<256xbf16>
  return %0 : tensor<256xbf16>
}"""


def rounded(numbers: Any) -> Any:
    return numbers.astype(BF16).astype(np.float64)


def added_in_order(columns: Any) -> Any:
    total = np.zeros_like(columns[0])
    for column in columns:
        total = rounded(total + column)
    return total


@pytest.mark.parametrize(("low", "high"), [(1.02, 1.15), (1.3, 1.41)])
def test_errors_are_estimated_as_large_as_rounding_to_nearest_makes_them(low: float, high: float) -> None:
    """The squares are near 1 or near 2: rounded to the same distances, but relative to other numbers."""
    x = np.random.default_rng(0).uniform(low, high, 4096).astype(BF16)
    exact = x.astype(np.float64) ** 2
    expected = np.linalg.norm(rounded(exact) - exact) / np.linalg.norm(exact)
    module = stablehlo_tools.parse(SQUARE)
    errors = Trial(module, [x], "main", PrecisionOptions()).errors(module)
    assert errors.numpy == pytest.approx(expected, rel=1e-6)
    assert errors.estimated == pytest.approx(expected, rel=0.1)


@pytest.mark.parametrize("terms", [48, 256])
def test_short_sums_are_estimated_in_order_and_long_ones_in_f32(terms: int) -> None:
    x = np.random.default_rng(0).uniform(0, 1, (256, terms)).astype(BF16)
    exact = x.astype(np.float64).sum(1)
    total = added_in_order(x.astype(np.float64).T) if terms == 48 else exact
    expected = np.linalg.norm(rounded(total) - exact) / np.linalg.norm(exact)
    module = stablehlo_tools.parse(ADDED.replace("TERMS", str(terms)))
    errors = Trial(module, [x], "main", PrecisionOptions(profile="interpreter")).errors(module)
    assert errors.numpy == pytest.approx(expected, rel=1e-6)
    assert expected / 1.25 < errors.estimated < expected * 1.25


def test_long_sums_are_estimated_in_windows_as_xla_adds_them() -> None:
    """32 windows of 32 terms, and then their sums, each in order: the 1,024 terms in order would stagnate."""
    x = np.random.default_rng(0).uniform(0, 1, (256, 1024)).astype(BF16)
    exact = x.astype(np.float64).sum(1)
    windows = x.astype(np.float64).reshape(256, 32, 32).transpose(2, 1, 0)
    total = added_in_order(added_in_order(windows))
    expected = np.linalg.norm(total - exact) / np.linalg.norm(exact)
    module = stablehlo_tools.parse(ADDED.replace("TERMS", "1024"))
    errors = Trial(module, [x], "main", PrecisionOptions(profile="cpu")).errors(module)
    assert expected / 1.25 < errors.estimated < expected * 1.25


def test_factors_of_16_bits_are_estimated_with_sums_in_f32() -> None:
    """The columns of a Cholesky factor are rounded one after another; here, products are added in f64."""
    x = np.random.default_rng(0).normal(0, 1, (8, 24, 24))
    matrices = rounded(x @ x.transpose(0, 2, 1) / 24 + np.eye(24))
    factors = np.zeros_like(matrices)
    for j in range(24):
        rest = matrices[..., j] - (factors @ factors[:, j, :, np.newaxis])[..., 0]
        diagonal = rounded(np.sqrt(rest[:, j, np.newaxis]))
        factors[:, j:, j] = rounded(rest[:, j:] / diagonal)
        factors[:, j, j] = diagonal[:, 0]
    exact = np.linalg.cholesky(matrices)
    expected = np.linalg.norm(factors - exact) / np.linalg.norm(exact)
    module = stablehlo_tools.parse("""func.func @main(%x: tensor<8x24x24xbf16>) -> tensor<8x24x24xbf16> {
      %0 = stablehlo.cholesky %x, lower = true : tensor<8x24x24xbf16>
      return %0 : tensor<8x24x24xbf16>
    }""")
    errors = Trial(module, [matrices.astype(BF16)], "main", PrecisionOptions(profile="cpu")).errors(module)
    assert expected / 1.5 < errors.estimated < expected * 1.5


def test_what_is_left_of_an_error_is_named_where_the_budget_cannot_be_met() -> None:
    """Whatever is kept, `reduce_precision` leaves 4 bits, whose roundings are 16 times those of bf16."""
    text = """func.func @main(%x: tensor<512xbf16>) -> tensor<512xbf16> {
      %0 = stablehlo.sine %x : tensor<512xbf16>
      %1 = stablehlo.reduce_precision %0, format = e8m3 : tensor<512xbf16>
      %2 = stablehlo.exponential %1 : tensor<512xbf16>
      return %2 : tensor<512xbf16>
    }"""
    found = of(text, X, budget=1e-3)
    assert not found.is_met
    assert [each.name for each in found.left] == ["reduce_precision %1"]
    assert found.narrow_results == []
    beyond = of(ABSORBED, X, budget=1e-3)
    assert [each.share for each in beyond.left] == pytest.approx([1], rel=1e-3)
    assert beyond.narrow_results == ["bf16"]


def test_a_program_without_float_results_is_not_covered() -> None:
    text = """func.func @main(%x: tensor<4xbf16>) -> tensor<4xi32> {
      %0 = stablehlo.exponential %x : tensor<4xbf16>
      %1 = stablehlo.convert %0 : (tensor<4xbf16>) -> tensor<4xi32>
      return %1 : tensor<4xi32>
    }"""
    with pytest.raises(RunError, match="no result has floats, so there is no error to measure"):
        of(text, np.zeros(4, BF16), budget=1e-2)


def test_the_predicted_error_of_a_saturated_result_is_within_its_distance_from_one() -> None:
    text = "func.func @main(%x: tensor<512xbf16>) -> tensor<512xbf16> {\n" + (
        "%0 = stablehlo.tanh %x : tensor<512xbf16>\nreturn %0 : tensor<512xbf16>\n}"
    )
    before = of(text, np.full(512, 10, BF16), budget=1.0).before
    distance = 1 - np.tanh(10.0)
    assert before.numpy == pytest.approx(distance, rel=1e-4)
    assert distance / 2 < before.estimated <= distance
