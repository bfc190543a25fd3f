"""Results described."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.cli.running.results import describe


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
    array[:3] = np.nan, np.inf, np.nan
    assert describe(array)[0] == "min 1, max 1, mean 1, 2 NaN, 1 infinite"
    assert describe(np.full(100, np.nan))[0] == "100 NaN"


def test_booleans_are_counted() -> None:
    assert describe(np.arange(100) < 30)[0] == "true 30 of 100"


def test_complex_numbers_have_a_magnitude() -> None:
    assert describe(np.full(100, 3 + 4j))[0] == "max magnitude 5, mean 3+4j"
