"""Products of sparse matrices, compared with those of dense ones and with JAX."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stablehlo_tools

DENSE = np.array([[0, 2, 0], [0, 0, 0], [3, 0, -1], [0, 5, 0]])
# with two padding elements, whose column does not exist
DATA, COLUMNS, STARTS = np.array([2, 3, -1, 5, 7, 7]), np.array([1, 0, 2, 1, 9, 9], np.int32), [0, 1, 1, 3, 4]


def product(other: Any, columns: Any = COLUMNS, starts: Any = STARTS) -> Any:
    shape = "x".join(map(str, other.shape))
    result = "x".join(map(str, (4, *other.shape[1:])))
    element = {"float32": "f32", "complex64": "complex<f32>"}[other.dtype.name]
    program = f"""
    func.func @main(%d: tensor<6x{element}>, %s: tensor<5xi32>, %c: tensor<6xi32>,
        %o: tensor<{shape}x{element}>) -> tensor<{result}x{element}> {{
      %0 = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%d, %s, %c, %o)
        : (tensor<6x{element}>, tensor<5xi32>, tensor<6xi32>, tensor<{shape}x{element}>)
        -> tensor<{result}x{element}>
      return %0 : tensor<{result}x{element}>
    }}"""
    inputs = [DATA.astype(other.dtype), np.array(starts, np.int32), columns, other]
    return stablehlo_tools.run(program, inputs)[0]


@pytest.mark.parametrize("shape", [(3,), (3, 2)])
@pytest.mark.parametrize("dtype", [np.float32, np.complex64])
def test_a_product_is_that_of_the_dense_matrix(shape: tuple[int, ...], dtype: Any) -> None:
    other = np.arange(1, np.prod(shape) + 1).reshape(shape).astype(dtype)
    assert product(other).tolist() == (DENSE @ other).tolist()


@pytest.mark.parametrize(
    "wrong",
    [
        {"columns": np.array([3, 0, 2, 1, 0, 0], np.int32)},
        {"columns": np.array([-1, 0, 2, 1, 0, 0], np.int32)},
        {"starts": [0, 2, 1, 3, 4]},
        {"starts": [0, 1, 1, 3, 7]},
        {"starts": [-1, 1, 1, 3, 4]},
    ],
)
def test_a_matrix_out_of_bounds_is_an_error(wrong: dict[str, Any]) -> None:
    with pytest.raises(stablehlo_tools.RunError, match="out of bounds"):
        product(np.ones(3, np.float32), **wrong)


def test_a_program_of_jax_gives_its_results() -> None:
    jax = pytest.importorskip("jax")
    sparse = pytest.importorskip("jax.experimental.sparse")
    matrix = sparse.BCSR.fromdense(DENSE.astype(np.float32))
    arrays = [np.asarray(each) for each in (matrix.data, matrix.indices, matrix.indptr)]
    multiply = jax.jit(lambda d, i, p, x: sparse.BCSR((d, i, p), shape=DENSE.shape) @ x)
    other = np.linspace(-1, 1, 6, dtype=np.float32).reshape(3, 2)
    (found,) = stablehlo_tools.run(multiply.lower(*arrays, other), [*arrays, other])
    np.testing.assert_allclose(found, multiply(*arrays, other), rtol=1e-6)
