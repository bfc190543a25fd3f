"""The elements of constants as arrays: of literals, of bytes, and the other way round.

numpy parses a list of numbers as one string, and hexadecimal digits as bytes. `constants` imports this where
arrays are asked for: most programs are verified without numpy.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from stablehlo_tools.ir.arrays import (
    Array,
    dtype_of,
    element_type_of,
    from_bits,
    from_storage,
    round_to,
    to_bits,
    to_storage,
)
from stablehlo_tools.ir.dense_literals import has_digits, integer, is_packed
from stablehlo_tools.ir.types import ElementType, TensorType, part_of

_BITS = 8  # of a byte
_FEW = 64  # elements
_INT64_DIGITS = 18  # any integer of at most 18 decimal digits fits int64


def read_only(array: Array) -> Array:
    """The array, made read-only."""
    array.flags.writeable = False
    return array


def from_array(array: npt.ArrayLike, type: TensorType | None) -> tuple[Array, TensorType]:
    """The elements of an array and their type, by default that of its shape and dtype. Raises ValueError."""
    source = np.asarray(array)
    type = type or TensorType(source.shape, element_type_of(source.dtype))
    if source.shape != type.shape:
        raise ValueError(f"expected an array of type {type}, found shape {list(source.shape)}")
    return read_only(np.array(source, dtype_of(type.element_type), order="C").reshape(-1)), type


def from_number(number: float, type: TensorType) -> Array:
    """The element of a splat."""
    return read_only(np.array([number]).astype(dtype_of(type.element_type)))


def from_numbers(numbers: bytes, element_type: ElementType) -> Array:
    """The elements with commas between them."""
    dtype = dtype_of(element_type)
    if not numbers:
        return np.empty(0, dtype)
    if element_type.kind in ("float", "complex"):
        return _read_floats(numbers, part_of(element_type)).view(dtype)
    return _read_integers(numbers).astype(dtype)


def from_bytes(data: bytes | memoryview, type: TensorType, element_type: ElementType) -> Array:
    """The elements that the bytes of a blob represent: a view of them, where numpy has the type."""
    count = math.prod(type.static_shape)
    if not (is_packed(len(data), type) or _is_one_packed_byte(data, count, element_type)):
        return from_storage(data, element_type)
    return np.unpackbits(np.frombuffer(data, np.uint8), count=count, bitorder="little").view(np.bool_)


def from_resource(data: bytes | memoryview, type: TensorType, element_type: ElementType) -> Array:
    """The read-only array in the bytes of a resource."""
    return read_only(from_storage(data, element_type).reshape(type.static_shape))


def shaped(elements: Array, shape: tuple[int, ...]) -> Array:
    """The elements in a shape; a single one is broadcast to it."""
    return np.broadcast_to(elements.reshape(()), shape) if elements.size == 1 else elements.reshape(shape)


def patterns_of_floats(numbers: bytes, part: ElementType) -> list[int]:
    """The bits of floats with commas between them."""
    patterns: list[int] = to_bits(_read_floats(numbers, part), part).tolist()
    return patterns


def are_alike(elements: Array, element_type: ElementType) -> bool:
    """Whether all elements, at least one, have the same bits."""
    bits = to_bits(elements, element_type).reshape(len(elements), -1)
    return all(bool((part == bits[0]).all()) for part in (bits[:_FEW], bits))  # most differ at once


def stored(elements: Array, element_type: ElementType) -> bytes:
    """The bytes of elements, each in as many as it takes."""
    return to_storage(elements, element_type)


def packed(truths: Array) -> bytes:
    """The bytes of truth values, eight in each."""
    return np.packbits(truths, bitorder="little").tobytes()


def _is_one_packed_byte(data: bytes | memoryview, count: int, element_type: ElementType) -> bool:
    """Whether a byte holds up to eight elements of i1, as bytecode packs them; in text it is a splat."""
    is_byte = isinstance(data, memoryview) and element_type.kind == "boolean" and len(data) == 1
    return is_byte and 1 < count <= _BITS and data[0] not in (0, 0xFF)


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
