"""Ops of the CHLO dialect."""

from __future__ import annotations

import cmath
import math

import ml_dtypes
import numpy as np
import pytest

NAN, INF = math.nan, math.inf

REAL = [
    ("acos", math.acos, (-1.0, -0.5, 0.25, 1.0)),
    ("acosh", math.acosh, (1.0, 1.5, 100.0)),
    ("asin", math.asin, (-1.0, -0.5, 0.25, 1.0)),
    ("asinh", math.asinh, (-3.0, 0.0, 100.0)),
    ("atan", math.atan, (-3.0, 0.0, 100.0)),
    ("atanh", math.atanh, (-0.5, 0.0, 0.75)),
    ("cosh", math.cosh, (-3.0, 0.0, 2.0)),
    ("erf", math.erf, (-5.0, -1.5, -0.999, -1e-5, 0.0, 0.25, 1.0, 2.5, 7.0)),
    ("erfc", math.erfc, (-5.0, -1.5, -0.999, 0.0, 0.25, 1.0, 1.5, 2.5, 7.0)),
    ("sinh", math.sinh, (-3.0, 0.0, 2.0)),
    ("square", lambda x: x * x, (-3.0, 0.0, 2.0)),
    ("tan", math.tan, (-1.0, 0.0, 1.25)),
]


@pytest.mark.parametrize("dtype", [np.float16, np.dtype(ml_dtypes.bfloat16), np.float32, np.float64], ids=str)
@pytest.mark.parametrize(("name", "function", "points"), REAL, ids=[row[0] for row in REAL])
def test_real_functions(kernel, name, function, points, dtype) -> None:
    operand = np.array(points, dtype)
    result = kernel(f"chlo.{name}")(operand)
    assert result.dtype == dtype
    expected = np.array([function(float(x)) for x in operand])
    tolerance = 40 if (name, dtype) == ("erfc", np.float32) else 4  # as XLA's: the square is rounded
    # float16 has no erfc(7)
    np.testing.assert_allclose(
        result.astype(float),
        expected,
        rtol=tolerance * float(ml_dtypes.finfo(dtype).eps),
        atol=float(ml_dtypes.finfo(dtype).smallest_normal),
    )


@pytest.mark.parametrize("name", ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "tan"])
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_complex_functions(kernel, name, dtype) -> None:
    points = [1 + 2j, -0.5 - 0.25j, 3j]
    result = kernel(f"chlo.{name}")(np.array(points, dtype))
    assert result.dtype == dtype
    np.testing.assert_allclose(result, [getattr(cmath, name)(z) for z in points], rtol=1e-6)


def test_special_values_of_erf(kernel) -> None:
    operand = np.array([INF, -INF, NAN, 0.0, -0.0])
    for dtype in (np.float32, np.float64):
        np.testing.assert_array_equal(kernel("chlo.erf")(operand.astype(dtype)), [1, -1, NAN, 0, -0.0])
        np.testing.assert_array_equal(kernel("chlo.erfc")(operand.astype(dtype)), [0, 2, NAN, 1, 1])
        assert np.signbit(kernel("chlo.erf")(operand.astype(dtype))[4])


def test_erf_of_the_least_normal_number(kernel) -> None:
    least = np.finfo(np.float32).tiny
    result = kernel("chlo.erf")(np.array([least, -least]))
    np.testing.assert_allclose(result, np.array([1, -1]) * 2 / math.sqrt(math.pi) * float(least), rtol=2**-22)


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float32, 1e-5), (np.float64, 2e-10)])
def test_erf_inv_inverts_erf(kernel, dtype, tolerance) -> None:
    x = np.array([-5.0, -3.0, -1.0, -1e-3, 0.0, 1e-6, 0.5, 2.0, 3.5])
    y = np.array([math.erf(value) for value in x]).astype(dtype)
    inside = np.abs(y) < 1 - 1e-4
    result = kernel("chlo.erf_inv")(y)
    np.testing.assert_allclose(result[inside], x[inside], rtol=tolerance, atol=1e-12)


def test_special_values_of_erf_inv(kernel) -> None:
    for dtype in (np.float16, np.float32, np.float64):
        result = kernel("chlo.erf_inv")(np.array([1, -1, 1.5, NAN, 0.0, -0.0], dtype))
        np.testing.assert_array_equal(result, [INF, -INF, NAN, NAN, 0, -0.0])


def test_erf_inv_of_many_elements_is_that_of_each(kernel) -> None:
    operand = np.linspace(-1, 1, 100_001)
    result = kernel("chlo.erf_inv")(operand)
    each = [kernel("chlo.erf_inv")(np.array(x)) for x in operand[::5000]]
    np.testing.assert_array_equal(result[::5000], each)


def test_square_of_complex_numbers_does_not_overflow_needlessly(kernel) -> None:
    huge = float(np.finfo(np.float32).max)
    result = kernel("chlo.square")(np.array([3 - 4j, complex(huge, -huge), complex(INF, -1)], np.complex64))
    assert result[0] == -7 - 24j
    assert (result[1].real, result[1].imag) == (0, -INF)
    assert result[2].real == INF


