"""Arithmetic on two operands."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import element_type_named
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.registry import OPS

NAN, INF = math.nan, math.inf
FLOATS = (np.float16, np.dtype(ml_dtypes.bfloat16), np.float32, np.float64)
INTEGERS = ("i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64")


def corners(name):
    """All elements of a narrow integer type; of others those at the ends and around zero."""
    element_type = element_type_named(name)
    signed = element_type.kind == "signed"
    low = -(1 << element_type.bits - 1) if signed else 0
    high = low + (1 << element_type.bits) - 1
    some = {low, low + 1, low + 2, -7, -3, -2, -1, 0, 1, 2, 3, 7, high // 2, high - 1, high}
    return element_type, sorted(x for x in some if low <= x <= high)


def array(values, element_type):
    wide = np.uint64 if element_type.kind == "unsigned" else np.int64
    return np.array(values, wide).astype(dtype_of(element_type))


def wrapped(x, element_type):
    x %= 1 << element_type.bits
    is_negative = element_type.kind == "signed" and x >> element_type.bits - 1
    return x - (1 << element_type.bits) if is_negative else x


def divide(x, y):
    return -1 if y == 0 else math.trunc(Fraction(x, y))


def remainder(x, y):
    return x if y == 0 else x - divide(x, y) * y


def power(x, y):
    return x**y if y >= 0 else math.trunc(Fraction(x) ** y) if x else 0


@pytest.mark.parametrize("name", INTEGERS)
@pytest.mark.parametrize(
    ("op", "function"),
    [
        ("add", lambda x, y: x + y),
        ("subtract", lambda x, y: x - y),
        ("multiply", lambda x, y: x * y),
        ("divide", divide),
        ("remainder", remainder),
        ("maximum", max),
        ("minimum", min),
    ],
)
def test_integers(kernel, name, op, function) -> None:
    element_type, values = corners(name)
    pairs = list(itertools.product(values, values))
    lhs, rhs = (array(side, element_type) for side in zip(*pairs, strict=True))
    result = kernel(op)(lhs, rhs)
    assert result.dtype == lhs.dtype
    assert result.astype(object).tolist() == [wrapped(function(x, y), element_type) for x, y in pairs]


@pytest.mark.parametrize("name", INTEGERS)
def test_powers_of_integers(kernel, name) -> None:
    element_type, values = corners(name)
    pairs = [(x, y) for x in values for y in (-3, -2, -1, 0, 1, 2, 3, 5) if y in range(-3, 6)]
    pairs = [(x, y) for x, y in pairs if wrapped(y, element_type) == y]
    lhs, rhs = (array(side, element_type) for side in zip(*pairs, strict=True))
    result = kernel("power")(lhs, rhs)
    assert result.astype(object).tolist() == [wrapped(power(x, y), element_type) for x, y in pairs]


def test_booleans(kernel) -> None:
    lhs, rhs = np.array([False, False, True, True]), np.array([False, True, False, True])
    for name, expected in {"add": lhs | rhs, "multiply": lhs & rhs}.items():
        np.testing.assert_array_equal(kernel(name)(lhs, rhs), expected)
    for name, expected in {"maximum": lhs | rhs, "minimum": lhs & rhs}.items():
        np.testing.assert_array_equal(kernel(name)(lhs, rhs), expected)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_extremes_of_floats(kernel, dtype) -> None:
    lhs = np.array([0.0, -0.0, 0.0, -0.0, NAN, 1.0, -INF, -0.0, 2.0], dtype)
    rhs = np.array([-0.0, 0.0, 0.0, -0.0, 1.0, NAN, INF, -5.0, 3.0], dtype)
    greater, lesser = kernel("maximum")(lhs, rhs), kernel("minimum")(lhs, rhs)
    assert greater.dtype == lesser.dtype == dtype
    np.testing.assert_array_equal(greater.astype(float), [0, 0, 0, 0, NAN, NAN, INF, 0, 3])
    np.testing.assert_array_equal(lesser.astype(float), [0, 0, 0, 0, NAN, NAN, -INF, -5, 2])
    assert np.signbit(greater.astype(float)[:4]).tolist() == [False, False, False, True]
    assert np.signbit(lesser.astype(float)[:4]).tolist() == [True, True, False, True]


@pytest.mark.parametrize("bound", [0.0, -0.0, 1.0, -1.0, NAN, INF])
@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_large_arrays_beside_one_number(kernel, name, bound) -> None:
    """A shortcut for many elements, compared with the way that few elements take."""
    few = np.array([0.0, -0.0, 2.0, -2.0, NAN, INF, -INF], np.float32)
    many = np.tile(few, 1000)
    for scalar in (np.array(bound, np.float32), np.broadcast_to(np.float32(bound), many.shape)):
        expected = np.tile(kernel(name)(few, np.full_like(few, bound)), 1000)
        for result in (kernel(name)(many, scalar), kernel(name)(scalar, many)):
            np.testing.assert_array_equal(result, expected)
            np.testing.assert_array_equal(np.signbit(result), np.signbit(expected))


def test_maximum_in_place(kernel) -> None:
    lhs = np.arange(-5000, 5000, dtype=np.int32)
    expected = np.where(lhs < 7, 7, lhs)
    result = kernel("maximum")(lhs, np.array(7, np.int32), out=lhs)
    assert result is lhs
    np.testing.assert_array_equal(result, expected)


def test_extremes_of_complex_numbers_are_lexicographic(kernel) -> None:
    lhs = np.array([1 + 2j, 1 - 1j, 3], np.complex64)
    rhs = np.array([1 + 3j, 0 + 9j, 3], np.complex64)
    assert kernel("maximum")(lhs, rhs).tolist() == [1 + 3j, 1 - 1j, 3]
    assert kernel("minimum")(lhs, rhs).tolist() == [1 + 2j, 9j, 3]


def test_remainder_of_floats_has_the_sign_of_the_dividend(kernel) -> None:
    lhs = np.array([5.5, -5.5, 5.5, -5.5, 1.0, INF, -0.0], np.float64)
    rhs = np.array([2.0, 2.0, -2.0, -2.0, INF, 2.0, 1.0], np.float64)
    result = kernel("remainder")(lhs, rhs)
    np.testing.assert_array_equal(result, [1.5, -1.5, 1.5, -1.5, 1.0, NAN, -0.0])
    assert np.signbit(result[-1])


def test_remainder_of_complex_numbers_is_not_specified(kernel) -> None:
    with pytest.raises(Unsupported, match="complex"):
        kernel("remainder")(np.array([1j]), np.array([1j]))


def test_division_of_floats_by_zero(kernel) -> None:
    result = kernel("divide")(np.array([1.0, -1.0, 0.0], np.float32), np.zeros(3, np.float32))
    np.testing.assert_array_equal(result, [INF, -INF, NAN])


def test_power_of_floats(kernel) -> None:
    lhs = np.array([2.0, -2.0, -2.0, 0.0, NAN, INF, 1.0], np.float32)
    rhs = np.array([0.5, 3.0, 0.5, -1.0, 0.0, -2.0, NAN], np.float32)
    expected = [math.sqrt(2), -8, NAN, INF, 1, 0, 1]
    np.testing.assert_allclose(kernel("power")(lhs, rhs), expected, rtol=1e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_single_exponent_is_a_power_as_others_are(kernel, dtype) -> None:
    """numpy takes square roots for one of 0.5, which differ where `math.pow` follows IEEE 754."""
    lhs = np.array([-0.0, 0.0, -INF, INF, NAN, 4.0, -4.0], dtype)
    for exponent in (0.5, 2.0, -1.0, 1.0, 0.0, 3.0):
        rhs = np.broadcast_to(dtype(exponent), lhs.shape)
        expected = [math.pow(x, exponent) if x or exponent >= 0 else math.copysign(INF, x) for x in lhs[:-1]]
        expected.append(NAN if exponent == 0.5 else math.pow(-4.0, exponent))
        for found in (
            kernel("power")(lhs, rhs),
            [kernel("power")(*each) for each in zip(lhs, rhs, strict=True)],
        ):
            np.testing.assert_array_equal(found, expected)
            np.testing.assert_array_equal(np.signbit(found[:5]), np.signbit(expected[:5]))


def test_atan2(kernel) -> None:
    lhs, rhs = np.array([1.0, -1.0, 0.0, -0.0]), np.array([1.0, -1.0, -1.0, -1.0])
    expected = [math.pi / 4, -3 * math.pi / 4, math.pi, -math.pi]
    np.testing.assert_allclose(kernel("atan2")(lhs, rhs), expected)
    lhs, rhs = np.array([1 + 1j]), np.array([1 + 0j])
    np.testing.assert_allclose(kernel("atan2")(lhs, rhs), np.arctan(lhs / rhs))


@pytest.mark.parametrize(("part", "whole"), [(np.float32, np.complex64), (np.float64, np.complex128)])
def test_complex(kernel, part, whole) -> None:
    result = kernel("complex")(np.array([1, INF], part), np.array([-0.0, NAN], part))
    assert result.dtype == whole
    np.testing.assert_array_equal(result.real, [1, INF])
    np.testing.assert_array_equal(result.imag, [0, NAN])
    assert np.signbit(result.imag[0])


def test_narrow_floats_round_once(kernel) -> None:
    x = np.array([1.0, 3.0], ml_dtypes.bfloat16)
    y = np.array([2.0**-8, 2.0**-6], ml_dtypes.bfloat16)  # half a unit in the last place
    assert kernel("add")(x, y).astype(float).tolist() == [1.0, 3.015625]


def test_ufuncs_serve_only_where_they_are_right() -> None:
    f32, i32, f16, bf16, i4 = map(element_type_named, ("f32", "i32", "f16", "bf16", "i4"))
    divide = OPS["stablehlo.divide"]
    assert divide.execution.ufunc_for(f32) is np.divide
    assert divide.execution.ufunc_for(i32) is None
    add = OPS["stablehlo.add"]
    assert add.execution.ufunc_for(i32) is np.add
    assert [add.execution.ufunc_for(narrow) for narrow in (f16, bf16, i4)] == [None] * 3


@pytest.mark.parametrize("op", [op for op in OPS.values() if op.execution.ufunc], ids=lambda op: op.name)
def test_ufuncs_agree_with_kernels(op) -> None:
    """Where a ufunc stands for a kernel, it computes the same."""
    for name in ("i1", "i8", "ui32", "f32", "f64", "complex<f32>"):
        element_type = element_type_named(name)
        if element_type.kind not in op.operands[0].rule.kinds or not op.execution.ufunc_for(element_type):
            continue
        dtype = dtype_of(element_type)
        # maximum and minimum leave the sign of zero to the kernel, which is why they work in place
        zeros = [] if op.execution.in_place else [0, -0.0]
        values = np.array([*zeros, 1, 3, 0.5, 100]).astype(dtype)
        operands = [values, values[::-1].copy()][: len(op.operands)]
        expected = op.execution.ufunc(*operands)
        result = op.kernel(*operands)
        assert result.dtype == expected.dtype
        np.testing.assert_array_equal(result, expected)
