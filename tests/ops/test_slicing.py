"""slice, dynamic_slice and dynamic_update_slice."""

from __future__ import annotations

import numpy as np
import pytest


def scalars(*values, dtype=np.int32):
    return tuple(np.array(value, dtype) for value in values)


def test_slice(kernel) -> None:
    operand = np.arange(20).reshape(4, 5)
    result = kernel("slice")(operand, start_indices=(1, 0), limit_indices=(4, 5), strides=(2, 3))
    assert result.tolist() == [[5, 8], [15, 18]]
    assert np.shares_memory(result, operand)
    empty = kernel("slice")(operand, start_indices=(4, 2), limit_indices=(4, 2), strides=(1, 1))
    assert empty.shape == (0, 0)


def test_slice_of_rank_zero(kernel) -> None:
    result = kernel("slice")(np.array(7), start_indices=(), limit_indices=(), strides=())
    assert result.shape == ()


@pytest.mark.parametrize(
    ("start", "moved"),
    [((0, 0), (0, 0)), ((1, 2), (1, 2)), ((-5, 9), (0, 3)), ((2**31 - 1, -(2**31)), (2, 0))],
)
def test_starts_move_into_the_operand(kernel, start, moved) -> None:
    operand = np.arange(20).reshape(4, 5)
    box = np.s_[moved[0] : moved[0] + 2, moved[1] : moved[1] + 2]
    result = kernel("dynamic_slice")(operand, scalars(*start), slice_sizes=(2, 2))
    np.testing.assert_array_equal(result, operand[box])
    expected = operand.copy()
    expected[box] = -1
    before = operand.copy()
    updated = kernel("dynamic_update_slice")(operand, np.full((2, 2), -1), scalars(*start))
    np.testing.assert_array_equal(updated, expected)
    np.testing.assert_array_equal(operand, before)


def test_unsigned_starts(kernel) -> None:
    starts = scalars(2**64 - 1, dtype=np.uint64)
    assert kernel("dynamic_slice")(np.arange(5), starts, slice_sizes=(2,)).tolist() == [3, 4]


def test_update_in_place(kernel) -> None:
    operand = np.zeros(4)
    result = kernel("dynamic_update_slice")(operand, np.ones(2), scalars(1), out=operand)
    assert result is operand
    assert operand.tolist() == [0, 1, 1, 0]


def test_update_does_not_write_into_views_or_constants(kernel) -> None:
    operand = np.broadcast_to(np.array(0.0), (3,))
    result = kernel("dynamic_update_slice")(operand, np.ones(1), scalars(2))
    assert result.tolist() == [0, 0, 1]
    assert operand.tolist() == [0, 0, 0]


def test_whole_and_empty_updates(kernel) -> None:
    operand = np.arange(3)
    assert kernel("dynamic_update_slice")(operand, np.array([7, 8, 9]), scalars(2)).tolist() == [7, 8, 9]
    assert kernel("dynamic_update_slice")(operand, np.zeros(0, int), scalars(2)).tolist() == [0, 1, 2]
    assert kernel("dynamic_update_slice")(np.array(1), np.array(2), ()).tolist() == 2
