"""What may stand between `dense<` and `>`: checked as text, without reading the numbers.

A literal is well-formed when its elements are, with one comma between two of them, its brackets and commas
are those that its type asks for (`[[,],[,]]` for 2x2), and no number is too large for the type. That takes a
few passes over the text; only a literal that fails is gone through token by token, to say what is wrong
where.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from stablehlo_tools.ir.types import ElementType, TensorType, part_of

WHITESPACE = " \t\r\n\f\v"

_MARK = "#"
_PART = 1 << 12  # characters of a literal that are looked at together, so that it takes little memory
_NO_BLANKS = str.maketrans("", "", WHITESPACE)
_NO_PUNCTUATION = bytes(set(range(256)) - set(b"[],"))
_COMMENT = re.compile(r"//[^\n]*")
_HEX = "0x[0-9A-Fa-f]+"
_UNSIGNED = f"(?:{_HEX}|[0-9]+)"
_SIGNED = rf"(?:[-+]\s*)?{_UNSIGNED}"
_FLOAT = rf"(?:{_HEX}|(?:[-+]\s*)?[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+))"
_STRING = r'"(?:[^"\\]|\\.)*"'
_BLOB = re.compile('"0x[0-9A-Fa-f]*"')
_TOKEN = re.compile(rf'[\[\],]|\([^()\[\]]*\)|{_STRING}|(?:[-+]\s*)?[^\s\[\](),"]+|\S', re.ASCII)
_ELEMENTS = {
    "boolean": f"(?:true|false|{_SIGNED})",
    "signed": _SIGNED,
    "index": _SIGNED,
    "unsigned": _UNSIGNED,
    "float": _FLOAT,
}

_WANTED = {
    "boolean": "true or false",
    "unsigned": "an unsigned integer",
    "float": "a float",
    "other": "a string",
}
_DEEPEST = 64  # lists in one another; no tensor has so many dimensions


class LiteralError(ValueError):
    """A literal that is not of its type. The characters `start` up to `end` of the literal are at fault."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end


def is_blob(text: str) -> bool:
    """Whether the literal is a string: the bytes of all elements in hexadecimal digits."""
    return text.lstrip(WHITESPACE).startswith('"')


