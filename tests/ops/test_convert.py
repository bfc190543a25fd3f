"""convert, bitcast_convert and reduce_precision."""

from __future__ import annotations

import math
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.ir.arrays import dtype_of, to_float64
from stablehlo_tools.ir.types import ELEMENT_TYPES, element_type_named, tensor_type
from tests.rewrite.corners import corners

NAN, INF = math.nan, math.inf
INTEGERS = [name for name, row in ELEMENT_TYPES.items() if row.kind in ("signed", "unsigned")]
FLOATS = ["f8E4M3FN", "f8E5M2", "bf16", "f16", "f32", "f64"]


@pytest.fixture
def convert(kernel):
    def call(operand, name):
        return kernel("convert")(operand, result=tensor_type(operand.shape, name))

    return call


def limits(name):
    element_type = element_type_named(name)
    if element_type.kind == "signed":
        return -(1 << element_type.bits - 1), (1 << element_type.bits - 1) - 1
    return 0, (1 << element_type.bits) - 1


@pytest.mark.parametrize("target", INTEGERS)
@pytest.mark.parametrize("source", ["bf16", "f16", "f32", "f64"])
def test_float_to_integer_saturates(convert, source, target) -> None:
    values = [NAN, INF, -INF, 0.9, -0.9, 1.5, -1.5, 3e4, -3e4, 2.0**31, -(2.0**31), 2.0**63, 2.0**64, -0.0]
    operand = np.array(values).astype(dtype_of(element_type_named(source)))
    low, high = limits(target)

    def expected(x):
        return 0 if math.isnan(x) else min(max(math.trunc(x) if math.isfinite(x) else x, low), high)

    result = convert(operand, target)
    assert result.dtype == dtype_of(element_type_named(target))
    assert result.astype(object).tolist() == [expected(float(x)) for x in operand]
    inside = operand[3:5]  # nothing to saturate
    assert convert(inside, target).astype(object).tolist() == [0, 0]


@pytest.mark.parametrize("target", INTEGERS)
def test_integer_to_integer_wraps(convert, target) -> None:
    values = [0, 1, -1, 127, 128, -129, 2**31, 2**63 - 1, -(2**63)]
    low, high = limits(target)
    expected = [(x - low) % (high - low + 1) + low for x in values]
    assert convert(np.array(values, np.int64), target).astype(object).tolist() == expected


@pytest.mark.parametrize("target", [*INTEGERS, *FLOATS, "complex<f32>", "complex<f64>"])
@pytest.mark.parametrize("source", [*INTEGERS, *FLOATS, "i1"])
def test_zero_and_one_stay(convert, source, target) -> None:
    operand = np.array([0, 1]).astype(dtype_of(element_type_named(source)))
    result = convert(operand, target)
    assert result.dtype == dtype_of(element_type_named(target))
    wide = np.complex128 if target.startswith("complex") else np.float64
    assert result.astype(wide)[0] == 0
    assert result.astype(wide)[1] == (-1 if target == "i1" else 1)


@pytest.mark.parametrize("source", [*FLOATS, "i2", "ui64", "complex<f32>"])
def test_to_boolean(convert, source) -> None:
    values = np.array([0, 1]).astype(dtype_of(element_type_named(source)))
    assert convert(values, "i1").tolist() == [False, True]


def test_nan_and_fractions_are_true_and_imaginary_parts_are_ignored(convert) -> None:
    assert convert(np.array([NAN, 0.25, -0.0], np.float32), "i1").tolist() == [True, True, False]
    assert convert(np.array([2j, 1 + 1j], np.complex64), "i1").tolist() == [False, True]
    assert convert(np.array([2.75 - 8j], np.complex64), "i32").tolist() == [2]
    assert convert(np.array([2.75 - 8j], np.complex64), "f16").tolist() == [2.75]


@pytest.mark.parametrize("target", ["bf16", "f16", "f8E5M2", "f8E4M3FN"])
@pytest.mark.parametrize("source", [np.float64, np.int64, np.int32])
def test_rounding_once_to_narrow_floats(convert, source, target) -> None:
    """One is the last of the integers that the target has all of; beyond, odd ones are ties."""
    dtype = dtype_of(element_type_named(target))
    unit = 2 ** (ml_dtypes.finfo(dtype).nmant + 1)
    result = convert(np.array([unit + 1, unit + 3], source), target)
    assert result.astype(float).tolist() == [unit, unit + 4]
    if source is np.float64:  # a little more than half, which float32 would lose
        just_above = convert(np.array([unit + 1 + 2.0**-30]), target)
        assert just_above.astype(float).tolist() == [unit + 2]


