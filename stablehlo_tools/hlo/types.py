"""The types of StableHLO that shapes of XLA are, and the other way round. Types know nothing of layouts."""

from __future__ import annotations

from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TokenShape, leaves
from stablehlo_tools.inference import with_shape
from stablehlo_tools.types import DYNAMIC, ELEMENT_TYPES, TensorType, TokenType, Type


class ShapeTypeError(ValueError):
    """A shape that is no type of one value, or a type that is no shape."""


def type_of_shape(shape: Shape) -> Type:
    """The type of an array or a token. Raises ShapeTypeError for a tuple, which is several, and others."""
    if isinstance(shape, TokenShape):
        return TokenType()
    if not isinstance(shape, ArrayShape):
        raise ShapeTypeError(f"an array or a token is wanted, but this is {shape}")
    if shape.element_type.name not in ELEMENT_TYPES:
        raise ShapeTypeError(f"StableHLO has no elements of the type of {shape.without_layout}")
    if shape.is_static:
        return TensorType(shape.dimensions, shape.element_type)
    return with_shape(TensorType((DYNAMIC,) * shape.rank, shape.element_type), shape.dimensions)


def leaf_types(shape: Shape) -> list[Type]:
    """The types of the arrays and tokens in a shape, in order. Raises ShapeTypeError."""
    return list(map(type_of_shape, leaves(shape)))


def shape_of_type(type: Type) -> Shape:
    """The shape of a value of a type, in the default layout. Raises ShapeTypeError."""
    if isinstance(type, TokenType):
        return TokenShape()
    if isinstance(type, TensorType) and type.shape is not None and type.element_type in _OF_XLA:
        return ArrayShape(type.element_type, type.shape)
    raise ShapeTypeError(f"XLA has no shape for {type}")


_OF_XLA = frozenset(PRIMITIVE_TYPES.values())
