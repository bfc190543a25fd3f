"""Linear algebra and Fourier transforms: fft, cholesky and triangular_solve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.choices import Choice
from stablehlo_tools.ops.model.declare import (
    Array,
    Boolean,
    FloatComplexOrQuantizedTensor,
    FloatOrComplexTensor,
    Integers,
    ResultType,
    op,
)
from stablehlo_tools.ops.model.facts import NORM, Execution
from stablehlo_tools.ops.model.schema import AttributeRule
from stablehlo_tools.ops.model.specialize import Kernel, Site
from stablehlo_tools.ops.model.turns import interruptible

FftType = Annotated[str, AttributeRule("choice", ("FFT", "IFFT", "RFFT", "IRFFT"))]
Transpose = Annotated[str, AttributeRule("choice", ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"))]

# The rows that are solved at a time, before the rest is updated by a matrix product: LAPACK also factors each
# block, which takes no part of the time while it is small, and rows that are solved one by one are few.
_BLOCK = 64


def _with_operand_in_other_triangle(kernel: Kernel, site: Site) -> Kernel:
    def factoring(a: Array) -> Array:
        result = np.asarray(kernel(a))
        is_result = np.tri(a.shape[-1], dtype=bool)
        return np.where(is_result if site.named["lower"] else is_result.T, result, a)

    return factoring


_OPPOSITE_TRIANGLE = Code(
    "opposite_triangle",
    "A result depends on the other triangle of a Cholesky factor, whose elements are implementation-defined.",
    "Replace it by zeros, with stablehlo.select.",
    command="run --sanitize --ignore accuracy",
)
_NOT_POSITIVE_DEFINITE = Code(
    "not_positive_definite",
    "A result depends on the Cholesky factor of a matrix that is not positive-definite, which is undefined.",
    "Add a multiple of the identity to the matrix.",
    command="run --sanitize --ignore accuracy",
)
_OF_CHOLESKY = (
    Choice(
        _OPPOSITE_TRIANGLE,
        ("cholesky_s1",),
        "it is zero",
        {"the triangle is that of the operand": _with_operand_in_other_triangle},
    ),
    Choice(
        _NOT_POSITIVE_DEFINITE,
        ("cholesky_s2",),
        "it is NaN",
        {"the factor is zero": lambda kernel, site: lambda a: np.nan_to_num(kernel(a), nan=0.0)},
    ),
)
_UNIT_DIAGONAL = Code(
    "unit_diagonal",
    "A result depends on a diagonal that is not one although `unit_diagonal` is true, which is undefined.",
    "Set the diagonal to one, or `unit_diagonal` to false.",
    command="run --sanitize --ignore accuracy",
)
_DIAGONAL = Choice(
    _UNIT_DIAGONAL,
    ("triangular_solve_s2",),
    "the diagonal is not read",
    {"the diagonal is read": lambda kernel, site: lambda a, b: kernel(a, b, unit_diagonal=False)},
    lambda site: bool(site.named["unit_diagonal"]),
)


@op("""
C1  size(fft_length) <= rank(operand)
C2  fft_type = RFFT ? is_float(operand) : is_complex(operand)
C2  element_type(result) = (fft_type = RFFT ? complex<E> : fft_type = IRFFT ? complex_element_type(E) : E)
C3  1 <= size(fft_length) <= 3
C4  If fft_type in [RFFT, IRFFT], then shape(real)[-size(fft_length):] = fft_length
C5  shape(result) = shape_except(operand, -1, last_dim)
C5  If fft_type = IRFFT, then dim(operand, -1) = fft_length[-1] = 0 ? 0 : floor(fft_length[-1] / 2) + 1
E := element_type(operand)
real := fft_type = RFFT ? operand : result
last_dim := fft_type = RFFT ? (dim(operand, -1) = 0 ? 0 : floor(dim(operand, -1) / 2) + 1)
            : fft_type = IRFFT ? fft_length[-1] : dim(operand, -1)