@pytest.mark.parametrize(
    "target",
    [
        each.name
        for each in ELEMENT_TYPES.values()
        if each.kind == "float" and each.bits <= 64 and each.name != "tf32"
    ],
)
def test_a_number_is_converted_alike_from_each_wider_type(convert, target) -> None:
    """Also to a type that has no zero, where XLA and ml_dtypes make it NaN."""
    numbers = corners(ELEMENT_TYPES["f32"])
    for source in (np.float64, np.float32):
        found = convert(numbers.astype(source), target)
        expected = numbers.astype(found.dtype)
        np.testing.assert_array_equal(to_float64(found), to_float64(expected))


def test_same_type_copies_nothing(convert) -> None:
    operand = np.ones(3, np.float32)
    assert convert(operand, "f32") is operand


def test_rank_zero(convert) -> None:
    for operand in (np.array(2.5), np.array(True), np.array(3, ml_dtypes.int4), np.array(1 + 2j)):
        for target in ("i1", "i4", "i32", "bf16", "f16", "f64", "complex<f64>"):
            result = convert(operand, target)
            assert isinstance(result, np.ndarray)
            assert result.shape == ()


@pytest.mark.parametrize("target", ["i8", "ui8", "i32", "ui32", "bf16", "f16", "i1"])
@pytest.mark.parametrize("source", [np.float32, np.int32, np.uint8])
def test_against_xla(convert, source, target) -> None:
    jax = pytest.importorskip("jax")
    values = np.array([0, 1, 100, 200, 255], source)
    if source is np.float32:
        values = np.array([NAN, INF, -INF, 1e10, -1e10, -0.75, 300.5, 1e20, 0, 0.1], np.float32)
    dtype = dtype_of(element_type_named(target))
    expected = np.asarray(jax.jit(lambda x: jax.lax.convert_element_type(x, dtype))(values))
    result = convert(values, target)
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result.astype(np.float64), expected.astype(np.float64))


# --- bitcast_convert --------------------------------------------------------------------------------


@pytest.fixture
def bitcast(kernel):
    def call(operand, shape, name):
        result = kernel("bitcast_convert")(operand, result=tensor_type(shape, name))
        assert result.shape == shape
        assert result.dtype == dtype_of(element_type_named(name))
        return result

    return call


def test_bitcast_between_equal_widths(bitcast) -> None:
    assert bitcast(np.array([1.0, -2.0], np.float32), (2,), "i32").tolist() == [0x3F800000, -0x40000000]
    assert bitcast(np.array(0x3F80, np.uint16), (), "bf16").astype(float) == 1.0
    assert bitcast(np.array([1 + 2j], np.complex64), (1,), "complex<f32>").tolist() == [1 + 2j]
    assert bitcast(np.array([-1, 7], ml_dtypes.int4), (2,), "ui4").astype(int).tolist() == [15, 7]


def test_bitcast_to_other_widths(bitcast) -> None:
    assert bitcast(np.array([0x04030201, 0x08070605], np.int32), (2, 4), "i8").tolist() == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
    ]
    assert bitcast(np.array([[1, 0], [0, 1]], np.int16), (2,), "i32").tolist() == [1, 0x10000]
    assert bitcast(np.array(0x3FF0000000000000), (2,), "i32").tolist() == [0, 0x3FF00000]
    transposed = np.array([[1, 2], [3, 4]], np.int8).T
    assert bitcast(transposed, (2,), "i16").tolist() == [0x0301, 0x0402]


def test_bitcast_of_parts_of_bytes(bitcast) -> None:
    assert bitcast(np.array([0x21, 0xF0], np.uint8), (2, 2), "i4").astype(int).tolist() == [[1, 2], [0, -1]]
    assert bitcast(np.array([[1, -1]], ml_dtypes.int4), (1,), "ui8").tolist() == [0xF1]
    assert bitcast(np.array(0b101, np.int8), (8,), "i1").tolist() == [True, False, True] + [False] * 5
    assert bitcast(np.array([[True] + [False] * 14 + [True]]), (1,), "i16").tolist() == [-0x7FFF]
    assert bitcast(np.array([0b1110], ml_dtypes.uint4), (1, 2), "ui2").astype(int).tolist() == [[2, 3]]


