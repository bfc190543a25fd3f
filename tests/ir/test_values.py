"""Element types as dtypes, and constants as arrays."""

from __future__ import annotations

import math
import tracemalloc
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

from stablehlo_tools.ir.arrays import (
    dtype_of,
    element_type_of,
    from_bits,
    from_storage,
    round_to,
    to_bits,
    to_storage,
)
from stablehlo_tools.ir.constants import Dense, DenseResource, resource_array
from stablehlo_tools.ir.dense_literals import LiteralError
from stablehlo_tools.ir.storage import UnsupportedType
from stablehlo_tools.ir.types import (
    DYNAMIC,
    ELEMENT_TYPES,
    ElementType,
    QuantizedType,
    TensorType,
    tensor_type,
)
from stablehlo_tools.text.printer.attribute_text import attribute_text

Array = npt.NDArray[Any]
SMALL_FLOATS = [name for name, row in ELEMENT_TYPES.items() if row.kind == "float" and row.bits <= 16]
QUANTIZED = QuantizedType(
    ELEMENT_TYPES["i4"], ELEMENT_TYPES["f32"], -8, 7, (2.0,), (0,), None, "!quant.uniform<i4:f32, 2.0>"
)


def dense(literal: str, shape: tuple[int, ...], element_type: str) -> Dense:
    return Dense(literal, tensor_type(shape, element_type))


# -- dtypes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("element_type", "dtype"),
    [
        ("i1", np.bool_),
        ("i2", ml_dtypes.int2),
        ("ui4", ml_dtypes.uint4),
        ("i64", np.int64),
        ("ui8", np.uint8),
        ("index", np.int64),
        ("bf16", ml_dtypes.bfloat16),
        ("f16", np.float16),
        ("tf32", np.float32),
        ("f4E2M1FN", ml_dtypes.float4_e2m1fn),
        ("f6E3M2FN", ml_dtypes.float6_e3m2fn),
        ("f8E4M3B11FNUZ", ml_dtypes.float8_e4m3b11fnuz),
        ("f8E8M0FNU", ml_dtypes.float8_e8m0fnu),
        ("complex<f32>", np.complex64),
    ],
)
def test_dtypes(element_type: str, dtype: npt.DTypeLike) -> None:
    assert dtype_of(ELEMENT_TYPES[element_type]) == np.dtype(dtype)
    if element_type not in ("index", "tf32"):
        assert element_type_of(dtype) == ELEMENT_TYPES[element_type]


def test_a_quantized_type_is_held_as_what_it_stores() -> None:
    assert dtype_of(QUANTIZED) == np.dtype(ml_dtypes.int4)


def test_types_that_numpy_cannot_hold() -> None:
    with pytest.raises(UnsupportedType, match="type f80 is not supported"):
        dtype_of(ELEMENT_TYPES["f80"])
    with pytest.raises(UnsupportedType, match="type i7 is not supported"):
        dtype_of(ElementType("i7", "signed", 7))
    with pytest.raises(UnsupportedType, match="numpy dtype <U1 has no StableHLO element type"):
        element_type_of(np.array("a").dtype)


# -- rounding and bits --------------------------------------------------------------------------


@pytest.mark.parametrize("element_type", SMALL_FLOATS)
def test_values_are_rounded_once_to_nearest(element_type: str) -> None:
    """Just beside the middle of two neighbours, where rounding to float32 first goes astray."""
    type = ELEMENT_TYPES[element_type]
    patterns = np.arange(2**type.bits, dtype=f"u{dtype_of(type).itemsize}")
    with np.errstate(invalid="ignore"):
        values = np.unique(from_bits(patterns, type).astype(np.float64))
    values = values[np.isfinite(values)]
    middles = (values[1:] + values[:-1]) / 2
    middles = middles[np.abs(middles) > 2.0**-126]
    below = np.nextafter(middles, -np.inf)
    above = np.nextafter(middles, np.inf)
    lower = values[np.searchsorted(values, middles) - 1]
    upper = values[np.searchsorted(values, middles)]
    np.testing.assert_array_equal(round_to(below, type).astype(np.float64), lower)
    np.testing.assert_array_equal(round_to(above, type).astype(np.float64), upper)
    np.testing.assert_array_equal(round_to(values, type).astype(np.float64), values)


