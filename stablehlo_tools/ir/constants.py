"""The constants of a program as arrays.

Constants are parsed lazily: numpy parses a list of numbers as one string, hexadecimal digits as bytes, and a
splat becomes a broadcast view of its single element.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.ir import dense_literals
from stablehlo_tools.ir.arrays import (
    Array,
    dtype_of,
    element_type_of,
    from_bits,
    from_storage,
    has_dtype,
    round_to,
    stored_type_of,
    to_bits,
    to_storage,
    unsupported,
)
from stablehlo_tools.ir.attributes import Attribute, parts_of
from stablehlo_tools.ir.bit_patterns import pattern_of
from stablehlo_tools.ir.dense_literals import (
    WHITESPACE,
    ElementFault,
    LiteralError,
    has_digits,
    integer,
    is_blob,
    is_packed,
    storage_bytes,
    without_comments,
)
from stablehlo_tools.ir.literal_departures import departure
from stablehlo_tools.ir.types import (
    ElementType,
    QuantizedType,
    TensorType,
    Type,
    part_of,
)

# -- constants ----------------------------------------------------------------------------------


# The number of elements and empty lists to which a shorter literal, such as a splat, may be expanded: a few
# MB of Python lists, where a type may declare any size.
MOST_CLAIMED: Final = 1 << 16


_FEW: Final = 64  # elements


class ClaimTooLarge(ValueError):
    """The expansion of a constant to lists would be much larger than its literal."""


class Dense:
    """`dense<literal> : type`. Constants are equal if their types and elements are, however they are spelled.

    The literal may be given as its span, which keeps no copy of a long one, as the bytes of a binary file,
    or None for a constant created from an array.
    """

    def __init__(self, literal: str | Span | memoryview | None, type: TensorType) -> None:
        self._literal = literal
        self.type = type

    @property
    def literal(self) -> str | None:
        """The text between `dense<` and `>`; None for a constant without text."""
        if isinstance(self._literal, memoryview):
            return None
        return self._literal.text if isinstance(self._literal, Span) else self._literal

    @classmethod
    def from_bytes(cls, data: memoryview, type: TensorType) -> Dense:
        """The constant whose elements a binary file holds, all of them or one for all; read when asked for.

        Raises LiteralError where they are too few or too many.
        """
        dense = cls(data, type)
        if not type.is_static:
            raise LiteralError(f"constants must have a static shape, found {type}", 0, len(data))
        element = storage_bytes(dense.element_type)
        whole = element * math.prod(type.static_shape)
        if len(data) not in (element, whole) and not is_packed(len(data), type):
            expected = f"{whole}" if whole == element else f"{whole}, or {element} for all elements alike"
            raise LiteralError(f"the constant holds {len(data)} bytes; {type} takes {expected}", 0, len(data))
        return dense

    @classmethod
    def from_array(cls, array: npt.ArrayLike, type: TensorType | None = None) -> Dense:
        """The constant with the elements of `array`; `type` defaults to that of its shape and dtype."""
        source = np.asarray(array)
        type = type or TensorType(source.shape, element_type_of(source.dtype))
        if source.shape != type.shape:
            raise ValueError(f"expected an array of type {type}, found shape {list(source.shape)}")
        dense = cls(None, type)
        elements = np.array(source, dtype_of(type.element_type), order="C").reshape(-1)
        dense.elements = _read_only(elements)
        return dense

    @classmethod
    def splat(cls, number: float, type: TensorType) -> Dense:
        """The constant whose elements all equal `number`, which is stored once."""
        dense = cls(None, type)
        dense.elements = _read_only(np.array([number]).astype(dtype_of(type.element_type)))
        return dense

    @property
    def size(self) -> int:
        """The number of bytes, or characters, that the constant is held in."""
        if isinstance(self._literal, memoryview):
            return len(self._literal)
        return self.elements.nbytes if self._literal is None else len(self.literal or "")

    @property
    def element_type(self) -> ElementType:
        """The type of `elements`; for a quantized type, its storage type."""
        return stored_type_of(self.type.element_type)

    @property
    def stored_type(self) -> TensorType:
        """The type, or that of the stored integers of a quantized one, as MLIR's constants have it."""
        is_quantized = isinstance(self.type.element_type, QuantizedType)
        return TensorType(self.type.shape, self.element_type) if is_quantized else self.type

    @property
    def has_array(self) -> bool:
        """Whether numpy has the type of the elements; others have `patterns`."""
        return has_dtype(self.element_type)

    def check(self) -> LiteralError | None:
        """The first error of the literal, found without parsing its numbers; None if it is valid."""
        return self._problem

    @functools.cached_property
    def _problem(self) -> LiteralError | None:
        literal = self.literal
        return None if literal is None else dense_literals.check(literal, self.type)

    @functools.cached_property
    def departure(self) -> ElementFault | None:
        """The fault of the first element that MLIR accepts, and that is no value of its type; else None."""
        literal = self.literal
        return departure(literal, self.element_type) if literal is not None and self.check() is None else None

    @functools.cached_property
    def elements(self) -> Array:
        """The elements as a flat, read-only array; of size 1 for a splat."""
        if self._problem is not None:
            raise self._problem
        if isinstance(self._literal, memoryview):
            return _read_only(_from_blob(self._literal, self.type, self.element_type))
        literal = self.literal
        assert literal is not None
        if is_blob(literal):
            return _read_only(_read_blob(literal, self.type, self.element_type))
        return _read_only(_read(literal, self.element_type))

    @functools.cached_property
    def array(self) -> Array:
        """The elements as a read-only array with the shape of the type."""
        if self.elements.size == 1:
            return np.broadcast_to(self.elements.reshape(()), self.type.static_shape)
        return self.elements.reshape(self.type.static_shape)

    @functools.cached_property
    def patterns(self) -> Sequence[int]:
        """The bits of elements of a type that numpy has not, or of their parts; of one for a splat."""
        if self._problem is not None:
            raise self._problem
        patterns, alike = self._patterns(), 2 if self.element_type.kind == "complex" else 1
        return patterns[:alike] if patterns[:alike] * (len(patterns) // alike) == patterns else patterns

    def _patterns(self) -> list[int]:
        part, literal = part_of(self.element_type), self.literal
        if part.kind == "other":
            raise unsupported(self.element_type)
        if isinstance(self._literal, memoryview):
            return _patterns_in(self._literal, part)
        assert literal is not None
        if is_blob(literal):
            return _patterns_in(_blob_bytes(literal), part)
        numbers = _numbers_in(literal)
        if has_dtype(part) and part.kind == "float":
            return to_bits(_read_floats(numbers, part), part).tolist() if numbers else []
        return [pattern_of(token, part) for token in numbers.decode().split(",") if token]

    @property
    def count(self) -> int:
        """The number of elements that are held: 1 for a splat, if its type has elements."""
        if self.has_array:
            return self.elements.size
        return len(self.patterns) // (2 if self.element_type.kind == "complex" else 1)

    @functools.cached_property
    def is_splat(self) -> bool:
        """Whether all elements have the same bits."""
        count = self.count
        if count < 2 or not self.has_array:
            return count == 1
        bits = to_bits(self.elements, self.element_type).reshape(count, -1)
        return all(bool((part == bits[0]).all()) for part in (bits[:_FEW], bits))  # most differ at once

    def stored(self) -> bytes:
        """The bytes of the elements, or of the one that stands for all."""
        if not self.has_array:
            size = -(-part_of(self.element_type).bits // 8)
            return b"".join(pattern.to_bytes(size, "little") for pattern in self.patterns)
        return to_storage(self.elements[:1] if self.is_splat else self.elements, self.element_type)

    def storage(self) -> bytes | memoryview:
        """The bytes of the elements, or of the one that stands for all, as MLIR keeps them: i1 packed."""
        if isinstance(self._literal, memoryview) and self.element_type.kind != "boolean":
            return self._literal
        if self.element_type.kind != "boolean":
            return self.stored()
        elements = self.elements[:1] if self.is_splat else self.elements
        if self.is_splat:
            return b"\xff" if elements[0] else b"\0"
        return np.packbits(elements, bitorder="little").tobytes()

    def tolist(self) -> Any:
        """The elements as nested lists. Raises ClaimTooLarge for a large expansion of a short literal."""
        if self.type.claimed > max(MOST_CLAIMED, self.elements.size):
            raise ClaimTooLarge(f"cannot expand {self.type} to lists of more than {MOST_CLAIMED:,} elements")
        return self.array.tolist()

    def __getstate__(self) -> dict[str, object]:
        # a view of a file, or a span of a text, stands for its bytes
        literal = self.literal if isinstance(self._literal, Span) else self._literal
        held = bytes(literal) if isinstance(literal, memoryview) else literal
        return {"_literal": held, "type": self.type, **({"elements": self.elements} if held is None else {})}

    def __setstate__(self, state: dict[str, Any]) -> None:
        held = state["_literal"]
        self.__dict__ |= {**state, "_literal": memoryview(held) if isinstance(held, bytes) else held}

    def __deepcopy__(self, memo: object) -> Dense:
        return self  # it never changes

    def _content(self) -> bytes | str | None:
        """The content that equality compares: the bits of the elements, or the text if it is invalid."""
        try:
            return self.stored()
        except ValueError:
            return (self.literal or "").strip(WHITESPACE)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dense) or self.type != other.type:
            return False
        literal = self.literal
        same_text = literal is not None and literal == other.literal
        return same_text or self._content() == other._content()

    def __hash__(self) -> int:
        return hash((self.type, self._content()))

    def __repr__(self) -> str:
        literal = self.literal
        if literal is None:
            literal = f"{self.elements.size} elements"
        return f"Dense({literal if len(literal) <= 60 else literal[:57] + '...'}: {self.type})"


@dataclass(frozen=True)
class DenseVector:
    """`dense<literal> : vector<...>`: the elements are those of a constant of a tensor."""

    elements: Dense
    type: Type


def literals_in(attribute: Attribute) -> Iterator[Dense]:
    """The literals in an attribute."""
    for part in parts_of(attribute):
        if isinstance(part, Dense | DenseVector):
            yield part if isinstance(part, Dense) else part.elements


ELIDED: Final = "__elided__"  # the key that MLIR prints for every elided resource


@dataclass(frozen=True)
class DenseResource:
    """`dense_resource<key> : type`: a constant whose bytes are in the file's resource section."""

    key: str
    type: TensorType

    @property
    def is_elided(self) -> bool:
        """Whether its bytes were elided when the program was printed."""
        return self.key == ELIDED

    def array_from(self, blobs: Mapping[str, str | Blob]) -> Array:
        """The constant, given the module's blobs by key."""
        if self.key in blobs:
            return resource_array(blobs[self.key], self.type)
        missing = "elided when the program was printed" if self.is_elided else "no such blob in the file"
        raise LiteralError(f"no data for dense_resource<{self.key}>: {missing}", 0, len(self.key))


@dataclass(frozen=True)
class Blob:
    """The bytes of a resource where they stand in a binary file. As a string it is what text has for it."""

    data: memoryview
    alignment: int

    def __len__(self) -> int:
        return len(self.data)

    def __reduce__(self) -> tuple[Any, ...]:
        return _blob, (bytes(self.data), self.alignment)

    def __deepcopy__(self, memo: object) -> Blob:
        return self  # it never changes

    def __str__(self) -> str:
        return f"0x{self.alignment.to_bytes(4, 'little').hex().upper()}{self.data.hex().upper()}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return str(self).upper() == other.upper()
        return isinstance(other, Blob) and (self.alignment, self.data) == (other.alignment, other.data)

    def __hash__(self) -> int:
        return hash((self.alignment, len(self.data)))


def _blob(data: bytes, alignment: int) -> Blob:
    return Blob(memoryview(data), alignment)


_BLOB = re.compile("0x[0-9A-Fa-f]*")


def resource_array(blob: str | Blob, type: TensorType) -> Array:
    """The read-only array in a blob, as text `0x<4 bytes of alignment><elements>`."""
    if not type.is_static:
        raise LiteralError(f"expected a static shape for a constant, found {type}", 0, len(blob))
    stored = stored_type_of(type.element_type)
    expected = 4 + storage_bytes(stored) * math.prod(type.static_shape)
    if isinstance(blob, Blob):
        if len(blob) != expected - 4:
            message = f"the blob holds {len(blob)} bytes of elements; {type} takes {expected - 4}"
            raise LiteralError(message, 0, len(blob))
        return _read_only(from_storage(blob.data, stored).reshape(type.static_shape))
    if len(blob) % 2 or not _BLOB.fullmatch(blob):
        raise LiteralError("expected 0x and pairs of hexadecimal digits in a blob", 0, len(blob))
    if len(blob) != 2 + 2 * expected:
        held = max(len(blob) // 2 - 5, 0)
        message = f"expected {expected - 4} bytes of elements for {type}, found {held}"
        raise LiteralError(message, 0, len(blob))
    return _read_only(from_storage(bytes.fromhex(blob[10:]), stored).reshape(type.static_shape))


def _is_one_packed_byte(data: bytes | memoryview, count: int, element_type: ElementType) -> bool:
    """Whether a byte holds up to eight elements of i1, as bytecode packs them; in text it is a splat."""
    is_byte = isinstance(data, memoryview) and element_type.kind == "boolean" and len(data) == 1
    return is_byte and 1 < count <= _BITS and data[0] not in (0, 0xFF)


_BITS = 8  # of a byte


def _read_only(array: Array) -> Array:
    array.flags.writeable = False
    return array


# -- parsing literals ---------------------------------------------------------------------------

_PUNCTUATION = b"[]() \t\r\n\f\v"
_INT64_DIGITS = 18  # any integer of at most 18 decimal digits fits int64


def _read_blob(literal: str, type: TensorType, element_type: ElementType) -> Array:
    """The elements of a valid literal that is a string of hexadecimal digits."""
    return _from_blob(_blob_bytes(literal), type, element_type)


def _blob_bytes(literal: str) -> bytes:
    return bytes.fromhex(literal.strip(WHITESPACE)[3:-1])


def _patterns_in(data: bytes | memoryview, part: ElementType) -> list[int]:
    size, kept = -(-part.bits // 8), (1 << part.bits) - 1
    return [int.from_bytes(data[at : at + size], "little") & kept for at in range(0, len(data), size)]


def _from_blob(data: bytes | memoryview, type: TensorType, element_type: ElementType) -> Array:
    """The elements that the bytes of a blob represent: a view of them, where numpy has the type."""
    count = math.prod(type.static_shape)
    if not (is_packed(len(data), type) or _is_one_packed_byte(data, count, element_type)):
        return from_storage(data, element_type)
    return np.unpackbits(np.frombuffer(data, np.uint8), count=count, bitorder="little").view(np.bool_)


def _read(literal: str, element_type: ElementType) -> Array:
    """The elements of a valid literal."""
    dtype = dtype_of(element_type)
    numbers = _numbers_in(literal)
    if not numbers:
        return np.empty(0, dtype)
    if element_type.kind in ("float", "complex"):
        return _read_floats(numbers, part_of(element_type)).view(dtype)
    return _read_integers(numbers).astype(dtype)


def _numbers_in(literal: str) -> bytes:
    """The elements of a valid literal behind each other, with commas between them; none for none."""
    numbers = without_comments(literal).encode().translate(None, _PUNCTUATION)
    return numbers if numbers.strip(b",") else b""


def _read_floats(numbers: bytes, part: ElementType) -> Array:
    if b"x" not in numbers:
        return round_to(np.fromstring(numbers, np.float64, sep=","), part)
    tokens = numbers.split(b",")
    patterns = [(index, int(token, 16)) for index, token in enumerate(tokens) if b"x" in token]
    decimals = np.array([0.0 if b"x" in token else float(token) for token in tokens])
    bits = to_bits(round_to(decimals, part), part)
    for index, pattern in patterns:
        bits[index] = pattern
    return from_bits(bits, part)


def _read_integers(numbers: bytes) -> Array:
    """The integers as int64, or modulo 2**64 as uint64, to be truncated by the caller."""
    numbers = numbers.replace(b"true", b"1").replace(b"false", b"0")
    if b"x" not in numbers and not has_digits(numbers, _INT64_DIGITS + 1):
        return np.fromstring(numbers, np.int64, sep=",")
    tokens = numbers.decode().split(",")
    return np.array([integer(token) & 0xFFFF_FFFF_FFFF_FFFF for token in tokens], np.uint64)
