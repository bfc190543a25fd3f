"""Numbers and dense literals as MLIR writes them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.ir.arrays import dtype_of, from_storage, round_to, to_storage
from stablehlo_tools.ir.attributes import Float
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.dense_literals import LiteralError, storage_bytes
from stablehlo_tools.ir.number_format import dense_text, float_text, parse_float
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType, tensor_type

HELD = [name for name in ELEMENT_TYPES if name not in ("f80", "f128")]


@pytest.mark.parametrize(
    ("value", "element_type", "text"),
    [
        (0.0, "f32", "0.000000e+00"),
        (-0.0, "f32", "-0.000000e+00"),
        (1.0, "f32", "1.000000e+00"),
        (-1.5e-3, "f64", "-1.500000e-03"),
        (1e100, "f64", "1.000000e+100"),
        (1e10, "f32", "1.000000e+10"),
        (123456.0, "f32", "1.234560e+05"),
        (float(np.float32(0.1)), "f32", "1.000000e-01"),
        (float(np.float32(1 / 3)), "f32", "0.333333343"),
        (1 / 3, "f64", "0.33333333333333331"),
        (float(np.float32(9.99999974e-6)), "f32", "9.99999974E-6"),
        (float(np.float32(1234.5678)), "f32", "1234.56775"),
        (0.0016394756169413357, "f64", "0.0016394756169413357"),
        (-3.6444120640178197e-21, "f64", "-3.6444120640178197E-21"),
        (1.015625, "bf16", "1.015630e+00"),
        (16777216.0, "f32", "0x4B800000"),
        (123456789.0, "f64", "0x419D6F3454000000"),
        (1.2345678912345678e22, "f64", "1.2345678912345677E+22"),
        (math.inf, "f32", "0x7F800000"),
        (-math.inf, "f64", "0xFFF0000000000000"),
        (math.nan, "bf16", "0x7FC0"),
        (math.nan, "f8E4M3FNUZ", "0x80"),
    ],
)
def test_floats(value: float, element_type: str, text: str) -> None:
    assert float_text(value, ELEMENT_TYPES[element_type]) == text


def test_the_bits_tell_nans_apart() -> None:
    assert float_text(math.nan, ELEMENT_TYPES["f32"], 0xFFC00001) == "0xFFC00001"


@pytest.mark.parametrize(
    ("text", "element_type", "value", "bits"),
    [
        ("1.0", "f32", 1.0, 0x3F800000),
        ("-2.5e-1", "f64", -0.25, 0xBFD0000000000000),
        ("0.1", "bf16", 0.10009765625, 0x3DCD),
        ("0x3F80", "bf16", 1.0, 0x3F80),
        ("1.0e39", "f32", math.inf, 0x7F800000),
        ("1.0e400", "f64", math.inf, 0x7FF0000000000000),
        ("1.0", "tf32", 1.0, 0x1FC00),
        ("0x01", "f8E4M3FN", 2.0**-9, 0x01),
        ("1.00000005960464477539062500001", "f32", 1.0, 0x3F800000),
    ],
)
def test_parse_float(text: str, element_type: str, value: float, bits: int) -> None:
    type = ELEMENT_TYPES[element_type]
    parsed = parse_float(text, type)
    assert parsed == Float(value, type, bits)
    assert parsed.value == value


def test_parse_nan() -> None:
    parsed = parse_float("0xFFC00001", ELEMENT_TYPES["f32"])
    assert math.isnan(parsed.value)
    assert parsed.bits == 0xFFC00001
    assert math.isnan(parse_float("0x7F", ELEMENT_TYPES["f8E4M3FN"]).value)


@pytest.mark.parametrize(
    ("text", "element_type", "message"),
    [
        ("1", "f32", "expected a float for f32, found the integer 1"),
        ("0x1FFFFFFFF", "f32", "exceeds the 32 bits"),
        ("1.0", "i32", "expected an integer for i32, found 1.0"),
        ("1", "i32", "expected a floating-point type for 1, found i32"),
    ],
)
def test_what_is_no_float(text: str, element_type: str, message: str) -> None:
    with pytest.raises(LiteralError, match=message):
        parse_float(text, ELEMENT_TYPES[element_type])


@pytest.mark.parametrize(
    ("literal", "shape", "element_type", "text"),
    [
        ("1.0", (), "f32", "1.000000e+00"),
        ("[1.0, 1.0]", (2,), "f32", "1.000000e+00"),
        ('"0x0000803F"', (2, 3), "f32", "1.000000e+00"),
        ("[0.0, -0.0]", (2,), "f32", "[0.000000e+00, -0.000000e+00]"),
        ("[[1,2],[3,-4]]", (2, 2), "i4", "[[1, 2], [3, -4]]"),
        ("[[[1],[2]],[[3],[15]]]", (2, 2, 1), "ui4", "[[[1], [2]], [[3], [15]]]"),
        ("255", (2,), "i8", "-1"),
        ("[1, 0]", (2,), "i1", "[true, false]"),
        ("[18446744073709551615, 1]", (2,), "ui64", "[18446744073709551615, 1]"),
        ("[(1.0,2.0), (0.0,0x7F800000)]", (2,), "complex<f32>",
         "[(1.000000e+00,2.000000e+00), (0.000000e+00,0x7F800000)]"),
        ("(1.0, 2.0)", (2,), "complex<f64>", "(1.000000e+00,2.000000e+00)"),
        ("", (0,), "f32", ""),
        ('"0x"', (0,), "f32", ""),
        ("[[], []]", (2, 0), "f32", ""),
        ("1.0", (0,), "f32", "1.000000e+00"),
    ],
)  # fmt: skip
def test_dense_text(literal: str, shape: tuple[int, ...], element_type: str, text: str) -> None:
    assert dense_text(Dense(literal, tensor_type(shape, element_type))) == text


def test_more_than_a_hundred_elements_are_a_blob() -> None:
    assert dense_text(Dense.from_array(np.arange(100, dtype=np.int16))).startswith("[0, 1, 2, ")
    assert dense_text(Dense.from_array(np.arange(101, dtype=np.int16))).startswith('"0x000001000200')
    assert dense_text(Dense.from_array(np.arange(101) % 2 == 1)).startswith('"0x00010001')
    assert dense_text(Dense.from_array(np.ones(101, np.int16))) == "1"


def test_literals_that_are_no_numbers_stay_as_they_are() -> None:
    invalid = Dense(" [1.0] ", tensor_type((2,), "f80"))
    assert dense_text(invalid) == "[1.0]"
    strings = TensorType((2,), ElementType("!tf_type.string", "other", 0))
    assert dense_text(Dense('["a", "b"]', strings)) == '["a", "b"]'


# -- against MLIR -------------------------------------------------------------------------------


def mlir_text(attribute: str) -> str:
    """The attribute as jaxlib prints it."""
    ir: Any = pytest.importorskip("jaxlib.mlir.ir")
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        printed = str(ir.Module.parse(f'"test.op"() {{value = {attribute}}} : () -> ()'))
    return printed[printed.index("value = ") + 8 : printed.rindex("} : () -> ()")]


def random_blob(element_type: ElementType, count: int, generator: np.random.Generator, style: int) -> str:
    """Random bits, or floats of everyday size, or decimals of few digits."""
    data = generator.bytes(count * storage_bytes(element_type))
    if style and element_type.kind == "float":
        decimals = generator.standard_normal(count) * 10.0 ** generator.integers(-8, 12, count)
        if style == 2:
            decimals = np.array([float(f"{value:.{generator.integers(1, 9)}g}") for value in decimals])
        data = to_storage(round_to(decimals, element_type), element_type)
    return f'"0x{to_storage(from_storage(data, element_type), element_type).hex().upper()}"'


@pytest.mark.parametrize("element_type", HELD)
def test_dense_literals_are_written_as_mlir_writes_them(element_type: str) -> None:
    generator = np.random.default_rng(0)
    type = tensor_type((3, 11, 3), element_type)
    for repetition in range(30):
        blob = random_blob(ELEMENT_TYPES[element_type], 99, generator, repetition % 3)
        text = dense_text(Dense(blob, type))
        assert f"dense<{text}> : {type}" == mlir_text(f"dense<{blob}> : {type}")
        assert Dense(text, type) == Dense(blob, type)


@pytest.mark.parametrize("element_type", HELD)
def test_long_dense_literals_are_written_as_mlir_writes_them(element_type: str) -> None:
    blob = random_blob(ELEMENT_TYPES[element_type], 101, np.random.default_rng(0), 0)
    type = tensor_type((101,), element_type)
    assert f"dense<{dense_text(Dense(blob, type))}> : {type}" == mlir_text(f"dense<{blob}> : {type}")


@pytest.mark.parametrize("element_type", [name for name in HELD if ELEMENT_TYPES[name].kind == "float"])
def test_decimals_are_read_as_mlir_reads_them(element_type: str) -> None:
    generator = np.random.default_rng(0)
    type = tensor_type((99,), element_type)
    largest = np.finfo(np.float32).max if dtype_of(ELEMENT_TYPES[element_type]).itemsize > 1 else 500.0
    for _ in range(10):
        exponents = generator.uniform(-45, math.log10(largest), 99)
        decimals = [f"{10.0**exponent:.{generator.integers(1, 20)}e}" for exponent in exponents]
        literal = f"[{', '.join(decimals)}]"
        assert f"dense<{dense_text(Dense(literal, type))}> : {type}" == mlir_text(
            f"dense<{literal}> : {type}"
        )


@pytest.mark.parametrize(
    ("array", "message"),
    [
        ("array<i64: 1.5>", "expected a number of type i64, found 1.5"),
        ("array<i8: 1e3>", "expected a number of type i8, found 1e3"),
        ("array<f32: true>", "expected a number of type f32, found true"),
        ("array<i1: 1.5>", "expected true or false, found 1.5"),
    ],
)
def test_what_is_no_element_of_an_array(array: str, message: str) -> None:
    (error,) = stablehlo_tools.verify(f"func.func private @f() attributes {{a = {array}}}")
    assert (error.code, error.message) == ("literal", message)