def storage_bytes(element_type: ElementType) -> int:
    """How many bytes an element takes in a blob: whole ones, however few its bits are."""
    part_bytes = -(-part_of(element_type).bits // 8)
    return 2 * part_bytes if element_type.kind == "complex" else part_bytes


def is_packed(held: int, type: TensorType) -> bool:
    """Whether so many bytes of a blob hold eight elements of i1 each, as MLIR wrote them up to 2025."""
    count = math.prod(type.static_shape)
    is_boolean = isinstance(type.element_type, ElementType) and type.element_type.kind == "boolean"
    return is_boolean and held > 1 and held == -(-count // 8)


def without_comments(text: str) -> str:
    """The literal with its comments turned into blanks, so that offsets stay."""
    return _COMMENT.sub(lambda comment: " " * len(comment[0]), text) if "//" in text else text


def integer(token: str) -> int:
    """The value of `12`, `-3` or `0x1F`."""
    return int(token.translate(_NO_BLANKS), 16 if "x" in token else 10)


def check(text: str, type: TensorType) -> LiteralError | None:
    """What is wrong with `dense<text> : type`; None if nothing is."""
    element_type = type.element_type
    if not type.is_static:
        return LiteralError(f"a dense literal needs a static shape, which {type} has not", 0, len(text))
    if not isinstance(element_type, ElementType):
        message = f"a dense literal cannot be of {element_type}; its elements are {element_type.storage_type}"
        return LiteralError(message, 0, len(text))
    if is_blob(text) and element_type.kind != "other":
        return _check_blob(text, type, element_type)
    if element_type.kind != "other":  # whose strings may hold `//`
        text = without_comments(text)
    if not text.strip(WHITESPACE):
        return None if 0 in type.static_shape else _wrong_shape(text, "no elements", type)
    if not _has_form(text, type, element_type):
        return _find_error(text, type, element_type)
    return _check_sizes(text, part_of(element_type))


def element_problem(token: str, element_type: ElementType) -> str | None:
    """Why `token` cannot be an element of this type; None if it can."""
    if element_type.kind == "complex":
        parts = token[1:-1].split(",") if token.startswith("(") else []
        if len(parts) != 2:
            return f"{element_type} wants a pair such as (1.0,2.0), not {_short(token)}"
        problems = [element_problem(part.strip(WHITESPACE), part_of(element_type)) for part in parts]
        return problems[0] or problems[1]
    if _element_pattern(element_type).fullmatch(token):
        return _size_problem(token, element_type)
    if element_type.kind == "float" and re.fullmatch("-?[0-9]+", token):
        return f"{element_type} wants a float, not the integer {_short(token)}: write {_short(token)}.0"
    if element_type.kind == "float" and re.fullmatch(f"-{_HEX}", token):
        return f"the bit pattern {_short(token)} must not have a sign"
    wanted = _WANTED.get(element_type.kind, "an integer")
    return f"{element_type} wants {wanted}, not {_short(token)}"


# -- the whole text -----------------------------------------------------------------------------


def _check_blob(text: str, type: TensorType, element_type: ElementType) -> LiteralError | None:
    blob = text.strip(WHITESPACE)
    span = text.index('"'), text.index('"') + len(blob)
    if not _BLOB.fullmatch(blob):
        return LiteralError("a string in a dense literal must be 0x and hexadecimal digits", *span)
    if len(blob) % 2:
        return LiteralError("an odd number of hexadecimal digits", *span)
    held = (len(blob) - 4) // 2
    element = storage_bytes(element_type)
    whole = element * math.prod(type.static_shape)
    if held in (element, whole) or is_packed(held, type):
        return None
    expected = f"{whole}" if whole == element else f"{whole}, or {element} for all elements alike"
    return LiteralError(f"the literal holds {held} bytes; {type} takes {expected}", *span)


@functools.lru_cache(maxsize=1 << 8)
def _element_pattern(element_type: ElementType) -> re.Pattern[str]:
    """One element of a literal of this type."""
    part = part_of(element_type)
    pattern = _ELEMENTS.get(part.kind, _STRING)  # types of other dialects have strings for elements
    if part is not element_type:
        pattern = rf"\(\s*{pattern}\s*,\s*{pattern}\s*\)"
    return re.compile(pattern, re.ASCII)


def _has_form(text: str, type: TensorType, element: ElementType) -> bool:
    """Whether the literal is an element, or the nested lists of elements that the type's shape asks for."""
    inside = "," if element.kind == "complex" else ""
    found = _punctuation(text, element)
    if found is not None and found == inside:
        return True
    if 0 in type.static_shape:
        found = text.translate(_NO_BLANKS)  # there is nothing but lists
    # A type may claim any size: no skeleton is built that is longer than the text can be.
    return type.claimed <= len(text) and found == _skeleton(type.static_shape, inside)


def _punctuation(text: str, element_type: ElementType) -> str | None:
    """The brackets and commas of a literal whose elements are well-formed and one comma apart, else None."""
    if element_type.kind == "other":
        text, count = re.subn(_STRING, _MARK, text)
        if text.count(_MARK) != count:
            return None
    row, found = _row_pattern(element_type), list[bytes]()
    for part in _parts(text, ")," if element_type.kind == "complex" else ","):
        if row.fullmatch(part) is None:
            return None
        found.append(part.encode("ascii").translate(None, _NO_PUNCTUATION))
    return b"".join(found).decode("ascii")


def _parts(text: str, separator: str) -> Iterator[str]:
    """The text in pieces that end behind a separator."""
    start = 0
    while start < len(text):
        cut = text.find(separator, start + _PART)
        end = len(text) if cut < 0 else cut + len(separator)
        yield text[start:end]
        start = end


@functools.lru_cache(maxsize=1 << 8)
def _row_pattern(element_type: ElementType) -> re.Pattern[str]:
    """A part of a literal that ends behind an element, or behind the comma that follows it."""
    element = _MARK if element_type.kind == "other" else _element_pattern(element_type).pattern
    return re.compile(rf"[\[\s]*{element}(?:[\]\s]*,[\[\s]*{element})*[\]\s]*,?", re.ASCII)


def _skeleton(shape: tuple[int, ...], inside: str) -> str:
    """The brackets and commas of a literal of this shape, `inside` being those of an element."""
    row = inside
    for size in reversed(shape):
        row = f"[{f'{row},' * (size - 1)}{row if size else ''}]"
    return row


# -- the sizes of numbers -----------------------------------------------------------------------


def _check_sizes(text: str, part: ElementType) -> LiteralError | None:
    if part.kind not in _ELEMENTS or not _may_be_large(text, part):
        return None
    for number in _large_numbers(part).finditer(text):
        message = _size_problem(number[0], part)
        if message:
            return LiteralError(message, *number.span())
    return None


def _may_be_large(text: str, part: ElementType) -> bool:
    """Whether there is anything to be found in a literal that `_large_numbers` looks for."""
    if "0x" in text or part.kind == "float":
        return "0x" in text
    digits = _safe_digits(part)
    return any(has_digits(piece.encode("ascii"), digits) for piece in _parts(text, ","))


def has_digits(text: bytes, count: int) -> bool:
    """Whether so many decimal digits stand in a row somewhere: found much faster than by a pattern."""
    return b"0" * count in text.translate(_ZEROS)


_ZEROS = bytes.maketrans(b"123456789", b"000000000")


def _safe_digits(part: ElementType) -> int:
    """The number of digits from which on a decimal integer may not fit."""
    return len(str(integer_bounds(part)[1] >> 1))


@functools.lru_cache(maxsize=1 << 8)
def _large_numbers(part: ElementType) -> re.Pattern[str]:
    """Numbers that may be too large: hexadecimal ones, and decimal ones of as many digits as a bound."""
    if part.kind == "float":
        return re.compile(_HEX)
    return re.compile(rf"(?:[-+]\s*)?(?:{_HEX}|[0-9]{{{_safe_digits(part)},}})", re.ASCII)


def _size_problem(token: str, element_type: ElementType) -> str | None:
    if element_type.kind not in _ELEMENTS or token in ("true", "false"):
        return None
    if element_type.kind == "float":
        if not token.startswith("0x") or integer(token) >> element_type.bits == 0:
            return None
        return f"{_short(token)} has more than the {element_type.bits} bits of {element_type}"
    low, high = integer_bounds(element_type)
    # Python refuses to read decimal numbers of thousands of digits.
    if len(token) < 1000 and low <= integer(token) <= high:
        return None
    return f"{_short(token)} does not fit {element_type}, {low} to {high}"


def integer_bounds(element_type: ElementType) -> tuple[int, int]:
    """The least and greatest number that may be written; for `iN` it may be meant signed or unsigned."""
    bits = element_type.bits
    if element_type.kind == "unsigned":
        return 0, (1 << bits) - 1
    if element_type.kind == "index":
        return -1 << (bits - 1), (1 << (bits - 1)) - 1
    return -(1 << bits >> 1), (1 << bits) - 1  # of i0, whose only number is 0, too


def _short(token: str) -> str:
    return token if len(token) <= 40 else f"{token[:37]}..."


# -- what is wrong ------------------------------------------------------------------------------

_Tokens = list[re.Match[str]]


def _find_error(text: str, type: TensorType, element_type: ElementType) -> LiteralError:
    """What is wrong with a literal that has not the form of its type."""
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
        problem = element_problem(token[0], element_type) if _symbol(token) == _MARK else None
        if problem:
            return LiteralError(problem, *token.span())
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


@dataclass
class _List:
    """A list that has been opened: where, how many items it has so far and the shape of each."""

    start: int
    length: int = 0
    item_shape: tuple[int, ...] = ()

    def take(self, shape: tuple[int, ...]) -> bool:
        """Count an item; False if its shape differs from that of the items before it."""
        self.item_shape = self.item_shape if self.length else shape
        self.length += 1
        return self.item_shape == shape


def _wrong_nesting(tokens: _Tokens, text: str, type: TensorType) -> LiteralError:
    """The item of another shape than those before it in its list; else the shape of the whole."""
    stack = [_List(0)]
    for token in tokens:
        symbol = _symbol(token)
        if symbol == "[":
            if len(stack) > _DEEPEST:
                return LiteralError(f"more than {_DEEPEST} lists in one another", *token.span())
            stack.append(_List(token.start()))
        elif symbol != ",":
            item = stack.pop() if symbol == "]" else None
            shape = (item.length, *item.item_shape) if item else ()
            if not stack[-1].take(shape):
                message = _misfit(shape, stack[-1].item_shape)
                return LiteralError(message, item.start if item else token.start(), token.end())
    return _wrong_shape(text, f"shape {list(stack[0].item_shape)}", type)


def _misfit(shape: tuple[int, ...], others: tuple[int, ...]) -> str:
    item = f"a list of shape {list(shape)}" if shape else "an element"
    return f"{item} among {f'lists of shape {list(others)}' if others else 'elements'}"


def _wrong_shape(text: str, found: str, type: TensorType) -> LiteralError:
    start = len(text) - len(text.lstrip(WHITESPACE))
    return LiteralError(f"the literal has {found}, its type is {type}", start, len(text.rstrip(WHITESPACE)))
