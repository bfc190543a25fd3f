"""Differences in numbers; the expected ones are computed by hand, or by numpy on another path."""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

from stablehlo_tools.verdict.difference import measure, same_bits, spacing


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_the_spacing_is_that_of_numpy(dtype: type) -> None:
    numbers: npt.NDArray[Any] = np.array(
        [0.0, 1e-7, 0.75, 1.0, 1.5, 2.0, 3e4, -5.5, np.finfo(dtype).smallest_normal], dtype
    )
    normal = np.maximum(np.abs(numbers), np.finfo(dtype).smallest_normal)
    assert np.array_equal(spacing(numbers), np.spacing(normal).astype(np.float64))


def test_the_spacing_of_narrow_types() -> None:
    # bf16 has 8 significant bits, f8E4M3FN has 4
    assert spacing(np.array([1, 3, 256], ml_dtypes.bfloat16)).tolist() == [2.0**-7, 2.0**-6, 2.0]
    assert spacing(np.array([1, 3, 448], ml_dtypes.float8_e4m3fn)).tolist() == [0.125, 0.25, 32.0]
    assert spacing(np.array([5, 100], np.int32)).tolist() == [1, 1]
    assert spacing(np.array([3, -2], ml_dtypes.int4)).tolist() == [1, 1]


def test_errors_are_absolute_relative_and_in_units_in_the_last_place() -> None:
    reference = np.array([[1.0, 2.0], [4.0, 8.0]], np.float32)
    array = reference.copy()
    array[1, 0] += 3 * 2.0**-21  # three steps above 4
    found = measure(array, reference)
    assert (found.differing, found.size, found.worst) == (1, 4, (1, 0))
    assert (found.max_abs, found.max_ulp) == (3 * 2.0**-21, 3.0)
    assert found.max_rel == 3 * 2.0**-23
    assert found.values == (4 + 3 * 2.0**-21, 4.0)


def test_nan_equals_nan_and_nothing_else() -> None:
    a = np.array([np.nan, 1, np.nan, np.inf], np.float32)
    b = np.array([np.nan, np.nan, 2, np.inf], np.float32)
    found = measure(a, b)
    assert (found.differing, found.nan, found.inf) == (2, (2, 2), (1, 1))
    assert found.max_abs == found.max_rel == found.max_ulp == math.inf
    assert found.pcc is None


def test_the_sign_of_zero_is_counted_apart() -> None:
    found = measure(np.array([0.0, -0.0, 1.0]), np.array([-0.0, -0.0, 1.0]))
    assert (found.differing, found.zero_signs, found.is_none) == (0, 1, False)


def test_the_correlation_is_that_of_numpy() -> None:
    rng = np.random.default_rng(0)
    b = rng.normal(size=100)
    a = b + 0.1 * rng.normal(size=100)
    found = measure(a, b)
    assert found.pcc == pytest.approx(np.corrcoef(a, b)[0, 1], rel=1e-12)
    assert found.cosine == pytest.approx(a @ b / np.sqrt((a @ a) * (b @ b)), rel=1e-12)
    assert measure(-b, b).pcc == pytest.approx(-1)
    assert measure(np.ones(3), np.ones(3)).pcc is None


def test_large_integers_differ_although_their_doubles_are_equal() -> None:
    found = measure(np.array([2**53 + 1]), np.array([2**53]))
    assert (found.differing, found.max_abs) == (1, 1.0)


def test_empty_arrays_are_the_same() -> None:
    found = measure(np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32))
    assert found.is_none
    assert (found.worst, found.values) == ((), (None, None))


def test_bits_are_compared_with_the_sign_of_zero_and_the_payload_of_nan() -> None:
    assert same_bits(np.array([np.nan]), np.array([np.nan]))
    assert not same_bits(np.array([0.0]), np.array([-0.0]))
    assert not same_bits(np.zeros(2, np.float32), np.zeros(2, np.int32))
    assert same_bits(np.zeros((2, 3))[:, ::2], np.zeros((2, 2)))
    assert same_bits(np.zeros((), ml_dtypes.bfloat16), np.zeros((), ml_dtypes.bfloat16))
    assert not same_bits(np.array([1 + 2j]), np.array([1 + 2.5j]))
    assert not same_bits(np.array([1, 2], ml_dtypes.int4), np.array([1, 3], ml_dtypes.int4))
