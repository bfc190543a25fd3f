"""What the tests of LAPACK's routines share: matrices of the types that their names begin with."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[Any]

DTYPES = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
TOLERANCE = {"s": 1e-4, "c": 1e-4, "d": 1e-11, "z": 1e-11}


def matrices(letter: str, *shape: int, seed: int = 0) -> Matrix:
    """Random matrices of type s, d, c or z."""
    numbers = np.random.default_rng(seed)
    values = numbers.standard_normal(shape) + 1j * numbers.standard_normal(shape)
    return (values if letter in "cz" else values.real).astype(DTYPES[letter])


def adjoint(matrix: Matrix) -> Matrix:
    """The conjugate transpose of each."""
    return matrix.swapaxes(-2, -1).conj()


def same(letter: str, found: Matrix, expected: Matrix) -> None:
    """Assert that two are equal, as far as the type allows."""
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, rtol=TOLERANCE[letter], atol=TOLERANCE[letter])
