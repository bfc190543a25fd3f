"""Arithmetic on two operands, element by element.

Integers wrap; division by zero gives an integer all of whose bits are set. The signs of zeros and what
becomes of NaNs follow IEEE-754.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from stablehlo_tools.ops.declare import (
    ANY,
    BOOLEAN,
    COMPLEX,
    FLOAT,
    INTEGER,
    QUANTIZED,
    Array,
    FloatTensor,
    Unsupported,
    op,
)
from stablehlo_tools.ops.elementwise import binary, is_uniform

SAME_BASELINE_TYPES = "C1  baseline_type(lhs) = baseline_type(rhs) = baseline_type(result)"

# --- division and powers ----------------------------------------------------------------------------


def _divide(lhs: Array, rhs: Array) -> Any:
    if lhs.dtype.kind not in "iu":
        return np.divide(lhs, rhs)
    # lhs less its remainder is a multiple of rhs: rounding down is then rounding to zero
    quotient = np.floor_divide(lhs - np.fmod(lhs, rhs), rhs)
    return quotient if np.all(rhs) else np.where(rhs == 0, ~np.zeros((), rhs.dtype), quotient)


def _remainder(lhs: Array, rhs: Array) -> Any:
    if lhs.dtype.kind == "c":
        raise Unsupported("the specification leaves open what the remainder of complex numbers is")
    remainder = np.fmod(lhs, rhs)
    if lhs.dtype.kind == "f" or np.all(rhs):
        return remainder
    return np.where(rhs == 0, lhs, remainder)


def _power(lhs: Array, rhs: Array) -> Any:
    if lhs.dtype.kind != "i" or np.all(rhs >= 0):
        return np.power(lhs, rhs)
    power = np.power(lhs, np.maximum(rhs, 0))
    # of 1 / lhs^n nothing is left when rounded to zero, unless |lhs| = 1
    inverse = np.where(np.abs(lhs) == 1, np.where(rhs & 1, lhs, 1), 0)
    return np.where(rhs < 0, inverse, power).astype(lhs.dtype)


def _atan2(lhs: Array, rhs: Array) -> Any:
    if lhs.dtype.kind != "c":
        return np.arctan2(lhs, rhs)
    return -1j * np.log((rhs + 1j * lhs) / np.sqrt(rhs * rhs + lhs * lhs))


# --- the greater and the less -----------------------------------------------------------------------

# From this many elements on, numpy compares with a scalar faster in `clip` than in `maximum`.
_MANY = 4096


def _maximum(lhs: Array, rhs: Array, *, out: Array | None = None) -> Array:
    if (clipped := _clipped(lhs, rhs, 1.0, out)) is not None:
        return clipped
    greater = np.asarray(np.maximum(lhs, rhs))
    if greater.dtype.kind == "f":
        _settle(greater, -0.0, (greater == 0) & (lhs == rhs), ...)
    return greater
