"""Ops on bits."""

from __future__ import annotations

import itertools
import operator

import numpy as np
import pytest

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import element_type_named

INTEGERS = ("i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64")


def elements(name):
    """(element type, bit patterns, elements): all of up to 4 bits, else a few."""
    element_type = element_type_named(name)
    bits = element_type.bits
    patterns = {0, 1, 2, 3, (1 << bits) - 1, 1 << bits - 1, (1 << bits - 1) - 1, bits, bits + 1, bits - 1}
    if bits <= 4:
        patterns = set(range(1 << bits))
    ordered = sorted(pattern & (1 << bits) - 1 for pattern in patterns)
    return element_type, ordered, array(ordered, element_type)


def array(patterns, element_type):
    signed = element_type.kind == "signed"
    top = 1 << element_type.bits - 1
    values = [(pattern ^ top) - top if signed else pattern for pattern in patterns]
    wide = np.array(values, np.int64 if signed else np.uint64)
    return wide.astype(dtype_of(element_type))


@pytest.mark.parametrize("name", INTEGERS)
@pytest.mark.parametrize(
    ("op", "function"), [("and", operator.and_), ("or", operator.or_), ("xor", operator.xor)]
)
def test_logic(kernel, name, op, function) -> None:
    element_type, patterns, values = elements(name)
    pairs = list(itertools.product(range(len(patterns)), repeat=2))
    lhs, rhs = (values[list(side)] for side in zip(*pairs, strict=True))
    expected = array([function(patterns[a], patterns[b]) for a, b in pairs], element_type)
    result = kernel(op)(lhs, rhs)
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("name", INTEGERS)
def test_bits_of_one_operand(kernel, name) -> None:
    element_type, patterns, values = elements(name)
    mask = (1 << element_type.bits) - 1
    for op, function in {
        "not": lambda x: x ^ mask,
        "popcnt": int.bit_count,
        "count_leading_zeros": lambda x: element_type.bits - x.bit_length(),
    }.items():
        result = kernel(op)(values)
        assert result.dtype == values.dtype
        np.testing.assert_array_equal(result, array([function(x) & mask for x in patterns], element_type))


@pytest.mark.parametrize("name", INTEGERS)
def test_shifts(kernel, name) -> None:
    element_type, patterns, values = elements(name)
    bits = element_type.bits
    mask, top = (1 << bits) - 1, 1 << bits - 1

    def arithmetic(x, count):
        return ((x ^ top) - top) >> count & mask

    pairs = list(itertools.product(range(len(patterns)), repeat=2))
    lhs, rhs = (values[list(side)] for side in zip(*pairs, strict=True))
    for op, function in {
        "shift_left": lambda x, count: x << min(count, bits) & mask,
        "shift_right_logical": lambda x, count: x >> count,
        "shift_right_arithmetic": arithmetic,
    }.items():
        expected = array([function(patterns[a], patterns[b]) for a, b in pairs], element_type)
        result = kernel(op)(lhs, rhs)
        assert result.dtype == values.dtype
        np.testing.assert_array_equal(result, expected, err_msg=op)


def test_booleans(kernel) -> None:
    lhs, rhs = np.array([False, False, True, True]), np.array([False, True, False, True])
    assert kernel("not")(lhs).tolist() == [True, True, False, False]
    assert kernel("xor")(lhs, rhs).tolist() == [False, True, True, False]
    assert kernel("and")(lhs, rhs).tolist() == [False, False, False, True]
    assert kernel("or")(lhs, rhs).tolist() == [False, True, True, True]
