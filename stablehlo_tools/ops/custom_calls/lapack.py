"""The LAPACK and BLAS routines that jaxlib exports as custom calls for CPUs.

Matrices are the last two dimensions; all others are batch dimensions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.model.declare import Array
from stablehlo_tools.ops.model.turns import interruptible
from stablehlo_tools.ops.stablehlo.custom_call import Attributes, custom_call_target
from stablehlo_tools.ops.stablehlo.linalg import terms_of_factor, terms_of_solution, triangular_solve

# The columns that are eliminated one by one before the rest is updated by a matrix product. Measured for 256
# x 256 in f64: 7 to 16 ms with 8 to 128, 19 ms without blocks; for 16 of 64 x 64: 3 ms with 16 or 32, 7 ms
# with 64.
_BLOCK = 32


def routines(name: str, types: str = "sdcz") -> list[str]:
    """The targets of a routine: for f32, f64, complex<f32> and complex<f64>, or for some of them."""
    return [f"lapack_{type}{name}_ffi" for type in types]


def option_letter(attributes: Attributes, name: str) -> str:
    """An option of the call, a letter written as its code: 76 for L."""
    code = attributes["backend_config"][name]
    return chr(code.value if isinstance(code, Integer) else code)


def adjoint(matrix: Array) -> Array:
    """The conjugate transposes of matrices."""
    return np.asarray(np.conj(matrix.swapaxes(-2, -1)))


def hermitian(matrix: Array, *, lower: bool) -> Array:
    """Hermitian matrices from one triangle, and the real parts of the diagonal, as read by LAPACK."""
    half = np.tril(matrix, -1) if lower else np.triu(matrix, 1)
    full = half + adjoint(half)
    diagonal = np.arange(matrix.shape[-1])
    full[..., diagonal, diagonal] = matrix[..., diagonal, diagonal].real
    return full


def zero_info(matrix: Array) -> Array:
    """The info of a routine that cannot fail: 0 for each matrix."""
    return np.zeros(matrix.shape[:-2], np.int32)


# --- Cholesky factors -------------------------------------------------------------------------------


@custom_call_target(*routines("potrf"), terms=terms_of_factor)
def _potrf(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    if option_letter(attributes, "uplo") == "L":
        return cholesky(inputs[0])
    factor, info = cholesky(adjoint(inputs[0]))
    return adjoint(factor), info


def cholesky(matrix: Array) -> tuple[Array, Array]:
    """The lower Cholesky factor, with the upper triangle of the matrix unchanged, and info.

    `info` is 0, or the order of the first leading minor that is not positive.
    """
    info = zero_info(matrix)
    lower = np.tri(matrix.shape[-1], dtype=bool)
    try:
        return np.where(lower, np.linalg.cholesky(matrix), matrix), info
    except np.linalg.LinAlgError:
        factor = np.array(matrix)
    for index in interruptible(np.ndindex(info.shape)):
        info[index] = _factor_by_columns(factor[index])
    return factor, info


def _factor_by_columns(matrix: Array) -> int:
    """Factor a matrix in place as far as possible; return the column that failed, from 1, or 0."""
    for column in interruptible(range(len(matrix))):
        row = matrix[column, :column]
        square = (matrix[column, column] - row @ row.conj()).real
        if square <= 0:
            matrix[column, column] = square
            return column + 1
        root = np.sqrt(square)
        below = matrix[column + 1 :]
        below[:, column] = (below[:, column] - below[:, :column] @ row.conj()) / root
        matrix[column, column] = root
    return 0


# --- triangular systems -----------------------------------------------------------------------------


_TRANSPOSE = {"N": "NO_TRANSPOSE", "T": "TRANSPOSE", "C": "ADJOINT"}


def options_of_trsm(attributes: Attributes) -> dict[str, Any]:
    """The options of `stablehlo.triangular_solve`."""
    return {
        "left_side": option_letter(attributes, "side") == "L",
        "lower": option_letter(attributes, "uplo") == "L",
        "unit_diagonal": option_letter(attributes, "diag") == "U",
        "transpose_a": _TRANSPOSE[option_letter(attributes, "trans_x")],
    }


def _terms_of_trsm(size: int, attributes: Attributes) -> Array:
    return terms_of_solution(size, options_of_trsm(attributes))


@custom_call_target(*routines("trsm"), terms=_terms_of_trsm)
def _trsm(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    return (triangular_solve(*inputs, **options_of_trsm(attributes)),)


# --- LU factors -------------------------------------------------------------------------------------


@custom_call_target(*routines("getrf"))
def _getrf(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    return lu(inputs[0])


def lu(matrix: Array) -> tuple[Array, Array, Array]:
    """The factors of P matrix = L U in one matrix, the pivots and info.

    Row i was swapped with row pivots[i], counted from 1. `info` is 0, or the index, from 1, of the first zero
    on the diagonal of U.
    """
    *batch, rows, columns = matrix.shape
    factors = np.array(matrix).reshape(math.prod(batch), rows, columns)
    count = min(rows, columns)
    pivots = np.empty((len(factors), count), np.int32)
    for start in range(0, count, _BLOCK):
        end = min(start + _BLOCK, count)
        for column in interruptible(range(start, end)):
            pivots[:, column] = _eliminate(factors, column, end)
        diagonal = factors[:, start:end, start:end]
        right = factors[:, start:end, end:]
        right[...] = triangular_solve(
            diagonal, right, left_side=True, lower=True, unit_diagonal=True, transpose_a="NO_TRANSPOSE"
        )
        factors[:, end:, end:] -= factors[:, end:, start:end] @ right
    is_zero = np.diagonal(factors, axis1=-2, axis2=-1) == 0
    info = np.where(is_zero.any(-1), is_zero.argmax(-1) + 1, 0) if count else np.zeros(len(factors))
    return (
        factors.reshape(matrix.shape),
        pivots.reshape(*batch, count),
        info.reshape(batch).astype(np.int32),
    )


def _eliminate(factors: Array, column: int, end: int) -> Array:
    """Swap rows for the largest pivot, divide the column by it, and eliminate it from those up to `end`."""
    candidates = factors[:, column:, column]
    size = np.abs(candidates.real) + np.abs(candidates.imag)  # LAPACK's measure of complex numbers
    pivot = column + np.where(np.isnan(size), -1, size).argmax(-1)
    batch = np.arange(len(factors))
    factors[batch, column], factors[batch, pivot] = factors[batch, pivot], factors[batch, column]
    divisor = factors[:, column, column, None]
    below = factors[:, column + 1 :, column]
    below[...] = np.where(divisor == 0, below, below / divisor)
    factors[:, column + 1 :, column + 1 : end] -= (
        below[:, :, None] * factors[:, column, None, column + 1 : end]
    )
    return np.asarray(pivot + 1)
