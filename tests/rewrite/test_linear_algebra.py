"""Factorizations as loops: on matrices whose pivots are anywhere, what they reconstruct is the matrix."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

import stablehlo_tools

LETTERS = {"f4": "s", "f8": "d", "c8": "c", "c16": "z"}
TYPES = {"f4": "f32", "f8": "f64", "c8": "complex<f32>", "c16": "complex<f64>"}
OTHERS = {"ungqr": "orgqr", "gesvd": "gesdd", "heevd": "syevd"}
EVERY = pytest.mark.parametrize("dtype", LETTERS)


def normal(dtype: str, *shape: int) -> Any:
    draw = np.random.default_rng(len(shape) + shape[-1])
    x = draw.normal(size=shape)
    return (x + 1j * draw.normal(size=shape) if dtype[0] == "c" else x).astype(dtype)


def lowered(routine: str, dtype: str, *operands: Any, results: str, **options: str) -> list[Any]:
    """The results of a routine on arrays, as a loop."""
    types = [f"tensor<{'x'.join(map(str, each.shape))}x{TYPES[dtype]}>" for each in operands]
    names = [f"%{number}" for number in range(len(operands))]
    results = results.replace("E", TYPES[dtype])
    arguments = ", ".join(f"{name}: {type}" for name, type in zip(names, types, strict=True))
    count = results.count("tensor")
    config = ", ".join(f"{name} = {ord(letter)} : ui8" for name, letter in options.items())
    program = stablehlo_tools.parse(
        f"func.func @main({arguments}) -> ({results}) {{\n"
        f"  %r:{count} = stablehlo.custom_call @lapack_{LETTERS[dtype]}{routine}_ffi({', '.join(names)}) "
        f"{{mhlo.backend_config = {{{config}}}}} : "
        f"({', '.join(types)}) -> ({results})\n"
        f"  return {', '.join(f'%r#{number}' for number in range(count))} : {results}\n}}"
    )
    code = f"no-lapack-{OTHERS.get(routine, routine)}"
    found = stablehlo_tools.lower(program, rewrites=[code])
    assert not any(operation.name == "stablehlo.custom_call" for operation in found.walk())
    return stablehlo_tools.run(found, list(operands))


def tolerance(dtype: str) -> float:
    return 64 * float(np.finfo(dtype).eps)


@EVERY
@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (6, 4), (3, 5)])
def test_rows_that_are_swapped_back_are_the_product_of_l_and_u(dtype: str, rows: int, columns: int) -> None:
    count = min(rows, columns)
    a = normal(dtype, 2, rows, columns)
    shapes = f"tensor<2x{rows}x{columns}xE>, tensor<2x{count}xi32>, tensor<2xi32>"
    factors, pivots, info = lowered("getrf", dtype, a, results=shapes)
    assert info.tolist() == [0, 0]
    for matrix, factor, swaps in zip(a, factors, pivots, strict=True):
        lower = np.tril(factor[:, :count], -1) + np.eye(rows, count)
        product = lower @ np.triu(factor[:count])
        for row, other in reversed([*enumerate(swaps - 1)]):
            product[[row, other]] = product[[other, row]]
        np.testing.assert_allclose(product, matrix, rtol=0, atol=tolerance(dtype))
        assert np.abs(lower).max() <= np.sqrt(2)  # pivots are greatest by |re| + |im|


def test_a_singular_matrix_says_where_its_first_zero_is() -> None:
    a = np.array([[[0, 2, 1], [0, 1, 1], [0, 4, 3]], [[1, 2, 3], [2, 4, 6], [1, 1, 1]]], np.float64)
    shapes = "tensor<2x3x3xE>, tensor<2x3xi32>, tensor<2xi32>"
    factors, _, info = lowered("getrf", "f8", a, results=shapes)
    assert info.tolist() == [1, 3]
    assert factors[1].tolist() == [[2, 4, 6], [0.5, -1, -2], [0.5, 0, 0]]


@EVERY
@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (6, 4), (3, 5)])
def test_q_is_unitary_and_its_product_with_r_is_the_matrix(dtype: str, rows: int, columns: int) -> None:
    count = min(rows, columns)
    a = normal(dtype, rows, columns)
    shapes = f"tensor<{rows}x{columns}xE>, tensor<{count}xE>"
    factors, taus = lowered("geqrf", dtype, a, results=shapes)
    routine = "ungqr" if dtype[0] == "c" else "orgqr"
    (q,) = lowered(routine, dtype, factors[:, :count], taus, results=f"tensor<{rows}x{count}xE>")
    np.testing.assert_allclose(q.conj().T @ q, np.eye(count), rtol=0, atol=tolerance(dtype))
    np.testing.assert_allclose(q @ np.triu(factors[:count]), a, rtol=0, atol=tolerance(dtype))


def turned(x: Any) -> Any:
    return np.conj(x.swapaxes(-1, -2))


def singular(dtype: str, a: Any, mode: str, routine: str = "gesdd") -> tuple[Any, Any, Any, Any]:
    """The singular values, left vectors and adjoint right ones, and info, of stacks of matrices."""
    *batch, rows, columns = a.shape
    count = min(rows, columns)
    of_left, of_right = (rows, columns) if mode == "A" else (count, count)
    stack, real = "".join(f"{size}x" for size in batch), "f64" if dtype in ("f8", "c16") else "f32"
    shapes = f"tensor<{stack}{rows}x{columns}xE>, tensor<{stack}{count}x{real}>, "
    shapes += f"tensor<{stack}{rows}x{of_left}xE>, tensor<{stack}{of_right}x{columns}xE>, tensor<{stack}i32>"
    _, values, left, right, info = lowered(routine, dtype, a, results=shapes, mode=mode)
    return values, left, right, info


def spectrum(dtype: str, a: Any, triangle: str) -> tuple[Any, Any, Any]:
    *batch, rows, _ = a.shape
    stack, real = "".join(f"{size}x" for size in batch), "f64" if dtype in ("f8", "c16") else "f32"
    shapes = f"tensor<{stack}{rows}x{rows}xE>, tensor<{stack}{rows}x{real}>, tensor<{stack}i32>"
    routine = "heevd" if dtype[0] == "c" else "syevd"
    vectors, values, info = lowered(routine, dtype, a, results=shapes, mode="V", uplo=triangle)
    return vectors, values, info


def exact(a: Any) -> Any:
    return a.astype(np.complex128 if a.dtype.kind == "c" else np.float64)


@EVERY
@pytest.mark.parametrize("shape", [(2, 4, 3), (3, 5)], ids=str)
@pytest.mark.parametrize("mode", ["S", "A"])
def test_singular_vectors_are_unitary_and_make_up_the_matrix(
    dtype: str, shape: tuple[int, ...], mode: str
) -> None:
    a = normal(dtype, *shape)
    values, left, right, info = singular(dtype, a, mode)
    count, atol = values.shape[-1], tolerance(dtype)
    assert not info.any()
    expected = np.linalg.svd(exact(a), compute_uv=False)
    np.testing.assert_allclose(values, expected, rtol=0, atol=atol)
    product = (left[..., :count] * values[..., None, :]) @ right[..., :count, :]
    np.testing.assert_allclose(product, a, rtol=0, atol=atol)
    identities = turned(left) @ left, right @ turned(right)
    for found in identities:
        np.testing.assert_allclose(found, np.broadcast_to(np.eye(found.shape[-1]), found.shape), atol=atol)


def test_singular_values_alone_are_those_with_vectors() -> None:
    a = normal("f4", 4, 3)
    values, left, right, _ = singular("f4", a, "N", "gesvd")
    assert values.tolist() == singular("f4", a, "S")[0].tolist()
    assert not left.any()
    assert not right.any()


@pytest.mark.parametrize("scale", [0.0, 1e-30, 1.0, 1e30])
def test_vectors_of_zero_singular_values_are_unitary(scale: float) -> None:
    a = np.outer(np.arange(1, 6), [3, -1, 2]).astype(np.float32) * np.float32(scale)
    values, left, right, _ = singular("f4", a, "A")
    size = np.linalg.norm(exact(a))
    np.testing.assert_allclose(values, np.array([size, 0, 0]), rtol=1e-6, atol=1e-6 * size)
    for each in (left, right):
        np.testing.assert_allclose(each.T @ each, np.eye(len(each)), atol=1e-5)


def test_small_singular_values_of_graded_columns_have_relative_errors() -> None:
    """Diagonal matrices times well conditioned ones: J. Demmel and K. Veselic, 1992."""
    a = normal("f8", 8, 8) * 10.0 ** -np.arange(0, 16, 2)
    values, *_ = singular("f8", a, "N")
    from mpmath import mp, svd_r

    with mp.workdps(50):
        expected = [float(each) for each in svd_r(mp.matrix(a.tolist()), compute_uv=False)]
    np.testing.assert_allclose(values, expected, rtol=1e-13)


@EVERY
@pytest.mark.parametrize("shape", [(1, 1), (2, 4, 4)], ids=str)
@pytest.mark.parametrize("triangle", ["L", "U"])
def test_eigenvectors_of_one_triangle_are_unitary_and_make_up_the_matrix(
    dtype: str, shape: tuple[int, ...], triangle: Literal["L", "U"]
) -> None:
    a = normal(dtype, *shape)
    vectors, values, info = spectrum(dtype, a, triangle)
    stored, other = (np.tril(a), np.tril(a, -1)) if triangle == "L" else (np.triu(a), np.triu(a, 1))
    diagonal = np.einsum("...ii->...i", stored)
    diagonal[...] = diagonal.real
    atol = tolerance(dtype)
    assert not info.any()
    np.testing.assert_allclose(values, np.linalg.eigvalsh(exact(a), triangle), rtol=0, atol=atol)
    product = (vectors * values[..., None, :]) @ turned(vectors)
    np.testing.assert_allclose(product, stored + turned(other), rtol=0, atol=atol)
    np.testing.assert_allclose(
        turned(vectors) @ vectors, np.broadcast_to(np.eye(shape[-1]), shape), atol=atol
    )


def test_equal_eigenvalues_have_unitary_vectors() -> None:
    q, _ = np.linalg.qr(normal("f8", 8, 8))
    a = (q * [1, 1, 1, 1 + 1e-9, -2, -2, 0, 0]) @ q.T
    vectors, values, _ = spectrum("f8", a, "L")
    np.testing.assert_allclose(values, [-2, -2, 0, 0, 1, 1, 1, 1 + 1e-9], atol=1e-14)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(8), atol=1e-14)


def test_of_matrices_that_are_not_finite_all_is_nan() -> None:
    a = normal("f4", 2, 3, 3)
    a[1, 2, 1] = np.inf
    values, left, right, info = singular("f4", a, "S")
    assert info.tolist() == [0, 1]
    for found in (values, left, right, *spectrum("f4", a, "L")[:2]):
        assert np.isfinite(found[0]).all()
        assert np.isnan(found[1]).all()


def solved(dtype: str, *diagonals: Any, right: Any) -> list[Any]:
    """The solutions of tridiagonal systems, and where the first pivot is zero."""
    *batches, rows, columns = right.shape
    sizes = [*batches, rows]
    vector, matrix, info = (
        f"tensor<{''.join(f'{size}x' for size in shape)}{type}>"
        for shape, type in (
            (sizes, TYPES[dtype]),
            ([*sizes, columns], TYPES[dtype]),
            (batches, "i32"),
        )
    )
    program = stablehlo_tools.parse(f"""\
