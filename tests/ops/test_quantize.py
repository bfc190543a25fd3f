"""Quantized elements: what they stand for, and how ops compute with them."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.machine import execute
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import QuantizedType, TensorType, element_type_named, tensor_type
from stablehlo_tools.ops.stablehlo.quantize import (
    dequantize_values,
    expressed_type_of,
    is_quantized,
    on_expressed_values,
    quantize_values,
)
from stablehlo_tools.text.parse import parse


def quantized_type(storage="i8", expressed="f32", scales=(0.5,), zero_points=(0,), axis=None, bounds=None):
    bits = element_type_named(storage).bits
    least, greatest = (
        (0, 2**bits - 1) if storage.startswith("u") else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    )
    lower, upper = bounds or (least, greatest)
    return QuantizedType(
        element_type_named(storage),
        element_type_named(expressed),
        lower,
        upper,
        scales,
        zero_points,
        axis,
        "quantized",
    )


def test_integers_stand_for_floats() -> None:
    type = quantized_type(scales=(0.5,), zero_points=(-128,))
    stored = np.array([-128, -127, 0, 127], np.int8)
    floats = dequantize_values(stored, type)
    assert floats.dtype == np.float32
    assert floats.tolist() == [0.0, 0.5, 64.0, 127.5]
    np.testing.assert_array_equal(quantize_values(floats, type), stored)


def test_each_index_of_an_axis_has_its_scale() -> None:
    """The example of uniform_dequantize, and one of rank 3."""
    type = quantized_type(scales=(0.1, 0.5), zero_points=(-30, -20), axis=0)
    np.testing.assert_allclose(dequantize_values(np.array([10, 10], np.int8), type), [4.0, 15.0])
    assert quantize_values(np.array([4.0, 15.0], np.float32), type).tolist() == [10, 10]
    type = quantized_type(scales=(1.0, 2.0), zero_points=(0, 1), axis=1)
    stored = np.arange(12, dtype=np.int8).reshape(3, 2, 2)
    floats = dequantize_values(stored, type)
    np.testing.assert_array_equal(floats[:, 0], stored[:, 0])
    np.testing.assert_array_equal(floats[:, 1], 2 * (stored[:, 1].astype(int) - 1))
    np.testing.assert_array_equal(quantize_values(floats, type), stored)


@pytest.mark.parametrize(
    ("value", "integer"),
    [
        (0.25, 0), (0.75, 2), (-0.25, 0), (-0.75, -2), (1e9, 100), (-1e9, -100),
        (np.inf, 100), (-np.inf, -100), (np.nan, 0),
    ],
)  # fmt: skip
def test_floats_are_rounded_to_even_within_the_bounds(value, integer) -> None:
    type = quantized_type(scales=(0.5,), bounds=(-100, 100))
    assert quantize_values(np.array(value, np.float32), type).item() == integer


def test_bounds_that_are_no_floats() -> None:
    type = quantized_type("i32", scales=(1.0,))
    stored = quantize_values(np.array([1e30, -1e30], np.float32), type)
    assert stored.tolist() == [2**31 - 1, -(2**31)]


def test_narrow_types() -> None:
    type = quantized_type("ui4", "bf16", scales=(0.5,), zero_points=(8,))
    stored = np.arange(16).astype(ml_dtypes.uint4)
    floats = dequantize_values(stored, type)
    assert floats.dtype == ml_dtypes.bfloat16
    assert floats.astype(float).tolist() == [(i - 8) / 2 for i in range(16)]
    np.testing.assert_array_equal(quantize_values(floats, type).astype(int), range(16))


@pytest.mark.parametrize(
    ("storage", "value", "integer"),
    [
        # 0.1 is 0.10009765625; 1 / 0.1 is 9.99, rounded to 10; 10 + 3
        ("i8", 1.0, 13),
        # 100 / 0.1 is 999.02, rounded to 1000; 1000 + 3 is rounded to 1004
        ("i16", 100.0, 1004),
        # 3272 is 3264; 3264 / 0.1 is 32608.2, rounded to 32640
        ("i16", 3272.0, 32640),
        ("i16", 1e6, 32767),
    ],
)
def test_every_step_rounds_to_the_expressed_type(storage, value, integer) -> None:
    type = quantized_type(storage, "bf16", scales=(0.1,), zero_points=(3,))
    assert quantize_values(np.array(value, ml_dtypes.bfloat16), type).item() == integer


def test_offsets_are_rounded_too() -> None:
    """2^24 + 1 is no f32; 259 is no bf16, but 260 is."""
    large = np.array([2**24 + 1], np.int32)
    assert dequantize_values(large, quantized_type("i32", scales=(1.0,))).item() == 2.0**24
    stored = np.array([259], np.int16)
    assert dequantize_values(stored, quantized_type("i16", "bf16", scales=(1.0,))).item() == 260
    assert dequantize_values(stored, quantized_type("i16", "bf16", scales=(1.5,))).item() == 390


def test_kernels_compute_with_floats() -> None:
    i8, i16 = (TensorType((2,), quantized_type(storage)) for storage in ("i8", "i16"))
    plain = tensor_type((2,), "f32")
    assert (is_quantized(i8), is_quantized(plain)) == (True, False)
    assert (expressed_type_of(i8), expressed_type_of(plain)) == (plain, plain)

    def kernel(first, rest, *, factor):
        return first * factor, sum(rest)

    compute = on_expressed_values(kernel, [i8, (i8, plain)], [i16, plain])
    stored, floats = np.array([1, 2], np.int8), np.array([10, 20], np.float32)
    product, total = compute(stored, (stored, floats), factor=3, out=stored)
    assert (product.dtype, product.tolist()) == (np.int16, [3, 6])
    assert total.tolist() == [10.5, 21.0]


def run(text, *inputs):
    (result,) = execute(parse(Source(text)), inputs)
    return result


QI8 = "!quant.uniform<i8:f32, 5.000000e-01:1>"


def test_quantize_requantize_and_dequantize() -> None:
    text = f"""
