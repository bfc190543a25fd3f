"""Correct digits of values: of pairs of what is computed and what would be."""

from __future__ import annotations

import math

import numpy as np
import pytest

from stablehlo_tools.verdict.envelope.digits import PairedArray, digits_of


def test_digits_are_those_that_agree() -> None:
    exact = np.array([1.0, 2.0, 0.0, 4.0, np.inf, np.nan, 5.0])
    rounded = np.array([1.001, 2.0, 0.5, np.inf, np.inf, np.nan, np.nan], np.float32)
    digits = PairedArray(rounded, exact).digits
    assert digits[0] == pytest.approx(3, abs=1e-3)
    assert digits.tolist()[1:] == [math.inf, 0, 0, math.inf, math.inf, 0]
    assert digits_of(PairedArray(np.zeros(0, np.float32), np.zeros(0))) == math.inf


@pytest.mark.parametrize(("wrong", "expected"), [(1, 1.0), (9, 1.0), (10, 1.0), (11, 0.0)])
def test_a_tenth_of_the_elements_may_have_fewer(wrong: int, expected: float) -> None:
    """Of 101 elements, ten may; the eleventh counts."""
    made = np.full(101, 1.1)
    made[:wrong] = 2.0
    found = digits_of(PairedArray(made.astype(np.float32), np.ones(101)))
    assert found == pytest.approx(expected, abs=1e-3)