@pytest.mark.parametrize(
    ("value", "element_type", "expected"),
    [
        (1.0 + 2.0**-8, "bf16", 1.0),
        (1.0 + 3 * 2.0**-8, "bf16", 1.0 + 2.0**-6),
        (1.0 + 2.0**-8 + 2.0**-40, "bf16", 1.0 + 2.0**-7),
        (1e39, "bf16", math.inf),
        (-1e-60, "bf16", -0.0),
        (1.0 + 2.0**-11, "tf32", 1.0),
        (1.0 + 3 * 2.0**-11, "tf32", 1.0 + 2.0**-9),
        (1e39, "tf32", math.inf),
        (100.0, "f4E2M1FN", 6.0),
        (1000.0, "f8E4M3FN", math.nan),
        (1000.0, "f8E4M3", math.inf),
        (3.0, "f8E8M0FNU", 4.0),
        (0.0, "f8E8M0FNU", 2.0**-127),
        (1e39, "f32", math.inf),
        (70000.0, "f16", math.inf),
    ],
)
def test_rounding_at_the_edges(value: float, element_type: str, expected: float) -> None:
    rounded = round_to(np.array([value]), ELEMENT_TYPES[element_type])
    assert rounded.dtype == dtype_of(ELEMENT_TYPES[element_type])
    assert float(rounded[0]) == expected or (math.isnan(expected) and math.isnan(float(rounded[0])))


@pytest.mark.parametrize("element_type", ["ui8", "tf32", "bf16", "f8E5M2", "f64", "complex<f64>"])
def test_blobs_go_there_and_back(element_type: str) -> None:
    data = np.random.default_rng(0).bytes(96)
    if element_type == "tf32":
        data = bytes(byte & 7 if index % 3 == 2 else byte for index, byte in enumerate(data))
    type = ELEMENT_TYPES[element_type]
    assert to_storage(from_storage(data, type), type) == data


@pytest.mark.parametrize(
    ("element_type", "stored"), [("i1", "0101"), ("i2", "0301"), ("ui4", "0F01"), ("f6E2M3FN", "3F31")]
)
def test_unused_bits_of_a_byte_are_ignored(element_type: str, stored: str) -> None:
    type = ELEMENT_TYPES[element_type]
    assert to_storage(from_storage(bytes.fromhex("FFF1"), type), type).hex().upper() == stored


def test_bit_patterns() -> None:
    assert to_bits(np.array([-1, 1], ml_dtypes.int4), ELEMENT_TYPES["i4"]).tolist() == [15, 1]
    complex_bits = to_bits(np.array([1 - 2j], np.complex64), ELEMENT_TYPES["complex<f32>"])
    assert complex_bits.tolist() == [0x3F800000, 0xC0000000]
    assert from_bits(np.array([0x1FC00], np.uint32), ELEMENT_TYPES["tf32"]) == 1.0


# -- literals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("literal", "element_type", "expected"),
    [
        ("[1, -2, 0x1F]", "i8", [1, -2, 31]),
        ("[255, 128, 127]", "i8", [-1, -128, 127]),
        ("[15, 8, -8]", "i4", [-1, -8, -8]),
        ("[-1, 9223372036854775807, 18446744073709551615]", "i64", [-1, 2**63 - 1, -1]),
        ("[18446744073709551615, 0, 0xFF]", "ui64", [2**64 - 1, 0, 255]),
        ("[010, - 1, // two\n 3]", "i32", [10, -1, 3]),
        ("[true, false, -1]", "i1", [True, False, True]),
        ("[0.1, 1.e2, -0.5E-1]", "f64", [0.1, 100.0, -0.05]),
        ("[0.1, 0x7F800000, -1.0]", "f32", [np.float32(0.1), math.inf, -1.0]),
        ("[1.0e400, -1.0e400, 1.0e-400]", "f64", [math.inf, -math.inf, 0.0]),
        ("[1.00390625000001, 1.00390625, 1.01171875]", "bf16", [1.0078125, 1.0, 1.015625]),
        ("[(1.0,2.0), (-0.5,0x7F800000), (0.0,0.0)]", "complex<f32>", [1 + 2j, complex(-0.5, math.inf), 0]),
        ('"0x010003"', "i1", [True, False, True]),
        ('"0x0FF107"', "i4", [-1, 1, 7]),
        ('"0x803F004080C0"', "bf16", [1.0, 2.0, -4.0]),
        (' "0x00000100FFFF" ', "ui16", [0, 1, 65535]),
        ('"0x00FC0100FC0500FC01"', "tf32", [1.0, -1.0, 1.0]),
    ],
)
def test_lists_and_blobs(literal: str, element_type: str, expected: list[Any]) -> None:
    array = dense(literal, (3,), element_type).array
    assert array.dtype == dtype_of(ELEMENT_TYPES[element_type])
    assert array.tolist() == expected


def test_decimals_are_rounded_by_way_of_float64_as_in_mlir() -> None:
    """A hair above the middle of two float32 values; the hair is lost in float64, then ties go to even."""
    assert dense("1.00000005960464477539062500001", (), "f32").array == 1.0


