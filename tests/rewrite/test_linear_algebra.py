"""Factorizations as loops: on matrices whose pivots are anywhere, what they reconstruct is the matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stablehlo_tools

LETTERS = {"f4": "s", "f8": "d", "c8": "c", "c16": "z"}
TYPES = {"f4": "f32", "f8": "f64", "c8": "complex<f32>", "c16": "complex<f64>"}
EVERY = pytest.mark.parametrize("dtype", LETTERS)


def normal(dtype: str, *shape: int) -> Any:
    draw = np.random.default_rng(len(shape) + shape[-1])
    x = draw.normal(size=shape)
    return (x + 1j * draw.normal(size=shape) if dtype[0] == "c" else x).astype(dtype)


def lowered(routine: str, dtype: str, *operands: Any, results: str) -> list[Any]:
    """The results of a routine on arrays, as a loop."""
    types = [f"tensor<{'x'.join(map(str, each.shape))}x{TYPES[dtype]}>" for each in operands]
    names = [f"%{number}" for number in range(len(operands))]
    results = results.replace("E", TYPES[dtype])
    arguments = ", ".join(f"{name}: {type}" for name, type in zip(names, types, strict=True))
    count = results.count("tensor")
    program = stablehlo_tools.parse(
        f"func.func @main({arguments}) -> ({results}) {{\n"
        f"  %r:{count} = stablehlo.custom_call @lapack_{LETTERS[dtype]}{routine}_ffi({', '.join(names)}) : "
        f"({', '.join(types)}) -> ({results})\n"
        f"  return {', '.join(f'%r#{number}' for number in range(count))} : {results}\n}}"
    )
    code = "no-lapack-orgqr" if routine in ("orgqr", "ungqr") else f"no-lapack-{routine}"
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
