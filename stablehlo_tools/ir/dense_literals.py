"""Validation of dense literals, the text between `dense<` and `>`, without parsing the numbers.

A literal is valid if its elements are well-formed and separated by single commas, its brackets and commas
are those of its shape (`[[,],[,]]` for 2x2), and all numbers are in range of the element type. That takes a
few passes over the text. Only invalid literals are tokenized, to locate the error.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.types import ElementType, TensorType, integer_range, part_of

WHITESPACE = " \t\r\n\f\v"

_MARK = "#"
_CHUNK = 1 << 12  # characters of a literal that are matched at a time, which bounds the memory it takes
_NO_BLANKS = str.maketrans("", "", WHITESPACE)
_NO_PUNCTUATION = bytes(set(range(256)) - set(b"[],"))
_COMMENT = regex(r"//[^\n]*")
_HEX = "0x[0-9A-Fa-f]+"
_UNSIGNED = f"(?:{_HEX}|[0-9]+)"
_SIGNED = rf"(?:[-+]\s*)?{_UNSIGNED}"
_FLOAT = rf"(?:{_HEX}|(?:[-+]\s*)?[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+))"
_STRING = r'"(?:[^"\\]|\\.)*"'
_BLOB = regex('"0x[0-9A-Fa-f]*"')
_TOKEN = regex(rf'[\[\],]|\([^()\[\]]*\)|{_STRING}|(?:[-+]\s*)?[^\s\[\](),"]+|\S', re.ASCII)
_ELEMENTS = {
    "boolean": f"(?:true|false|{_SIGNED})",
    "signed": _SIGNED,
    "index": _SIGNED,
    "unsigned": _UNSIGNED,
    "float": _FLOAT,
}

_EXPECTED = {
    "boolean": "true or false",
    "unsigned": "an unsigned integer",
    "float": "a float",
    "other": "a string",
}
_MAX_DEPTH = 64  # nested lists; more than the rank of any tensor (numpy has at most 64 dimensions)


LITERAL = Code(
    "literal",
    "A literal is malformed: a comma or a bracket is missing, or a string of hexadecimal digits is not one.",
    "Write the elements as nested lists with commas between them. A single element, `dense<0.0>`, is a "
    "splat, which is valid for any shape.",
)


class LiteralError(ValueError):
    """An invalid literal; the error is at the characters from `start` up to `end` of the literal.

    `code` is that of the constraint that it violates (`ops.model.constructs`), or `literal` if malformed.
    """

    def __init__(self, message: str, start: int, end: int, code: str = LITERAL) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.code = code


class ElementFault(NamedTuple):
    """The fault of an element of a literal: the code of the constraint that it violates, and a message.

    `is_read`: MLIR accepts the element nevertheless, and it has the value that MLIR reads.
    """

    code: str
    message: str
    is_read: bool = False


def is_blob(text: str) -> bool:
    """Whether the literal is a string, which holds the bytes of all elements as hexadecimal digits."""
    return text.lstrip(WHITESPACE).startswith('"')


def byte_count(blob: str) -> int:
    """The number of bytes in such a string of whole bytes."""
    return (len(blob.strip(WHITESPACE)) - len('"0x"')) // 2


def storage_bytes(element_type: ElementType) -> int:
    """The size of an element in a blob in bytes; elements narrower than a byte take one."""
    part_bytes = -(-part_of(element_type).bits // 8)
    return 2 * part_bytes if element_type.kind == "complex" else part_bytes


def is_packed(size: int, type: TensorType) -> bool:
    """Whether a blob of `size` bytes packs eight elements of i1 into a byte, as MLIR did until 2025."""
    count = math.prod(type.static_shape)
    is_boolean = isinstance(type.element_type, ElementType) and type.element_type.kind == "boolean"
    return is_boolean and size > 1 and size == -(-count // 8)


def without_comments(text: str) -> str:
    """The literal with its comments replaced by blanks, which keeps offsets."""
    return _COMMENT.sub(lambda comment: " " * len(comment[0]), text) if "//" in text else text


def integer(token: str) -> int:
    """The value of `12`, `-3` or `0x1F`."""
    return int(token.translate(_NO_BLANKS), 16 if "x" in token else 10)


def check(text: str, type: TensorType) -> LiteralError | None:
    """The first error of `dense<text> : type`; None if it is valid."""
    if isinstance(type.element_type, ElementType):
        return _check(text, type, type.element_type)
    error = _check(text, type, type.element_type.storage_type)
    if error is not None and error.code.startswith("tensor_constant"):
        error.code = f"quantized_{error.code}"
    return error


def _check(text: str, type: TensorType, element_type: ElementType) -> LiteralError | None:
    if not type.is_static:
        message = f"expected a static shape for a dense literal, found {type}"
        return LiteralError(message, 0, len(text), _SHAPE)
    if is_blob(text) and element_type.kind != "other":
        return _check_blob(text, type, element_type)
    if element_type.kind != "other":  # whose strings may hold `//`
        text = without_comments(text)
    if not text.strip(WHITESPACE):
        return None if 0 in type.static_shape else _wrong_shape(text, "no elements", type)
    if not _has_form(text, type, element_type):
        return _find_error(text, type, element_type)
    return _check_sizes(text, element_type)


def element_fault(token: str, element_type: ElementType) -> ElementFault | None:
    """The fault of `token` as an element of this type; None if it is one."""
    if element_type.kind == "complex":
        return _fault_of_pair(token, element_type)
    if _element_pattern(element_type).fullmatch(token):
        return _fault_of_number(token, element_type)
    number = _short(token)
    if element_type.kind == "float" and re.fullmatch("-?[0-9]+", token):
        message = f"expected a float for {element_type}, found the integer {number}: write {number}.0"
        return ElementFault(_FLOAT_FORM, message)
    if element_type.kind == "float" and re.fullmatch(f"-{_HEX}", token):
        return ElementFault(_FLOAT_FORM, f"bit pattern {number} must not have a sign")
    expected = _EXPECTED.get(element_type.kind, "an integer")
    return ElementFault(_SYNTAX, f"expected {expected} for {element_type}, found {number}")


_SYNTAX = "tensor_constant_c1"
_SHAPE = "tensor_constant_c2"
_FLOAT_FORM = "float_constant_c1"
_DIGITS = "float_constant_c2"
_PARTS = "complex_constant_c1", "complex_constant_c2"


def _fault_of_pair(token: str, element_type: ElementType) -> ElementFault | None:
    """The fault of `token` as a complex number; None if it is one."""
    parts = token[1:-1].split(",") if token.startswith("(") else []
    if len(parts) != len(_PARTS):
        expected = f"expected a pair such as (1.0,2.0) for {element_type}"
        return ElementFault(_SYNTAX, f"{expected}, found {_short(token)}")
    for code, part in zip(_PARTS, parts, strict=True):
        fault = element_fault(part.strip(WHITESPACE), part_of(element_type))
        if fault is not None:
            return ElementFault(code, fault.message)
    return None


# -- the whole text -----------------------------------------------------------------------------


def _check_blob(text: str, type: TensorType, element_type: ElementType) -> LiteralError | None:
    blob = text.strip(WHITESPACE)
    span = text.index('"'), text.index('"') + len(blob)
    if not _BLOB.fullmatch(blob):
        return LiteralError("expected 0x and hexadecimal digits in the string of a dense literal", *span)
    if len(blob) % 2:
        return LiteralError("expected an even number of hexadecimal digits", *span)
    size = byte_count(blob)
    element = storage_bytes(element_type)
    total = element * math.prod(type.static_shape)
    if size in (element, total) or is_packed(size, type):
        return None
    expected = plural(total, "byte")
    expected += f", or {element} for a splat," * (total != element)
    return LiteralError(f"expected {expected} for {type}, found {size}", *span, _SHAPE)


@functools.lru_cache(maxsize=1 << 8)
def _element_pattern(element_type: ElementType) -> re.Pattern[str]:
    """The pattern of one element of this type."""
    part = part_of(element_type)
    pattern = _ELEMENTS.get(part.kind, _STRING)  # elements of other dialects' types are strings
    if part is not element_type:
        pattern = rf"\(\s*{pattern}\s*,\s*{pattern}\s*\)"
    return re.compile(pattern, re.ASCII)


def _has_form(text: str, type: TensorType, element: ElementType) -> bool:
    """Whether the literal is a single element, or lists of elements nested like the type's shape."""
    if element.kind != "other" and _element_pattern(element).fullmatch(text.strip(WHITESPACE)):
        return True
    inside = "," if element.kind == "complex" else ""
    punctuation = _punctuation(text, element)
    if punctuation is not None and punctuation == inside:
        return True
    if 0 in type.static_shape[:-1]:
        return False  # `[]` is the shape 0, and what is in an empty list has none
    if 0 in type.static_shape:
        punctuation = text.translate(_NO_BLANKS)  # only lists, without elements
    # A type may declare any size: build no skeleton that is longer than the text.
    return type.claimed <= len(text) and punctuation == _skeleton(type.static_shape, inside)


