"""Padding and sliding windows."""

from __future__ import annotations

import itertools

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.ops.stablehlo.windows import pad_and_dilate, windows


def by_hand(x, value, low, high, dilation):
    """What `padded` says of one dimension, element by element."""
    spread = [value] * ((len(x) - 1) * dilation + 1 if x else 0)
    spread[::dilation] = x
    row = [value] * max(low, 0) + spread + [value] * max(high, 0)
    return row[max(-low, 0) : len(row) - max(-high, 0)]


@pytest.mark.parametrize(("low", "high"), [*itertools.product(range(-2, 3), repeat=2)])
@pytest.mark.parametrize("dilation", [1, 2, 3])
@pytest.mark.parametrize("size", [0, 1, 4])
def test_padded(low, high, dilation, size) -> None:
    x = np.arange(1, 1 + size)
    assert pad_and_dilate(x, 9, [(low, high)], [dilation]).tolist() == by_hand(
        x.tolist(), 9, low, high, dilation
    )


def test_nothing_to_pad_is_no_copy() -> None:
    x = np.ones((2, 3))
    assert pad_and_dilate(x, 0, [(0, 0), (0, 0)], [1, 1]) is x


def test_windows() -> None:
    x = np.arange(20).reshape(4, 5)
    view = windows(x, (2, 2), (2, 1), (1, 2))
    assert view.shape == (2, 3, 2, 2)
    assert view[1, 2].tolist() == [[12, 14], [17, 19]]
    assert not view.flags.writeable


@pytest.mark.parametrize("dtype", [ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, ml_dtypes.bfloat16])
def test_windows_of_elements_that_numpy_does_not_have(dtype) -> None:
    x = np.array([1, -0.5, 3]).astype(dtype)
    view = windows(x, (2,), (1,), (1,))
    assert view.dtype == x.dtype
    assert view.astype(float).tolist() == [[1, -0.5], [-0.5, 3]]


@pytest.mark.parametrize(("length", "size"), [(0, 1), (2, 3), (0, 0)])
def test_no_window_fits(length, size) -> None:
    assert windows(np.ones(length), (size,), (1,), (1,)).shape == (0, size)
