"""fft, cholesky and triangular_solve against definitions and hand calculation."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from stablehlo_tools.ir.types import tensor_type
from stablehlo_tools.ops.registry import OPS

fft = OPS["stablehlo.fft"].kernel
cholesky = OPS["stablehlo.cholesky"].kernel
triangular_solve = OPS["stablehlo.triangular_solve"].kernel


def fourier_matrix(size, sign=-1):
    """The matrix that transforms a vector of `size`."""
    k = np.arange(size)
    return np.exp(sign * 2j * np.pi * np.outer(k, k) / size)


def test_fft_is_the_product_with_the_fourier_matrix() -> None:
    x = np.random.default_rng(0).normal(size=(2, 6)).astype(np.complex64)
    result = fft(x, fft_type="FFT", fft_length=(6,), result=tensor_type((2, 6), "complex<f32>"))
    assert result.dtype == np.complex64
    np.testing.assert_allclose(result, x @ fourier_matrix(6), rtol=1e-5, atol=1e-5)


def test_ifft_divides_by_the_length() -> None:
    x = np.random.default_rng(1).normal(size=5) + 0j
    result = fft(x, fft_type="IFFT", fft_length=(5,), result=tensor_type((5,), "complex<f64>"))
    np.testing.assert_allclose(result, fourier_matrix(5, 1) @ x / 5, rtol=1e-12)


def test_rfft_gives_the_first_half() -> None:
    x = np.array([1.0, 2.0, 3.0, 4.0], np.float32)
    result = fft(x, fft_type="RFFT", fft_length=(4,), result=tensor_type((3,), "complex<f32>"))
    np.testing.assert_allclose(result, [10, -2 + 2j, -2], atol=1e-6)


@pytest.mark.parametrize("size", [8, 9])
def test_irfft_undoes_rfft_of_even_and_odd_lengths(size) -> None:
    x = np.random.default_rng(size).normal(size=(3, size)).astype(np.float32)
    half = size // 2 + 1
    spectrum = fft(x, fft_type="RFFT", fft_length=(size,), result=tensor_type((3, half), "complex<f32>"))
    again = fft(spectrum, fft_type="IRFFT", fft_length=(size,), result=tensor_type((3, size), "f32"))
    assert again.dtype == np.float32
    np.testing.assert_allclose(again, x, atol=1e-6)


def test_fft_over_two_dimensions() -> None:
    x = np.random.default_rng(2).normal(size=(2, 3, 4)) + 0j
    result = fft(x, fft_type="FFT", fft_length=(3, 4), result=tensor_type((2, 3, 4), "complex<f64>"))
    np.testing.assert_allclose(result, fourier_matrix(3) @ x @ fourier_matrix(4), atol=1e-12)


def test_cholesky_reads_only_the_triangle_that_it_is_told() -> None:
    lower = np.array([[2.0, 0], [1.0, 3.0]], np.float32)
    a = lower @ lower.T
    noise = np.array([[0, 99], [0, 0]], np.float32)
    np.testing.assert_allclose(cholesky(a + noise, lower=True), lower)
    np.testing.assert_allclose(cholesky(a + noise.T, lower=False), lower.T)


def test_cholesky_of_an_indefinite_matrix_is_nan_and_spares_the_others() -> None:
    a = np.stack([np.eye(2), -np.eye(2)]).astype(np.float32)
    result = cholesky(a, lower=True)
    assert result[0].tolist() == [[1, 0], [0, 1]]
    assert np.isnan(result[1]).all()


OPTIONS = list(
    itertools.product((True, False), (True, False), (True, False), ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"))
)


@pytest.mark.parametrize(("left_side", "lower", "unit_diagonal", "transpose_a"), OPTIONS)
def test_triangular_solve_solves(left_side, lower, unit_diagonal, transpose_a) -> None:
    random = np.random.default_rng(3)
    a = random.normal(size=(2, 90, 90)) / 20 + 1j * random.normal(size=(2, 90, 90)) / 20 + 2 * np.eye(90)
    b = random.normal(size=(2, 90, 7) if left_side else (2, 7, 90)) + 0j
    x = triangular_solve(
        a, b, left_side=left_side, lower=lower, unit_diagonal=unit_diagonal, transpose_a=transpose_a
    )
    read = np.tril(a, -1) if lower else np.triu(a, 1)
    read = read + (np.eye(90) if unit_diagonal else np.eye(90) * a)
    op = {
        "NO_TRANSPOSE": read,
        "TRANSPOSE": read.swapaxes(1, 2),
        "ADJOINT": read.conj().swapaxes(1, 2),
    }[transpose_a]
    np.testing.assert_allclose(op @ x if left_side else x @ op, b, atol=1e-10)


@pytest.mark.parametrize("odd", [0.0, np.inf, np.nan, 1e-42])
@pytest.mark.parametrize("lower", [True, False])
def test_an_odd_element_reaches_the_rows_after_it_alone(lower, odd) -> None:
    a = np.triu(np.random.default_rng(5).normal(size=(6, 6)).astype(np.float32)) + 3 * np.eye(
        6, dtype=np.float32
    )
    a = a[::-1, ::-1].copy() if lower else a
    place = 2 if lower else 3
    a[place, place] = odd
    b = np.ones((6, 1), np.float32)
    x = triangular_solve(a, b, left_side=True, lower=lower, unit_diagonal=False, transpose_a="NO_TRANSPOSE")
    order = range(6) if lower else range(5, -1, -1)
    expected = np.zeros(6)
    with np.errstate(all="ignore"):
        for row in order:
            others = sum(np.float64(a[row, k]) * expected[k] for k in order if a[row, k] and k != row)
            expected[row] = (1 - others) / np.float64(a[row, row])
        expected = expected.astype(np.float32)
    before = slice(0, place) if lower else slice(place + 1, 6)
    np.testing.assert_allclose(x[before, 0], expected[before], rtol=1e-5)
    np.testing.assert_allclose(x[place, 0], expected[place], rtol=1e-3)
