"""Noise on plain sums: its size by hand, also where terms cancel, overflow when squared, or underflow."""

from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.noise.lane_values import Lanes
from stablehlo_tools.verdict.noise.plain_sums import norm_of_terms, with_noise_of_sum
from stablehlo_tools.verdict.noise.supply import FloatFormat, Noise

COARSE = FloatFormat(1e-3)


def norm_of(body: str, element: str = "f32", sizes: str = "2x2") -> Any:
    type, result = f"tensor<{sizes}x{element}>", f"tensor<{sizes[0]}x{element}>"
    zero = "(0.0, 0.0)" if element == "complex<f32>" else "0.0"
    module = stablehlo_tools.parse(f"""
        func.func @main(%x: {type}) -> {result} {{
          %0 = stablehlo.constant dense<{zero}> : tensor<{element}>
          %1 = stablehlo.reduce(%x init: %0) applies {body} across dimensions = [1] :
              ({type}, tensor<{element}>) -> {result}
          return %1 : {result}
        }}""")
    operation = next(op for op in module.walk() if op.name == "stablehlo.reduce")
    return norm_of_terms(OPS[operation.name], operation)


@pytest.mark.parametrize("scale", [1.0, 1e30, 1e-30])
def test_the_norm_of_terms_is_that_of_vectors(scale: float) -> None:
    terms = np.array([[3, -4], [0, 0]], np.float32) * np.float32(scale)
    np.testing.assert_allclose(norm_of("stablehlo.add")(terms), [5 * scale, 0], rtol=1e-6)


def test_the_norm_of_complex_terms_is_that_of_their_magnitudes() -> None:
    norm = norm_of("stablehlo.add", "complex<f32>", "1x2")
    np.testing.assert_allclose(norm(np.array([[3j, 4]], np.complex64)), [5])


def test_sums_of_no_terms_have_the_norm_zero() -> None:
    norm = norm_of("stablehlo.add", sizes="2x0")
    np.testing.assert_array_equal(norm(np.empty((2, 0), np.float32)), [0, 0])


def test_other_reductions_have_no_norm() -> None:
    assert norm_of("stablehlo.maximum") is None


def test_noise_of_terms_and_of_the_sum_are_independent() -> None:
    total, others = np.full(20_000, 3.0), np.full(20_000, 4.0)
    made = with_noise_of_sum(Noise(0), total, others, COARSE, 1.0, None)
    assert np.std(made - total) == pytest.approx(5e-3 / 3**0.5, rel=0.02)  # uniform within 5e-3
    others_only = with_noise_of_sum(Noise(0), total, others, COARSE, 1.0, np.zeros(20_000))
    assert np.std(others_only - total) == pytest.approx(4e-3 / 3**0.5, rel=0.02)


def test_noise_of_terms_stays_where_they_cancel() -> None:
    made = with_noise_of_sum(Noise(0), np.zeros(20_000), np.ones(20_000), COARSE, 1.0, None)
    assert np.std(made) == pytest.approx(1e-3 / 3**0.5, rel=0.02)


def test_sums_that_are_not_finite_stay() -> None:
    total = np.array([np.inf, -np.inf, np.nan])
    with np.errstate(all="ignore"):  # as in runs
        made = with_noise_of_sum(Noise(0), total, np.array([1.0, np.inf, np.nan]), COARSE, 1.0, None)
    np.testing.assert_array_equal(made, total)


def test_the_first_of_several_runs_has_no_noise() -> None:
    made = with_noise_of_sum(Noise(0, 3), np.ones(100), np.ones(100), COARSE, 1.0, None)
    assert isinstance(made, Lanes)
    assert (made.rows[0] == 1).all()
    assert (made.rows[1:] != 1).all()
    assert np.abs(made.rows[1:] - 1).max() <= 2**0.5 * 1e-3