def test_conj(kernel) -> None:
    assert kernel("chlo.conj")(np.array([1 + 2j], np.complex64)).tolist() == [1 - 2j]
    assert kernel("chlo.conj")(np.array([1.5], np.float32)).tolist() == [1.5]


@pytest.mark.parametrize("dtype", [np.float16, np.dtype(ml_dtypes.bfloat16), np.float32, np.float64], ids=str)
def test_infinities(kernel, dtype) -> None:
    operand = np.array([INF, -INF, NAN, 1.0], dtype)
    assert kernel("chlo.is_inf")(operand).tolist() == [True, True, False, False]
    assert kernel("chlo.is_pos_inf")(operand).tolist() == [True, False, False, False]
    assert kernel("chlo.is_neg_inf")(operand).tolist() == [False, True, False, False]


# --- top_k ------------------------------------------------------------------------------------------


def test_top_k_takes_the_lower_index_of_equals(kernel) -> None:
    values, indices = kernel("chlo.top_k")(np.array([3, 3, 1, 5, 5], np.int32), k=4)
    assert values.tolist() == [5, 5, 3, 3]
    assert indices.tolist() == [3, 4, 0, 1]
    assert (values.dtype, indices.dtype) == (np.int32, np.int32)


def test_top_k_is_in_total_order(kernel) -> None:
    operand = np.array([[NAN, 1, -NAN, INF, 0.0, -0.0, -INF]], np.float32)
    values, indices = kernel("chlo.top_k")(operand, k=7)
    assert indices.tolist() == [[0, 3, 1, 4, 5, 6, 2]]
    np.testing.assert_array_equal(values, [[NAN, INF, 1, 0, -0.0, -INF, NAN]])


@pytest.mark.parametrize("k", [0, 1, 7, 40])
@pytest.mark.parametrize(
    "dtype",
    [bool, np.int8, np.uint8, np.dtype(ml_dtypes.int4), np.float16, np.dtype(ml_dtypes.bfloat16),
     np.int32, np.uint32, np.float32, np.int64, np.uint64, np.float64],
    ids=str,
)  # fmt: skip
def test_top_k(kernel, dtype, k) -> None:
    numbers = np.random.default_rng(0).integers(-7, 8, (3, 2, 40))
    operand = (abs(numbers) if np.dtype(dtype).kind in "ub" else numbers).astype(dtype)
    values, indices = kernel("chlo.top_k")(operand, k=k)
    assert values.shape == indices.shape == (3, 2, k)
    assert values.dtype == dtype
    for index in np.ndindex(3, 2):
        row = operand[index].astype(float)
        order = sorted(range(40), key=lambda i: -row[i])[:k]  # sorted() is stable
        assert indices[index].tolist() == order
        assert values[index].astype(float).tolist() == row[order].tolist()


# --- against XLA ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["erf", "erfc", "erf_inv"])
def test_against_xla(kernel, name) -> None:
    jax = pytest.importorskip("jax")
    operand = np.linspace(-0.9999, 0.9999, 20_001) * (1 if name == "erf_inv" else 6)
    operand = operand.astype(np.float32)
    expected = np.asarray(getattr(jax.lax, name)(operand))
    np.testing.assert_allclose(kernel(f"chlo.{name}")(operand), expected, rtol=4e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32])
def test_top_k_against_xla(kernel, dtype) -> None:
    jax = pytest.importorskip("jax")
    operand = (np.random.default_rng(1).standard_normal((20, 100)) * 9).astype(dtype)
    for expected, result in zip(jax.lax.top_k(operand, 10), kernel("chlo.top_k")(operand, k=10), strict=True):
        np.testing.assert_array_equal(result, expected)


def test_next_after(kernel) -> None:
    next_after = kernel("chlo.next_after")
    assert next_after(np.array([1, 0], np.float32), np.array([2, 0], np.float32)).tolist() == [1 + 2**-23, 0]
    bf16 = np.dtype(ml_dtypes.bfloat16)
    assert next_after(np.array([1], bf16), np.array([2], bf16)).astype(float) == 1 + 2**-7


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, ml_dtypes.bfloat16])
def test_next_after_of_equal_zeros_is_the_second(kernel, dtype) -> None:
    """As nextafter of C: IEEE 754's nextUp has no second operand."""
    zeros = kernel("chlo.next_after")(np.array([0.0, -0.0], dtype), np.array([-0.0, 0.0], dtype))
    assert np.signbit(zeros).tolist() == [True, False]


@pytest.mark.parametrize("name", ["int8", "uint8", "int16", "uint32", "int64", "uint64", "int4", "uint4"])
def test_mulhi(kernel, name) -> None:
    dtype = np.dtype(getattr(ml_dtypes, name, None) or name)
    information = ml_dtypes.iinfo(dtype)
    values = [information.min, information.max, 1, information.max // 3]
    lhs, rhs = (np.array(array, dtype) for array in np.meshgrid(values, values[::-1]))
    expected = [[int(a) * int(b) >> information.bits for a, b in zip(*rows, strict=True)]
                for rows in zip(lhs, rhs, strict=True)]  # fmt: skip
    assert kernel("chlo.mulhi")(lhs, rhs).astype(object).tolist() == expected
