"""Ops that arrange elements in another shape."""

from __future__ import annotations

import itertools

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.formula.check import check
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.types import tensor_type


@pytest.mark.parametrize(
    ("shape", "dimensions", "result_shape"),
    [
        ((), (), (2, 3)),
        ((3,), (1,), (2, 3)),
        ((2,), (0,), (2, 3)),
        ((1, 3), (0, 2), (4, 2, 3)),
        ((2, 3), (2, 0), (3, 4, 2)),
        ((1, 1), (1, 0), (3, 2)),
        ((2, 3), (0, 1), (2, 3)),
        ((0,), (1,), (2, 0)),
    ],
)
def test_broadcast_in_dim(kernel, shape, dimensions, result_shape) -> None:
    operand = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    result = kernel("broadcast_in_dim")(
        operand, broadcast_dimensions=dimensions, result=tensor_type(result_shape, "i64")
    )
    assert result.shape == result_shape
    assert np.shares_memory(result, operand) or not operand.size
    for index in np.ndindex(result_shape):
        source = tuple(
            0 if size == 1 else index[dimension] for size, dimension in zip(shape, dimensions, strict=True)
        )
        assert result[index] == operand[source]


def test_reshape(kernel) -> None:
    operand = np.arange(6)
    result = kernel("reshape")(operand, result=tensor_type((3, 2), "i64"))
    assert result.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert np.shares_memory(result, operand)
    transposed = operand.reshape(2, 3).T
    assert kernel("reshape")(transposed, result=tensor_type((6,), "i64")).tolist() == [0, 3, 1, 4, 2, 5]
    assert kernel("reshape")(np.ones((1, 1)), result=tensor_type((), "f64")).shape == ()


@pytest.mark.parametrize("permutation", list(itertools.permutations(range(3))))
def test_transpose(kernel, permutation) -> None:
    operand = np.arange(24).reshape(2, 3, 4)
    result = kernel("transpose")(operand, permutation=permutation)
    assert np.shares_memory(result, operand)
    for index in np.ndindex(2, 3, 4):
        assert result[tuple(index[axis] for axis in permutation)] == operand[index]


def test_transpose_of_rank_zero(kernel) -> None:
    assert kernel("transpose")(np.array(1), permutation=()).shape == ()


def test_reverse(kernel) -> None:
    operand = np.array([[1, 2], [3, 4], [5, 6]])
    assert kernel("reverse")(operand, dimensions=(1,)).tolist() == [[2, 1], [4, 3], [6, 5]]
    assert kernel("reverse")(operand, dimensions=(0, 1)).tolist() == [[6, 5], [4, 3], [2, 1]]
    assert kernel("reverse")(operand, dimensions=()).tolist() == operand.tolist()


def test_concatenate(kernel) -> None:
    a, b = np.array([[1, 2]]), np.array([[3, 4], [5, 6]])
    assert kernel("concatenate")((a, b), dimension=0).tolist() == [[1, 2], [3, 4], [5, 6]]
    assert kernel("concatenate")((a, a), dimension=1).tolist() == [[1, 2, 1, 2]]
    narrow = np.array([1], ml_dtypes.int4)
    assert kernel("concatenate")((narrow, narrow), dimension=0).dtype == ml_dtypes.int4


def padded(operand, value, low, high, interior):
    """The specification's definition, element by element."""
    spread = [
        size + max(size - 1, 0) * between for size, between in zip(operand.shape, interior, strict=True)
    ]
    shape = [a + size + b for a, size, b in zip(low, spread, high, strict=True)]
    result = np.full(shape, value, operand.dtype)
    for index in np.ndindex(operand.shape):
        place = tuple(a + i * (between + 1) for a, i, between in zip(low, index, interior, strict=True))
        if all(0 <= i < size for i, size in zip(place, shape, strict=True)):
            result[place] = operand[index]
    return result


@pytest.mark.parametrize("low", [-3, -1, 0, 2])
@pytest.mark.parametrize("high", [-2, 0, 3])
@pytest.mark.parametrize("interior", [0, 1, 2])
@pytest.mark.parametrize("size", [0, 1, 4])
def test_pad(kernel, low, high, interior, size) -> None:
    if size + max(size - 1, 0) * interior + low + high < 0:
        return
    operand = np.arange(2 * size, dtype=np.float32).reshape(2, size)
    result = kernel("pad")(
        operand,
        np.array(-1, np.float32),
        edge_padding_low=(1, low),
        edge_padding_high=(0, high),
        interior_padding=(1, interior),
    )
    assert result.dtype == operand.dtype
    np.testing.assert_array_equal(result, padded(operand, -1, (1, low), (0, high), (1, interior)))


@pytest.mark.parametrize("value", [0.0, -0.0, 2.5])
def test_pad_with_a_value(kernel, value) -> None:
    named = {"edge_padding_low": (1,), "edge_padding_high": (1,), "interior_padding": (0,)}
    result = kernel("pad")(np.ones(1, ml_dtypes.bfloat16), np.array(value, ml_dtypes.bfloat16), **named)
    assert result.astype(float).tolist() == [value, 1, value]
    assert np.signbit(result.astype(float)[0]) == np.signbit(value)


def test_get_dimension_size(kernel) -> None:
    result = kernel("get_dimension_size")(np.zeros((2, 5)), dimension=1)
    assert isinstance(result, np.ndarray)
    assert result.dtype == np.int32
    assert result == 5


BROADCAST = {
    "C2": ((3,), (0, 1), (3, 3)),
    "C3": ((3,), (2,), (3, 3)),
    "C4": ((3, 3), (0, 0), (3, 3)),
    "C5": ((2,), (0,), (3, 3)),
}


@pytest.mark.parametrize("rule", BROADCAST)
def test_rules_of_broadcast_in_dim(rule) -> None:
    shape, dimensions, result_shape = BROADCAST[rule]
    names = {"operand": tensor_type(shape, "f32"), "broadcast_dimensions": dimensions}
    names["result"] = tensor_type(result_shape, "f32")
    violated = {violation.rule.id for violation in check(OPS["stablehlo.broadcast_in_dim"], names).violations}
    assert rule in violated


@pytest.mark.parametrize(
    ("inputs", "dimension", "result", "violated"),
    [
        ([(2, 3), (4, 3)], 0, (6, 3), []),
        ([(2, 3), (4, 3)], 0, (7, 3), ["C6"]),
        ([(2, 3), (2, 4)], 0, (4, 3), ["C2"]),
        ([(2, 3)], 2, (2, 3), ["C4"]),
    ],
)
def test_rules_of_concatenate(inputs, dimension, result, violated) -> None:
    names = {"inputs": tuple(tensor_type(shape, "f32") for shape in inputs), "dimension": dimension}
    names["result"] = tensor_type(result, "f32")
    found = [violation.rule.id for violation in check(OPS["stablehlo.concatenate"], names).violations]
    assert found == violated
