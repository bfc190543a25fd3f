"""XLA's own custom calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import RunError

MATRIX = np.array([[4, 1, 2], [1, 3, 0], [2, 0, 5]], np.float32)


def called(target: str, results: str, *operands: Any, config: str = "") -> list[Any]:
    """What a call gives, as TensorFlow writes it: a tuple."""
    names = {"float32": "f32", "float64": "f64", "int32": "i32", "complex64": "complex<f32>"}
    types = [
        f"tensor<{''.join(f'{size}x' for size in each.shape)}{names[each.dtype.name]}>" for each in operands
    ]
    arguments = ", ".join(f"%x{number}: {type}" for number, type in enumerate(types))
    passed = ", ".join(f"%x{number}" for number in range(len(types)))
    parts = results.split("; ")
    lines = "\n".join(
        f"%p{number} = stablehlo.get_tuple_element %0[{number}] : (tuple<{', '.join(parts)}>) -> {part}"
        for number, part in enumerate(parts)
    )
    program = f"""
    func.func @main({arguments}) -> ({", ".join(parts)}) {{
      %0 = stablehlo.custom_call @{target}({passed}) {{backend_config = "{config}"}}
        : ({", ".join(types)}) -> tuple<{", ".join(parts)}>
      {lines}
      return {", ".join(f"%p{number}" for number in range(len(parts)))} : {", ".join(parts)}
    }}
    """
    return stablehlo_tools.run(program, operands)


def test_qr_is_that_of_reflectors() -> None:
    packed, taus = called("Qr", "tensor<3x3xf32>; tensor<3xf32>", MATRIX)
    (q,) = called("ProductOfElementaryHouseholderReflectors", "tensor<3x3xf32>", packed, taus)
    np.testing.assert_allclose(q @ np.triu(packed), MATRIX, atol=1e-5)
    np.testing.assert_allclose(q.T @ q, np.eye(3), atol=1e-6)


@pytest.mark.parametrize(("lower", "triangle"), [("1", np.tril), ("0", np.triu)])
def test_eigh_reads_one_triangle(lower: str, triangle: Any) -> None:
    half = np.stack([triangle(MATRIX), 2 * triangle(MATRIX)])
    vectors, values = called(
        "Eigh", "tensor<2x3x3xf32>; tensor<2x3xf32>", half, config=f"{lower},1,100,0.000001"
    )
    assert (np.diff(values) > 0).all()
    whole = np.stack([MATRIX, 2 * MATRIX])
    np.testing.assert_allclose(whole @ vectors, vectors * values[:, None, :], atol=1e-5)


def test_eigh_of_what_has_no_eigenvalues_is_nan() -> None:
    vectors, values = called(
        "Eigh",
        "tensor<1x1xf32>; tensor<1xf32>",
        np.full((1, 1), np.nan, np.float32),
        config="1,1,100,0.000001",
    )
    assert np.isnan(vectors).all()
    assert np.isnan(values).all()


def test_eigh_without_a_configuration() -> None:
    with pytest.raises(
        RunError, match="Eigh is not supported without a backend_config `lower,sort,iterations,tolerance`"
    ):
        called("Eigh", "tensor<3x3xf32>; tensor<3xf32>", MATRIX, config="1")


def test_lu_counts_pivots_from_zero() -> None:
    matrix = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
    factors, pivots, order = called(
        "LuDecomposition", "tensor<3x2xf32>; tensor<2xi32>; tensor<3xi32>", matrix
    )
    assert pivots.tolist() == [2, 2]  # 5 is the greatest of all, then 2 - 6/5 of 4 - 18/5
    assert order.tolist() == [2, 0, 1]
    lower = np.tril(factors, -1) + np.eye(3, 2, dtype=np.float32)
    np.testing.assert_allclose(lower @ np.triu(factors[:2]), matrix[order], atol=1e-6)


POSITIVE = np.array([[[4, 2], [2, 5]], [[1, 2], [2, 1]]], np.float32)  # the second is not positive definite


@pytest.mark.parametrize(
    ("config", "factor"),
    [
        ("", [[2, 1], [0, 2]]),
        ("{}", [[2, 1], [0, 2]]),
        (r"{\22lower\22: true}", [[2, 0], [1, 2]]),
    ],
)
def test_cholesky_has_its_options_as_json(config: str, factor: list[list[float]]) -> None:
    (found,) = called("Cholesky", "tensor<2x2x2xf32>", POSITIVE, config=config)
    assert found[0].tolist() == factor
    assert np.isnan(found[1]).any()


LOWER = np.array([[2, 0], [3, 4]], np.float32)  # read as lower, as upper it is [[2, 0], [0, 4]]
RIGHT = np.array([[2, 4], [11, 10]], np.float32)


@pytest.mark.parametrize(
    ("options", "system"),
    [
        # what a has to be in the system that x solves: op(a) x = b, or x op(a) = b
        ("lower = true, left_side = true", lambda x: LOWER @ x),
        ("lower = true", lambda x: x @ LOWER),
        ("left_side = true", lambda x: np.triu(LOWER) @ x),
        ("", lambda x: x @ np.triu(LOWER)),
        ('lower = true, left_side = true, transpose_a = "TRANSPOSE"', lambda x: LOWER.T @ x),
        ('lower = true, left_side = true, transpose_a = "ADJOINT"', lambda x: LOWER.T @ x),
        (
            "lower = true, left_side = true, unit_diagonal = true",
            lambda x: np.array([[1, 0], [3, 1]], np.float32) @ x,
        ),
    ],
)
def test_triangular_solve_has_its_options_in_a_dictionary(options: str, system: Any) -> None:
    program = f"""
    func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> tensor<2x2xf32> {{
      %0 = stablehlo.custom_call @TriangularSolve(%a, %b) {{
          api_version = 4 : i32, backend_config = {{{options}}}}}
        : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32>
    }}
    """
    (x,) = stablehlo_tools.run(program, [LOWER, RIGHT])
    np.testing.assert_allclose(system(x), RIGHT, rtol=1e-6)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("lower", "Cholesky with a backend_config that is not a dictionary"),
        (r"[1]", "Cholesky with a backend_config that is not a dictionary"),
        (r"{\22upper\22: true}", "Cholesky with `upper = True` in its backend_config"),
        (r"{\22lower\22: 1}", "Cholesky with `lower = 1` in its backend_config"),
    ],
)
def test_options_that_there_are_not(config: str, message: str) -> None:
    with pytest.raises(RunError, match=message):
        called("Cholesky", "tensor<2x2x2xf32>", POSITIVE, config=config)


def test_top_k_gives_a_tuple() -> None:
    values, indices = called("TopK", "tensor<2xf32>; tensor<2xi32>", np.array([1, 3, 2], np.float32))
    assert values.tolist() == [3, 2]
    assert indices.tolist() == [1, 2]


@pytest.mark.parametrize("target", ["Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape"])
def test_shardings_change_nothing_of_a_whole_value(target: str) -> None:
    (found,) = called(target, "tensor<3x3xf32>", MATRIX)
    assert found.tolist() == MATRIX.tolist()


def test_dynamic_dimensions() -> None:
    program = """
    func.func @main(%x: tensor<2x4xf32>, %n: tensor<i32>, %m: tensor<i32>)
      -> (tensor<2x4xf32>, tensor<i32>, tensor<i32>) {
      %0 = stablehlo.custom_call @SliceToDynamic(%x, %n, %m)
        : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32, #stablehlo.bounds<2, 4>>
      %1:3 = stablehlo.custom_call @PadToStatic(%0)
        : (tensor<?x?xf32, #stablehlo.bounds<2, 4>>) -> (tensor<2x4xf32>, tensor<i32>, tensor<i32>)
      return %1#0, %1#1, %1#2 : tensor<2x4xf32>, tensor<i32>, tensor<i32>
    }
    """
    x = np.arange(1, 9, dtype=np.float32).reshape(2, 4)
    whole, *sizes = stablehlo_tools.run(program, [x, np.array(1, np.int32), np.array(3, np.int32)])
    assert whole.tolist() == [[1, 2, 3, 0], [0, 0, 0, 0]]
    assert [int(size) for size in sizes] == [1, 3]
