"""LAPACK's decompositions by reflectors: what is decomposed is the product of its factors."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.types import element_type_named
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.targets import CUSTOM_CALLS
from tests.ops.lapack import DTYPES, adjoint, matrices, same


def call(target, *operands, **options):
    return CUSTOM_CALLS[f"lapack_{target}_ffi"](operands, {"backend_config": options}, ())


def number(value):
    return Integer(value, element_type_named("i32"))


def product_of_reflectors(vectors, taus, offset):
    """I - tau v v^H for each v, which is below the diagonal number -`offset`, multiplied."""
    size = vectors.shape[-2]
    product = np.eye(size, dtype=vectors.dtype)
    for column, tau in enumerate(taus):
        v = np.zeros(size, vectors.dtype)
        v[column + offset] = 1
        v[column + offset + 1 :] = vectors[column + offset + 1 :, column]
        product = product @ (np.eye(size) - tau * np.outer(v, v.conj())).astype(vectors.dtype)
    return product


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4), (1, 1), (3, 0)])
@pytest.mark.parametrize("letter", DTYPES)
def test_qr(letter, shape) -> None:
    matrix = matrices(letter, 2, *shape)
    form, taus = call(f"{letter}geqrf", matrix)
    assert taus.shape == (2, min(shape))
    for index in range(2):
        q = product_of_reflectors(form[index], taus[index], 0)
        same(letter, q @ np.triu(form[index]), matrix[index])
        same(letter, adjoint(q) @ q, np.eye(shape[0], dtype=q.dtype))
        if shape[1] <= shape[0]:
            name = "ungqr" if letter in "cz" else "orgqr"
            (columns,) = call(f"{letter}{name}", form, taus)
            same(letter, columns[index], q[:, : shape[1]])


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("transpose", [True, False])
@pytest.mark.parametrize("letter", DTYPES)
def test_products_with_q(letter, left, transpose) -> None:
    form, taus = call(f"{letter}geqrf", matrices(letter, 2, 5, 3))
    other = matrices(letter, 2, *((5, 4) if left else (4, 5)), seed=1)
    name = "unmqr" if letter in "cz" else "ormqr"
    (found,) = call(f"{letter}{name}", form, taus, other, left=left, transpose=transpose)
    for index in range(2):
        q = product_of_reflectors(form[index], taus[index], 0)
        q = adjoint(q) if transpose else q
        same(letter, found[index], q @ other[index] if left else other[index] @ q)


@pytest.mark.parametrize("shape", [(5, 3), (3, 5)])
@pytest.mark.parametrize("letter", DTYPES)
def test_pivoted_qr(letter, shape) -> None:
    matrix = matrices(letter, 2, *shape)
    form, pivots, taus = call(f"{letter}geqp3", matrix, np.zeros((2, shape[1]), np.int32))
    for index in range(2):
        q = product_of_reflectors(form[index], taus[index], 0)
        same(letter, q @ np.triu(form[index]), matrix[index][:, pivots[index] - 1])
        diagonal = np.abs(np.diagonal(form[index]))
        assert (np.diff(diagonal) <= 0).all()
    with pytest.raises(Unsupported, match="nonzero initial pivots"):
        call(f"{letter}geqp3", matrix, np.ones((2, shape[1]), np.int32))


@pytest.mark.parametrize(("low", "high"), [(1, 5), (2, 4)])
@pytest.mark.parametrize("letter", DTYPES)
def test_hessenberg_form(letter, low, high) -> None:
    matrix = matrices(letter, 5, 5)
    matrix[np.tri(5, k=-1, dtype=bool) & ((np.arange(5) < low - 1) | (np.arange(5)[:, None] >= high))] = 0
    form, taus, info = call(f"{letter}gehrd", matrix, low=number(low), high=number(high))
    q = product_of_reflectors(form, taus, 1)
    same(letter, q @ np.triu(form, -1) @ adjoint(q), matrix)
    assert (info == 0, info.dtype) == (True, np.int32)


@pytest.mark.parametrize("letter", DTYPES)
def test_tridiagonal_form(letter) -> None:
    half = matrices(letter, 5, 5)
    matrix, junk = half + adjoint(half), matrices(letter, 5, 5, seed=1)
    is_above = ~np.tri(5, dtype=bool)
    name = "hetrd" if letter in "cz" else "sytrd"
    form, diagonal, beside, taus, _ = call(f"{letter}{name}", np.where(is_above, junk, matrix), uplo=76)
    tridiagonal = (np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)).astype(matrix.dtype)
    q = product_of_reflectors(form, taus, 1)
    same(letter, q @ tridiagonal @ adjoint(q), matrix)
    np.testing.assert_array_equal(form[is_above], junk[is_above])
    # of the upper triangle, the last row is the first to be reflected
    upper = call(f"{letter}{name}", np.where(is_above.T, junk, matrix), uplo=85)
    lower = call(f"{letter}{name}", np.where(is_above.T, junk, matrix)[::-1, ::-1], uplo=76)
    np.testing.assert_array_equal(upper[0], lower[0][::-1, ::-1])
    for found, turned in zip(upper[1:4], lower[1:4], strict=True):
        np.testing.assert_array_equal(found, turned[::-1])


def test_nothing_is_done_where_zeros_are() -> None:
    form, taus = call("sgeqrf", np.triu(matrices("s", 3, 3)))
    np.testing.assert_array_equal(form, np.triu(matrices("s", 3, 3)))
    assert not taus.any()
