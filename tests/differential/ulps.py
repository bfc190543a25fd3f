"""How far apart floats are, in units in the last place of their type."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from stablehlo_tools.ir.arrays import Array, dtype_of, element_type_of
from stablehlo_tools.ir.types import ElementType

FAR = 1e18  # of what differs otherwise than by rounding: NaN, the sign of a zero, an integer


def parts(array: Array) -> Array:
    """Complex numbers as pairs of floats along a last dimension; all else as it is."""
    if array.dtype.kind != "c":
        return array
    real = np.float32 if array.dtype == np.complex64 else np.float64
    return np.ascontiguousarray(array).reshape(-1).view(real).reshape(*array.shape, 2)


def distance(ours: Array, theirs: Array) -> Array:
    """How many floats lie between each pair; of integers, 0 or FAR. Any NaN is as good as another."""
    ours, theirs = parts(ours), parts(theirs)
    type = element_type_of(ours.dtype)
    if type.kind != "float":
        return np.where(ours == theirs, 0.0, FAR)
    steps = np.abs(_rank(ours, type).astype(np.float64) - _rank(theirs, type).astype(np.float64))
    # the ranks of doubles are too large for doubles, but not their differences
    exact = _rank(ours, type) - _rank(theirs, type)
    steps = np.where(steps < 2.0**60, np.abs(exact).astype(np.float64), steps)
    ours_nan, theirs_nan = np.isnan(ours), np.isnan(theirs)
    signs = (ours == 0) & (theirs == 0) & (np.signbit(ours) != np.signbit(theirs))
    far = (ours_nan != theirs_nan) | signs
    return np.where(far, FAR, np.where(ours_nan & theirs_nan, 0.0, steps))


def _rank(array: Array, type: ElementType) -> Array:
    """The number of each float in order, zero being 0."""
    bits = array.view(f"u{array.dtype.itemsize}").astype(np.int64)
    if type.name == "f8E8M0FNU":  # which has no sign
        return bits
    sign = np.int64(-(2**63)) if type.bits == 64 else np.int64(1 << type.bits - 1)
    magnitude = bits & np.int64((1 << type.bits - 1) - 1)
    return np.where(bits & sign != 0, -magnitude, magnitude)


def relative(ours: Array, theirs: Array, *, elementwise: bool = False) -> Array:
    """The distance of each pair in ulps of the greatest magnitude of all, or else of its own, if over one."""
    ours, theirs = parts(ours), parts(theirs)
    scale = _magnitude(ours, theirs)
    return _in_ulps(ours, theirs, np.maximum(scale, 1.0) if elementwise else scale.max(initial=0.0))


def of_greater_part(ours: Array, theirs: Array) -> Array:
    """The distances of the parts of complex numbers, in ulps of the greater part."""
    ours, theirs = parts(ours), parts(theirs)
    steps = _in_ulps(ours, theirs, _magnitude(ours, theirs).max(axis=-1, keepdims=True))
    wrong_sign = (ours == 0) & (theirs == 0) & (np.signbit(ours) != np.signbit(theirs))
    return np.where(wrong_sign, FAR, steps)


def _magnitude(ours: Array, theirs: Array) -> Array:
    wide = np.abs(ours.astype(np.float64)), np.abs(theirs.astype(np.float64))
    return np.maximum(*(np.where(np.isfinite(each), each, 0.0) for each in wide))


def _in_ulps(ours: Array, theirs: Array, scale: Any) -> Array:
    ulp = np.spacing(np.asarray(scale, dtype_of(element_type_of(ours.dtype)))).astype(np.float64)
    difference = np.abs(ours.astype(np.float64) - theirs.astype(np.float64)) / ulp
    same = (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))
    return np.where(same, 0.0, np.where(np.isnan(difference), FAR, difference))


def flush(array: Array) -> Array:
    """The array with zeros in place of numbers that are subnormal where they are computed with."""
    if array.dtype.kind == "c":
        part = np.float32 if array.dtype == np.complex64 else np.float64
        flat = np.ascontiguousarray(array).reshape(-1).view(part)
        return flush(flat).view(array.dtype).reshape(array.shape)
    if array.dtype.name not in ("float32", "float64", "bfloat16", "float8_e8m0fnu"):
        return array
    least: Any = ml_dtypes.finfo(np.float64 if array.dtype == np.float64 else np.float32)
    small = np.abs(array.astype(np.float64)) < float(least.tiny)
    if array.dtype.name == "float8_e8m0fnu":  # it has no zero
        return np.where(small, np.array(np.nan, array.dtype), array)
    return np.where(small, np.copysign(np.zeros((), array.dtype), array), array)
