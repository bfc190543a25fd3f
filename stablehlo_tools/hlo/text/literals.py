"""Literals of HLO constants, parsed on demand, and printed."""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.text import PlacedError
from stablehlo_tools.ir.arrays import Array, dtype_of, from_bits, round_to, to_bits, to_float64
from stablehlo_tools.ir.storage import UnsupportedType
from stablehlo_tools.ir.types import ElementType, integer_range, part_of

ELIDED = "{...}"  # printed by XLA for large constants
_TOKEN = re.compile(r"/\*.*?\*/|//[^\n]*|(?P<token>[{}(),]|\.\.\.|-?nan\([^()]*\)|[^\s{}(),/]+|/)", re.DOTALL)
_INTEGER = re.compile(r"-?[0-9]+\Z")
_FLOAT = re.compile(r"-?(?:[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|inf|nan(?:\(0x[0-9a-fA-F]+\))?)\Z")
_BOOLEANS = {"true": True, "false": False, "0": False, "1": True}


class LiteralTextError(PlacedError):
    """A text is not a literal of its shape; `start` and `end` are the offending characters."""


class Literal:
    """The value of a constant: an array, or a tuple for a tuple shape.

    Comments and commas are ignored, and elements are in logical order, regardless of the layout. An elided
    literal, `{...}`, has no value.
    """

    __slots__ = ("__dict__", "_text", "shape")

    def __init__(self, shape: Shape, text: str) -> None:
        self.shape = shape
        self._text = text

    @classmethod
    def from_value(cls, shape: Shape, value: Any) -> Literal:
        """The literal of an array, or of a tuple of them."""
        literal = cls(shape, "")
        literal.__dict__["value"] = value
        return literal

    @property
    def is_elided(self) -> bool:
        """Whether the text omits the elements."""
        return "..." in self._text and "".join(self._text.split()) == ELIDED

    def check(self) -> None:
        """Raise LiteralTextError if the text is not a literal of the shape."""
        if not self.is_elided:
            _ = self.value  # parses the text

    @functools.cached_property
    def value(self) -> Any:
        """The elements. Raises LiteralTextError."""
        tokens = _Tokens(self._text)
        value = _read(self.shape, tokens)
        tokens.end()
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Literal) or self.shape != other.shape:
            return False
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(self.shape)

    def __str__(self) -> str:
        return ELIDED if self.is_elided else _printed(self.shape, self.value)

    def __repr__(self) -> str:
        return f"Literal({self.shape} {self})"


