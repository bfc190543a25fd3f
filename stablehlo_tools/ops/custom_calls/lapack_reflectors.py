"""LAPACK routines based on Householder reflectors: QR, Hessenberg and tridiagonal forms.

A reflector is I - tau v v^H. The first nonzero element of v is 1 and not stored: LAPACK stores the others in
place of the zeros that the reflector creates. Matrices are the last two dimensions; all others are batch
dimensions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.custom_calls.lapack import hermitian, option_letter, routines, zero_info
from stablehlo_tools.ops.model.declare import Array
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.model.turns import interruptible
from stablehlo_tools.ops.stablehlo.custom_call import Attributes, custom_call_target


def _reflector(x: Array) -> tuple[Array, Array, Array]:
    """v, tau and b such that (I - conj(tau) v v^H) x = (b, 0, 0, ...) with real b."""
    first = x[..., 0]
    size = np.linalg.norm(x, axis=-1)
    is_done = ~x[..., 1:].any(-1) & (first.imag == 0)
    b = np.where(is_done, first.real, -np.copysign(size, first.real))
    divisor = np.where(is_done, 1, first - b)
    v = np.where(is_done[..., None], 0, x / divisor[..., None])
    v[..., 0] = 1
    tau = np.where(is_done, 0, (b - first) / np.where(is_done, 1, b))
    return v.astype(x.dtype), tau.astype(x.dtype), b.astype(x.real.dtype)


def _reflect_left(matrix: Array, v: Array, tau: Array) -> None:
    """matrix = (I - tau v v^H) matrix, in place."""
    row = np.conj(v)[..., None, :] @ matrix
    matrix -= (tau[..., None] * v)[..., :, None] * row


def _reflect_right(matrix: Array, v: Array, tau: Array) -> None:
    """matrix = matrix (I - tau v v^H), in place."""
    column = matrix @ v[..., :, None]
    matrix -= column * (tau[..., None] * np.conj(v))[..., None, :]


def _stored_vector(matrix: Array, column: int) -> Array:
    """The reflector's vector that is stored below the diagonal of a column."""
    v = np.array(matrix[..., column:, column])
    v[..., 0] = 1
    return v


# --- QR ---------------------------------------------------------------------------------------------


def _unique_geqrf(attributes: Attributes, results: Sequence[Array]) -> Sequence[Array]:
    """The product of Q and R."""
    matrix, taus = results
    product = np.triu(matrix)
    for column in reversed(range(taus.shape[-1])):
        _reflect_left(product[..., column:, :], _stored_vector(matrix, column), taus[..., column])
    return (product,)


