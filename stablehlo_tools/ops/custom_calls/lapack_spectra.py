"""LAPACK routines for eigenvalues, singular values and tridiagonal systems.

Matrices are the last two dimensions; all others are batch dimensions. Free choices, such as
signs or the order of eigenvalues, are numpy's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.custom_calls.lapack import adjoint, hermitian, option_letter, routines, zero_info
from stablehlo_tools.ops.model.declare import Array
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.model.turns import interruptible
from stablehlo_tools.ops.stablehlo.custom_call import Attributes, custom_call_target

Solve = Callable[[Array], Sequence[Array]]
_OF_ANY_MATRIX = 3  # OpenBLAS in f32 finds real spectra with three times the errors of the routines for them


def _solve_each(solve: Solve, matrices: Array, types: Sequence[Type]) -> list[Array]:
    """The results of `solve` for each matrix, and info: 1 where it fails, with NaN results.

    Results that `solve` does not compute are zero.
    """
    results = [_zeros(type) for type in types]
    for index in interruptible(np.ndindex(matrices.shape[:-2])):
        try:
            for result, value in zip(results, solve(matrices[index]), strict=False):
                result[index] = value
        except np.linalg.LinAlgError:
            for result in results:
                result[index] = 1 if result is results[-1] else np.nan
    return results


def _zeros(type: Type) -> Array:
    if not isinstance(type, TensorType) or not type.is_static:
        raise Unsupported(f"a LAPACK routine with a dynamic result, {type}, is not supported")
    return np.zeros(type.static_shape, dtype_of(type.element_type))


def _unique_svd(attributes: Attributes, results: Sequence[Array]) -> Sequence[Array]:
    """The singular values, the product of the factors, and info: not the workspace."""
    _, values, *factors, info = results
    if option_letter(attributes, "mode") == "N":
        return values, info
    left, right = factors
    rank = values.shape[-1]
    return values, (left[..., :rank] * values[..., None, :]) @ right[..., :rank, :], info


@custom_call_target(*routines("gesdd"), *routines("gesvd"), unique=_unique_svd, iterates=1)
def _gesdd(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The singular values, and the left and right singular vectors: full, reduced or none."""
    mode = option_letter(attributes, "mode")

    def solve(matrix: Array) -> Sequence[Array]:
        if mode == "N":
            return matrix, np.linalg.svd(matrix, compute_uv=False)
        left, values, right = np.linalg.svd(matrix, full_matrices=mode == "A")
        return matrix, values, left, right

    return _solve_each(solve, inputs[0], results)


def _unique_syevd(attributes: Attributes, results: Sequence[Array]) -> Sequence[Array]:
    """The eigenvalues, the matrix that they have with the eigenvectors, and info."""
    vectors, values, info = results
    return (
        values,
        product_of_eigenvectors(vectors, values) if option_letter(attributes, "mode") == "V" else values,
        info,
    )


def product_of_eigenvectors(vectors: Array, values: Array) -> Array:
    """The Hermitian matrices that have these eigenvectors and eigenvalues."""
    return np.asarray((vectors * values[..., None, :]) @ adjoint(vectors))