""", outputs={"result": FloatOrComplexTensor},
format="$operand, type = $fft_type, length = $fft_length{attrs} : {signature}",
numerics=NORM, execution=Execution(workspace=workspace.transform))  # fmt: skip
def fft(
    operand: FloatOrComplexTensor, *, fft_type: FftType, fft_length: Integers, result: ResultType
) -> Array:
    """The discrete Fourier transform over the last size(fft_length) dimensions, or its inverse.

    FFT and IFFT are complex. RFFT transforms real numbers, and returns only the first n / 2 + 1 elements
    along the last dimension, which determine the others; IRFFT is its inverse. Inverses divide by the number
    of elements.
    """
    axes = tuple(range(-len(fft_length), 0))
    dtype = dtype_of(result.element_type)
    if operand.size == 0 or 0 in fft_length:
        return np.zeros((*operand.shape[:-1], _last_size(fft_type, operand.shape[-1], fft_length[-1])), dtype)
    if fft_type == "FFT":
        transformed: Array = np.fft.fftn(operand, axes=axes)
    elif fft_type == "IFFT":
        transformed = np.fft.ifftn(operand, axes=axes)
    elif fft_type == "RFFT":
        transformed = np.fft.rfftn(operand, fft_length, axes=axes)
    else:
        transformed = np.fft.irfftn(operand, fft_length, axes=axes)
    return transformed.astype(dtype, copy=False)


def _last_size(fft_type: str, size: int, length: int) -> int:
    """The size of the result's last dimension."""
    if fft_type == "RFFT":
        return size // 2 + 1 if size else 0
    return length if fft_type == "IRFFT" else size


def terms_of_factor(size: int, attributes: Mapping[str, Any]) -> Array:
    """The terms of the elements of a triangular factor: a product for each row before, and itself.

    A quarter of them on the diagonal: other elements may be smaller than their partial sums, these are not.
    """
    order = np.arange(1, size + 1)
    return np.asarray(np.minimum.outer(order, order) * (1 - 0.75 * np.eye(size)))


def terms_of_solution(size: int, attributes: Mapping[str, Any]) -> Array:
    """The terms of the row of the solution for which an element of the matrix is multiplied."""
    is_lower = attributes["lower"] == (attributes["transpose_a"] == "NO_TRANSPOSE")
    order = np.arange(1, size + 1)[:: 1 if is_lower == attributes["left_side"] else -1]
    return np.asarray(np.maximum.outer(order, order))


@op("""
C1  baseline_type(a) = baseline_type(result)
C2  2 <= rank(a)
C3  dim(a, -2) = dim(a, -1)
""", outputs={"result": FloatComplexOrQuantizedTensor},
numerics=replace(NORM, leaves_open=_OF_CHOLESKY, terms=terms_of_factor),
execution=Execution(is_numeric=True, workspace=workspace.times_results(4)),
format="$a?[, lower = $lower]?{attrs} : {same}")  # fmt: skip
def cholesky(a: FloatComplexOrQuantizedTensor, *, lower: Boolean = False) -> Array:
    """The triangular Cholesky factor of each positive-definite matrix; NaN for other matrices.

    Only the triangle given by lower is read. The other triangle of the result is implementation-defined:
    here, it is zero.
    """
    triangle = np.tril(a) if lower else np.conj(np.swapaxes(np.triu(a), -1, -2))
    factors = _factors(triangle.astype(np.result_type(a.dtype, np.float32), copy=False))
    factors = factors if lower else np.conj(np.swapaxes(factors, -1, -2))
    return factors.astype(a.dtype, copy=False)


def _factors(triangles: Array) -> Array:
    """The factors of a stack of matrices; NaN for matrices without factors.

    numpy raises for the whole stack, without telling which matrix has no factor.
    """
    try:
        return np.linalg.cholesky(triangles)
    except np.linalg.LinAlgError:
        if triangles.ndim == 2:
            return np.full_like(triangles, np.nan)
        return np.stack([_factors(triangle) for triangle in triangles])