@custom_call_target(*routines("geqrf"), "Qr", unique=_unique_geqrf)
def _geqrf(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """R, and below it the reflectors whose product is Q."""
    matrix = np.array(inputs[0])
    taus = [_eliminate_column(matrix, column) for column in interruptible(range(min(matrix.shape[-2:])))]
    return matrix, _stack_taus(taus, matrix)


def _eliminate_column(matrix: Array, column: int) -> Array:
    """Reflect the trailing matrix so that the column is zero below its diagonal; return tau."""
    v, tau, b = _reflector(matrix[..., column:, column])
    _reflect_left(matrix[..., column:, column + 1 :], v, np.conj(tau))
    matrix[..., column, column] = b
    matrix[..., column + 1 :, column] = v[..., 1:]
    return tau


def _stack_taus(taus: Sequence[Array], matrix: Array) -> Array:
    return np.stack(taus, -1) if taus else np.zeros((*matrix.shape[:-2], 0), matrix.dtype)


@custom_call_target(
    *routines("orgqr", "sd"), *routines("ungqr", "cz"), "ProductOfElementaryHouseholderReflectors"
)
def _orgqr(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The first columns of Q."""
    matrix, taus = inputs
    product = np.zeros_like(matrix)
    product[...] = np.eye(*matrix.shape[-2:])
    for column in interruptible(reversed(range(taus.shape[-1]))):
        _reflect_left(product[..., column:, :], _stored_vector(matrix, column), taus[..., column])
    return (product,)


@custom_call_target(*routines("ormqr", "sd"), *routines("unmqr", "cz"))
def _ormqr(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The product of a matrix with Q or its adjoint."""
    matrix, taus, other = inputs
    is_left, is_adjoint = (attributes["backend_config"][name] for name in ("left", "transpose"))
    product = np.array(other)
    columns = range(taus.shape[-1])
    for column in interruptible(columns if is_left == is_adjoint else reversed(columns)):
        tau = np.conj(taus[..., column]) if is_adjoint else taus[..., column]
        if is_left:
            _reflect_left(product[..., column:, :], _stored_vector(matrix, column), tau)
        else:
            _reflect_right(product[..., column:], _stored_vector(matrix, column), tau)
    return (product,)


@custom_call_target(*routines("geqp3"))
def _geqp3(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """QR with column pivoting, and the pivots, from 1."""
    matrix, pivots = np.array(inputs[0]), inputs[1]
    if pivots.any():
        raise Unsupported("geqp3 with nonzero initial pivots is not supported")
    batch, columns = matrix.shape[:-2], matrix.shape[-1]
    order = np.array(np.broadcast_to(np.arange(1, columns + 1, dtype=pivots.dtype), (*batch, columns)))
    taus = []
    for column in interruptible(range(min(matrix.shape[-2:]))):
        longest = column + np.linalg.norm(matrix[..., column:, column:], axis=-2).argmax(-1)
        for index in np.ndindex(batch):
            pair, swapped = [column, longest[index]], [longest[index], column]
            matrix[index][:, pair] = matrix[index][:, swapped]
            order[index][pair] = order[index][swapped]
        taus.append(_eliminate_column(matrix, column))
    return matrix, order, _stack_taus(taus, matrix)


# --- similar matrices -------------------------------------------------------------------------------


@custom_call_target(*routines("gehrd"))
def _gehrd(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The Hessenberg form, with the reflectors below its subdiagonal."""
    matrix = np.array(inputs[0])
    low, high = (attributes["backend_config"][name].value for name in ("low", "high"))
    taus = np.zeros((*matrix.shape[:-2], max(matrix.shape[-1] - 1, 0)), matrix.dtype)
    for column in interruptible(range(low - 1, high - 1)):
        below = slice(column + 1, high)
        v, tau, b = _reflector(matrix[..., below, column])
        _reflect_right(matrix[..., :high, below], v, tau)
        _reflect_left(matrix[..., below, column + 1 :], v, np.conj(tau))
        matrix[..., column + 1, column] = b
        matrix[..., column + 2 : high, column] = v[..., 1:]
        taus[..., column] = tau
    return matrix, taus, zero_info(matrix)


@custom_call_target(*routines("sytrd", "sd"), *routines("hetrd", "cz"))
def _sytrd(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The tridiagonal form of a Hermitian matrix, its diagonals, and the reflectors outside of them."""
    matrix = inputs[0]
    if option_letter(attributes, "uplo") == "L":
        return *_tridiagonal(matrix), zero_info(matrix)
    turned, *vectors = _tridiagonal(matrix[..., ::-1, ::-1])
    return turned[..., ::-1, ::-1], *(vector[..., ::-1] for vector in vectors), zero_info(matrix)


def _tridiagonal(matrix: Array) -> tuple[Array, Array, Array, Array]:
    work = hermitian(matrix, lower=True)
    size = matrix.shape[-1]
    taus = np.zeros((*matrix.shape[:-2], max(size - 1, 0)), matrix.dtype)
    stored = np.where(np.tri(size, dtype=bool), 0, matrix)
    for column in interruptible(range(size - 1)):
        v, tau, b = _reflector(work[..., column + 1 :, column])
        trailing = work[..., column + 1 :, column + 1 :]
        _reflect_left(trailing, v, np.conj(tau))
        _reflect_right(trailing, v, tau)
        stored[..., column + 1, column] = b
        stored[..., column + 2 :, column] = v[..., 1:]
        taus[..., column] = tau
    diagonal = np.diagonal(work, axis1=-2, axis2=-1).real
    stored[..., np.arange(size), np.arange(size)] = diagonal
    return stored, diagonal, np.diagonal(stored, -1, -2, -1).real, taus