# --- reduce_precision -------------------------------------------------------------------------------


def nearest(x, exponent_bits, mantissa_bits):
    """`x` in a float format with so many bits, from its definition."""
    if math.isnan(x) or math.isinf(x) or x == 0:
        return x
    bias = (1 << exponent_bits - 1) - 1
    exponent = math.floor(math.log2(abs(x)))
    unit = Fraction(2) ** (exponent - mantissa_bits)
    rounded = round(Fraction(x) / unit) * unit
    if abs(rounded) >= Fraction(2) ** (bias + 1):
        return math.copysign(INF, x)
    return float(rounded) if abs(rounded) >= Fraction(2) ** (1 - bias) else math.copysign(0.0, x)


@pytest.mark.parametrize("dtype", [np.float16, np.dtype(ml_dtypes.bfloat16), np.float32, np.float64], ids=str)
@pytest.mark.parametrize(("exponent_bits", "mantissa_bits"), [(5, 7), (4, 3), (5, 2), (2, 1), (3, 6)])
def test_reduce_precision(kernel, dtype, exponent_bits, mantissa_bits) -> None:
    values = [0.0, -0.0, 1.0, 1.0009765625, 1.1, -1.1, 2.75, 3.3, 0.06, -0.01, 240, 250, -1e4, INF, -INF, NAN]
    operand = np.array(values).astype(dtype)
    result = kernel("reduce_precision")(operand, exponent_bits=exponent_bits, mantissa_bits=mantissa_bits)
    assert result.dtype == dtype
    expected = [nearest(float(x), exponent_bits, mantissa_bits) for x in operand]
    np.testing.assert_array_equal(result.astype(float), expected)
    assert np.signbit(result.astype(float))[1]


def test_reduce_precision_to_its_own_format_changes_nothing(kernel) -> None:
    operand = np.array([1.1, 5e-324, 1e-40, -INF, NAN])
    result = kernel("reduce_precision")(operand, exponent_bits=11, mantissa_bits=52)
    np.testing.assert_array_equal(result, operand)


def test_reduce_precision_without_mantissa(kernel) -> None:
    result = kernel("reduce_precision")(np.array([3.0, 6.0, NAN]), exponent_bits=8, mantissa_bits=0)
    assert result.tolist() == [2.0, 8.0, INF]


@pytest.mark.parametrize(
    ("dtype", "operand", "expected"),
    [
        # 448 is beyond what four bits of exponent reach where one is kept for infinities: up to 240
        ("float8_e4m3fn", [1.0, 1.875, 240, 448, -448, 2**-6, 2**-7], [1, 2, NAN, NAN, NAN, 2**-6, 0]),
        ("float8_e4m3fnuz", [1.875, 0.875, NAN], [2, 0.875, NAN]),
        ("float4_e2m1fn", [6.0, 0.5], [6, 0.5]),
        ("float8_e4m3", [1.875, 240, 2**-9, INF], [2, INF, 2**-9, INF]),
        ("float8_e8m0fnu", [1.0, 2**-20, 2**20], [1, NAN, NAN]),
    ],
)
def test_reduce_precision_of_small_floats(kernel, dtype, operand, expected) -> None:
    operand = np.array(operand).astype(getattr(ml_dtypes, dtype))
    exponent_bits = 3 if dtype == "float4_e2m1fn" else 4
    with np.errstate(invalid="ignore"):
        result = kernel("reduce_precision")(operand, exponent_bits=exponent_bits, mantissa_bits=2)
    assert result.dtype == operand.dtype
    np.testing.assert_array_equal(result.astype(float), expected)


def test_reduce_precision_against_xla(kernel) -> None:
    jax = pytest.importorskip("jax")
    operand = np.random.default_rng(0).standard_normal(2000) * 10.0 ** np.linspace(-12, 12, 2000)
    operand = operand.astype(np.float32)
    for exponent_bits, mantissa_bits in ((5, 10), (8, 7), (4, 3), (2, 1)):
        expected = jax.lax.reduce_precision(operand, exponent_bits, mantissa_bits)
        result = kernel("reduce_precision")(operand, exponent_bits=exponent_bits, mantissa_bits=mantissa_bits)
        np.testing.assert_array_equal(result, expected)