@pytest.mark.parametrize(
    ("literal", "shape", "expected"),
    [
        ("[[1, 2], [3, 4]]", (2, 2), [[1, 2], [3, 4]]),
        ("[[[1], [2]], [[3], [4]]]", (2, 2, 1), [[[1], [2]], [[3], [4]]]),
        ("7", (2, 2), [[7, 7], [7, 7]]),
        ('"0x07000000"', (2, 1), [[7], [7]]),
        ("7", (), 7),
        ("[7]", (1,), [7]),
        ("7", (0, 2), []),
        ("", (2, 0), [[], []]),
        ("[[], []]", (2, 0), [[], []]),
    ],
)
def test_shapes(literal: str, shape: tuple[int, ...], expected: Any) -> None:
    array = dense(literal, shape, "i32").array
    assert array.shape == shape
    assert array.tolist() == expected
    assert not array.flags.writeable


def test_nan_payloads_survive() -> None:
    array = dense("[0x7FC00001, 0xFF800001]", (2,), "f32").array
    assert array.view(np.uint32).tolist() == [0x7FC00001, 0xFF800001]


def test_a_splat_costs_no_memory() -> None:
    array = dense("0.0", (10**6, 10**6), "f32").array
    assert array.strides == (0, 0)


def test_a_malformed_literal_has_no_array() -> None:
    broken = dense("[1, 2]", (3,), "i32")
    assert broken.check() is not None
    with pytest.raises(LiteralError, match=r"shape \[2\]"):
        _ = broken.array


def test_a_well_formed_literal_may_be_of_a_type_without_arrays() -> None:
    exotic = Dense("1", TensorType((2,), ElementType("i7", "signed", 7)))
    assert exotic.check() is None
    assert exotic == Dense("1", exotic.type) != Dense("2", exotic.type)
    with pytest.raises(UnsupportedType):
        _ = exotic.array


@pytest.mark.parametrize(
    ("literal", "shape", "is_splat"),
    [
        ("1.0", (2,), True),
        ("[1.0, 1.0]", (2,), True),
        ('"0x0000803F0000803F"', (2,), True),
        ("[1.0, 2.0]", (2,), False),
        ("[0.0, -0.0]", (2,), False),
        ("[0x7FC00000, 0x7FC00000]", (2,), True),
        ("[0x7FC00000, 0x7FC00001]", (2,), False),
        ("1.0", (0,), True),
        ("", (0,), False),
    ],
)
def test_a_splat_has_all_its_bits_alike(literal: str, shape: tuple[int, ...], is_splat: bool) -> None:
    assert dense(literal, shape, "f32").is_splat is is_splat


def test_complex_splats_compare_both_parts() -> None:
    assert dense("[(1.0,2.0), (1.0,2.0)]", (2,), "complex<f32>").is_splat
    assert not dense("[(1.0,2.0), (1.0,3.0)]", (2,), "complex<f32>").is_splat


def test_equality_is_by_type_and_bits() -> None:
    one = dense("1.0", (2,), "f32")
    for literal in ("[1.0, 1.0]", "0x3F800000", '"0x0000803F"', "[1.0, 0.1e1]"):
        same = dense(literal, (2,), "f32")
        assert (same, hash(same)) == (one, hash(one))
    assert one != dense("1.0", (1,), "f32")
    assert one != dense("1.0", (2,), "f64")
    assert one != dense("[1.0, 2.0]", (2,), "f32")
    assert dense("0.0", (), "f32") != dense("-0.0", (), "f32")
    assert dense("0x7FC00000", (), "f32") == dense("0x7FC00000", (), "f32")
    assert one != "1.0"


def test_from_array() -> None:
    source = np.array([[1, 2], [3, 4]], np.int16).T
    constant = Dense.from_array(source)
    assert constant.type == tensor_type((2, 2), "i16")
    assert constant == dense("[[1, 3], [2, 4]]", (2, 2), "i16")
    assert constant.check() is None
    source[0, 0] = 9
    assert constant.array[0, 0] == 1


def test_from_array_of_a_given_type() -> None:
    assert Dense.from_array(5, tensor_type((), "index")).type.element_type == ELEMENT_TYPES["index"]
    quantized = Dense.from_array([1, -8], TensorType((2,), QUANTIZED))
    assert quantized.array.dtype == np.dtype(ml_dtypes.int4)
    with pytest.raises(ValueError, match=r"expected an array of type tensor<3xi8>, found shape \[2\]"):
        Dense.from_array([1, 2], tensor_type((3,), "i8"))