def _punctuation(text: str, element_type: ElementType) -> str | None:
    """The brackets and commas of a literal; None if its elements or separators are malformed."""
    if element_type.kind == "other":
        text, count = re.subn(_STRING, _MARK, text)
        if text.count(_MARK) != count:
            return None
    row, parts = _row_pattern(element_type), list[bytes]()
    for part in _chunks(text, ")," if element_type.kind == "complex" else ","):
        if row.fullmatch(part) is None:
            return None
        parts.append(part.encode("ascii").translate(None, _NO_PUNCTUATION))
    return b"".join(parts).decode("ascii")


def _chunks(text: str, separator: str) -> Iterator[str]:
    """The text in chunks that end after a separator."""
    start = 0
    while start < len(text):
        cut = text.find(separator, start + _CHUNK)
        end = len(text) if cut < 0 else cut + len(separator)
        yield text[start:end]
        start = end


@functools.lru_cache(maxsize=1 << 8)
def _row_pattern(element_type: ElementType) -> re.Pattern[str]:
    """The pattern of a chunk, which ends after an element or the comma that follows it."""
    element = _MARK if element_type.kind == "other" else _element_pattern(element_type).pattern
    return re.compile(rf"[\[\s]*{element}(?:[\]\s]*,[\[\s]*{element})*[\]\s]*,?", re.ASCII)


