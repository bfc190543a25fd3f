"""Ragged products, against sums over explicit groups."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools

RANDOM = np.random.default_rng(0)


def floats(*shape: int) -> np.ndarray:
    return RANDOM.standard_normal(shape).astype(np.float32)


def run(lhs, rhs, sizes, numbers, shape):
    types = [
        f"tensor<{'x'.join(map(str, size))}x{element_type}>"
        for size, element_type in zip(
            (lhs.shape, rhs.shape, sizes.shape, shape), ("f32", "f32", "i64", "f32"), strict=True
        )
    ]
    *operands, result = types
    program = f"""func.func @main(%lhs: {types[0]}, %rhs: {types[1]}, %sizes: {types[2]}) -> {result} {{
      %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {{
        ragged_dot_dimension_numbers = #chlo.ragged_dot<{numbers}>
      }} : ({", ".join(operands)}) -> {result}
      return %0 : {result}
    }}"""
    return stablehlo_tools.run(program, [lhs, rhs, sizes])[0]


FREE = (
    "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], "
    "rhs_group_dimensions = [0]"
)
FREE_IN_BATCHES = (
    "lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], "
    "rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]"
)
CONTRACTING = (
    "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], "
    "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]"
)
BATCHING = CONTRACTING.replace("ragged_dimensions = [2]", "ragged_dimensions = [0]")


def test_each_group_of_rows_has_its_own_rhs_and_rows_in_no_group_are_zero() -> None:
    lhs, rhs = floats(7, 5), floats(3, 5, 2)
    expected = np.concatenate([lhs[:4] @ rhs[0], lhs[4:6] @ rhs[2], np.zeros((1, 2), np.float32)])
    np.testing.assert_allclose(run(lhs, rhs, np.array([4, 0, 2]), FREE, (7, 2)), expected, rtol=1e-6)


def test_groups_end_where_the_rows_do() -> None:
    lhs, rhs = floats(4, 5), floats(3, 5, 2)
    expected = np.concatenate([lhs[:2] @ rhs[0], lhs[2:] @ rhs[1]])
    np.testing.assert_allclose(run(lhs, rhs, np.array([2, 3, 2]), FREE, (4, 2)), expected, rtol=1e-6)


def test_groups_of_rows_may_differ_between_batches() -> None:
    lhs, rhs = floats(2, 4, 5), floats(2, 2, 5, 3)
    expected = np.stack(
        [
            np.concatenate([lhs[0, :1] @ rhs[0, 0], lhs[0, 1:] @ rhs[1, 0]]),
            np.concatenate([lhs[1, :3] @ rhs[0, 1], lhs[1, 3:] @ rhs[1, 1]]),
        ]
    )
    sizes = np.array([[1, 3], [3, 1]])
    np.testing.assert_allclose(run(lhs, rhs, sizes, FREE_IN_BATCHES, (2, 4, 3)), expected, rtol=1e-6)


@pytest.mark.parametrize("sizes", [[2, 0, 3], [[2, 0, 3], [1, 1, 1]]])
def test_each_group_of_terms_has_its_own_result(sizes) -> None:
    lhs, rhs = floats(2, 4, 5), floats(2, 5, 3)
    expected = np.zeros((3, 2, 4, 3), np.float32)
    for batch in range(2):
        start = 0
        for group, size in enumerate(np.broadcast_to(sizes, (2, 3))[batch]):
            terms = slice(start, start + size)
            expected[group, batch] = lhs[batch][:, terms] @ rhs[batch][terms]
            start += size
    found = run(lhs, rhs, np.array(sizes), CONTRACTING, (3, 2, 4, 3))
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


def test_infinities_stay_in_their_group() -> None:
    lhs, rhs = np.ones((1, 1, 2), np.float32), np.array([[[np.inf], [1]]], np.float32)
    found = run(lhs, rhs, np.array([1, 1]), CONTRACTING, (2, 1, 1, 1))
    assert found.ravel().tolist() == [np.inf, 1]


def test_a_ragged_batching_dimension_changes_nothing() -> None:
    lhs, rhs = floats(2, 4, 5), floats(2, 5, 3)
    np.testing.assert_allclose(run(lhs, rhs, np.array([1, 1]), BATCHING, (2, 4, 3)), lhs @ rhs, rtol=1e-5)
