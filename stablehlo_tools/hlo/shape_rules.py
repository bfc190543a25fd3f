"""What the rules of shapes have in common: operands that fit each other, dimensions that are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape
from stablehlo_tools.ir.types import Dim

# The shape that follows from an instruction and the shapes of its operands; None where none does.
Rule = Callable[[HloInstruction, Sequence[Shape]], Shape | None]


class BrokenRule(NamedTuple):
    """A rule of an op of StableHLO: its code, as `shlo explain` takes it, its formula, and its terms."""

    code: str
    formula: str
    values: tuple[tuple[str, str], ...]


class ShapeMismatch(ValueError):
    """Operands or attributes that do not fit: what is wrong, and the part of the instruction at fault.

    `broken` says which rule of an op it is that does not hold, and what its terms came to.
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
    """A shape without layout, for people."""
    return "?" if shape is None else shape.without_layout


def array(operands: Sequence[Shape], place: int) -> ArrayShape:
    """The shape of an operand that has to be an array. Raises ShapeMismatch."""
    shape = operands[place]
    if not isinstance(shape, ArrayShape):
        raise ShapeMismatch(f"{plain(shape)} is no array", place)
    return shape


def arrays(operands: Sequence[Shape]) -> list[ArrayShape]:
    """The shapes of operands that all have to be arrays. Raises ShapeMismatch."""
    return [array(operands, place) for place in range(len(operands))]


def same_size(one: int | Dim, other: int | Dim) -> bool:
    """Whether two sizes may be equal: one that is not known may be any, up to its bound."""
    return isinstance(one, Dim) or isinstance(other, Dim) or one == other


def same_dimensions(one: ArrayShape, other: ArrayShape) -> bool:
    """Whether two arrays have the same sizes, as far as these are known."""
    return one.rank == other.rank and all(map(same_size, one.dimensions, other.dimensions))


def agree(one: Shape, other: Shape) -> bool:
    """Whether two shapes are the same, but for layouts and for sizes that are not known."""
    if isinstance(one, TupleShape) and isinstance(other, TupleShape):
        same_count = len(one.elements) == len(other.elements)
        return same_count and all(map(agree, one.elements, other.elements))
    if isinstance(one, ArrayShape) and isinstance(other, ArrayShape):
        return one.element_type == other.element_type and same_dimensions(one, other)
    return one.without_layout == other.without_layout


def with_sizes(shape: ArrayShape, sizes: Sequence[int | Dim]) -> ArrayShape:
    """Of the same element type, with other sizes and the default layout."""
    return ArrayShape(shape.element_type, tuple(sizes))


def axes(instruction: HloInstruction, name: str, rank: int) -> Sequence[int]:
    """An attribute that lists dimensions, each once, of `rank` that there are. Raises ShapeMismatch."""
    given: Sequence[int] = instruction.attributes.get(name, ())
    for dimension in given:
        if not 0 <= dimension < rank:
            raise ShapeMismatch(f"there is no dimension {dimension}: there are {rank}", name)
    if len(set(given)) < len(given):
        raise ShapeMismatch(f"`{name}` names a dimension twice", name)
    return given


def one_axis(instruction: HloInstruction, rank: int) -> int:
    """The only dimension that `dimensions` names. Raises ShapeMismatch."""
    found = axes(instruction, "dimensions", rank)
    if len(found) != 1:
        raise ShapeMismatch(f"`{instruction.opcode}` is along one dimension, not {len(found)}", "dimensions")
    return found[0]


def bundled(shapes: Sequence[Shape]) -> Shape:
    """One shape, or the tuple of several."""
    return shapes[0] if len(shapes) == 1 else TupleShape(tuple(shapes))
