"""The constants of a program: literals, bytes or arrays, which are read when they are needed.

Lists of few integers are read here, since verifying needs no more; `constant_arrays` makes arrays.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.host.records import public_record
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir import dense_literals
from stablehlo_tools.ir.attributes import Attribute, parts_of
from stablehlo_tools.ir.bit_patterns import pattern_of, signed
from stablehlo_tools.ir.dense_literals import (
    WHITESPACE,
    ElementFault,
    LiteralError,
    integer,
    is_blob,
    is_packed,
    storage_bytes,
    without_comments,
)
from stablehlo_tools.ir.literal_departures import departure
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.storage import has_dtype, stored_type_of, unsupported
from stablehlo_tools.ir.types import ElementType, QuantizedType, TensorType, Type, part_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from stablehlo_tools.ir.arrays import Array

# -- constants ----------------------------------------------------------------------------------


# The number of elements and empty lists to which a shorter literal, such as a splat, may be expanded: a few
# MB of Python lists, where a type may declare any size.
MOST_CLAIMED: Final = 1 << 16


_FEW: Final = 64  # elements that are read without numpy
_INTEGERS: Final = ("signed", "unsigned", "index")
_WIDTHS: Final = (8, 16, 32, 64)  # of integers that numpy has


class ClaimTooLarge(ValueError):
    """The expansion of a constant to lists would be much larger than its literal."""


def _shortened(literal: str) -> str:
    return literal if len(literal) <= 60 else f"{literal[:57]}..."


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
        """A constant with elements in a binary file, all of them or one for all; they are read on demand.

        Raises LiteralError for a wrong number of bytes.
        """
        dense = cls(data, type)
        if not type.is_static:
            raise LiteralError(f"constants must have a static shape, found {type}", 0, len(data))
        element = storage_bytes(dense.element_type)
        total = element * math.prod(type.static_shape)
        if len(data) not in (element, total) and not is_packed(len(data), type):
            expected = f"{total}" if total == element else f"{total}, or {element} for all elements alike"
            raise LiteralError(f"the constant holds {len(data)} bytes; {type} takes {expected}", 0, len(data))
        return dense

    @classmethod
    def from_array(cls, array: npt.ArrayLike, type: TensorType | None = None) -> Dense:
        """The constant with the elements of `array`; `type` defaults to that of its shape and dtype."""
        from stablehlo_tools.ir import constant_arrays

        elements, type = constant_arrays.from_array(array, type)
        dense = cls(None, type)
        dense.elements = elements
        return dense

    @classmethod
    def splat(cls, number: float, type: TensorType) -> Dense:
        """The constant whose elements all equal `number`, which is stored once."""
        from stablehlo_tools.ir import constant_arrays

        dense = cls(None, type)
        dense.elements = constant_arrays.from_number(number, type)
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
        """Whether numpy has the element type; constants of other types have `patterns`."""
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
        """The fault of the first element that MLIR accepts although its type lacks the value; else None."""
        literal = self.literal
        if literal is None or self.check() is not None:
            return None
        return departure(literal, self.element_type, self.type)

    @functools.cached_property
    def elements(self) -> Array:
        """The elements as a flat, read-only array; of size 1 for a splat."""
        from stablehlo_tools.ir import constant_arrays

        if self._problem is not None:
            raise self._problem
        data, literal = self._literal, self.literal
        if literal is not None and not is_blob(literal):
            array = constant_arrays.from_numbers(_numbers_in(literal), self.element_type)
        else:
            blob = data if isinstance(data, memoryview) else _blob_bytes(literal or "")
            array = constant_arrays.from_bytes(blob, self.type, self.element_type)
        return constant_arrays.read_only(array)

    @functools.cached_property
    def array(self) -> Array:
        """The elements as a read-only array with the shape of the type."""
        from stablehlo_tools.ir import constant_arrays

        return constant_arrays.shaped(self.elements, self.type.static_shape)

    @functools.cached_property
    def patterns(self) -> Sequence[int]:
        """The bits of elements of a type that numpy lacks, or of their parts; of one for a splat."""
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
            from stablehlo_tools.ir import constant_arrays

            return constant_arrays.patterns_of_floats(numbers, part) if numbers else []
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
        from stablehlo_tools.ir import constant_arrays

        count = self.count
        if count < 2 or not self.has_array:
            return count == 1
        return constant_arrays.are_alike(self.elements, self.element_type)

    def stored(self) -> bytes:
        """The bytes of the elements; of a single one for a splat."""
        if not self.has_array:
            size = -(-part_of(self.element_type).bits // 8)
            return b"".join(pattern.to_bytes(size, "little") for pattern in self.patterns)
        from stablehlo_tools.ir import constant_arrays

        elements = self.elements[:1] if self.is_splat else self.elements
        return constant_arrays.stored(elements, self.element_type)

    def storage(self) -> bytes | memoryview:
        """The bytes of the elements, of a single one for a splat, as MLIR stores them: i1 packed."""
        if isinstance(self._literal, memoryview) and self.element_type.kind != "boolean":
            return self._literal
        if self.element_type.kind != "boolean":
            return self.stored()
        elements = self.elements[:1] if self.is_splat else self.elements
        if self.is_splat:
            return b"\xff" if elements[0] else b"\0"
        from stablehlo_tools.ir import constant_arrays

        return constant_arrays.packed(elements)

    def tolist(self) -> Any:
        """The elements as nested lists. Raises ClaimTooLarge for a large expansion of a short literal."""
        claimed = self.type.claimed
        if claimed > MOST_CLAIMED and claimed > self.elements.size:
            raise ClaimTooLarge(f"cannot expand {self.type} to lists of more than {MOST_CLAIMED:,} elements")
        is_short = self._few_integers is not None
        return _lists(self.flat(), self.type.static_shape) if is_short else self.array.tolist()

    def flat(self) -> Iterator[Any]:
        """The elements one by one, in order."""
        few = self._few_integers
        if few is None:
            return iter(self.array.flat)
        return itertools.repeat(few[0], math.prod(self.type.static_shape)) if len(few) == 1 else iter(few)

    @functools.cached_property
    def _few_integers(self) -> list[int] | None:
        """The elements of a literal that has few integers, or one for all, read without numpy; else None."""
        literal, type = self.literal, self.element_type
        is_integer = type.kind == "boolean" or (type.kind in _INTEGERS and type.bits in _WIDTHS)
        if literal is None or not is_integer or literal.count(",") >= _FEW or is_blob(literal):
            return None
        if self._problem is not None:
            raise self._problem
        tokens = list(filter(None, _numbers_in(literal).decode().split(",")))
        if type.kind == "boolean":
            return [token == "true" or (token != "false" and integer(token) != 0) for token in tokens]
        return [signed(pattern_of(token, type), type) for token in tokens]

    def __getstate__(self) -> dict[str, object]:
        # a view of a file, or a span of a text, stands for its bytes
        literal = self.literal if isinstance(self._literal, Span) else self._literal
        raw = bytes(literal) if isinstance(literal, memoryview) else literal
        return {"_literal": raw, "type": self.type, **({"elements": self.elements} if raw is None else {})}

    def __setstate__(self, state: dict[str, Any]) -> None:
        literal = state["_literal"]
        self.__dict__ |= {**state, "_literal": memoryview(literal) if isinstance(literal, bytes) else literal}

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
        return f"Dense({_shortened(literal)}: {self.type})"

    def __str__(self) -> str:
        """MLIR's text, shortened; without the elements if they have not been written as text."""
        return f"dense<{_shortened(self.literal or '...')}> : {self.type}"


