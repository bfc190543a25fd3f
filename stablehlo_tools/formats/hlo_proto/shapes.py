"""Shapes and literals in protocol buffers."""

from __future__ import annotations

import math
import struct
from typing import Final

import numpy as np

from stablehlo_tools.formats.hlo_proto.schema import BUFFER, ELEMENT_TYPES, OPAQUE, SCHEMAS, TOKEN, TUPLE
from stablehlo_tools.formats.wire.protobuf import Message, ProtobufError
from stablehlo_tools.hlo.layout import Layout
from stablehlo_tools.hlo.shape import (
    PRIMITIVE_TYPES,
    ArrayShape,
    BufferShape,
    OpaqueShape,
    Shape,
    TokenShape,
    TupleShape,
    primitive_name,
)
from stablehlo_tools.hlo.text.literals import Literal
from stablehlo_tools.ir.arrays import Array, dtype_of, from_bits
from stablehlo_tools.ir.storage import UnsupportedType
from stablehlo_tools.ir.types import DYNAMIC, Dim

_SIZE: Final = struct.Struct("<Q")
_UNBOUNDED: Final = -(1 << 63)  # the size of a dimension of any size, and of one that a tile merges


class ShapeReader:
    """Reads shapes, each distinct one once."""

    def __init__(self) -> None:
        self._known: dict[bytes, Shape] = {}

    def shape(self, message: Message) -> Shape:
        """The shape in a message. Raises ProtobufError."""
        content = message.content
        if content not in self._known:
            self._known[content] = self._shape(message)
        return self._known[content]

    def _shape(self, message: Message) -> Shape:
        number = message.number("element_type")
        if number == TUPLE:
            return TupleShape(tuple(map(self.shape, message.messages("tuple_shapes"))))
        if number == BUFFER:
            parts = list(map(self.shape, message.messages("tuple_shapes")))
            if len(parts) != 1:
                raise message.error(f"a buffer has {len(parts)} shapes, expected one")
            return BufferShape(parts[0])
        if number in (TOKEN, OPAQUE):
            return TokenShape() if number == TOKEN else OpaqueShape()
        return self._array(message, _element_type(message, number))

    def _array(self, message: Message, name: str) -> ArrayShape:
        sizes, dynamic = message.numbers("dimensions"), message.numbers("is_dynamic_dimension")
        if dynamic and len(dynamic) != len(sizes):
            counts = f"{len(dynamic)} entries for {len(sizes)} dimensions"
            raise message.error(f"`is_dynamic_dimension` has {counts}")
        pairs = zip(sizes, dynamic or (False,) * len(sizes), strict=True)
        dimensions = tuple(_size(message, size, is_dynamic=is_dynamic) for size, is_dynamic in pairs)
        proto = message.message("layout")
        layout = None if proto is None else self._layout(proto)
        if layout is not None and sorted(layout.minor_to_major) != list(range(len(sizes))):
            order = list(layout.minor_to_major)
            raise message.error(f"minor_to_major {order} is not a permutation of {len(sizes)} dimensions")
        return ArrayShape(PRIMITIVE_TYPES[name], dimensions, layout)

    def _layout(self, message: Message) -> Layout:
        physical = message.message("physical_shape")
        return Layout(
            message.numbers("minor_to_major"),
            tuple(map(_tile, message.messages("tiles"))),
            max(message.number("tail_padding_alignment_in_elements"), 1),
            _type_name(message, "index_primitive_type"),
            _type_name(message, "pointer_primitive_type"),
            message.number("element_size_in_bits"),
            message.number("memory_space"),
            tuple(split.fields("dimension split_indices") for split in message.messages("split_configs")),
            None if physical is None else self.shape(physical),
            message.number("dynamic_shape_metadata_prefix_bytes"),
        )

    def literal(self, message: Message) -> Literal:
        """The literal in a message. Raises ProtobufError."""
        shape = self.shape(message.required("shape", "a literal"))
        if not isinstance(shape, TupleShape):
            return Literal.from_value(shape, _elements(message, shape))
        parts = [self.literal(element) for element in message.messages("tuple_literals")]
        if [part.shape.without_layout for part in parts] != [part.without_layout for part in shape.elements]:
            raise message.error(f"the parts of a literal do not match its shape, {shape.without_layout}")
        return Literal.from_value(shape, tuple(part.value for part in parts))

    def is_without_elements(self, message: Message) -> bool:
        """Whether a literal is an array without its elements, which XLA leaves out of some programs."""
        proto = message.message("shape")
        shape = None if proto is None else self.shape(proto)
        if not isinstance(shape, ArrayShape) or 0 in shape.greatest:
            return False
        return f"{primitive_name(shape.element_type)}s" not in message

    def raw_literal(self, data: memoryview, start: int, size: int) -> Literal:
        """The literal in some bytes of a file: the size of its shape, that, and its elements."""
        (shape_size,) = _SIZE.unpack(data[start : start + _SIZE.size]) if size >= _SIZE.size else (size,)
        place, end = start + _SIZE.size, start + size
        if end > len(data) or shape_size > end - place:
            raise ProtobufError(f"an argument of {size:,} bytes is missing or has no shape", start)
        message = Message(data, place, place + shape_size, "ShapeProto", SCHEMAS)
        shape = _static(message, self.shape(message))
        stored = np.frombuffer(data[place + shape_size : end], np.uint8)
        return Literal.from_value(shape, _laid_out(message, shape, stored, is_packed=True))


