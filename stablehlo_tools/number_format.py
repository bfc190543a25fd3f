"""Numbers and dense literals as MLIR writes them."""

from __future__ import annotations

import math

import numpy as np

from stablehlo_tools.attributes import Float
from stablehlo_tools.dense_literals import WHITESPACE, LiteralError, element_problem
from stablehlo_tools.types import ElementType, part_of
from stablehlo_tools.values import (
    Array,
    Dense,
    UnsupportedType,
    dtype_of,
    from_bits,
    round_to,
    to_bits,
    to_float64,
    to_storage,
)

_SHORT = 6  # significant digits that MLIR tries first
_LONGEST_LIST = 100  # elements; MLIR writes longer constants as blobs
_PRECISION = {32: 24, 64: 53}  # bits of the significand, by width


def parse_float(text: str, element_type: ElementType) -> Float:
    """The attribute `text : element_type`, from a decimal number or a `0x` bit pattern."""
    problem = element_problem(text, element_type)
    if problem is None and element_type.kind != "float":
        problem = f"{text} is no float, but of type {element_type}"
    if problem is not None:
        raise LiteralError(problem, 0, len(text))
    try:
        if text.startswith("0x"):
            return _of_bits(np.array(int(text, 16), f"u{dtype_of(element_type).itemsize}"), element_type)
        return float_of(float("".join(text.split())), element_type)
    except UnsupportedType as error:
        raise LiteralError(str(error), 0, len(text)) from None


def float_of(number: float, element_type: ElementType) -> Float:
    """The attribute of the float of that type next to a number. Raises UnsupportedType."""
    return _of_bits(to_bits(round_to(np.array(number, np.float64), element_type), element_type), element_type)


def _of_bits(bits: Array, element_type: ElementType) -> Float:
    return Float(float(to_float64(from_bits(bits, element_type))), element_type, int(bits))


def float_text(value: float, element_type: ElementType, bits: int | None = None) -> str:
    """A float of `element_type`: `1.000000e+00`, `0.333333343`, `2.94554596E-5` or `0x7FC00000`.

    Six digits if they are exact enough to be read back as `value`; else as many as the type may need, and
    the bit pattern for what would then be a whole number, which is no float literal. `bits` tells
    one NaN from another.
    """
    if value == 0.0:
        return "-0.000000e+00" if math.copysign(1.0, value) < 0 else "0.000000e+00"
    text = ""
    if math.isfinite(value):
        text = _short_text(abs(value))
        if not _is_exact(text, abs(value), element_type):
            text = _long_text(abs(value), _PRECISION[element_type.bits])
    if "." not in text:
        if bits is None:
            bits = int(to_bits(round_to(np.array(value), element_type), element_type))
        return f"0x{bits:X}"
    return f"-{text}" if value < 0 else text


def _is_exact(text: str, value: float, element_type: ElementType) -> bool:
    """Whether the six digits of `text` are read back as `value`."""
    if element_type.bits == 32:
        # Reading it as float64 first is safe: no decimal of six digits is rounded wrongly by that.
        return float(np.float32(text)) == value
    # In the smaller types no two floats agree in six digits.
    return element_type.bits < 32 or float(text) == value


def _short_text(value: float) -> str:
    digits, power = _decimal(value, _SHORT)
    exponent = power + len(digits) - 1
    return f"{digits[0]}.{digits[1:]:0<6}e{exponent:+03}"


def _long_text(value: float, precision: int) -> str:
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


def _decimal(value: float, significant: int) -> tuple[str, int]:
    """`value` as digits times a power of ten, with at most `significant` digits and no zeros at the end.

    Rounds as LLVM's APFloat does: first it cuts off the digits that are surplus by an estimate from the bits,
    then it rounds half up if the rest is still too long. If the rest has just the right length, it was cut.
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
    """What stands between `dense<` and `>`: what stood there, if that cannot be read."""
    try:
        elements = dense.elements
    except ValueError:
        return (dense.literal or "").strip(WHITESPACE)
    if elements.size == 0:
        return ""
    if dense.is_splat:
        return element_texts(elements[:1], dense.element_type)[0]
    if elements.size > _LONGEST_LIST:
        return f'"0x{to_storage(elements, dense.element_type).hex().upper()}"'
    return _nested(element_texts(elements, dense.element_type), dense.type.static_shape)


def element_texts(elements: Array, element_type: ElementType) -> list[str]:
    """Each of the elements of a flat array as MLIR writes it."""
    if element_type.kind == "complex":
        part = part_of(element_type)
        parts = iter(element_texts(elements.view(dtype_of(part)), part))
        return [f"({real},{imaginary})" for real, imaginary in zip(parts, parts, strict=True)]
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