def _skeleton(shape: tuple[int, ...], inside: str) -> str:
    """The brackets and commas of a literal of this shape; `inside` are those of one element."""
    row = inside
    for size in reversed(shape):
        row = f"[{f'{row},' * (size - 1)}{row if size else ''}]"
    return row


# -- the sizes of numbers -----------------------------------------------------------------------


def _check_sizes(text: str, element_type: ElementType) -> LiteralError | None:
    part = part_of(element_type)
    if part.kind not in _ELEMENTS or not may_be_large(text, part):
        return None
    for number in _large_numbers(part).finditer(text):
        fault = _fault_of_number(number[0], part)
        if fault:
            code = fault.code if part is element_type else code_in_pair(text, number.start())
            return LiteralError(fault.message, *number.span(), code)
    return None


def code_in_pair(text: str, start: int) -> str:
    """The code of the constraint on the part of a complex number that begins at `start` of a literal."""
    return _PARTS[text.rfind(",", 0, start) > text.rfind("(", 0, start)]


def may_be_large(text: str, part: ElementType) -> bool:
    """Whether a literal can contain a match of `_large_numbers`: a faster test than searching for one."""
    if "0x" in text or part.kind == "float":
        return "0x" in text
    return has_long_number(text, _safe_digits(part))


def has_long_number(text: str, digits: int) -> bool:
    """Whether a literal contains `digits` consecutive decimal digits; copies it in chunks only."""
    return any(has_digits(chunk.encode("ascii"), digits) for chunk in _chunks(text, ","))


def has_digits(text: bytes, count: int) -> bool:
    """Whether the text contains `count` consecutive decimal digits; much faster than a pattern."""
    return b"0" * count in text.translate(_ZEROS)


_ZEROS = bytes.maketrans(b"123456789", b"000000000")


def _safe_digits(part: ElementType) -> int:
    """A number of digits; decimal integers with fewer digits are in range."""
    if part.bits > _WIDE:  # Python refuses to print numbers of thousands of digits
        return int(part.bits * math.log10(2)) - 1
    return len(str(integer_bounds(part)[1] >> 1))


@functools.lru_cache(maxsize=1 << 8)
def _large_numbers(part: ElementType) -> re.Pattern[str]:
    """The pattern of numbers that may be out of range: hexadecimal, or as many digits as a bound."""
    if part.kind == "float":
        return re.compile(_HEX)
    return re.compile(rf"(?:[-+]\s*)?(?:{_HEX}|[0-9]{{{_safe_digits(part)},}})", re.ASCII)