func.func @main(%a: tensor<3xf32>) -> tensor<3xf64> {{
  %0 = stablehlo.uniform_quantize %a : (tensor<3xf32>) -> tensor<3x{QI8}>
  %1 = stablehlo.uniform_quantize %0 : (tensor<3x{QI8}>) -> tensor<3x!quant.uniform<i8:f32, 2.0>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<3x!quant.uniform<i8:f32, 2.0>>) -> tensor<3xf32>
  %3 = stablehlo.convert %2 : (tensor<3xf32>) -> tensor<3xf64>
  return %3 : tensor<3xf64>
}}"""
    assert run(text, np.array([1.3, 60.0, -1000.0], np.float32)).tolist() == [2.0, 60.0, -64.0]


@pytest.mark.parametrize(
    ("statement", "stored", "expected"),
    [
        (f"stablehlo.add %a, %a : tensor<2x{QI8}>", [3, 100], [5, 127]),
        (f"stablehlo.negate %a : tensor<2x{QI8}>", [3, -128], [-1, 127]),
        (f"stablehlo.maximum %a, %a : tensor<2x{QI8}>", [3, -7], [3, -7]),
        (f"stablehlo.reverse %a, dims = [0] : tensor<2x{QI8}>", [3, -7], [-7, 3]),
    ],
)
def test_ops_on_quantized_elements(statement, stored, expected) -> None:
    text = f"""
func.func @main(%a: tensor<2x{QI8}>) -> tensor<2x{QI8}> {{
  %0 = {statement}
  return %0 : tensor<2x{QI8}>
}}"""
    assert run(text, np.int8(stored)).tolist() == expected


def test_a_reduction_of_quantized_elements() -> None:
    types = f"(tensor<2x3x{QI8}>, tensor<{QI8}>) -> tensor<2x{QI8}>"
    text = f"""
func.func @main(%a: tensor<2x3x{QI8}>, %b: tensor<{QI8}>) -> tensor<2x{QI8}> {{
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : {types}
  return %0 : tensor<2x{QI8}>
}}"""
    # i stands for (i - 1) / 2
    assert run(text, np.array([[1, 3, 5], [-1, 1, 9]], np.int8), np.int8(1)).tolist() == [7, 7]


def test_weights_may_be_quantized_alone() -> None:
    weights = "tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>"
    text = f"""
func.func @main(%a: tensor<2xf32>, %b: {weights}) -> tensor<f32> {{
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<2xf32>, {weights}) -> tensor<f32>
  return %0 : tensor<f32>
}}"""
    assert run(text, np.array([1.5, 2.0], np.float32), np.array([2, 4], np.int8)).item() == 5.5


@pytest.mark.parametrize("storage", ["i2", "i4", "i8", "i16", "i32", "ui2", "ui4", "ui8", "ui16"])
@pytest.mark.parametrize("expressed", ["f16", "bf16", "f32", "f64"])
def test_every_storage_and_expressed_type(storage, expressed) -> None:
    """3 is 1 + 1 / 0.5; infinities are the ends of the range."""
    type = f"tensor<3x!quant.uniform<{storage}:{expressed}, 5.000000e-01:1>>"
    text = f"""
