"""convolution against the specification's definition, window by window, and against XLA."""

from __future__ import annotations

import importlib
import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.ir.types import tensor_type
from stablehlo_tools.ops.registry import OPS

module = importlib.import_module("stablehlo_tools.ops.stablehlo.convolution")  # `ops.convolution` is the op

kernel = OPS["stablehlo.convolution"].kernel


def convolve(lhs, rhs, letters="b01f,01io,b01f", element_type="f32", **given):
    """The convolution with dimensions named as in `#stablehlo.conv<...>`; windows by default one by one."""
    inputs, kernels, outputs = letters.split(",")
    spatial = sorted(set(letters) & set("0123456789"))
    count = len(spatial)
    named: dict[str, Any] = {
        "window_strides": (1,) * count, "padding": ((0, 0),) * count, "lhs_dilation": (1,) * count,
        "rhs_dilation": (1,) * count, "window_reversal": (False,) * count, "feature_group_count": 1,
        "batch_group_count": 1,
    } | given  # fmt: skip
    named |= {
        "input_batch_dimension": inputs.index("b"), "input_feature_dimension": inputs.index("f"),
        "input_spatial_dimensions": tuple(map(inputs.index, spatial)),
        "kernel_input_feature_dimension": kernels.index("i"),
        "kernel_output_feature_dimension": kernels.index("o"),
        "kernel_spatial_dimensions": tuple(map(kernels.index, spatial)),
        "output_batch_dimension": outputs.index("b"), "output_feature_dimension": outputs.index("f"),
        "output_spatial_dimensions": tuple(map(outputs.index, spatial)),
    }  # fmt: skip
    sizes = dict.fromkeys(outputs, 0)
    for axis, letter in enumerate(spatial):
        length = (lhs.shape[inputs.index(letter)] - 1) * named["lhs_dilation"][axis] + 1
        span = (rhs.shape[kernels.index(letter)] - 1) * named["rhs_dilation"][axis] + 1
        room = length + sum(named["padding"][axis]) - span
        sizes[letter] = max(room // named["window_strides"][axis] + 1, 0)
    sizes["b"] = lhs.shape[inputs.index("b")] // named["batch_group_count"]
    sizes["f"] = rhs.shape[kernels.index("o")]
    result = tensor_type([sizes[letter] for letter in outputs], element_type)
    return kernel(lhs, rhs, result=result, **named)


def numbers(*shape):
    return np.random.default_rng(sum(shape)).integers(-4, 5, shape).astype(np.float32)


def test_by_hand() -> None:
    x = np.array([1, 2, 3, 4], np.float32).reshape(1, 4, 1)
    w = np.array([10, 1], np.float32).reshape(2, 1, 1)
    assert convolve(x, w, "b0f,0io,b0f").ravel().tolist() == [12, 23, 34]


def test_windows_do_not_fit() -> None:
    assert convolve(numbers(1, 2, 2, 3), numbers(3, 1, 3, 4)).shape == (1, 0, 2, 4)


@pytest.mark.parametrize("shape", [(0, 5, 5, 2), (2, 5, 5, 0)])
def test_no_images_or_features(shape) -> None:
    result = convolve(np.ones(shape, np.float32), np.ones((3, 3, shape[3], 4), np.float32))
    assert result.shape == (shape[0], 3, 3, 4)
    assert not result.any()


def by_definition(lhs, rhs, strides, padding, lhs_dilation, rhs_dilation, reversal):
    """Sums over the windows of `b01f` images, as the specification writes them."""
    lhs = lhs[:, :, :, :]
    dilated = np.zeros((lhs.shape[0], *((np.array(lhs.shape[1:3]) - 1) * lhs_dilation + 1), lhs.shape[3]))
    dilated[:, :: lhs_dilation[0], :: lhs_dilation[1]] = lhs
    image = np.pad(dilated, [(0, 0), *([max(p, 0) for p in pair] for pair in padding), (0, 0)])
    (top, bottom), (left, right) = [[max(-p, 0) for p in pair] for pair in padding]
    image = image[:, top : image.shape[1] - bottom, left : image.shape[2] - right]
    rhs = np.flip(rhs, tuple(axis for axis in range(2) if reversal[axis]))
    span = (np.array(rhs.shape[:2]) - 1) * rhs_dilation + 1
    rows, columns = (np.array(image.shape[1:3]) - span) // strides + 1
    result = np.zeros((lhs.shape[0], rows, columns, rhs.shape[3]))
    for i, j in itertools.product(range(rows), range(columns)):
        y, x = i * strides[0], j * strides[1]
        window = image[:, y : y + span[0] : rhs_dilation[0], x : x + span[1] : rhs_dilation[1]]
        result[:, i, j] = np.einsum("bijc,ijco->bo", window, rhs)
    return result


@pytest.mark.parametrize("strides", [(1, 1), (2, 3)])
@pytest.mark.parametrize("padding", [((0, 0), (0, 0)), ((1, 2), (2, 0)), ((-1, 1), (3, -2))])
@pytest.mark.parametrize(
    ("lhs_dilation", "rhs_dilation"), [((1, 1), (2, 1)), ((2, 3), (1, 1)), ((2, 1), (1, 2))]
)
def test_windows(strides, padding, lhs_dilation, rhs_dilation) -> None:
    x, w = numbers(2, 7, 6, 3), numbers(3, 2, 3, 4)
    named: dict[str, Any] = {
        "window_strides": strides, "padding": padding, "lhs_dilation": lhs_dilation,
        "rhs_dilation": rhs_dilation, "window_reversal": (True, False),
    }  # fmt: skip
    np.testing.assert_array_equal(convolve(x, w, **named), by_definition(x, w, *named.values()))


LETTERS = [
    "b01f,01io,b01f",
    "bf01,oi01,bf01",
    "bf01,01io,b01f",
    "fb01,i01o,01bf",
    "0b1f,i1o0,f1b0",
    "01fb,oi01,fb01",
]


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("block", [1, module.WINDOWS_BLOCK_BYTES])
def test_layouts(letters, block, monkeypatch) -> None:
    monkeypatch.setattr(module, "WINDOWS_BLOCK_BYTES", block)
    inputs, kernels, outputs = letters.split(",")
    x, w = numbers(2, 6, 5, 3), numbers(3, 2, 3, 4)
    expected = convolve(x, w, window_strides=(2, 1))
    moved = convolve(
        x.transpose(["b01f".index(letter) for letter in inputs]).copy(),
        w.transpose(["01io".index(letter) for letter in kernels]).copy(),
        letters,
        window_strides=(2, 1),
    )
    np.testing.assert_array_equal(moved, expected.transpose(["b01f".index(letter) for letter in outputs]))


@pytest.mark.parametrize("dilation", [2, 3, 5])
@pytest.mark.parametrize("taps", [1, 2, 4, 7])
@pytest.mark.parametrize("low", [-7, -3, -1, 0, 1, 2, 6])
@pytest.mark.parametrize("high", [-4, 0, 5])
def test_zeros_between_elements(dilation, taps, low, high) -> None:
    x, w = numbers(2, 5, 1, 3), numbers(taps, 1, 3, 2)
    named: dict[str, Any] = {
        "window_strides": (1, 1), "padding": ((low, high), (0, 0)), "lhs_dilation": (dilation, 1),
        "rhs_dilation": (1, 1), "window_reversal": (True, False),
    }  # fmt: skip
    if (x.shape[1] - 1) * dilation + 1 + low + high >= taps:
        np.testing.assert_array_equal(convolve(x, w, **named), by_definition(x, w, *named.values()))


@pytest.mark.parametrize("letters", LETTERS)
def test_layouts_with_zeros_between_elements(letters) -> None:
    inputs, kernels, outputs = letters.split(",")
    x, w = numbers(2, 6, 5, 3), numbers(3, 2, 3, 4)
    named = {"lhs_dilation": (2, 3), "padding": ((2, 1), (0, 3))}
    expected = by_definition(x, w, (1, 1), named["padding"], (2, 3), (1, 1), (False, False))
    moved = convolve(
        x.transpose(["b01f".index(letter) for letter in inputs]),
        w.transpose(["01io".index(letter) for letter in kernels]),
        letters,
        **named,
    )
    np.testing.assert_array_equal(moved, expected.transpose(["b01f".index(letter) for letter in outputs]))


def test_zeros_between_elements_times_infinity() -> None:
    x, w = np.ones((1, 3, 1), np.float32), np.full((1, 1, 1), np.inf, np.float32)
    result = convolve(x, w, "b0f,0io,b0f", lhs_dilation=(2,))
    np.testing.assert_array_equal(result.ravel(), [np.inf, np.nan, np.inf, np.nan, np.inf])


@pytest.mark.parametrize("limits", [{"SUMS_BLOCK_BYTES": 1}, {"MIN_EINSUM_TERMS": 1}])
@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize(("groups", "features"), [(1, 1), (6, 6), (6, 12), (3, 3)])
def test_loops_for_few_features_of_the_result(limits, letters, groups, features, monkeypatch) -> None:
    inputs, kernels, outputs = letters.split(",")
    x, w = numbers(2, 9, 5, 6), numbers(3, 2, 6 // groups, features)
    expected = convolve(x, w, feature_group_count=groups)
    for name, limit in limits.items():
        monkeypatch.setattr(module, name, limit)
    result = convolve(
        x.transpose(["b01f".index(letter) for letter in inputs]).copy(),
        w.transpose(["01io".index(letter) for letter in kernels]).copy(),
        letters,
        feature_group_count=groups,
    )
    np.testing.assert_array_equal(result, expected.transpose(["b01f".index(letter) for letter in outputs]))


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("groups", [2, 6])
def test_feature_groups_are_convolved_apart(letters, groups) -> None:
    inputs, kernels, outputs = letters.split(",")
    x, w = numbers(2, 6, 5, 6), numbers(3, 2, 6 // groups, 12)
    parts = zip(np.split(x, groups, 3), np.split(w, groups, 3), strict=True)
    expected = np.concatenate([convolve(lhs, rhs) for lhs, rhs in parts], 3)
    result = convolve(
        x.transpose(["b01f".index(letter) for letter in inputs]),
        w.transpose(["01io".index(letter) for letter in kernels]),
        letters,
        feature_group_count=groups,
    )
    np.testing.assert_array_equal(result, expected.transpose(["b01f".index(letter) for letter in outputs]))


@pytest.mark.parametrize("groups", [1, 2])
def test_sums_begin_with_zero(groups) -> None:
    x, w = np.full((2, 2), -1, np.float32), np.zeros((2 // groups, 2), np.float32)
    result = convolve(x, w, "bf,io,bf", feature_group_count=groups)
    assert not np.signbit(result).any()


@pytest.mark.parametrize("features", [1, 3])
def test_batch_groups_are_convolved_apart(features) -> None:
    x, w = numbers(6, 4, 4, features), numbers(2, 2, features, 6)
    parts = zip(np.split(x, 3, 0), np.split(w, 3, 3), strict=True)
    expected = np.concatenate([convolve(lhs, rhs) for lhs, rhs in parts], 3)
    np.testing.assert_array_equal(convolve(x, w, batch_group_count=3), expected)


def test_without_spatial_dimensions_it_is_a_matrix_product() -> None:
    x, w = numbers(3, 4), numbers(4, 5)
    np.testing.assert_array_equal(convolve(x, w, "bf,io,bf"), x @ w)


def test_three_spatial_dimensions() -> None:
    x, w = numbers(1, 3, 4, 5, 2), numbers(2, 2, 2, 2, 3)
    result = convolve(x, w, "b012f,012io,b012f")
    assert result.shape == (1, 2, 3, 4, 3)
    np.testing.assert_array_equal(result[0, 1, 2, 3], np.einsum("ijkc,ijkco->o", x[0, 1:, 2:, 3:], w))


def test_element_types() -> None:
    x, w = numbers(1, 9, 9, 8), numbers(5, 5, 8, 2)
    exact = convolve(x, w).astype(np.int64)
    assert np.abs(exact).max() > 128
    wrapped = convolve(x.astype(np.int8), w.astype(np.int8), element_type="i8")
    np.testing.assert_array_equal(wrapped, exact.astype(np.int8))
    wide = convolve(x.astype(np.int8), w.astype(np.int8), element_type="i32")
    np.testing.assert_array_equal(wide, exact)
    rounded = convolve(x.astype(ml_dtypes.bfloat16), w.astype(ml_dtypes.bfloat16), element_type="bf16")
    np.testing.assert_array_equal(rounded, exact.astype(np.float32).astype(ml_dtypes.bfloat16))
    doubled = convolve(x * (1 + 1j), w + 0j, element_type="complex<f64>")
    np.testing.assert_allclose(doubled, exact * (1 + 1j))


@pytest.mark.parametrize("letters", ["b01f,01io,b01f", "bf01,oi01,bf01"])
@pytest.mark.parametrize("groups", [1, 4, 8])
def test_as_xla(letters, groups) -> None:
    lax = pytest.importorskip("jax.lax")
    sizes = {"b": 2, "0": 12, "1": 9, "f": 8}
    x = np.random.default_rng(0).normal(size=[sizes[letter] for letter in letters[:4]]).astype(np.float32)
    sizes = {"i": 8 // groups, "o": 16, "0": 3, "1": 4}
    w = np.random.default_rng(1).normal(size=[sizes[letter] for letter in letters[5:9]]).astype(np.float32)
    named = {"window_strides": (2, 1), "padding": ((1, 1), (0, 3)), "rhs_dilation": (1, 2)}
    names = [part.upper().replace("B", "N").replace("F", "C") for part in letters.split(",")]
    expected = lax.conv_general_dilated(
        x, w, dimension_numbers=tuple(names), feature_group_count=groups, **named
    )
    result = convolve(x, w, letters, feature_group_count=groups, **named)
    np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("dtype", "element_type"),
    [(np.int8, "f16"), (np.int8, "bf16"), (np.int8, "f32"), (np.int16, "f32"), (np.int32, "f32")],
)
@pytest.mark.parametrize("dilation", [1, 2])
def test_integers_to_floats_as_xla(dtype, element_type, dilation) -> None:
    lax = pytest.importorskip("jax.lax")
    numbers = np.random.default_rng(0)
    x, w = (numbers.integers(-60, 60, shape).astype(dtype) for shape in ((1, 9, 7, 3), (2, 3, 3, 4)))
    result = convolve(x, w, element_type=element_type, lhs_dilation=(dilation, dilation))
    expected = lax.conv_general_dilated(
        x, w, (1, 1), [(0, 0), (0, 0)], lhs_dilation=(dilation,) * 2,
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
        preferred_element_type=result.dtype,
    )  # fmt: skip
    np.testing.assert_array_equal(result, np.asarray(expected))