def _element_type(message: Message, number: int) -> str:
    if not number:
        raise message.error("a shape has no element type")
    if number not in ELEMENT_TYPES:
        raise message.unsupported(f"unknown element type {number}")
    return ELEMENT_TYPES[number]


def _type_name(message: Message, field: str) -> str:
    number = message.number(field)
    return _element_type(message, number) if number else ""


def _size(message: Message, size: int, *, is_dynamic: bool) -> int | Dim:
    if is_dynamic and size in (_UNBOUNDED, -1):
        return DYNAMIC
    if size < 0:
        raise message.error(f"a dimension has size {size}")
    return Dim(0, size) if is_dynamic else size


def _tile(message: Message) -> tuple[int | None, ...]:
    extents = message.numbers("dimensions")
    if any(extent <= 0 and extent != _UNBOUNDED for extent in extents):
        raise message.error(f"a tile has sizes {list(extents)}")
    return tuple(None if extent == _UNBOUNDED else extent for extent in extents)


# -- literals -----------------------------------------------------------------------------------

_PACKED: Final = {"pred": 1, "s1": 1, "u1": 1, "s2": 2, "u2": 2, "s4": 4, "u4": 4, "f4e2m1fn": 4}  # bits


def _elements(message: Message, shape: Shape) -> Array:
    """The elements of an array, which the file has in the order of its layout."""
    array = _static(message, shape)
    name = primitive_name(array.element_type)
    return _laid_out(message, array, message.array(f"{name}s"), is_packed=False)


def _static(message: Message, shape: Shape) -> ArrayShape:
    """The static shape of an array that a literal can have."""
    if not isinstance(shape, ArrayShape) or not shape.is_static:
        raise message.unsupported(f"a literal has shape {shape.without_layout}")
    try:
        dtype_of(shape.element_type)
    except UnsupportedType as error:
        raise message.unsupported(str(error)) from None
    return shape


def _laid_out(message: Message, shape: ArrayShape, stored: Array, *, is_packed: bool) -> Array:
    """The array of the elements that are stored, narrow ones in a byte each unless they are packed.

    Packed element types are recognized by number: older files have them.
    """
    bits, count = _PACKED.get(primitive_name(shape.element_type), 8), math.prod(shape.greatest)
    if bits < 8 and len(stored) == -(-count * bits // 8) and (is_packed or len(stored) < count):
        stored = _unpacked(stored, bits, count)
    is_whole = stored.nbytes % dtype_of(shape.element_type).itemsize == 0
    flat = _typed(shape, stored) if is_whole else stored
    if not is_whole or len(flat) != count:
        raise message.error(
            f"a literal has {stored.nbytes:,} bytes for {count:,} elements of {shape.without_layout}"
        )
    order = shape.order.minor_to_major[::-1]  # of dimensions, major first
    try:
        physical = flat.reshape([shape.greatest[dimension] for dimension in order])
    except ValueError as error:  # sizes beyond what numpy has, and a zero among them
        raise message.unsupported(f"a literal has shape {shape.without_layout}: {error}") from None
    return np.asarray(physical.transpose(np.argsort(order)))


def _typed(shape: ArrayShape, stored: Array) -> Array:
    if primitive_name(shape.element_type) in _PACKED:
        return from_bits(stored, shape.element_type)
    return stored.view(dtype_of(shape.element_type))


def _unpacked(stored: Array, bits: int, count: int) -> Array:
    """The bit patterns of elements that share bytes, the first one in the lowest bits."""
    shifts = np.arange(8 // bits, dtype=np.uint8) * np.uint8(bits)
    apart = stored[:, None] >> shifts & np.uint8((1 << bits) - 1)
    return np.asarray(apart.reshape(-1)[:count])
