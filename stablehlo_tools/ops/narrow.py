"""Element types that numpy has no fast arithmetic for, and the wider ones in which they are computed.

ml_dtypes converts bf16 as fast as memory is, but numpy f16, and ml_dtypes all else, one element at a time.
Where there are many, the bits of f16 are moved to where f32 has them, and back, and floats of a byte are
looked up.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.constants import dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType
from stablehlo_tools.ops.declare import Array

Dtype = np.dtype[Any]

# From this many elements on, converting them all at once beats converting each.
_MANY = 1 << 13
# So many elements are converted at a time: all that is computed then stays in the processor's cache.
_BLOCK = 1 << 15

_F16 = np.dtype(np.float16).char


def _wide(element_type: ElementType) -> type[np.generic] | None:
    """What to compute `element_type` in, where numpy cannot, or rounds at every step."""
    if element_type.kind == "float":
        return np.float32 if element_type.bits < 19 else None
    if element_type.bits in (2, 4):
        return np.int8 if element_type.kind == "signed" else np.uint8
    return None


WIDE: Final[dict[Dtype, Dtype]] = {
    dtype_of(element_type): np.dtype(wide)
    for element_type in ELEMENT_TYPES.values()
    if (wide := _wide(element_type))
}


def in_wide(operand: Array) -> Array:
    """The operand, exactly, in a type that numpy computes in."""
    wide = WIDE.get(operand.dtype)
    if wide is None:
        return operand
    if operand.size < _MANY or 0 not in operand.strides:
        return _converted(operand, wide)
    # what stands for many elements is converted once
    once = operand[tuple(slice(None if stride else 1) for stride in operand.strides)]
    return np.broadcast_to(_converted(once, wide), operand.shape)


def _converted(operand: Array, wide: Dtype) -> Array:
    if operand.size >= _MANY:
        if operand.dtype.char == _F16:
            return _in_blocks(_from_f16, operand, wide)
        if operand.itemsize == 1:
            return _table(operand.dtype).take(operand.view(np.uint8))
    return operand.astype(wide)


def in_narrow(wide: Array, dtype: Dtype) -> Array:
    """What `in_wide` gave, and was computed with, rounded or wrapped to elements of `dtype`."""
    if wide.size >= _MANY and wide.dtype == np.float32:
        if dtype.char == _F16:
            return _in_blocks(_to_f16, wide, dtype)
        if dtype.itemsize == 1:
            return _in_blocks(_to_byte, wide, dtype)
    return wide.astype(dtype, copy=False)


def _in_blocks(convert: Callable[[Array, Array], None], operand: Array, dtype: Dtype) -> Array:
    """The elements of a large array as `convert` puts them into another, block by block."""
    result = np.empty_like(operand, dtype)
    source = operand.ravel("K")
    target = result.ravel("K")  # of an array that was just made it is a view
    for start in range(0, source.size, _BLOCK):
        convert(source[start : start + _BLOCK], target[start : start + _BLOCK])
    return result


@functools.cache
def _table(dtype: Dtype) -> Array:
    """All elements of a type of a byte, by their bits."""
    with np.errstate(invalid="ignore"):
        return np.arange(256, dtype=np.uint8).view(dtype).astype(WIDE[dtype])


@functools.cache
def _rounded(dtype: Dtype) -> Array:
    """The bits of the nearest float of a byte, for each upper half of an f32."""
    upper = np.arange(1 << 16, dtype=np.uint32) << 16
    with np.errstate(over="ignore", invalid="ignore"):
        return upper.view(np.float32).astype(dtype).view(np.uint8)


def _to_byte(operand: Array, narrow: Array) -> None:
    bits = operand.view(np.uint32)
    # of all below, the last bit says whether there is anything: that is enough to round once
    upper = (bits >> np.uint32(16)).astype(np.uint16)
    upper |= (bits & np.uint32(0xFFFF)) != 0
    narrow.view(np.uint8)[...] = _rounded(narrow.dtype).take(upper)


# --- f16 ----------------------------------------------------------------------------------------------

# How far the exponents of f16 and f32 are apart; and how many more bits of mantissa f32 has.
_BIAS = 127 - 15
_MORE = 23 - 10
_EXPONENT = np.uint32(0xFF << 23)
_SIGN = np.uint32(1 << 31)
_LEAST_EXPONENT = np.full(_BLOCK, _BIAS + 1 << 23, np.uint32)  # of normal numbers
# From an exponent to that of a number so much greater; and a mantissa that makes up for the difference that
# is left between that exponent in f32 and the one in f16.
_UNIT = np.uint32((_MORE << 23) + (-(_BIAS + _MORE + 1) << 10 & 0xFFFF))
_TOO_LARGE = np.float32(65520)  # what rounds to infinity


def _from_f16(operand: Array, wide: Array) -> None:
    bits = wide.view(np.int32)
    np.left_shift(operand.view(np.int16), _MORE, out=bits, dtype=np.int32)
    bits &= ~np.int32(7 << 28)  # into which the sign went
    wide *= np.float32(2.0**_BIAS)  # which makes numbers of subnormal ones, too
    if not (wide.max() < _TOO_LARGE and wide.min() > -_TOO_LARGE):
        wide[...] = operand


def _to_f16(operand: Array, narrow: Array) -> None:
    size = np.abs(operand)
    if not size.max() < _TOO_LARGE:  # or NaN
        narrow[...] = operand
        return
    # the number of which the last bit is worth what that of f16 is: adding it rounds, to nearest even
    unit = size.view(np.uint32) & _EXPONENT
    np.maximum(unit, _LEAST_EXPONENT[: unit.size], out=unit)
    unit += _UNIT
    size += unit.view(np.float32)
    # in the low bits are the rounded ones now, and `unit` has the exponent
    bits = size.view(np.uint32)
    unit >>= np.uint32(_MORE)
    bits += unit
    np.bitwise_and(operand.view(np.uint32), _SIGN, out=unit)
    unit >>= np.uint32(16)
    bits |= unit
    np.copyto(narrow.view(np.uint16), bits, casting="unsafe")
