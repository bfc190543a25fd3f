"""compare, select and clamp."""

from __future__ import annotations

import itertools
import math
import operator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.formula.check import check
from stablehlo_tools.ir.types import tensor_type
from stablehlo_tools.ops.registry import OPS

NAN, INF = math.nan, math.inf
FLOATS = (np.float16, np.dtype(ml_dtypes.bfloat16), np.float32, np.float64)
DIRECTIONS = {
    "EQ": operator.eq, "NE": operator.ne, "GE": operator.ge,
    "GT": operator.gt, "LE": operator.le, "LT": operator.lt,
}  # fmt: skip


def pairs(values, dtype):
    lhs, rhs = zip(*itertools.product(values, repeat=2), strict=True)
    return np.array(lhs, dtype), np.array(rhs, dtype)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("dtype", [*FLOATS, np.int32, np.uint8, np.dtype(ml_dtypes.int4)], ids=str)
def test_compare(kernel, direction, dtype) -> None:
    values = [-2.0, -0.0, 0.0, 1.0, NAN, INF] if dtype in FLOATS else [0, 1, 7]
    lhs, rhs = pairs(values, dtype)
    result = kernel("compare")(lhs, rhs, comparison_direction=direction)
    expected = [DIRECTIONS[direction](x, y) for x, y in itertools.product(values, repeat=2)]
    assert result.dtype == bool
    assert result.tolist() == expected


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_total_order(kernel, direction, dtype) -> None:
    """-NaN < -inf < -1 < -0 < +0 < 1 < inf < NaN."""
    ordered = [-NAN, -INF, -1.0, -0.0, 0.0, 1.0, INF, NAN]
    lhs, rhs = pairs(ordered, dtype)
    result = kernel("compare")(lhs, rhs, comparison_direction=direction, compare_type="TOTALORDER")
    places = itertools.product(range(len(ordered)), repeat=2)
    assert result.tolist() == [DIRECTIONS[direction](x, y) for x, y in places]


@pytest.mark.parametrize(
    ("dtype", "bits"),
    [
        (np.float16, [0xFE01, 0xFC01, 0xFC00, 0x8001, 0x8000, 0, 1, 0x7C00, 0x7C01, 0x7E00, 0x7E01]),
        (ml_dtypes.float8_e5m2, [0xFF, 0xFE, 0xFD, 0xFC, 0x80, 0, 0x7C, 0x7D, 0x7E, 0x7F]),
        (ml_dtypes.float8_e4m3, [0xFF, 0xF9, 0xF8, 0x80, 0, 0x78, 0x79, 0x7F]),
    ],
)
def test_nans_of_other_bits_are_ordered(kernel, dtype, bits) -> None:
    floats = np.array(bits, f"u{np.dtype(dtype).itemsize}").view(dtype)
    lhs, rhs = np.meshgrid(floats, floats, indexing="ij")
    less = kernel("compare")(lhs, rhs, comparison_direction="LT", compare_type="TOTALORDER")
    places = np.arange(len(bits))
    np.testing.assert_array_equal(less, places[:, None] < places)


def test_compare_complex_numbers_by_their_parts_in_turn(kernel) -> None:
    lhs = np.array([1 + 2j, 1 + 2j, 1 + 2j, 2 - 9j], np.complex64)
    rhs = np.array([1 + 2j, 1 + 3j, 0 + 9j, 1 + 9j], np.complex64)
    expected = {"EQ": [1, 0, 0, 0], "LT": [0, 1, 0, 0], "GE": [1, 0, 1, 1]}
    for direction, answers in expected.items():
        result = kernel("compare")(lhs, rhs, comparison_direction=direction, compare_type="FLOAT")
        assert result.tolist() == list(map(bool, answers))


def test_compare_of_rank_zero_is_an_array(kernel) -> None:
    result = kernel("compare")(np.array(1), np.array(2), comparison_direction="LT")
    assert isinstance(result, np.ndarray)
    assert result.shape == ()


@pytest.mark.parametrize(
    ("element_type", "compare_type", "is_valid", "is_strictly_valid"),
    [
        ("i32", "SIGNED", True, True),
        ("i32", "UNSIGNED", True, False),
        ("i32", "FLOAT", False, False),
        ("ui32", "UNSIGNED", True, True),
        ("i1", "UNSIGNED", True, True),
        ("i1", "SIGNED", True, False),
        ("i1", "TOTALORDER", False, False),
        ("f32", "FLOAT", True, True),
        ("f32", "TOTALORDER", True, True),
        ("f32", "SIGNED", True, False),
        ("f32", "UNSIGNED", True, False),
        ("complex<f32>", "FLOAT", True, True),
        ("complex<f32>", "TOTALORDER", False, False),
        ("f32", "NOTYPE", True, True),
    ],
)
def test_compare_type_fits_the_elements(element_type, compare_type, is_valid, is_strictly_valid) -> None:
    operand = tensor_type((2,), element_type)
    names: dict[str, Any] = {"lhs": operand, "rhs": operand, "result": tensor_type((2,), "i1")}
    names |= {"comparison_direction": "EQ", "compare_type": compare_type}
    for strict, is_clean in ((False, is_valid), (True, is_strictly_valid)):
        violations = check(OPS["stablehlo.compare"], names, strict=strict).violations
        assert {violation.rule.id for violation in violations} == (set() if is_clean else {"C3"})


