"""Narrow element types and back: exactly, and to the nearest."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.ops.numerics.narrow import COMPUTE_DTYPES, downcast, upcast

ALL_F16 = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
FINITE = ALL_F16[np.isfinite(ALL_F16)]


def bits(array):
    return array.view(f"u{array.itemsize}")


@pytest.mark.parametrize(
    "elements", [ALL_F16, FINITE, ALL_F16[::3], FINITE[:100]], ids=["all", "finite", "third", "few"]
)
def test_f16_as_f32(elements) -> None:
    np.testing.assert_array_equal(bits(upcast(elements)), bits(elements.astype(np.float32)))


def near(elements):
    """Numbers between which f32 to f16 goes over from one to the next: ties, and what is next to them."""
    wide = np.sort(elements.astype(np.float32))
    ties = (wide[:-1] + wide[1:]) / 2
    infinity = np.float32(np.inf)
    return np.concatenate([wide, ties, np.nextafter(ties, infinity), np.nextafter(ties, -infinity)])


@pytest.mark.parametrize(
    "others", [(), (np.inf, -65520, np.nan), (1e-45, -1e-8, -0.0)], ids=["", "too large", "too small"]
)
def test_f32_to_nearest_f16(others) -> None:
    wide = np.append(near(FINITE), np.float32(others))
    with np.errstate(over="ignore"):
        expected = wide.astype(np.float16)
    np.testing.assert_array_equal(bits(downcast(wide, np.dtype(np.float16))), bits(expected))


def floats_of_a_byte():
    return [each for each, wide in COMPUTE_DTYPES.items() if each.itemsize == 1 and wide == np.float32]


@pytest.mark.parametrize("dtype", floats_of_a_byte(), ids=str)
def test_f32_to_nearest_float_of_a_byte(dtype) -> None:
    with np.errstate(all="ignore"):
        elements = np.arange(256, dtype=np.uint8).view(dtype).astype(np.float32)
        finite = elements[np.isfinite(elements)]
        special = np.array([0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-38, 3e38], np.float32)
        wide = np.resize(np.concatenate([near(finite), near(finite) * 1.5, special]), 20000)
        expected = wide.astype(dtype)
        np.testing.assert_array_equal(bits(downcast(wide, np.dtype(dtype))), bits(expected))


def test_a_nan_of_low_bits_alone_remains_one() -> None:
    wide = np.full(9000, 0x7F800001, np.uint32).view(np.float32)
    with np.errstate(invalid="ignore"):
        for dtype in (np.float16, ml_dtypes.float8_e5m2, ml_dtypes.float8_e4m3fn):
            assert np.isnan(downcast(wide, np.dtype(dtype)).astype(np.float32)).all()


@pytest.mark.parametrize("dtype", [each for each in COMPUTE_DTYPES if each.kind != "f"], ids=str)
def test_elements_of_a_byte(dtype) -> None:
    elements = np.resize(np.arange(-2, 2) % 4 if dtype.name.startswith("u") else np.arange(-2, 2), 9000)
    elements = elements.astype(dtype)
    np.testing.assert_array_equal(upcast(elements), elements.astype(COMPUTE_DTYPES[dtype]))


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_memory_in_any_order(dtype, order) -> None:
    array = np.linspace(-9, 9, 30 * 20 * 10).reshape(30, 20, 10).astype(dtype)
    for view in (array, array[::2, :, ::-3], array[:, 3:]):
        view = view.transpose(order)
        wide = view.astype(np.float32)
        np.testing.assert_array_equal(upcast(view), wide)
        np.testing.assert_array_equal(downcast(wide, view.dtype), view)


def test_what_stands_for_many_elements_is_converted_once() -> None:
    column = np.arange(300, dtype=np.float16).reshape(300, 1)
    wide = upcast(np.broadcast_to(column, (300, 400)))
    assert wide.strides == (4, 0)
    np.testing.assert_array_equal(wide[:, 7], np.arange(300))
