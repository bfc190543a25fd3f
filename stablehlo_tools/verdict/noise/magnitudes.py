"""The magnitudes of numbers in an array: their extremes, and whether they are in a range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import Array

CHUNK: Final = 1 << 17  # bytes that are processed at a time
Extremes = tuple[float, float, bool]  # smallest nonzero magnitude, largest, whether zeros occur


def chunks(array: Array) -> Sequence[slice]:
    """Slices of a one-dimensional array that are processed one by one and fit in the cache."""
    size = CHUNK // array.itemsize
    return [slice(begin, begin + size) for begin in range(0, array.size, size)]


def extremes_of(array: Array, room: Array | None = None) -> Extremes:
    """The extremes of an array's magnitudes; overwrites `room`, of its shape and type."""
    if not array.size:
        return 0.0, 0.0, False
    sizes = np.abs(array, room)
    smallest, largest = sizes.item(sizes.argmin()), sizes.item(sizes.argmax())  # faster than `min` and `max`
    if smallest or not largest:
        return smallest, largest, not largest
    bits = sizes.view(f"u{sizes.itemsize}")
    bits -= bits.dtype.type(1)  # zeros wrap to the maximum; a mask takes a hundred times as long
    return abs(array.item(bits.argmin())), largest, True


def binary_powers(array: Array, room: Array | None = None) -> Array:
    """The largest power of two in each magnitude, in f32 or f64: ULP are in proportion to it.

    It is 0 for zeros and subnormal numbers. `room`, of the array's shape and type, is overwritten.
    """
    exponent = _EXPONENTS[array.itemsize]
    out = None if room is None else room.view(exponent.dtype)
    return np.asarray(np.bitwise_and(array.view(exponent.dtype), exponent, out)).view(array.dtype)


# The bits of the exponent of a float, by its bytes; with arrays, operations take less time than with scalars.
_EXPONENTS: Final[Mapping[int, Array]] = {
    4: np.asarray(0xFF << 23, np.int32),
    8: np.asarray(0x7FF << 52, np.int64),
}


def has_negative_zeros(array: Array) -> bool:
    """Whether an array has a zero with a sign."""
    bits = array.view(np.int32 if array.itemsize == 4 else np.int64)  # of a negative zero, the least integer
    return bool(bits.item(bits.argmin()) == -1 << (8 * array.itemsize - 1))


def are_within(array: Array, low: float, high: float) -> bool:
    """Whether each number of an array is zero or has a magnitude from `low` to `high`."""
    if array.nbytes <= CHUNK:
        return is_within(extremes_of(array), low, high)
    flat = array.reshape(-1)
    return all(are_within(flat[part], low, high) for part in chunks(flat))


def is_within(extremes: Extremes, low: float, high: float) -> bool:
    """Whether numbers with these extremes are all zero or have magnitudes from `low` to `high`."""
    return (extremes[0] >= low or not extremes[1]) and extremes[1] <= high
