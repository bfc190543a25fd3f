"""Results compared and described."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.analysis.comparison import differences
from stablehlo_tools.cli.results import describe

INFINITY = float("inf")
NAN = float("nan")


@pytest.mark.parametrize(
    ("value", "expected", "differing", "worst"),
    [
        ([1.0, 2.0], [1.0, 2.0], 0, None),
        ([1.0, 2.0], [1.0, 2.001], 0, None),  # 0.001 <= 0.01 * 2
        ([1.0, 2.5], [1.1, 2.0], 2, (1,)),
        ([0.0, 100.0], [0.1, 90.0], 2, (0,)),  # the tolerance is exceeded a hundredfold
        ([NAN, INFINITY, -INFINITY], [NAN, INFINITY, -INFINITY], 0, None),
        ([NAN, 1.0], [1.0, NAN], 2, (0,)),
        ([INFINITY, 5.0], [-INFINITY, 5.0], 1, (0,)),
        ([1.0, INFINITY], [1.0, 5.0], 1, (1,)),
        ([1.0, 5.0], [1.0, INFINITY], 1, (1,)),
        ([0.0], [-0.0], 0, None),
        ([], [], 0, None),
    ],
)
def test_floats(
    value: list[float], expected: list[float], differing: int, worst: tuple[int, ...] | None
) -> None:
    found = differences(np.array(value), np.array(expected), rtol=0.01, atol=0.0)
    assert found.differing == differing
    if worst is not None:
        assert found.worst == worst


def test_integers_are_exact_however_large() -> None:
    found = differences(np.array([1, 2**60 + 1]), np.array([1, 2**60]), 0.0, 0.0)
    assert (found.differing, found.worst, found.greatest_error) == (1, (1,), 1.0)


def test_the_worst_integer_is_the_one_furthest_off() -> None:
    assert differences(np.array([[1, 2], [3, 9]]), np.array([[2, 2], [3, 4]]), 0.0, 0.0).worst == (1, 1)


def test_tolerances_hold_for_integers_too() -> None:
    assert differences(np.array([10]), np.array([11]), 0.0, 1.0).differing == 0


@pytest.mark.parametrize("dtype", [np.bool_, np.complex64, ml_dtypes.bfloat16, ml_dtypes.int4, np.uint64])
def test_every_kind(dtype: Any) -> None:
    ones, zeros = np.ones((2, 2), dtype), np.zeros((2, 2), dtype)
    assert differences(ones, ones, 0.0, 0.0).differing == 0
    assert differences(ones, zeros, 0.0, 0.0).differing == 4


def test_scalars() -> None:
    found = differences(np.array(1.0), np.array(2.0), 0.0, 0.0)
    assert (found.differing, found.worst) == (1, ())


def test_a_small_result_is_shown_whole() -> None:
    assert describe(np.array([[1, 2], [3, 4]])) == ["[[1, 2],", " [3, 4]]"]
    assert describe(np.array(1.5, ml_dtypes.bfloat16)) == ["1.5"]
    assert describe(np.array([-8, 7], ml_dtypes.int4)) == ["[-8,  7]"]
    assert describe(np.zeros((0, 3))) == ["[]"]


def test_a_large_result_is_summed_up() -> None:
    array = np.arange(200, dtype=np.float32).reshape(10, 20)
    assert describe(array) == ["min 0, max 199, mean 99.5", "begins [0., 1., 2., 3., 4., 5., 6., 7., ...]"]


def test_lines_fit_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    array = np.arange(200, dtype=np.float32)
    assert describe(array)[1] == "begins [0., 1., 2., 3., 4., 5., ...]"
    assert max(map(len, describe(array[:60]))) <= 38


def test_what_is_not_finite_is_counted_apart() -> None:
    array = np.ones(100)
    array[:3] = NAN, INFINITY, NAN
    assert describe(array)[0] == "min 1, max 1, mean 1, 2 NaN, 1 infinite"
    assert describe(np.full(100, NAN))[0] == "100 NaN"


def test_booleans_are_counted() -> None:
    assert describe(np.arange(100) < 30)[0] == "true 30 of 100"


def test_complex_numbers_have_a_magnitude() -> None:
    assert describe(np.full(100, 3 + 4j))[0] == "max magnitude 5, mean 3+4j"
