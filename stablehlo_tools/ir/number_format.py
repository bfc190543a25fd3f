"""Numbers and dense literals, formatted as MLIR does."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from stablehlo_tools.ir.attributes import Float
from stablehlo_tools.ir.bit_patterns import PRECISION, pattern_of, pattern_of_float, rounded, signed, value_of
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.dense_literals import LITERAL, WHITESPACE, ElementFault, LiteralError, element_fault
from stablehlo_tools.ir.types import ElementType, part_of

if TYPE_CHECKING:
    from fractions import Fraction

    from stablehlo_tools.ir.arrays import Array

_SHORT = 6  # significant digits that MLIR tries first
_MAX_LISTED = 100  # elements; MLIR prints longer constants as hexadecimal strings
_PRECISION = {
    32: 24,
    64: 53,
    80: PRECISION["f80"],
    128: PRECISION["f128"],
}  # bits of the significand, by width


def parse_float(text: str, element_type: ElementType) -> Float:
    """The attribute `text : element_type`, parsed from a decimal number or a `0x` bit pattern."""
    fault = element_fault(text, element_type)
    if fault is None and element_type.kind != "float":
        fault = ElementFault(LITERAL, f"expected a floating-point type for {text}, found {element_type}")
    if fault is not None:
        raise LiteralError(fault.message, 0, len(text), fault.code)
    if text.startswith("0x") or element_type.name in PRECISION:
        return float_of_bits(pattern_of(text, element_type), element_type)
    return float_of(float("".join(text.split())), element_type)


def float_of(number: float, element_type: ElementType) -> Float:
    """The attribute of a number, rounded to the nearest float of the type."""
    if element_type.name == "f8E8M0FNU" and number < 0:
        return _negative_scale(number, element_type)
    return float_of_bits(pattern_of_float(number, element_type), element_type)


def _negative_scale(number: float, element_type: ElementType) -> Float:
    """A negative number in an unsigned float type: MLIR keeps its sign, which overlaps the exponent."""
    magnitude = float_of(-number, element_type)
    bits = magnitude.bits | 1 << element_type.bits - 1
    return Float(-magnitude.value, element_type, bits) if magnitude.bits else magnitude


def float_of_bits(bits: int, element_type: ElementType) -> Float:
    """The attribute with these bits."""
    return Float(_nearest_double(value_of(bits, element_type)), element_type, bits)


def _nearest_double(number: Fraction | float) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def float_text(value: float, element_type: ElementType, bits: int | None = None) -> str:
    """A float as MLIR prints it: `1.000000e+00`, `0.333333343`, `2.94554596E-5` or `0x7FC00000`.

    Six digits if they round-trip to `value`, else as many as the type may need. The bit pattern if the
    result would be an integer, which is not a float literal. `bits` distinguishes NaNs.
    """
    exact = value_of(bits, element_type) if bits is not None and element_type.name in PRECISION else value
    if exact == 0.0:
        return "-0.000000e+00" if math.copysign(1.0, exact) < 0 else "0.000000e+00"
    text = ""
    if not isinstance(exact, float) or math.isfinite(exact):
        magnitude = -exact if exact < 0 else exact
        text = _short_text(magnitude)
        if not _is_exact(text, magnitude, element_type):
            text = _long_text(magnitude, _PRECISION[element_type.bits])
    if "." not in text:
        return f"0x{pattern_of_float(value, element_type) if bits is None else bits:X}"
    return f"-{text}" if exact < 0 else text


def _is_exact(text: str, value: Fraction | float, element_type: ElementType) -> bool:
    """Whether the six digits of `text` round-trip to `value`."""
    if not isinstance(value, float):
        from fractions import Fraction

        return rounded(Fraction(text), element_type) == value
    if element_type.bits == 32:
        # Parsing as float64 first is safe: double rounding is innocuous for decimals of six digits.
        return value_of(pattern_of_float(float(text), element_type), element_type) == value
    # In narrower types, six digits distinguish any two floats.
    return element_type.bits < 32 or float(text) == value


def _short_text(value: Fraction | float) -> str:
    digits, power = _decimal(value, _SHORT)
    exponent = power + len(digits) - 1
    return f"{digits[0]}.{digits[1:]:0<6}e{exponent:+03}"


def _long_text(value: Fraction | float, precision: int) -> str:
    significant = 2 + precision * 59 // 196
    digits, power = _decimal(value, significant)
    exponent = power + len(digits) - 1
    if 0 <= power <= 3 and len(digits) + power <= significant:
        return digits + "0" * power
    if power >= 0 or exponent < -3:
        return f"{digits[0]}.{digits[1:] or '0'}E{exponent:+}"
    if exponent < 0:
        return f"0.{'0' * (-1 - exponent)}{digits}"
    return f"{digits[: exponent + 1]}.{digits[exponent + 1 :]}"


def _decimal(value: Fraction | float, significant: int) -> tuple[str, int]:
    """`value` as digits times a power of ten, with at most `significant` digits and no trailing zeros.

    Rounds as LLVM's APFloat::toString does: it truncates excess digits, estimated from the number of bits
    (59/196 approximates log10(2) = 0.30103 from below), then rounds half up if the rest is still too long. A
    rest of exactly the right length is therefore truncated, not rounded.
    """
    numerator, denominator = value.as_integer_ratio()
    halvings = denominator.bit_length() - 1
    number, power = numerator * 5**halvings, -halvings
    surplus_bits = number.bit_length() - (significant * 196 + 58) // 59
    cut = max(surplus_bits, 0) * 59 // 196
    digits = str(number // 10**cut)
    power += cut
    excess = len(digits) - significant
    if excess > 0:
        digits = str(int(digits[:significant]) + (digits[significant] >= "5"))
        power += excess
    stripped = digits.rstrip("0")
    return stripped, power + len(digits) - len(stripped)


def dense_text(dense: Dense) -> str:
    """The text between `dense<` and `>`; the original text if the literal is invalid."""
    try:
        count, is_splat = dense.count, dense.is_splat
    except ValueError:
        return (dense.literal or "").strip(WHITESPACE)
    if count == 0:
        return ""
    if count > _MAX_LISTED and not is_splat:
        return f'"0x{dense.stored().hex().upper()}"'
    texts = _texts_of(dense)
    return texts[0] if is_splat else _nested(texts, dense.type.static_shape)


def _texts_of(dense: Dense) -> list[str]:
    """The elements, or the one that stands for all."""
    if dense.has_array:
        return element_texts(dense.elements[:1] if dense.is_splat else dense.elements, dense.element_type)
    part = part_of(dense.element_type)
    texts = [_pattern_text(pattern, part) for pattern in dense.patterns]
    return list(_pairs(texts)) if dense.element_type.kind == "complex" else texts


def _pattern_text(pattern: int, part: ElementType) -> str:
    """The element with these bits."""
    if part.kind == "float":
        number = float_of_bits(pattern, part)
        return float_text(number.value, part, pattern)
    if part.bits == 1:
        return "true" if pattern else "false"
    return str(signed(pattern, part))


def _pairs(parts: list[str]) -> Iterable[str]:
    return (f"({real},{imaginary})" for real, imaginary in zip(parts[::2], parts[1::2], strict=True))


def element_texts(elements: Array, element_type: ElementType) -> list[str]:
    """The elements of a flat array, each formatted as MLIR does."""
    from stablehlo_tools.ir.arrays import dtype_of, to_bits, to_float64

    if element_type.kind == "complex":
        part = part_of(element_type)
        return list(_pairs(element_texts(elements.view(dtype_of(part)), part)))
    if element_type.kind == "boolean":
        return ["true" if element else "false" for element in elements]
    if element_type.kind == "float":
        patterns = to_bits(elements, element_type).tolist()
        values = to_float64(elements).tolist()
        return [float_text(value, element_type, bits) for value, bits in zip(values, patterns, strict=True)]
    return list(map(str, elements.tolist()))


def _nested(texts: list[str], shape: tuple[int, ...]) -> str:
    for size in reversed(shape):
        texts = [f"[{', '.join(texts[start : start + size])}]" for start in range(0, len(texts), size)]
    return texts[0]