@public_record(frozen=True)
class DenseVector:
    """`dense<literal> : vector<...>`: the elements are those of a constant of a tensor."""

    elements: Dense
    type: Type


def literals_in(attribute: Attribute) -> Iterator[Dense]:
    """The literals in an attribute."""
    for part in parts_of(attribute):
        if isinstance(part, Dense | DenseVector):
            yield part if isinstance(part, Dense) else part.elements


def is_constant(operation: Operation) -> bool:
    """Whether an operation is the constant of some dialect."""
    return operation.name.endswith(".constant")


def constant_of(value: Value) -> Dense | None:
    """The constant that defines a value; None if it is not a well-formed constant."""
    owner = value.owner
    if not isinstance(owner, Operation) or not is_constant(owner):
        return None
    constant = owner.attributes.get("value")
    if isinstance(constant, Dense) and constant.type == value.type and constant.check() is None:
        return constant
    return None


ELIDED: Final = "__elided__"  # the key that MLIR prints for every elided resource


@public_record(frozen=True)
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


@public_record(frozen=True)
class Blob:
    """The bytes of a resource in a binary file. `str` of it is the text of the resource."""

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


_BLOB = regex("0x[0-9A-Fa-f]*")
_ALIGNMENT: Final = slice(2, 10)  # of a blob: 4 bytes


def is_resource_blob(text: str) -> bool:
    """Whether a text is that of a blob: whole bytes, the first four being an alignment."""
    if len(text) < _ALIGNMENT.stop or len(text) % 2 or not _BLOB.fullmatch(text):
        return False
    return int.from_bytes(bytes.fromhex(text[_ALIGNMENT]), "little").bit_count() == 1  # a power of two


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
        return _resource(blob.data, type)
    if len(blob) % 2 or not _BLOB.fullmatch(blob):
        raise LiteralError("expected 0x and pairs of hexadecimal digits in a blob", 0, len(blob))
    if len(blob) != 2 + 2 * expected:
        actual = max(len(blob) // 2 - 5, 0)
        message = f"expected {expected - 4} bytes of elements for {type}, found {actual}"
        raise LiteralError(message, 0, len(blob))
    return _resource(bytes.fromhex(blob[_ALIGNMENT.stop :]), type)


def _resource(data: bytes | memoryview, type: TensorType) -> Array:
    from stablehlo_tools.ir import constant_arrays

    return constant_arrays.from_resource(data, type, stored_type_of(type.element_type))


# -- literals -----------------------------------------------------------------------------------

_PUNCTUATION = b"[]() \t\r\n\f\v"


def _blob_bytes(literal: str) -> bytes:
    return bytes.fromhex(literal.strip(WHITESPACE)[3:-1])


def _patterns_in(data: bytes | memoryview, part: ElementType) -> list[int]:
    size, mask = -(-part.bits // 8), (1 << part.bits) - 1
    return [int.from_bytes(data[at : at + size], "little") & mask for at in range(0, len(data), size)]


def _numbers_in(literal: str) -> bytes:
    """The elements of a valid literal, separated by commas; empty for a literal without elements."""
    numbers = without_comments(literal).encode().translate(None, _PUNCTUATION)
    return numbers if numbers.strip(b",") else b""


def _lists(values: Iterator[int], shape: tuple[int, ...]) -> Any:
    """The next values, as nested lists of a shape."""
    return [_lists(values, shape[1:]) for _ in range(shape[0])] if shape else next(values)
