"""Mixed precision: floats of several types where an instruction expects one, as in programs for TPU."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from stablehlo_tools.hlo.opcodes import ROWS
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TupleShape, leaves
from stablehlo_tools.ir.types import ElementType

# Opcodes that pass data on, or read its bits; all others convert floats to the widest type of the operands
# and the result.
_PASSING: Final = frozenset(
    {
        "bitcast-convert", "get-tuple-element", "infeed", "opt-barrier", "outfeed", "recv", "send",
        "stochastic-convert", "tuple", "while",
    }
)  # fmt: skip
CONVERTING: Final = (ROWS.keys() | {"copy"}) - _PASSING


def common_float(shapes: Iterable[Shape]) -> ElementType | None:
    """The type in which floats of several types are computed; None if these arrays have fewer than two."""
    arrays = (leaf for shape in shapes for leaf in leaves(shape) if isinstance(leaf, ArrayShape))
    types = {array.element_type for array in arrays if array.element_type.kind == "float"}
    if len(types) < 2:
        return None
    bits = max(type.bits for type in types)
    widest = [type for type in types if type.bits == bits]
    return widest[0] if len(widest) == 1 else PRIMITIVE_TYPES["f32"]


def with_floats(shape: Shape, type: ElementType) -> Shape:
    """The shape with another type in place of the types of its floats."""
    if isinstance(shape, TupleShape):
        return TupleShape(tuple(with_floats(element, type) for element in shape.elements))
    if not isinstance(shape, ArrayShape) or shape.element_type.kind != "float":
        return shape
    return replace(shape, element_type=type)