@pytest.mark.parametrize("size", [5, 20_000])
@pytest.mark.parametrize(
    "dtype", [bool, np.int8, np.float16, np.dtype(ml_dtypes.bfloat16), np.float32, np.float64, np.complex128],
    ids=str,
)  # fmt: skip
def test_select(kernel, size, dtype) -> None:
    pred = np.arange(size) % 3 == 0
    on_true, on_false = np.arange(size).astype(dtype), np.arange(size)[::-1].astype(dtype)
    result = kernel("select")(pred, on_true, on_false)
    assert result.dtype == dtype
    assert all(result[i] == (on_true if pred[i] else on_false)[i] for i in range(size))


def test_select_keeps_the_bits_of_nans(kernel) -> None:
    bits = np.array([0x7FC00001, 0xFFC12345], np.uint32)
    on_true = np.resize(bits, 10_000).view(np.float32)
    result = kernel("select")(np.arange(10_000) < 5000, on_true, np.zeros_like(on_true))
    np.testing.assert_array_equal(result[:2].view(np.uint32), bits)


def test_select_from_large_arrays_of_any_layout(kernel) -> None:
    """Also repeated elements, and more than fit into a block."""
    rng = np.random.default_rng(0)
    x, row = rng.random((3, 150, 300)).astype(np.float32), rng.random(300).astype(np.float32)
    mask = np.broadcast_to(rng.random((150, 300)) < 0.5, x.shape)
    rows, same = np.broadcast_to(row, x.shape), np.broadcast_to(np.float32(-np.inf), x.shape)
    for pred, *values in (mask, x, same), (mask, rows, x), (mask, rows, same), (x < 0.5, x[::-1], rows):
        for axes in (0, 1, 2), (2, 0, 1):
            operands = [each.transpose(axes) for each in (pred, *values)]
            np.testing.assert_array_equal(kernel("select")(*operands), np.where(*operands))


def test_select_by_one_boolean_copies_nothing(kernel) -> None:
    on_true, on_false = np.zeros((3, 4)), np.ones((3, 4))
    for pred in (np.array(True), np.broadcast_to(np.array(True), (3, 4))):
        assert kernel("select")(pred, on_true, on_false) is on_true
        assert kernel("select")(~pred, on_true, on_false) is not on_true
    empty = np.zeros((0, 2))
    assert kernel("select")(np.zeros((0, 2), bool), empty, empty).shape == (0, 2)


def test_select_and_compare_broadcast_in_lifted_bodies(kernel) -> None:
    """A body written for scalars may run on whole arrays, its constants still being scalars."""
    x = np.array([-1.0, 2.0, 3.0])
    zero = np.array(0.0)
    pred = kernel("compare")(x, zero, comparison_direction="GT")
    assert kernel("select")(pred, x, zero).tolist() == [0, 2, 3]
    assert kernel("select")(pred, zero, zero).tolist() == [0, 0, 0]


def test_clamp(kernel) -> None:
    operand = np.array([-5.0, 0.5, 5.0, NAN], np.float32)
    low, high = np.array(-1, np.float32), np.array(1, np.float32)
    np.testing.assert_array_equal(kernel("clamp")(low, operand, high), [-1, 0.5, 1, NAN])
    np.testing.assert_array_equal(kernel("clamp")(high, operand, low), [-1, -1, -1, NAN])  # max is last
    np.testing.assert_array_equal(kernel("clamp")(np.array(NAN, np.float32), operand, high), [NAN] * 4)
    each = np.array([0, 1, 2, 3], np.int8)
    assert kernel("clamp")(each, np.full(4, 2, np.int8), np.full(4, 2, np.int8)).tolist() == [2, 2, 2, 2]


def test_clamp_narrow_types(kernel) -> None:
    bfloat16 = np.dtype(ml_dtypes.bfloat16)
    result = kernel("clamp")(np.array(0, bfloat16), np.array([-1, 0.5], bfloat16), np.array(1, bfloat16))
    assert result.dtype == bfloat16
    assert result.astype(float).tolist() == [0, 0.5]


@pytest.mark.parametrize(
    ("direction", "expected"),
    [("LT", [True, False, True, False]), ("LE", [True, False, True, True]), ("GT", [False] * 4)],
)
def test_complex_pairs_are_compared_in_turn(kernel, direction, expected) -> None:
    nan = math.nan
    lhs = np.array([complex(-3, nan), complex(1, nan), 1 + 2j, 1 + 3j], np.complex64)
    rhs = np.array([complex(-1, 1), 1 + 1j, 1 + 3j, 1 + 3j], np.complex64)
    assert kernel("compare")(lhs, rhs, comparison_direction=direction).tolist() == expected