func.func @main(%a: tensor<3x{expressed}>) -> ({type}, tensor<3x{expressed}>) {{
  %0 = stablehlo.uniform_quantize %a : (tensor<3x{expressed}>) -> {type}
  %1 = stablehlo.uniform_dequantize %0 : ({type}) -> tensor<3x{expressed}>
  return %0, %1 : {type}, tensor<3x{expressed}>
}}"""
    bits, is_unsigned = int(storage.strip("ui")), storage.startswith("u")
    least, greatest = (0, 2**bits - 1) if is_unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    floats = np.array([1, np.inf, -np.inf]).astype(dtype_of(element_type_named(expressed)))
    stored, back = execute(parse(Source(text)), [floats])
    assert stored.astype(int).tolist() == [min(3, greatest), greatest, least]
    with np.errstate(over="ignore"):
        expected = ((stored.astype(float) - 1).astype(back.dtype) * back.dtype.type(0.5)).tolist()
    assert back.tolist() == expected


PER_AXIS = "!quant.uniform<i8:f32:1, {1.000000e+00,5.000000e-01}>"


@pytest.mark.parametrize(
    ("lhs", "result", "expected"),
    [
        # hybrid: [1, 2] x [[1, 1], [3, 2]]
        ("f32", "f32", [[7, 5]]),
        # [1, 2] stands for [0.5, 1], and the product is [3.5, 2.5]: 14 steps of 0.25, and 5 of 0.5 from 5 on
        (
            "!quant.uniform<i8:f32, 5.000000e-01>",
            "!quant.uniform<i32:f32:1, {2.500000e-01,5.000000e-01:5}>",
            [[14, 10]],
        ),
    ],
)
def test_a_product_with_weights_quantized_per_axis(lhs, result, expected) -> None:
    types = f"(tensor<1x2x{lhs}>, tensor<2x2x{PER_AXIS}>) -> tensor<1x2x{result}>"
    text = f"""
func.func @main(%a: tensor<1x2x{lhs}>, %b: tensor<2x2x{PER_AXIS}>) -> tensor<1x2x{result}> {{
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : {types}
  return %0 : tensor<1x2x{result}>
}}"""
    assert stablehlo_tools.verify(text) == []
    weights = np.array([[1, 2], [3, 4]], np.int8)
    dtype = np.float32 if lhs == "f32" else np.int8
    assert run(text, np.array([[1, 2]], dtype), weights).tolist() == expected


@pytest.mark.parametrize(
    ("lhs", "result", "expected"),
    [
        # hybrid: 1 + 2 * 3 and 2 + 3 * 3; 2 and 3
        ("f32", "f32", [[[7, 2], [11, 3]]]),
        # [0, 0.5, 1]: 1.5 and 3.5, 0.5 and 1, to which 1 is added before they are rounded to even
        (
            "!quant.uniform<i8:f32, 5.000000e-01:1>",
            "!quant.uniform<i8:f32, 1.000000e+00:1>",
            [[[2, 2], [4, 2]]],
        ),
    ],
)
def test_a_convolution_with_weights_quantized_per_axis(lhs, result, expected) -> None:
    """One spatial dimension: two features from one, in windows of two elements of [1, 2, 3]."""
    weights = "tensor<2x1x2x!quant.uniform<i8:f32:2, {1.000000e+00,5.000000e-01:2}>>"
    types = f"(tensor<1x3x1x{lhs}>, {weights}) -> tensor<1x2x2x{result}>"
    text = f"""
func.func @main(%a: tensor<1x3x1x{lhs}>, %b: {weights}) -> tensor<1x2x2x{result}> {{
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{}}
    {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : {types}
  return %0 : tensor<1x2x2x{result}>
}}"""
    assert stablehlo_tools.verify(text) == []
    x = np.array([1, 2, 3], np.float32 if lhs == "f32" else np.int8).reshape(1, 3, 1)
    y = np.array([[[1, 2]], [[3, 4]]], np.int8)  # these stand for [1, 3], [0, 1]
    assert run(text, x, y).tolist() == expected


def test_what_is_quantized_per_block_is_verified_and_not_executed() -> None:
    type = "tensor<4x2x!quant.uniform<i8:f32:{0:2, 1:1}, {{1.0:1, 2.0:2}, {3.0, 4.0}}>>"
    text = f"func.func @main(%a: {type}) -> {type} {{\n  return %a : {type}\n}}"
    assert stablehlo_tools.verify(text) == []
    with pytest.raises(stablehlo_tools.RunError, match="element type !quant") as raised:
        stablehlo_tools.run(text, [np.ones((4, 2), np.int8)])
    assert raised.value.diagnostics[0].unsupported
