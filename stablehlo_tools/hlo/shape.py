"""XLA's shapes: arrays with layouts, tuples, tokens, opaque values and buffers.

Source: XLA's "Shapes and Layout"; the text is that of HLO modules.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from stablehlo_tools.hlo.layout import Layout, LayoutError, buffer_size, default_layout
from stablehlo_tools.ir.types import ELEMENT_TYPES, FOREIGN_FLOATS, Dim, ElementType


def _primitive_types() -> dict[str, ElementType]:
    names = {"pred": "i1", "c64": "complex<f32>", "c128": "complex<f64>"}
    names |= {f"s{bits}": f"i{bits}" for bits in (2, 4, 8, 16, 32, 64)}
    names |= {f"u{bits}": f"ui{bits}" for bits in (2, 4, 8, 16, 32, 64)}
    floats = [name for name, type in ELEMENT_TYPES.items() if type.kind == "float"]
    names |= {name.lower(): name for name in floats if name not in FOREIGN_FLOATS}
    single = {"s1": ElementType("s1", "signed", 1), "u1": ElementType("u1", "unsigned", 1)}
    return {name: ELEMENT_TYPES[ours] for name, ours in names.items()} | single


PRIMITIVE_TYPES: Final[Mapping[str, ElementType]] = _primitive_types()
_NAMES = {type: name for name, type in PRIMITIVE_TYPES.items()}


def primitive_name(element_type: ElementType) -> str:
    """XLA's name of an element type: `pred`, `s32`, `c64`. Raises KeyError if there is none."""
    return _NAMES[element_type]


@dataclass(frozen=True)
class ArrayShape:
    """An array: `f32[2,<=3,?]{2,1,0}`.

    A size is a number, or a `Dim` if it is bounded (`<=3`) or unknown (`?`). The default layout is
    dimension 0 major.
    """

    element_type: ElementType
    dimensions: tuple[int | Dim, ...] = ()
    layout: Layout | None = None

    def __post_init__(self) -> None:
        if self.layout is None:
            object.__setattr__(self, "layout", default_layout(len(self.dimensions)))

    @property
    def order(self) -> Layout:
        """The layout, or the default layout if none is given."""
        assert self.layout is not None
        return self.layout

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.dimensions)

    @property
    def is_static(self) -> bool:
        """Whether all sizes are known."""
        return not any(isinstance(size, Dim) for size in self.dimensions)

    @property
    def greatest(self) -> tuple[int, ...]:
        """The sizes, with bounds in place of dynamic sizes. Raises LayoutError for an unbounded size."""
        sizes = [size.high if isinstance(size, Dim) else size for size in self.dimensions]
        if math.inf in sizes:
            raise LayoutError(f"{self} has a dimension without a bound")
        return tuple(int(size) for size in sizes)

    def dimension(self, number: int) -> int | Dim:
        """The size of a dimension; negative numbers count from the last. Raises LayoutError."""
        if not -self.rank <= number < self.rank:
            raise LayoutError(f"dimension {number} of {self} is not in [{-self.rank}, {self.rank - 1}]")
        return self.dimensions[number]

    @property
    def element_count(self) -> int:
        """The number of elements, without padding."""
        return math.prod(self.greatest)

    @property
    def byte_size(self) -> int:
        """The size of the buffer in bytes, with padding; elements below a byte take one unless packed."""
        bits = self.order.element_size_in_bits or -(-self.element_type.bits // 8) * 8
        return -(-buffer_size(self.greatest, self.order) * bits // 8)

    def __str__(self) -> str:
        order = str(self.order)
        return f"{self.without_layout}{{{order}}}" if order else self.without_layout

    @property
    def without_layout(self) -> str:
        """The text without layout, as in signatures of computations: `f32[2,3]`."""
        return f"{primitive_name(self.element_type)}[{','.join(map(_size, self.dimensions))}]"


def _size(size: int | Dim) -> str:
    if not isinstance(size, Dim):
        return str(size)
    return "?" if size.high == math.inf else f"<={int(size.high)}"


@dataclass(frozen=True)
class TupleShape:
    """`(f32[2]{0}, (s32[], pred[]))`."""

    elements: tuple[Shape, ...]

    def __str__(self) -> str:
        return f"({listed([str(element) for element in self.elements])})"

    @property
    def without_layout(self) -> str:
        """The text without layouts."""
        return f"({listed([element.without_layout for element in self.elements])})"


def listed(texts: Iterable[str]) -> str:
    """A list as XLA prints it, with an index comment for every fifth entry."""
    return ", ".join(f"/*index={i}*/{text}" if i and i % 5 == 0 else text for i, text in enumerate(texts))


@dataclass(frozen=True)
class TokenShape:
    """`token[]`: orders side effects."""

    without_layout = "token[]"

    def __str__(self) -> str:
        return self.without_layout


@dataclass(frozen=True)
class OpaqueShape:
    """`opaque[]`: a value that only custom calls understand."""

    without_layout = "opaque[]"

    def __str__(self) -> str:
        return self.without_layout


@dataclass(frozen=True)
class BufferShape:
    """`b(f32[4]{0})`: an array in memory that is updated in place."""

    array: Shape

    def __str__(self) -> str:
        return f"b({self.array})"

    @property
    def without_layout(self) -> str:
        """The text without layouts."""
        return f"b({self.array.without_layout})"


Shape = ArrayShape | TupleShape | TokenShape | OpaqueShape | BufferShape


def make_shape(element_type: ElementType | str, dimensions: Sequence[int | Dim]) -> ArrayShape:
    """An array shape; the element type by XLA's name (`f32`) or as an object. Raises LayoutError."""
    if isinstance(element_type, str):
        name = element_type.lower()
        if name not in PRIMITIVE_TYPES:
            raise LayoutError(f"XLA has no element type `{element_type}`")
        element_type = PRIMITIVE_TYPES[name]
    return ArrayShape(element_type, tuple(dimensions))


def leaves(shape: Shape) -> Iterator[Shape]:
    """The shapes of the leaves of a tuple, in order, or the shape itself."""
    if not isinstance(shape, TupleShape):
        yield shape
        return
    for element in shape.elements:
        yield from leaves(element)


def subshape(shape: Shape, index: Sequence[int]) -> Shape:
    """The part of a tuple at a `ShapeIndex`, a list of positions. Raises LayoutError."""
    for number in index:
        if not isinstance(shape, TupleShape) or not 0 <= number < len(shape.elements):
            raise LayoutError(f"{shape} has no element {number}")
        shape = shape.elements[number]
    return shape


def leaf_number(shape: Shape, index: Sequence[int]) -> int:
    """The position among the leaves of a tuple of the first one at a `ShapeIndex`. Raises LayoutError."""
    before = 0
    for number in index:
        part = subshape(shape, (number,))
        assert isinstance(shape, TupleShape)
        before += sum(1 for element in shape.elements[:number] for _ in leaves(element))
        shape = part
    return before


def are_compatible(left: Shape, right: Shape) -> bool:
    """Whether two shapes are equal except for layouts."""
    return left.without_layout == right.without_layout
