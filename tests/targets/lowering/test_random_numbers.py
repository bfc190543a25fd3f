"""`rng` as the bits of a generator: in its interval, evenly, at the limits of each type."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES

COUNT = 8192


def drawn(type: str, low: Any, high: Any, distribution: str = "UNIFORM") -> Any:
    program = f"""\
func.func @main(%a: tensor<{type}>, %b: tensor<{type}>) -> tensor<{COUNT}x{type}> {{
  %shape = stablehlo.constant dense<{COUNT}> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = {distribution}
    : (tensor<{type}>, tensor<{type}>, tensor<1xi64>) -> tensor<{COUNT}x{type}>
  return %0 : tensor<{COUNT}x{type}>
}}
"""
    dtype = dtype_of(ELEMENT_TYPES[type])
    module = stablehlo_tools.lower(program, rewrites=["no-rng"])
    assert "stablehlo.rng" not in {each.name for each in module.walk()}
    (found,) = stablehlo_tools.run(module, [np.array(low).astype(dtype), np.array(high).astype(dtype)])
    assert found.dtype == dtype
    return found


@pytest.mark.parametrize("type", ["i4", "ui4", "i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"])
def test_integers_are_drawn_evenly_between_the_limits_of_their_type(type: str) -> None:
    limits = ml_dtypes.iinfo(dtype_of(ELEMENT_TYPES[type]))
    low, high = int(limits.min), int(limits.max)
    numbers = [int(each) for each in drawn(type, low, high)]
    assert low <= min(numbers)
    assert max(numbers) < high
    quarters, _ = np.histogram([(each - low) / (high - low) for each in numbers], 4, (0, 1))
    expected = [COUNT / 4] * 4 if limits.bits > 4 else [COUNT * n / 15 for n in (4, 4, 4, 3)]
    assert np.abs(quarters - expected).max() < 6 * np.sqrt(COUNT / 4)


def test_an_interval_without_integers_gives_its_start() -> None:
    assert set(drawn("i32", 7, 7).tolist()) == {7}
    assert set(drawn("i32", 7, -3).tolist()) == {7}
    assert set(drawn("i32", -3, -1).tolist()) == {-3, -2}


@pytest.mark.parametrize("type", ["f8E5M2", "f16", "bf16", "f32", "f64"])
def test_floats_of_all_widths_are_drawn(type: str) -> None:
    numbers = drawn(type, -1, 3).astype(np.float64)
    assert numbers.min() >= -1
    assert numbers.max() < 3
    assert abs(numbers.mean() - 1) < 0.3
    normal = drawn(type, 2, 0.5, "NORMAL").astype(np.float64)
    assert abs(normal.mean() - 2) < 0.1
    assert abs(normal.std() - 0.5) < 0.1