@custom_call_target(*routines("syevd", "sd"), *routines("heevd", "cz"), unique=_unique_syevd, iterates=1)
def _syevd(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The eigenvectors of Hermitian matrices, and their eigenvalues in ascending order."""
    triangle: Literal["L", "U"] = "L" if option_letter(attributes, "uplo") == "L" else "U"
    if option_letter(attributes, "mode") == "V":
        return _solve_each(lambda matrix: eigenvectors(matrix, triangle), inputs[0], results)

    def solve(matrix: Array) -> Sequence[Array]:
        full = hermitian(matrix, lower=triangle == "L")
        _check_finite(full)
        return matrix, np.linalg.eigvalsh(full, triangle)

    return _solve_each(solve, inputs[0], results)


def eigenvectors(matrix: Array, triangle: Literal["L", "U"]) -> tuple[Array, Array]:
    """The eigenvectors of a Hermitian matrix, given by one triangle, and its eigenvalues in ascending order.

    Raises LinAlgError if it does not converge or is not finite.
    """
    full = hermitian(matrix, lower=triangle == "L")
    _check_finite(full)
    values, vectors = np.linalg.eigh(full, triangle)
    return vectors, values


def _check_finite(matrix: Array) -> None:
    if not np.isfinite(matrix).all():
        raise np.linalg.LinAlgError


def _unique_geev(attributes: Attributes, results: Sequence[Array]) -> Sequence[Array]:
    """The matrices that eigenvectors and eigenvalues make up: A V is V diag(w), and W^H A is diag(w) W^H."""
    *parts, left, right, info = results
    values = parts[0] if len(parts) == 1 else parts[0] + 1j * parts[1]
    by_left, by_right = (left * np.conj(values)[..., None, :]), right * values[..., None, :]
    unique = [np.sort_complex(values)]
    with np.errstate(all="ignore"):
        if option_letter(attributes, "compute_left") == "V":
            unique.append(adjoint(by_left @ np.linalg.pinv(left)))
        if option_letter(attributes, "compute_right") == "V":
            unique.append(by_right @ np.linalg.pinv(right))
    return [array.astype(right.dtype) for array in unique] + [info]


@custom_call_target(*routines("geev"), unique=_unique_geev, iterates=_OF_ANY_MATRIX)
def _geev(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The eigenvalues, in two parts for real matrices, and the left and right eigenvectors."""
    has_left, has_right = (option_letter(attributes, f"compute_{side}") == "V" for side in ("left", "right"))

    def solve(matrix: Array) -> Sequence[Array]:
        if not (has_left or has_right):
            return _parts(np.linalg.eigvals(matrix), matrix)
        values, right = np.linalg.eig(matrix)
        left = _left_vectors(right) if has_left else np.zeros_like(right)
        return *_parts(values, matrix), left, right if has_right else np.zeros_like(right)

    return _solve_each(solve, inputs[0], results)


def _parts(values: Array, matrix: Array) -> tuple[Array, ...]:
    return (values,) if matrix.dtype.kind == "c" else (values.real, values.imag)


def _left_vectors(right: Array) -> Array:
    """Left eigenvectors from the right ones, of length 1, with a real largest component."""
    if not right.size:
        return right
    try:
        left = np.conj(np.linalg.inv(right)).T
    except np.linalg.LinAlgError:
        raise Unsupported("left eigenvectors of a defective matrix are not supported") from None
    left = left / np.linalg.norm(left, axis=0)
    greatest = np.take_along_axis(left, np.abs(left).argmax(0)[None], 0)
    return np.asarray(left * np.conj(greatest) / np.abs(greatest))


def _unique_gees(attributes: Attributes, results: Sequence[Array]) -> Sequence[Array]:
    """The matrix that the Schur form and its basis make up, the eigenvalues in order, and the numbers."""
    form, basis, *parts, count, info = results
    values = parts[0] if len(parts) == 1 else parts[0] + 1j * parts[1]
    return (
        basis @ form @ adjoint(basis),
        np.sort_complex(values).astype(np.result_type(form, 1j)),
        count,
        info,
    )


@custom_call_target(*routines("gees"), unique=_unique_gees, iterates=_OF_ANY_MATRIX)
def _gees(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The Schur form, its basis, the eigenvalues, and the number of sorted ones: none."""
    if option_letter(attributes, "sort") != "N":
        raise Unsupported("a Schur form with sorted eigenvalues is not supported")
    return _solve_each(_schur, inputs[0], results)


def _schur(matrix: Array) -> Sequence[Array]:
    """The Schur form; a real matrix has a 2 x 2 block for each pair of complex eigenvalues."""
    form = matrix.astype(np.result_type(matrix, np.float64))
    basis = np.eye(len(form), dtype=form.dtype)
    start, values = 0, []
    while start < len(form):
        block = form[start:, start:]
        eigenvalues, vectors = np.linalg.eig(block)
        is_pair = form.dtype.kind == "f" and eigenvalues[0].imag != 0
        first = _plane_basis(vectors[:, 0], block) if is_pair else _eigenvector_column(vectors[:, 0], form)
        unitary = np.eye(len(form), dtype=form.dtype)
        unitary[start:, start:] = _unitary_completion(first)
        form = np.conj(unitary).T @ form @ unitary
        basis = basis @ unitary
        values += [eigenvalues[0], np.conj(eigenvalues[0])] if is_pair else [eigenvalues[0]]
        end = start + first.shape[1]
        form[end:, start:end] = 0
        start = end
    return form, basis, *_parts(np.array(values), matrix)


def _eigenvector_column(vector: Array, form: Array) -> Array:
    """An eigenvector as a column; for a real matrix, its eigenvalue and thus the vector are real."""
    return (vector if form.dtype.kind == "c" else vector.real)[:, None]


def _plane_basis(vector: Array, block: Array) -> Array:
    """A basis of a complex eigenvector's plane in which its 2 x 2 block has a constant diagonal."""
    plane, _ = np.linalg.qr(np.stack([vector.real, vector.imag], 1))
    (a, b), (c, d) = plane.T @ block @ plane
    angle = np.arctan2(d - a, b + c) / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(plane @ turn)


def _unitary_completion(columns: Array) -> Array:
    """A unitary matrix whose first columns span those given, orthonormal ones or a nonzero one."""
    unitary, triangle = np.linalg.qr(columns, "complete")
    width = columns.shape[1]
    signs = np.diagonal(triangle[:width])
    unitary[:, :width] = unitary[:, :width] * (signs / np.abs(signs))
    return np.asarray(unitary)


# --- tridiagonal systems ----------------------------------------------------------------------------


@custom_call_target(*routines("gtsv"))
def _gtsv(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The solutions of tridiagonal systems; the three diagonals are padded to the length of the main one."""
    below, middle, above, right = inputs
    row = np.arange(middle.shape[-1])
    matrix = np.zeros((*middle.shape, len(row)), middle.dtype)
    matrix[..., row, row] = middle
    matrix[..., row[1:], row[:-1]] = below[..., 1:]
    matrix[..., row[:-1], row[1:]] = above[..., :-1]
    info = zero_info(matrix)
    solution = np.empty_like(right)
    for index in interruptible(np.ndindex(info.shape)):
        try:
            solution[index] = np.linalg.solve(matrix[index], right[index])
        except np.linalg.LinAlgError:
            solution[index], info[index] = np.nan, 1
    return below, middle, above, solution, info
