"""Folding sliding windows: the windows that hold all elements so far."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools.ops.stablehlo.window_reduction import fold_along, is_prefix_scan, prefix_scan


@pytest.mark.parametrize("length", [1, 2, 63, 64, 65, 128, 130, 5000])
@pytest.mark.parametrize("dtype", ["f4", "i4", "c8"])
def test_sums_so_far(length, dtype) -> None:
    x = np.random.default_rng(0).integers(-9, 9, (2, length, 3)).astype(dtype)
    assert np.array_equal(prefix_scan(np.add, x, 1, from_end=False), np.cumsum(x, 1, dtype=dtype))
    backwards = np.cumsum(x[:, ::-1], 1, dtype=dtype)[:, ::-1]
    assert np.array_equal(prefix_scan(np.add, x, 1, from_end=True), backwards)


def test_sums_of_integers_wrap_in_their_type() -> None:
    x = np.full((3,), 100, np.int8)
    assert prefix_scan(np.add, x, 0, from_end=False).tolist() == [100, -56, 44]


def test_products_and_extremes_so_far() -> None:
    x = np.array([2, 0.5, -4, 3] * 50, np.float32)
    assert np.array_equal(prefix_scan(np.multiply, x, 0, from_end=False)[:4], [2, 1, -4, -12])
    assert np.array_equal(prefix_scan(np.maximum, x, 0, from_end=True)[-2:], [3, 3])


def test_roundings_do_not_add_up_along_the_whole_axis() -> None:
    x = np.full(1 << 20, 0.1, np.float32)
    exact = np.arange(1, x.size + 1) * np.float64(x[0])
    error = np.abs(prefix_scan(np.add, x, 0, from_end=False) / exact - 1).max()
    assert error < 64 * np.finfo(np.float32).eps  # one after the other: 2e-3


@pytest.mark.parametrize(
    ("length", "size", "edges", "steps", "expected"),
    [
        (5, 5, (4, 0), (1, 1, 1), True),
        (5, 5, (0, 4), (1, 1, 1), True),
        (3, 5, (4, 0), (1, 1, 1), True),
        (6, 5, (4, 0), (1, 1, 1), False),
        (5, 5, (3, 1), (1, 1, 1), False),
        (5, 5, (4, 4), (1, 1, 1), False),
        (5, 5, (4, 0), (1, 2, 1), False),
        (1, 1, (0, 0), (1, 1, 1), False),
        (0, 5, (4, 0), (1, 1, 1), False),
    ],
)
def test_windows_that_hold_all_so_far(length, size, edges, steps, expected) -> None:
    assert is_prefix_scan(length, size, edges, steps) is expected


@pytest.mark.parametrize("stride", [1, 3])
@pytest.mark.parametrize("dilation", [1, 2])
@pytest.mark.parametrize("size", [1, 2, 7, 40])
def test_windows_along_an_axis(size, dilation, stride) -> None:
    x = np.random.default_rng(0).integers(0, 99, (100, 2))
    starts = range(0, 100 - (size - 1) * dilation, stride)
    expected = [x[start : start + (size - 1) * dilation + 1 : dilation].sum(0) for start in starts]
    (folded,) = fold_along([x], 0, size, stride, dilation, lambda a, b: [a + b])
    assert np.array_equal(folded, expected)
