"""Numbers that MLIR takes as literals of a type although they are no values of it.

The specification forbids them (`ops.constructs`): `255 : i8`, which is read as -1, and `1.0e+40 : f32`, which
is read as infinity. They are looked for in valid literals only.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator

import numpy as np

from stablehlo_tools.ir.constants import Dense, range_of, round_to
from stablehlo_tools.ir.dense_literals import (
    WHITESPACE,
    ElementFault,
    code_in_pair,
    digits_of,
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
    if literal is None or is_blob(literal) or part_of(element_type).kind not in _READINGS:
        return None
    text, part = without_comments(literal), part_of(element_type)
    for number in _candidates(text, part):
        found = departure_of(number[0], part)
        if found is not None and part is not element_type:
            return ElementFault(code_in_pair(text, number.start()), found.message)
        if found is not None:
            return found
    return None


def departure_of(number: str, element_type: ElementType) -> ElementFault | None:
    """What is wrong with a number that MLIR takes for this type; None if it is a value of it."""
    reading = _READINGS[element_type.kind](number.translate(_NO_BLANKS), element_type)
    if reading is None:
        return None
    code, what = reading
    return ElementFault(code, f"{number[:_SHOWN]} is not a value of {element_type}: {what}")


_SHOWN = 40  # characters
_NO_BLANKS = str.maketrans("", "", WHITESPACE)


def _candidates(text: str, part: ElementType) -> Iterator[re.Match[str]]:
    """The numbers of a literal of which some may be no values of the type."""
    if part.kind == "signed" and not may_be_large(text, part):
        return iter(())
    return _pattern(part).finditer(text)


@functools.lru_cache(maxsize=1 << 8)
def _pattern(part: ElementType) -> re.Pattern[str]:
    """The pattern of `_candidates`: a float has many digits, or a positive exponent that is not small."""
    if part.kind == "boolean":
        return re.compile("[-+]?[0-9][0-9A-Fa-fx]*")
    if part.kind == "signed":
        return large_numbers(part)
    digits = min(math.floor(math.log10(range_of(part)[1])), _DIGITS)
    exponent = "[1-9][0-9]+" if digits == _DIGITS else "[1-9]"
    bits = "0x[0-9A-Fa-f]+|" if digits_of(part) != 2 * storage_bytes(part) else ""
    return re.compile(
        rf"{bits}(?:[-+]\s*)?(?<![0-9A-Fa-fx.])(?:[0-9]{{{digits + 1},}}(?![0-9x])[.0-9]*(?:[eE][-+]?[0-9]+)?"
        rf"|[0-9]+\.?[0-9]*[eE]\+?0*{exponent}[0-9]*)",
        re.ASCII,
    )


_DIGITS = 10  # before the point; with as small an exponent, below the range of f32 and bf16


def _wrapped(number: str, part: ElementType) -> tuple[str, str] | None:
    value = integer(number)
    if value <= integer_range(part)[1]:
        return None
    return "integer_constant_c1", f"it is read as {value - (1 << part.bits)}"


def _overflown(number: str, part: ElementType) -> tuple[str, str] | None:
    if number.startswith("0x"):
        digits = digits_of(part)
        is_right = len(number) == len("0x") + digits
        return None if is_right else ("float_constant_c2", f"its bits are {digits} hexadecimal digits long")
    value = float(round_to(np.array(float(number)), part))
    return None if math.isfinite(value) else ("float_constant_c1", f"it is read as {value}")


def _truth(number: str, part: ElementType) -> tuple[str, str] | None:
    return "tensor_constant_c1", f"it is read as {str(integer(number) & 1 == 1).lower()}"


_READINGS = {"signed": _wrapped, "float": _overflown, "boolean": _truth}