def _fault_of_number(token: str, element_type: ElementType) -> ElementFault | None:
    """Whether a number of the right form is out of range."""
    if element_type.kind not in _ELEMENTS or token in ("true", "false"):
        return None
    if element_type.kind == "float":
        if not token.startswith("0x") or integer(token) >> element_type.bits == 0:
            return None
        message = f"bit pattern {_short(token)} exceeds the {element_type.bits} bits of {element_type}"
        return ElementFault(_DIGITS, message)
    low, high = integer_bounds(element_type)
    # Python refuses to parse decimal numbers of thousands of digits.
    if len(token) < 1000 and low <= integer(token) <= high:
        return None
    expected = f": expected {low} to {high}" if element_type.bits <= _WIDE else ""
    return ElementFault(
        "integer_constant_c1", f"{_short(token)} is out of range for {element_type}{expected}"
    )


_WIDE = 64  # bits


def integer_bounds(element_type: ElementType) -> tuple[int, int]:
    """The range of integer literals; for `iN`, unlike `siN`, the union of the signed and unsigned ranges."""
    low, high = integer_range(element_type)
    is_signless = element_type.kind in ("signed", "boolean") and not element_type.spelling
    return (low, (1 << element_type.bits) - 1) if is_signless else (low, high)


def _short(token: str) -> str:
    return token if len(token) <= 40 else f"{token[:37]}..."


# -- locating the error -------------------------------------------------------------------------

_Tokens = list[re.Match[str]]


def _find_error(text: str, type: TensorType, element_type: ElementType) -> LiteralError:
    """The first error of a literal that does not have the form of its type."""
    tokens = list(_TOKEN.finditer(text))
    return (
        _wrong_element(tokens, element_type)
        or _wrong_syntax(tokens, len(text))
        or _wrong_nesting(tokens, text, type)
    )


def _symbol(token: re.Match[str]) -> str:
    return token[0] if token[0] in ("[", "]", ",") else _MARK


def _wrong_element(tokens: _Tokens, element_type: ElementType) -> LiteralError | None:
    for token in tokens:
        fault = element_fault(token[0], element_type) if _symbol(token) == _MARK else None
        if fault:
            return LiteralError(fault.message, *token.span(), fault.code)
    return None


_FOLLOWERS = {"": "[#", "[": "[#]", ",": "[#", "]": ",]", _MARK: ",]"}


def _wrong_syntax(tokens: _Tokens, end: int) -> LiteralError | None:
    depth, previous = 0, ""
    for token in tokens:
        symbol = _symbol(token)
        if symbol not in _FOLLOWERS[previous] or (previous and not depth):
            lacks_comma = depth and symbol in "[#" and previous in "]#"
            message = "expected ',' before" if lacks_comma else "unexpected"
            return LiteralError(f"{message} {_short(token[0])}", *token.span())
        depth += {"[": 1, "]": -1}.get(symbol, 0)
        previous = symbol
    return LiteralError("expected ']'", end, end) if depth else None


@record
class _List:
    """An open list: its start, the number of items so far, and their shape."""

    start: int
    length: int = 0
    item_shape: tuple[int, ...] = ()

    def take(self, shape: tuple[int, ...]) -> bool:
        """Count an item; returns whether its shape is that of the preceding items."""
        self.item_shape = self.item_shape if self.length else shape
        self.length += 1
        return self.item_shape == shape


def _wrong_nesting(tokens: _Tokens, text: str, type: TensorType) -> LiteralError:
    """The error at the first item whose shape differs from its list's; else about the whole shape."""
    stack = [_List(0)]
    for token in tokens:
        symbol = _symbol(token)
        if symbol == "[":
            if len(stack) > _MAX_DEPTH:
                return LiteralError(f"lists are nested more than {_MAX_DEPTH} levels deep", *token.span())
            stack.append(_List(token.start()))
        elif symbol != ",":
            item = stack.pop() if symbol == "]" else None
            shape = (item.length, *item.item_shape) if item else ()
            if not stack[-1].take(shape):
                message = _misfit(shape, stack[-1].item_shape)
                return LiteralError(message, item.start if item else token.start(), token.end(), _SHAPE)
    return _wrong_shape(text, f"shape {list(stack[0].item_shape)}", type)


def _misfit(shape: tuple[int, ...], item_shape: tuple[int, ...]) -> str:
    expected, found = (f"a list of shape {list(s)}" if s else "an element" for s in (item_shape, shape))
    return f"expected {expected}, found {found}"


def _wrong_shape(text: str, found: str, type: TensorType) -> LiteralError:
    start = len(text) - len(text.lstrip(WHITESPACE))
    end = len(text.rstrip(WHITESPACE))
    return LiteralError(f"expected a literal of {type}, found {found}", start, end, _SHAPE)
