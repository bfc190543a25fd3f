"""The gamma function's relatives, and a Bessel function."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np
import pytest

NAN, INF = math.nan, math.inf
EULER = 0.57721566490153286


@pytest.mark.parametrize("dtype", [np.float32, np.float64, ml_dtypes.bfloat16])
@pytest.mark.parametrize(
    ("name", "operands", "expected"),
    [
        ("lgamma", (5.0,), math.log(24)),
        ("lgamma", (-0.5,), math.log(2 * math.sqrt(math.pi))),
        ("lgamma", (-2.0,), INF),
        ("lgamma", (INF,), INF),
        ("lgamma", (NAN,), NAN),
        ("digamma", (1.0,), -EULER),
        ("digamma", (3.0,), 1.5 - EULER),
        ("digamma", (0.5,), -EULER - 2 * math.log(2)),
        ("digamma", (-0.5,), 2 - EULER - 2 * math.log(2)),
        ("digamma", (-3.0,), NAN),
        ("digamma", (INF,), INF),
        ("zeta", (2.0, 1.0), math.pi**2 / 6),
        ("zeta", (4.0, 1.0), math.pi**4 / 90),
        ("zeta", (2.0, 2.0), math.pi**2 / 6 - 1),
        ("zeta", (1.0, 2.0), INF),
        ("zeta", (0.5, 2.0), NAN),
        ("zeta", (2.0, -1.0), INF),
        ("zeta", (2.5, -0.5), NAN),
        ("zeta", (2.0, INF), 0.0),
        ("polygamma", (0.0, 1.0), -EULER),
        ("polygamma", (1.0, 1.0), math.pi**2 / 6),
        ("polygamma", (3.0, 1.0), math.pi**4 / 15),
        ("polygamma", (1.5, 1.0), NAN),
        ("polygamma", (-1.0, 1.0), NAN),
        ("bessel_i1e", (0.0,), 0.0),
        ("bessel_i1e", (1.0,), 0.5651591039924851 / math.e),
        ("bessel_i1e", (-1.0,), -0.5651591039924851 / math.e),
        ("bessel_i1e", (10.0,), 2670.988303701255 * math.exp(-10)),
        ("bessel_i1e", (INF,), 0.0),
        ("bessel_i1e", (NAN,), NAN),
    ],
)
def test_special_functions(kernel, name, operands, expected, dtype) -> None:
    result = kernel(f"chlo.{name}")(*(np.array([x], dtype) for x in operands))
    assert result.dtype == dtype
    tolerance = 4 * float(ml_dtypes.finfo(dtype).eps)
    np.testing.assert_allclose(result.astype(float), [expected], rtol=tolerance, atol=tolerance)


def test_series_of_bessel_i1e_meet(kernel) -> None:
    below, above = kernel("chlo.bessel_i1e")(np.array([20 - 1e-12, 20 + 1e-12]))
    assert below == pytest.approx(above, rel=1e-12)


def test_bessel_i1e_of_huge_numbers(kernel) -> None:
    x = np.array([1e300, 1.7e308, -1.7e308])
    expected = np.copysign(np.abs(x) ** -0.5 / math.sqrt(2 * math.pi), x)
    np.testing.assert_allclose(kernel("chlo.bessel_i1e")(x), expected, rtol=1e-15)