func.func @main(%a: {vector}, %b: {vector}, %c: {vector}, %r: {matrix}) -> ({matrix}, {info}) {{
  %0:5 = stablehlo.custom_call @lapack_{LETTERS[dtype]}gtsv_ffi(%a, %b, %c, %r)
    : ({vector}, {vector}, {vector}, {matrix}) -> ({vector}, {vector}, {vector}, {matrix}, {info})
  return %0#3, %0#4 : {matrix}, {info}
}}
""")
    found = stablehlo_tools.lower(program, rewrites=["no-lapack-gtsv"])
    assert not any(operation.name == "stablehlo.custom_call" for operation in found.walk())
    return stablehlo_tools.run(found, [*diagonals, right])


def dense(below: Any, middle: Any, above: Any) -> Any:
    return np.diag(middle) + np.diag(below[1:], -1) + np.diag(above[:-1], 1)


@EVERY
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 3), (7, 2)])
def test_tridiagonal_systems_are_solved_with_exchanges(dtype: str, rows: int, columns: int) -> None:
    """Some elements below the diagonal are greater, others are zero."""
    below, middle, above = (normal(dtype, 3, rows) * factor for factor in (3, 1, 2))
    below[:, ::3] = 0
    right = normal(dtype, 3, rows, columns)
    solutions, info = solved(dtype, below, middle, above, right=right)
    assert info.tolist() == [0, 0, 0]
    for parts in zip(below, middle, above, right, solutions, strict=True):
        matrix = dense(*(each.astype("c16") for each in parts[:3]))
        error = np.abs(matrix @ parts[4] - parts[3]).max()
        assert error <= tolerance(dtype) * np.abs(matrix).max() * np.abs(parts[4]).max()


def test_a_singular_tridiagonal_matrix_says_where_its_pivot_is_zero() -> None:
    zero, one = np.zeros(3, np.float32), np.ones(3, np.float32)
    _, info = solved("f4", zero, np.array([1, 0, 0], np.float32), one, right=one[:, None])
    assert info.tolist() == 2
    (_, info) = solved("f4", np.array([0, 1, 1], np.float32), one, zero, right=one[:, None])
    assert info.tolist() == 0