class _Tokens:
    """The tokens of a text, without commas that only separate elements."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.matches = [match for match in _TOKEN.finditer(text) if match["token"]]
        self.tokens = [match["token"] for match in self.matches]
        self.next = 0

    def fail(self, message: str, position: int | None = None) -> LiteralTextError:
        index = self.next if position is None else position
        if index < len(self.matches):
            return LiteralTextError(message, *self.matches[index].span())
        return LiteralTextError(message, max(len(self.text) - 1, 0), len(self.text))

    def take(self, token: str, message: str) -> None:
        if self.tokens[self.next : self.next + 1] != [token]:
            raise self.fail(message)
        self.next += 1

    def skip(self, token: str) -> None:
        if self.tokens[self.next : self.next + 1] == [token]:
            self.next += 1

    def end(self) -> None:
        if self.next < len(self.tokens):
            raise self.fail("more elements than the shape has")


def _read(shape: Shape, tokens: _Tokens) -> Any:
    if isinstance(shape, TupleShape):
        tokens.take("(", "expected a tuple, `(a, b)`")
        parts = []
        for element in shape.elements:
            parts.append(_read(element, tokens))
            tokens.skip(",")
        tokens.take(")", f"expected {len(shape.elements)} tuple elements")
        return tuple(parts)
    if not isinstance(shape, ArrayShape) or not shape.is_static:
        raise tokens.fail(f"shape {shape} has no literals")
    elements: list[tuple[int, int]] = []
    _collect(shape.greatest, tokens, elements)
    return _array(shape, tokens, elements)


def _collect(sizes: Sequence[int], tokens: _Tokens, runs: list[tuple[int, int]]) -> None:
    """Consume the braces of an array, and record the runs of tokens within the innermost ones."""
    if not sizes:
        start = tokens.next
        tokens.next = _element_end(tokens, start)
        runs.append((start, tokens.next))
        return
    tokens.take("{", f"expected `{{` of a list of {sizes[0]} entries")
    if len(sizes) == 1:
        _collect_row(sizes[0], tokens, runs)
    else:
        for _ in range(sizes[0]):
            _collect(sizes[1:], tokens, runs)
            tokens.skip(",")
    tokens.take("}", f"expected {sizes[0]} entries in this list")


def _collect_row(count: int, tokens: _Tokens, runs: list[tuple[int, int]]) -> None:
    """Consume a row without nested braces in one step, which is the common case."""
    start = tokens.next
    try:
        end = tokens.tokens.index("}", start)
    except ValueError:
        raise tokens.fail("unclosed list", len(tokens.tokens)) from None
    row = tokens.tokens[start:end]
    inner = row.index("{") if "{" in row else None
    if inner is not None:
        raise tokens.fail("lists are nested deeper than the rank of the shape", start + inner)
    entries = row.count("(") or sum(token != "," for token in row)
    if entries != count:
        raise tokens.fail(f"this list has {entries} entries, but the shape has {count}", min(start, end))
    runs.append((start, end))
    tokens.next = end


def _element_end(tokens: _Tokens, start: int) -> int:
    if tokens.tokens[start : start + 1] != ["("]:
        if start >= len(tokens.tokens) or tokens.tokens[start] == ",":
            raise tokens.fail("expected an element")
        return start + 1
    for end in range(start, min(start + 5, len(tokens.tokens))):
        if tokens.tokens[end] == ")":
            return end + 1
    raise tokens.fail("expected a complex number, `(1, 2)`", start)


def _array(shape: ArrayShape, tokens: _Tokens, runs: list[tuple[int, int]]) -> Array:
    element_type = shape.element_type
    try:
        dtype = dtype_of(element_type)
    except UnsupportedType as error:
        raise tokens.fail(str(error), 0) from None
    positions = [i for run in runs for i in range(*run) if tokens.tokens[i] != ","]
    if element_type.kind == "complex":
        flat = _complex(element_type, tokens, positions)
    else:
        flat = _numbers(element_type, tokens, positions)
    return flat.astype(dtype, copy=False).reshape(shape.greatest)


def _complex(element_type: ElementType, tokens: _Tokens, positions: list[int]) -> Array:
    texts = [tokens.tokens[i] for i in positions]
    for k in range(0, len(texts), 4):
        if texts[k : k + 1] != ["("] or texts[k + 3 : k + 4] != [")"]:
            raise tokens.fail("expected a complex number, `(1, 2)`", positions[k])
    inner = [i for k, i in enumerate(positions) if k % 4 in (1, 2)]
    parts = _numbers(part_of(element_type), tokens, inner)
    return np.ascontiguousarray(parts).view(dtype_of(element_type))


def _numbers(element_type: ElementType, tokens: _Tokens, positions: list[int]) -> Array:
    texts = [tokens.tokens[i] for i in positions]
    pattern = _FLOAT if element_type.kind == "float" else _INTEGER
    for i, text in zip(positions, texts, strict=True):
        is_boolean = element_type.kind == "boolean" and text in _BOOLEANS
        if not is_boolean and not pattern.match(text):
            raise tokens.fail(f"expected an element of type {_name(element_type)}, found `{text[:40]}`", i)
    if element_type.kind == "float":
        return _floats(element_type, tokens, positions, texts)
    return _integers(element_type, tokens, positions, texts)


def _name(element_type: ElementType) -> str:
    return ArrayShape(element_type).without_layout[:-2]


def _integers(element_type: ElementType, tokens: _Tokens, positions: list[int], texts: list[str]) -> Array:
    if element_type.kind == "boolean":
        return np.array([_BOOLEANS.get(text, True) for text in texts], bool)
    low, high = integer_range(element_type)
    bound = -1 << 63 if element_type.name == "ui64" else low  # XLA's lexer reads 64 bits, signed or unsigned
    for i, text in zip(positions, texts, strict=True):
        if len(text.lstrip("-0")) > 20 or not bound <= int(text) <= high:
            raise tokens.fail(f"{text[:40]} does not fit {_name(element_type)}, {low} to {high}", i)
    mask = (1 << 64) - 1
    wide = np.array([int(text) & mask for text in texts], np.uint64)
    return wide.view(np.int64) if element_type.kind == "signed" else wide


def _floats(element_type: ElementType, tokens: _Tokens, positions: list[int], texts: list[str]) -> Array:
    try:
        values = np.array([float(text) for text in texts], np.float64)
    except ValueError:  # a NaN with a payload among them
        values = np.array([math.nan if "nan" in text else float(text) for text in texts], np.float64)
    rounded = round_to(values, element_type)
    wide = to_float64(rounded)
    overflown = np.flatnonzero(~np.isfinite(wide) & np.isfinite(values) | np.isinf(values) & _is_word(texts))
    if overflown.size:
        index = int(overflown[0])
        raise tokens.fail(f"{texts[index][:40]} is out of range for {_name(element_type)}", positions[index])
    for index in map(int, np.flatnonzero(np.isnan(values))):
        _set_nan(rounded, index, texts[index], element_type)
    return rounded


def _is_word(texts: list[str]) -> Array:
    """Whether an infinity is a number out of range, not the keyword."""
    return np.array(["inf" not in text for text in texts], bool)


def _set_nan(array: Array, index: int, text: str, element_type: ElementType) -> None:
    """Set a NaN with this sign and payload; types of at most 8 bits have fixed NaNs."""
    if element_type.name not in _FRACTION:
        positive = np.abs(array[index])  # `float` and rounding may have kept the sign
        array[index] = -positive if text.startswith("-") else positive
        return
    fraction = _FRACTION[element_type.name]
    payload = int(text[text.index("(") + 3 : -1], 16) if "(" in text else 1 << (fraction - 1)
    payload &= (1 << fraction) - 1
    exponent = (1 << (element_type.bits - 1 - fraction)) - 1
    sign = int(text.startswith("-")) << (element_type.bits - 1)
    bits = np.array([sign | exponent << fraction | (payload or 1)], f"u{array.dtype.itemsize}")
    array[index : index + 1] = from_bits(bits, element_type)


_FRACTION = {"f64": 52, "f32": 23, "f16": 10, "bf16": 7}  # bits

# -- printing -----------------------------------------------------------------------------------

# Significant digits; f32 and f64 use fewer if they round-trip.
_DIGITS = {
    "f64": (15, 17), "f32": (6, 9), "f16": (5,), "bf16": (4,),
    "f8E5M2": (2,), "f8E5M2FNUZ": (2,), "f8E8M0FNU": (2,),
}  # fmt: skip


def _printed(shape: Shape, value: Any) -> str:
    if isinstance(shape, TupleShape):
        return f"( {', '.join(itertools.starmap(_printed, zip(shape.elements, value, strict=True)))} )"
    assert isinstance(shape, ArrayShape)
    texts = element_texts(value.ravel(), shape.element_type)
    if not shape.rank:
        return {"0": "false", "1": "true"}[texts[0]] if shape.element_type.kind == "boolean" else texts[0]
    return _braced(np.array(texts, object).reshape(shape.greatest), ())


def _braced(texts: Array, index: tuple[int, ...]) -> str:
    """The elements at an index in braces as XLA prints them, with comments for indices from rank 4 on."""
    if texts.ndim == 1:
        inner = ", ".join(texts)
        return f"{{ {inner} }}" if index and len(texts) > 1 else f"{{{inner}}}"
    note = f"/*i{len(index) - 1}={index[-1]}*/" if index and len(index) + texts.ndim > 3 else ""
    inner = ", ".join(_braced(part, (*index, number)) for number, part in enumerate(texts))
    return f"{{ {' '.join(filter(None, (note, inner)))} }}"


def element_texts(elements: Array, element_type: ElementType) -> list[str]:
    """The elements of a flat array as XLA prints them."""
    if element_type.kind == "complex":
        part = part_of(element_type)
        parts = element_texts(elements.view(dtype_of(part)), part)
        return [f"({real}, {imaginary})" for real, imaginary in zip(parts[::2], parts[1::2], strict=True)]
    if element_type.kind != "float":
        return [str(int(element)) for element in elements]
    return list(_float_texts(elements, element_type))


def _float_texts(elements: Array, element_type: ElementType) -> Iterator[str]:
    digits = _DIGITS.get(element_type.name, (3,))
    bits = to_bits(np.ascontiguousarray(elements), element_type)
    own = np.float32 if element_type.name == "f32" else np.float64
    for value, pattern in zip(map(float, to_float64(elements)), bits, strict=True):
        if math.isnan(value):
            yield _nan_text(int(pattern), element_type)
            continue
        if value == 0 and pattern:
            yield "-0.0"  # XLA writes `-0`, which it reads as zero
            continue
        text = f"{value:.{digits[0]}g}"
        if digits[1:] and not math.isinf(value) and own(text) != own(value):
            text = f"{value:.{digits[1]}g}"
        yield text


def _nan_text(bits: int, element_type: ElementType) -> str:
    sign = "-" if bits >> (element_type.bits - 1) else ""
    fraction = _FRACTION.get(element_type.name)
    payload = bits & ((1 << fraction) - 1) if fraction else 0
    if fraction is None or payload == 1 << (fraction - 1):
        return f"{sign}nan"
    return f"{sign}nan(0x{payload:x})"