@op("""
C1  baseline_element_type(a) = baseline_element_type(b)
C2  2 <= rank(a) = rank(b) = R
C3  shape(a)[:-2] = shape(b)[:-2]
C3  dim(a, -2) = dim(a, -1) = dim(b, left_side ? -2 : -1)
C4  baseline_type(b) = baseline_type(result)
R := rank(a)
""", outputs={"result": FloatComplexOrQuantizedTensor},
numerics=replace(NORM, leaves_open=(_DIAGONAL,), terms=terms_of_solution),
execution=Execution(is_numeric=True, workspace=workspace.times_results(2)))  # fmt: skip
def triangular_solve(
    a: FloatComplexOrQuantizedTensor,
    b: FloatComplexOrQuantizedTensor,
    *,
    left_side: Boolean,
    lower: Boolean,
    unit_diagonal: Boolean,
    transpose_a: Transpose,
) -> Array:
    """The solution x of op(a) x = b, or of x op(a) = b, where a is triangular and op may transpose it."""
    wide = np.result_type(a.dtype, np.float32)
    matrix = (np.tril(a) if lower else np.triu(a)).astype(wide, copy=False)
    if unit_diagonal:
        matrix = _with_unit_diagonal(matrix)
    if transpose_a == "ADJOINT":
        matrix = np.conj(matrix)
    is_lower = lower != (transpose_a != "NO_TRANSPOSE")
    if transpose_a != "NO_TRANSPOSE":
        matrix = np.swapaxes(matrix, -1, -2)
    right = b.astype(wide, copy=False)
    if left_side:
        solved = _substitute(matrix, right, is_lower=is_lower)
    else:  # x a = b is the same as a^T x^T = b^T
        transposed = _substitute(
            np.swapaxes(matrix, -1, -2), np.swapaxes(right, -1, -2), is_lower=not is_lower
        )
        solved = np.swapaxes(transposed, -1, -2)
    return np.ascontiguousarray(solved.astype(b.dtype, copy=False))


def _with_unit_diagonal(matrix: Array) -> Array:
    matrix = matrix.copy()
    diagonal = np.arange(matrix.shape[-1])
    matrix[..., diagonal, diagonal] = 1
    return matrix


def _substitute(matrix: Array, right: Array, *, is_lower: bool) -> Array:
    """Solve a stack of triangular systems block by block, so that most work is in matrix products."""
    size = matrix.shape[-1]
    solution = np.array(right)
    starts = range(0, size, _BLOCK)
    for start in interruptible(starts if is_lower else reversed(starts)):
        rows = slice(start, min(start + _BLOCK, size))
        solved = slice(0, start) if is_lower else slice(rows.stop, size)
        solution[..., rows, :] -= matrix[..., rows, solved] @ solution[..., solved, :]
        _solve_block(matrix[..., rows, rows], solution[..., rows, :], is_lower=is_lower)
    return solution


def _solve_block(matrix: Array, solution: Array, *, is_lower: bool) -> None:
    """Solve triangular systems in place.

    LAPACK's factors of an upper triangular matrix are the identity and the matrix, so that it substitutes
    rows, too, and faster; but not where elements are not finite, or it cannot divide by one.
    """
    diagonal = np.abs(np.diagonal(matrix, axis1=-2, axis2=-1))
    if np.isfinite(matrix).all() and (diagonal >= np.finfo(matrix.dtype).tiny).all():
        turned = slice(None, None, -1 if is_lower else 1)
        solved = np.linalg.solve(matrix[..., turned, turned], solution[..., turned, :])
        solution[...] = solved[..., turned, :]
    else:
        _substitute_rows(matrix, solution, is_lower=is_lower)


def _substitute_rows(matrix: Array, solution: Array, *, is_lower: bool) -> None:
    rows = range(matrix.shape[-1])
    for row in rows if is_lower else reversed(rows):
        solution[..., row, :] /= matrix[..., row, row, np.newaxis]
        unknown = slice(row + 1, None) if is_lower else slice(0, row)
        solution[..., unknown, :] -= matrix[..., unknown, row, np.newaxis] * solution[..., row, np.newaxis, :]
