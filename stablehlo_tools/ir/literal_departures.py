"""Numbers that MLIR takes as literals of a type although they are no values of it.

The specification forbids them (`ops.constructs`): `255 : i8`, which is read as -1, `1.0e+40 : f32`, which is
read as infinity, `0x7F8 : f32`, whose first digits are missing. They are looked for in valid literals only.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator

import numpy as np

from stablehlo_tools.ir.bit_patterns import PRECISION
from stablehlo_tools.ir.constants import Dense, range_of, round_to
from stablehlo_tools.ir.dense_literals import (
    WHITESPACE,
    ElementFault,
    code_in_pair,
    integer,
    is_blob,
    large_numbers,
    may_be_large,
    storage_bytes,
    without_comments,
)
from stablehlo_tools.ir.types import ElementType, integer_range, part_of


def departure(dense: Dense) -> ElementFault | None:
    """What is wrong with the first element of a valid literal that is no value of its type; else None."""
    literal, element_type = dense.literal, dense.element_type
    part = part_of(element_type)
    if literal is None or is_blob(literal) or part.kind not in _READINGS:
        return None
    text = without_comments(literal)
    for number in _candidates(text, part):
        found = departure_of(number[0], part)
        if found is not None:
            code = found.code if part is element_type else code_in_pair(text, number.start())
            return found._replace(code=code)
    return None


def departure_of(number: str, element_type: ElementType) -> ElementFault | None:
    """What is wrong with a number that MLIR takes for this type; None if it is a value of it."""
    return _READINGS[element_type.kind](number.translate(_NO_BLANKS), element_type)


_NO_BLANKS = str.maketrans("", "", WHITESPACE)


def _candidates(text: str, part: ElementType) -> Iterator[re.Match[str]]:
    """The numbers of a literal of which some may be no values of the type."""
    if part.kind == "signed" and not may_be_large(text, part):
        return iter(())
    return _pattern(part).finditer(text)


@functools.lru_cache(maxsize=1 << 8)
def _pattern(part: ElementType) -> re.Pattern[str]:
    """The pattern of `_candidates`: bits of another length, many digits, an exponent that is not small."""
    if part.kind == "boolean":
        return re.compile("[-+]?[0-9][0-9A-Fa-fx]*")
    if part.kind == "signed":
        return large_numbers(part)
    hexadecimal = "[0-9A-Fa-f]"
    bits = rf"0x(?!{hexadecimal}{{{_digits(part)}}}(?!{hexadecimal})){hexadecimal}+"
    if part.name in PRECISION:  # every number that is read fits
        return re.compile(bits)
    digits = min(math.floor(math.log10(range_of(part)[1])), _DIGITS)
    exponent = "[1-9][0-9]+" if digits == _DIGITS else "[1-9]"
    long = rf"[0-9]{{{digits + 1},}}(?![0-9x])[.0-9]*(?:[eE][-+]?[0-9]+)?"
    return re.compile(
        rf"{bits}|(?:[-+]\s*)?(?<![0-9A-Fa-fx.])(?:{long}|[0-9]+\.?[0-9]*[eE]\+?0*{exponent}[0-9]*)",
        re.ASCII,
    )


_DIGITS = 10  # before the point; with as small an exponent, below the range of f32 and bf16


def _digits(part: ElementType) -> int:
    """How many hexadecimal digits the bits of a number take."""
    return -(-part.bits // 4)


def _wrapped(number: str, part: ElementType) -> ElementFault | None:
    value = integer(number)
    if value <= integer_range(part)[1]:
        return None
    message = f"{number} is not a value of {part}: it is read as {value - (1 << part.bits)}"
    return ElementFault("integer_constant_c1", message, is_read=True)


def _real(number: str, part: ElementType) -> ElementFault | None:
    if number.startswith("0x"):
        return _bits(number, part)
    if part.name in PRECISION:
        return None
    value = float(round_to(np.array(float(number)), part))
    if math.isfinite(value):
        return None
    message = f"{number[:_SHOWN]} is not a value of {part}: it is read as {value}"
    return ElementFault("float_constant_c1", message, is_read=True)


_SHOWN = 40  # characters


def _bits(number: str, part: ElementType) -> ElementFault | None:
    digits, found = _digits(part), len(number) - len("0x")
    if found == digits:
        return None
    expected = f"expected {digits} hexadecimal digit{'s' * (digits != 1)} for {part}"
    is_whole = found == 2 * storage_bytes(part)  # as those of f4E2M1FN in tests of StableHLO
    return ElementFault("float_constant_c2", f"{expected}, found {found}: {number}", is_read=is_whole)


def _truth(number: str, part: ElementType) -> ElementFault | None:
    truth = "true" if integer(number) & 1 else "false"
    return ElementFault("tensor_constant_c1", f"{number} is not a value of i1: it is read as {truth}", True)


_READINGS = {"signed": _wrapped, "float": _real, "boolean": _truth}
