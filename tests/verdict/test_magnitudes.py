"""Magnitudes: the extremes of numbers other than zero."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools.verdict.noise.magnitudes import binary_powers, extremes_of


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("has_room", [False, True])
def test_zeros_are_left_out_of_the_smallest_magnitude(dtype: str, *, has_room: bool) -> None:
    numbers = np.array([[2.0, 0.0, -3.0], [-0.0, -0.25, 0.5]], dtype)
    before = numbers.copy()
    room = np.empty(numbers.shape, numbers.dtype) if has_room else None
    assert extremes_of(numbers.T, None if room is None else room.T) == (0.25, 3.0, True)
    assert np.array_equal(numbers, before)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_binary_powers_are_those_of_the_exponent(dtype: str) -> None:
    numbers = np.array([[1.0, -1.9, 2.0], [0.3, 0.0, -6e22]], dtype)
    expected = np.array([[1, 1, 2], [0.25, 0, 2.0**75]], dtype)
    np.testing.assert_array_equal(binary_powers(numbers), expected)
    room = np.empty(numbers.T.shape, dtype)
    np.testing.assert_array_equal(binary_powers(numbers.T, room), expected.T)
    np.testing.assert_array_equal(room, expected.T)
