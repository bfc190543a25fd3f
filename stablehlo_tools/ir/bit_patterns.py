"""Single elements as the integers of their bits, including types that numpy lacks: `i17`, `f80`."""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING, Final

from stablehlo_tools.ir.dense_literals import integer
from stablehlo_tools.ir.types import ElementType

if TYPE_CHECKING:
    from fractions import Fraction

# Bits of the significand; f80 stores all of them, f128 not the first, which follows from the exponent.
PRECISION: Final = {"f80": 64, "f128": 113}
_BIAS: Final = (1 << 14) - 1  # of both
_SPECIAL: Final = (1 << 15) - 1  # the exponent of infinities and NaN
_OF_PYTHON: Final = {"f16": "<e", "f32": "<f", "f64": "<d"}  # as `struct` stores them
_QUIET_NAN: Final = 3  # the first two bits of the significand, if both are stored


def pattern_of(token: str, type: ElementType) -> int:
    """The bits of the element that a token of a valid literal denotes."""
    if token in ("true", "false"):
        return int(token == "true")
    if type.kind != "float" or token.startswith("0x"):
        return integer(token) & (1 << type.bits) - 1
    return pattern_of_float(float("".join(token.split())), type)


def signed(pattern: int, type: ElementType) -> int:
    """The integer with these bits."""
    is_negative = type.kind in ("signed", "index") and pattern << 1 >> type.bits > 0
    return pattern - (1 << type.bits) if is_negative else pattern


def pattern_of_float(number: float, type: ElementType) -> int:
    """The bits of the nearest float of a type, ties to even."""
    if type.name in PRECISION:
        return _pattern_of_wide(number, type)
    if type.name in _OF_PYTHON:
        try:
            stored = struct.pack(_OF_PYTHON[type.name], number)
        except OverflowError:
            stored = struct.pack(_OF_PYTHON[type.name], math.copysign(math.inf, number))
        return int.from_bytes(stored, "little")
    import numpy as np

    from stablehlo_tools.ir.arrays import round_to, to_bits

    return int(to_bits(round_to(np.array(number, np.float64), type), type))


def _pattern_of_wide(number: float, type: ElementType) -> int:
    """The bits of a number in f80 or f128, which both have every float64."""
    sign = int(math.copysign(1.0, number) < 0)
    if math.isnan(number):
        return _packed(0, _SPECIAL, _QUIET_NAN << PRECISION[type.name] - 2, type)
    if math.isinf(number):
        return _packed(sign, _SPECIAL, 1 << PRECISION[type.name] - 1, type)
    if number == 0:
        return _packed(sign, 0, 0, type)
    fraction, exponent = math.frexp(abs(number))
    return _packed(sign, exponent - 1 + _BIAS, int(fraction * 2**53) << PRECISION[type.name] - 53, type)


def _packed(sign: int, exponent: int, significand: int, type: ElementType) -> int:
    stored = _stored_bits(type)
    return (sign << 15 | exponent) << stored | significand & (1 << stored) - 1


def _stored_bits(type: ElementType) -> int:
    return type.bits - 16


def value_of(pattern: int, type: ElementType) -> Fraction | float:
    """The number of a floating-point type with these bits; a fraction in f80 and f128, if it is one."""
    if type.name in PRECISION:
        return _value_of_wide(pattern, type)
    if type.name in _OF_PYTHON:
        layout = _OF_PYTHON[type.name]
        (value,) = struct.unpack(layout, pattern.to_bytes(struct.calcsize(layout), "little"))
        return float(value)
    import numpy as np

    from stablehlo_tools.ir.arrays import dtype_of, from_bits, to_float64

    return float(to_float64(from_bits(np.array(pattern, f"u{dtype_of(type).itemsize}"), type)))


def _value_of_wide(pattern: int, type: ElementType) -> Fraction | float:
    """The number in f80 or f128 with these bits; a float for zeros, infinities and NaN."""
    stored, precision = _stored_bits(type), PRECISION[type.name]
    sign = -1 if pattern >> stored + 15 else 1
    exponent, significand = pattern >> stored & _SPECIAL, pattern & (1 << stored) - 1
    first = 1 << precision - 1
    if exponent == _SPECIAL:
        return sign * math.inf if significand & first - 1 == 0 else math.nan
    if stored < precision:
        significand |= first if exponent else 0
    elif exponent and not significand & first:
        return math.nan  # f80 has patterns without a first bit, which are invalid
    from fractions import Fraction

    scaled = Fraction(sign * significand) * Fraction(2) ** _last_place(exponent, precision)
    return scaled or sign * 0.0


def _last_place(exponent: int, precision: int) -> int:
    """The power of two of the last bit of a significand."""
    return max(exponent, 1) - _BIAS - precision + 1


def rounded(value: Fraction, type: ElementType) -> Fraction:
    """The nearest number of f80 or f128, ties to even, if it is not too large."""
    from fractions import Fraction

    numerator, denominator = abs(value.numerator), value.denominator
    exponent = numerator.bit_length() - denominator.bit_length()
    if Fraction(2) ** exponent > abs(value):
        exponent -= 1
    unit = Fraction(2) ** _last_place(exponent + _BIAS, PRECISION[type.name])
    return round(value / unit) * unit
