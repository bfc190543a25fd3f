"""Helpers for shape rules: matching operands, valid dimensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape
from stablehlo_tools.ir.types import Dim

# The inferred shape of an instruction, from the shapes of its operands; None if it cannot be inferred.
Rule = Callable[[HloInstruction, Sequence[Shape]], Shape | None]


class BrokenRule(NamedTuple):
    """A violated constraint of a StableHLO op: its code for `shlo explain`, its formula, and its terms."""

    code: str
    formula: str
    values: tuple[tuple[str, str], ...]


class ShapeMismatch(ValueError):
    """Mismatched operands or attributes: the message, and the part of the instruction at fault.

    `broken` is the violated constraint of an op, with the values of its terms.
    """

    def __init__(
        self,
        message: str,
        place: int | str = "opcode",
        code: str = "hlo_operand_shape",
        broken: BrokenRule | None = None,
    ) -> None:
        super().__init__(message)
        self.place = place
        self.code = code
        self.broken = broken


def plain(shape: Shape | None) -> str:
    """A shape without layout, for messages."""
    return "?" if shape is None else shape.without_layout


def array(operands: Sequence[Shape], place: int) -> ArrayShape:
    """The shape of an operand that must be an array. Raises ShapeMismatch."""
    shape = operands[place]
    if not isinstance(shape, ArrayShape):
        raise ShapeMismatch(f"expected an array, found {plain(shape)}", place)
    return shape


def arrays(operands: Sequence[Shape]) -> list[ArrayShape]:
    """The shapes of operands that must all be arrays. Raises ShapeMismatch."""
    return [array(operands, place) for place in range(len(operands))]


def same_size(one: int | Dim, other: int | Dim) -> bool:
    """Whether two sizes may be equal; an unknown size may have any value up to its bound."""
    return isinstance(one, Dim) or isinstance(other, Dim) or one == other


def same_dimensions(one: ArrayShape, other: ArrayShape) -> bool:
    """Whether two arrays may have the same sizes."""
    return one.rank == other.rank and all(map(same_size, one.dimensions, other.dimensions))


def agree(one: Shape, other: Shape) -> bool:
    """Whether two shapes may be equal, ignoring layouts."""
    if isinstance(one, TupleShape) and isinstance(other, TupleShape):
        same_count = len(one.elements) == len(other.elements)
        return same_count and all(map(agree, one.elements, other.elements))
    if isinstance(one, ArrayShape) and isinstance(other, ArrayShape):
        return one.element_type == other.element_type and same_dimensions(one, other)
    return one.without_layout == other.without_layout


def with_sizes(shape: ArrayShape, sizes: Sequence[int | Dim]) -> ArrayShape:
    """The shape with other sizes and the default layout."""
    return ArrayShape(shape.element_type, tuple(sizes))


def axes(instruction: HloInstruction, name: str, rank: int) -> Sequence[int]:
    """An attribute with distinct dimensions of an array of the given rank. Raises ShapeMismatch."""
    given: Sequence[int] = instruction.attributes.get(name, ())
    for dimension in given:
        if not 0 <= dimension < rank:
            raise ShapeMismatch(f"dimension {dimension} is out of bounds for rank {rank}", name)
    if len(set(given)) < len(given):
        raise ShapeMismatch(f"duplicate dimension in `{name}`", name)
    return given


def one_axis(instruction: HloInstruction, rank: int) -> int:
    """The only dimension in `dimensions`. Raises ShapeMismatch."""
    found = axes(instruction, "dimensions", rank)
    if len(found) != 1:
        raise ShapeMismatch(f"`{instruction.opcode}` expects one dimension, found {len(found)}", "dimensions")
    return found[0]


def bundled(shapes: Sequence[Shape]) -> Shape:
    """The only shape, or the tuple of several."""
    return shapes[0] if len(shapes) == 1 else TupleShape(tuple(shapes))
