"""Numbers that MLIR accepts as literals of a type that does not have these values.

The specification forbids them (`ops.model.constructs`): `255 : i8`, which is read as -1, `1.0e+40 : f32`,
which is read as infinity, `0x7F8 : f32`, whose first digits are missing. Only valid literals are searched:
a long one is first parsed as a whole, and element by element only if it contains such a number.
"""

from __future__ import annotations

import math
import re

from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir import dense_literals
from stablehlo_tools.ir.bit_patterns import PRECISION, pattern_of_float, value_of
from stablehlo_tools.ir.storage import range_of
from stablehlo_tools.ir.types import ElementType, TensorType, integer_range, part_of


def departure(
    literal: str, element_type: ElementType, type: TensorType
) -> dense_literals.ElementFault | None:
    """The fault of the first element of a valid literal that its type does not have; else None."""
    part = part_of(element_type)
    if dense_literals.is_blob(literal):
        return _PACKED if dense_literals.is_packed(dense_literals.byte_count(literal), type) else None
    if part.kind not in _READINGS:
        return None
    text = dense_literals.without_comments(literal)
    if text.count(",") >= _FEW and not _MAY_DEPART[part.kind](text, part):
        return None
    for number in _NUMBER.finditer(text):
        fault = departure_of(number[0], part)
        if fault is not None:
            code = fault.code if part is element_type else dense_literals.code_in_pair(text, number.start())
            return fault._replace(code=code)
    return None


def departure_of(number: str, element_type: ElementType) -> dense_literals.ElementFault | None:
    """The fault of a number that MLIR accepts for this type; None if it is a value of it."""
    return _READINGS[element_type.kind](number.translate(_NO_BLANKS), element_type)


_PACKED = dense_literals.ElementFault(
    dense_literals.LITERAL,
    "the string packs eight elements into a byte, as MLIR did until 2025 and refuses now",
    is_read=True,
)
_FEW = 64  # elements, which are looked at one by one
_NO_BLANKS = str.maketrans("", "", dense_literals.WHITESPACE)
_NUMBER = regex(r"[-+]?\s*[0-9][^\s,()\[\]]*")


# -- whole literals -------------------------------------------------------------------------------

_PUNCTUATION = b"[]() \t\r\n\f\v"


def _has_departing_integers(text: str, part: ElementType) -> bool:
    if not dense_literals.may_be_large(text, part):
        return False
    numbers = text.encode().translate(None, _PUNCTUATION)
    if b"x" in numbers or dense_literals.has_digits(numbers, _INT64_DIGITS):
        return True
    import numpy as np

    return bool((np.fromstring(numbers, np.int64, sep=",") > integer_range(part)[1]).any())


_INT64_DIGITS = 19  # numbers of fewer digits fit


def _has_departing_floats(text: str, part: ElementType) -> bool:
    is_hexadecimal = "0x" in text
    if part.name in PRECISION or not (is_hexadecimal or _may_overflow(text, part)):
        return is_hexadecimal
    numbers = text.encode().translate(None, _PUNCTUATION)
    if is_hexadecimal:
        tokens = numbers.split(b",")
        if any(b"x" in token and len(token) - len(b"0x") != _digits(part) for token in tokens):
            return True
        numbers = b",".join(token for token in tokens if b"x" not in token)
    import numpy as np

    from stablehlo_tools.ir.arrays import round_to

    values = np.fromstring(numbers, np.float64, sep=",")
    return not bool(np.isfinite(round_to(values, part)).all())


_EXPONENT = regex(r"[eE]\+?0*[1-9]")
_LARGE_EXPONENT = regex(r"[eE]\+?0*[1-9][0-9]")
_DIGITS = 10  # before the point; with an exponent below ten, less than the greatest f32 and bf16


def _may_overflow(text: str, part: ElementType) -> bool:
    """Whether a number has many digits, or an exponent that is not small."""
    digits = min(math.floor(math.log10(range_of(part)[1])), _DIGITS)
    exponent = _LARGE_EXPONENT if digits == _DIGITS else _EXPONENT
    return exponent.search(text) is not None or dense_literals.has_long_number(text, digits + 1)


def _has_integers(text: str, part: ElementType) -> bool:
    return re.search("[0-9]", text) is not None


_MAY_DEPART = {"signed": _has_departing_integers, "float": _has_departing_floats, "boolean": _has_integers}

# -- numbers --------------------------------------------------------------------------------------


def _integer(number: str, part: ElementType) -> dense_literals.ElementFault | None:
    value = dense_literals.integer(number)
    if value <= integer_range(part)[1]:
        return None
    message = f"{number} is not a value of {part}: it is read as {value - (1 << part.bits)}"
    return dense_literals.ElementFault("integer_constant_c1", message, is_read=True)


def _real(number: str, part: ElementType) -> dense_literals.ElementFault | None:
    if number.startswith("0x"):
        return _bits(number, part)
    if part.name in PRECISION:  # every number that is read fits
        return None
    value = value_of(pattern_of_float(float(number), part), part)
    if math.isfinite(value):
        return None
    message = f"{number[:_SHOWN]} is not a value of {part}: it is read as {value}"
    return dense_literals.ElementFault("float_constant_c1", message, is_read=True)


_SHOWN = 40  # characters


def _bits(number: str, part: ElementType) -> dense_literals.ElementFault | None:
    digits, found = _digits(part), len(number) - len("0x")
    if found == digits:
        return None
    expected = f"expected {plural(digits, 'hexadecimal digit')} for {part}"
    is_whole = found == 2 * dense_literals.storage_bytes(part)  # as those of f4E2M1FN in tests of StableHLO
    return dense_literals.ElementFault(
        "float_constant_c2", f"{expected}, found {found}: {number}", is_read=is_whole
    )


def _digits(part: ElementType) -> int:
    """The number of hexadecimal digits of the bits of a number."""
    return -(-part.bits // 4)


def _truth(number: str, part: ElementType) -> dense_literals.ElementFault | None:
    truth = "true" if dense_literals.integer(number) & 1 else "false"
    return dense_literals.ElementFault(
        "tensor_constant_c1", f"{number} is not a value of i1: it is read as {truth}", True
    )


_READINGS = {"signed": _integer, "float": _real, "boolean": _truth}
