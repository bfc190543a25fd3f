"""Conversion between XLA shapes and StableHLO types, which have no layouts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TokenShape, TupleShape, leaves
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import DYNAMIC, ELEMENT_TYPES, TensorType, TokenType, Type
from stablehlo_tools.verifier.inference import with_shape

# A value of the program, or the elements of a tuple, which is no value of it.
Content = Value | tuple["Content", ...]


class ShapeTypeError(ValueError):
    """A shape without a corresponding type, or vice versa."""


def type_of_shape(shape: Shape) -> Type:
    """The type of an array or a token. Raises ShapeTypeError for tuples and other shapes."""
    if isinstance(shape, TokenShape):
        return TokenType()
    if not isinstance(shape, ArrayShape):
        raise ShapeTypeError(f"expected an array or a token, found {shape}")
    if shape.element_type.name not in ELEMENT_TYPES:
        raise ShapeTypeError(f"StableHLO has no element type for {shape.without_layout}")
    if shape.is_static:
        return TensorType(shape.dimensions, shape.element_type)
    return with_shape(TensorType((DYNAMIC,) * shape.rank, shape.element_type), shape.dimensions)


def leaf_types(shape: Shape) -> list[Type]:
    """The types of the arrays and tokens in a shape, in order. Raises ShapeTypeError."""
    return list(map(type_of_shape, leaves(shape)))


def shape_of_type(type: Type) -> Shape:
    """The shape of a value of a type, with the default layout. Raises ShapeTypeError."""
    if isinstance(type, TokenType):
        return TokenShape()
    if isinstance(type, TensorType) and type.shape is not None and type.element_type in _XLA_TYPES:
        return ArrayShape(type.element_type, type.shape)
    raise ShapeTypeError(f"XLA has no shape for {type}")


def leaf_values(content: Content | Iterable[Content]) -> Iterator[Value]:
    """The values in the parts of a tuple, in order."""
    if isinstance(content, Value):
        yield content
        return
    for part in content:
        yield from leaf_values(part)


def packed(shape: Shape, values: Iterable[Value]) -> Content:
    """The content for a shape with these arrays and tokens."""
    remaining = iter(values)

    def pack(shape: Shape) -> Content:
        return tuple(map(pack, shape.elements)) if isinstance(shape, TupleShape) else next(remaining)

    return pack(shape)


_XLA_TYPES = frozenset(PRIMITIVE_TYPES.values())


def layout_of(shape: Shape) -> Dense:
    """The order of the dimensions of an array in memory, as custom calls have it; none of a token."""
    order = shape.order.minor_to_major if isinstance(shape, ArrayShape) else ()
    return Dense.from_array(np.array(order, np.int64), TensorType((len(order),), ELEMENT_TYPES["index"]))