def test_equality_ignores_the_unused_bits_of_small_integers() -> None:
    unclean = np.array([0xFF, 0x1E], np.uint8).view(ml_dtypes.int4)
    assert Dense.from_array(unclean) == dense("[-1, -2]", (2,), "i4")


def test_resources() -> None:
    blobs = {"weights": "0x04000000" + "0000803F" + "00000040", "flags": "0x0100000001"}
    array = DenseResource("weights", tensor_type((2, 1), "f32")).array_from(blobs)
    assert array.tolist() == [[1.0], [2.0]]
    assert not array.flags.writeable
    assert DenseResource("flags", tensor_type((1,), "i1")).array_from(blobs).tolist() == [True]


@pytest.mark.parametrize(
    ("key", "message"),
    [("__elided__", "elided when the program was printed"), ("lost", "no such blob in the file")],
)
def test_resources_without_data(key: str, message: str) -> None:
    with pytest.raises(LiteralError, match=message):
        DenseResource(key, tensor_type((2,), "f32")).array_from({})


@pytest.mark.parametrize(
    ("blob", "message"),
    [
        ("0x040000000000803F", "expected 8 bytes of elements for tensor<2xf32>, found 4"),
        ("0x0400000", "pairs of hexadecimal digits"),
        ("04000000", "expected 0x"),
    ],
)
def test_blobs_that_do_not_fit(blob: str, message: str) -> None:
    with pytest.raises(LiteralError, match=message):
        resource_array(blob, tensor_type((2,), "f32"))


def test_reading_a_large_resource_takes_little_memory() -> None:
    blob = "0x04000000" + "0000803F" * 100_000
    tracemalloc.start()
    assert resource_array(blob, tensor_type((100_000,), "f32")).all()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2 * len(blob)


def test_a_resource_needs_a_static_shape() -> None:
    with pytest.raises(LiteralError, match="static shape"):
        resource_array("0x04000000", TensorType((DYNAMIC,), ELEMENT_TYPES["f32"]))


@pytest.mark.parametrize("element_type", ["f16", "f32", "f64", "i8", "i32", "ui64", "i1"])
def test_arrays_are_those_of_jaxlib(element_type: str) -> None:
    ir = pytest.importorskip("jaxlib.mlir.ir")
    type = tensor_type((5, 3), element_type)
    generator = np.random.default_rng(0)
    for _ in range(20):
        if type.element_type.kind == "float":
            words = generator.standard_normal(15) * 10.0 ** generator.integers(-6, 4, 15)
            listed = [f"{word:.{generator.integers(1, 20)}e}" for word in words]
        else:
            listed = list(map(str, generator.integers(0, 2 if element_type == "i1" else 128, 15)))
        literal = f"[{', '.join(f'[{a}, {b}, {c}]' for a, b, c in zip(*[iter(listed)] * 3, strict=True))}]"
        with ir.Context():
            expected = np.array(ir.Attribute.parse(f"dense<{literal}> : {type}"))
        np.testing.assert_array_equal(Dense(literal, type).array, expected)


def test_booleans_may_be_eight_to_a_byte() -> None:
    """As MLIR wrote them once: the first element in the lowest bit, and bits left over at the end."""
    lower = np.tri(12, dtype=bool)
    packed = np.packbits(lower, bitorder="little").tobytes().hex()
    type = TensorType((12, 12), ELEMENT_TYPES["i1"])
    assert Dense(f'"0x{packed}"', type).check() is None
    departure = Dense(f'"0x{packed}"', type).departure
    assert departure is not None
    assert departure.is_read  # MLIR refuses it since
    assert Dense(f'"0x{packed}"', type).array.tolist() == lower.tolist()
    assert Dense(f'"0x{lower.tobytes().hex()}"', type) == Dense(f'"0x{packed}"', type)
    nine = TensorType((9,), ELEMENT_TYPES["i1"])
    assert Dense('"0x0201"', nine).array.tolist() == [False, True, *[False] * 6, True]
    assert Dense('"0x01"', TensorType((8,), ELEMENT_TYPES["i1"])).array.all()  # one byte is for all of them
    error = Dense('"0x020100"', nine).check()
    assert error is not None
    assert error.message == "expected 9 bytes, or 1 for a splat, for tensor<9xi1>, found 3"


def test_a_splat_holds_one_element() -> None:
    type = TensorType((1 << 20, 1 << 20), ELEMENT_TYPES["bf16"])
    constant = Dense.splat(2.5, type)
    assert constant.elements.size == 1
    assert constant.array[7, 9] == 2.5
    assert constant == Dense("2.5", type)
    assert attribute_text(constant) == "dense<2.500000e+00> : tensor<1048576x1048576xbf16>"
