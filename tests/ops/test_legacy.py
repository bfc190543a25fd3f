"""Ops on their way out of StableHLO."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.formula.check import check
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.types import DYNAMIC, tensor_type


def test_broadcast(kernel) -> None:
    operand = np.arange(3)
    result = kernel("broadcast")(operand, broadcast_sizes=(1, 2))
    assert result.tolist() == [[[0, 1, 2], [0, 1, 2]]]
    assert np.shares_memory(result, operand)


@pytest.mark.parametrize(("lhs", "rhs"), [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 4)), ((2, 3), (3, 4))])
def test_dot(kernel, lhs, rhs) -> None:
    random = np.random.default_rng(0)
    a, b = random.normal(size=lhs), random.normal(size=rhs)
    shape = lhs[:-1] + rhs[1:]
    result = kernel("dot")(a, b, result=tensor_type(shape, "f64"))
    np.testing.assert_allclose(result, a @ b)
    assert result.shape == shape


def test_dot_of_narrow_integers(kernel) -> None:
    a = np.array([[7, -8]], ml_dtypes.int4)
    assert kernel("dot")(a, a.T, result=tensor_type((1, 1), "i8")).tolist() == [[113]]


@pytest.mark.parametrize("config", ["ab,bc->ac", "abc,acd->abd", "ab,ab->", "a,b->ab", "ab,b->ba", ",->"])
def test_einsum(kernel, config) -> None:
    random = np.random.default_rng(1)
    sizes = {"a": 2, "b": 3, "c": 4, "d": 5}
    *operands, kept = config.replace("->", ",").split(",")
    a, b = (random.normal(size=[sizes[letter] for letter in letters]) for letters in operands)
    result = kernel("einsum")(
        a, b, einsum_config=config, result=tensor_type([sizes[letter] for letter in kept], "f64")
    )
    np.testing.assert_allclose(result, np.einsum(config, a, b))


def test_einsum_of_integers_wraps(kernel) -> None:
    a = np.array([[100, 100]], np.int8)
    result = kernel("einsum")(a, a.T, einsum_config="ab,bc->ac", result=tensor_type((1, 1), "i8"))
    assert result.tolist() == [[np.int8(20000 % 256 - 256 * (20000 % 256 > 127))]]
    result = kernel("einsum")(a, a.T, einsum_config="ab,bc->ac", result=tensor_type((1, 1), "i16"))
    assert result.tolist() == [[20000]]


def test_unary_einsum(kernel) -> None:
    operand = np.arange(6.0).reshape(2, 3)
    assert kernel("unary_einsum")(operand, einsum_config="ab->a").tolist() == [3.0, 12.0]
    assert kernel("unary_einsum")(operand, einsum_config="ab->ba").tolist() == operand.T.tolist()
    narrow = np.full(1000, 1, ml_dtypes.bfloat16)
    total = kernel("unary_einsum")(narrow, einsum_config="a->")
    assert (total.dtype, float(total)) == (ml_dtypes.bfloat16, 1000.0)


@pytest.mark.parametrize("dim", [0, 1, 2])
@pytest.mark.parametrize("index", [np.array(1), np.array([1, 0]), np.array([[1, 0, 1]])])
def test_torch_index_select(kernel, dim, index) -> None:
    operand = np.arange(24).reshape(2, 3, 4)
    result = kernel("torch_index_select")(operand, index, dim=dim, batch_dims=0)
    np.testing.assert_array_equal(result, np.take(operand, index, dim))


@pytest.mark.parametrize("dim", [1, 2])
def test_torch_index_select_of_batches(kernel, dim) -> None:
    operand, index = np.arange(24).reshape(2, 3, 4), np.array([[1, 0, 2], [2, 2, 0]])
    result = kernel("torch_index_select")(operand, index, dim=dim, batch_dims=1)
    expected = [np.take(part, places, dim - 1) for part, places in zip(operand, index, strict=True)]
    np.testing.assert_array_equal(result, np.stack(expected))


def test_indices_move_into_the_operand(kernel) -> None:
    result = kernel("torch_index_select")(np.arange(4), np.array([-1, 9]), dim=0, batch_dims=0)
    assert result.tolist() == [0, 3]


@pytest.mark.parametrize(
    ("config", "lhs", "rhs", "result", "broken"),
    [
        ("ab,bc->ac", (2, 3), (3, 4), (2, 4), []),
        ("ab,bc->ac", (2, DYNAMIC), (3, 4), (DYNAMIC, 4), []),
        ("...b,b->...", (2, 3), (3,), (2,), []),
        ("ab,bc->ac", (2, 3), (2, 4), (2, 4), ["C2"]),
        ("ab,bc->ac", (2, 3), (3, 4), (2, 5), ["C2"]),
        ("ab,bc->ac", (2, 3), (3,), (2, 4), ["C1"]),
        ("ab,bc->aa", (2, 3), (3, 4), (2, 2), ["C1"]),
        ("ab,bc->ad", (2, 3), (3, 4), (2, 4), ["C1"]),
        ("ab,bc", (2, 3), (3, 4), (), ["C1"]),
        ("ab->a", (2, 3), (3,), (2,), ["C1"]),
        ("a1,1c->ac", (2, 3), (3, 4), (2, 4), ["C1"]),
    ],
)
def test_what_einsum_configs_say(config, lhs, rhs, result, broken) -> None:
    names = {
        name: tensor_type(shape, "f32") for name, shape in (("lhs", lhs), ("rhs", rhs), ("result", result))
    }
    found = check(OPS["stablehlo.einsum"], {**names, "einsum_config": config}).violations
    assert [violation.rule.id for violation in found] == broken
