"""Implicit broadcasting of XLA's binary operations (XLA's "Broadcasting").

HLO and StableHLO have no implicit broadcasting: builders insert broadcasts. The rules are `RULES`.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from stablehlo_tools.ir.types import Dim, ElementType

Size = int | Dim

RULES: Final[Mapping[str, str]] = {
    "equal_ranks": "arrays of equal rank require broadcast_dimensions to be empty or all dimensions in order",
    "scalar": "a scalar requires broadcast_dimensions to be empty",
    "unequal_ranks": "arrays of different ranks require broadcast_dimensions",
    "length": "broadcast_dimensions must have an entry for each dimension of the array of lower rank",
    "range": "broadcast_dimensions must be dimensions of the array of higher rank",
    "increasing": "broadcast_dimensions must be strictly increasing",
    "sizes": "matched dimensions must have equal sizes, or one of them size 1",
    "element_types": "element types must be equal, or both floating-point",
}


class BroadcastError(ValueError):
    """Shapes that cannot be broadcast; `rule` is the key of the violated rule in `RULES`."""

    def __init__(self, rule: str, values: str) -> None:
        super().__init__(f"{RULES[rule]}: {values}")
        self.rule = rule


class Broadcast(NamedTuple):
    """The broadcast of two operands to a common shape.

    `broadcast_in_dim` of an operand with `lhs_dimensions` or `rhs_dimensions` returns `shape`; None if the
    operand already has it.
    """

    shape: tuple[Size, ...]
    lhs_dimensions: tuple[int, ...] | None
    rhs_dimensions: tuple[int, ...] | None


def broadcast(
    lhs: Sequence[Size], rhs: Sequence[Size], broadcast_dimensions: Sequence[int] | None = None
) -> Broadcast:
    """The broadcast of arrays of two shapes. Raises BroadcastError.

    `broadcast_dimensions[i]` is the dimension of the higher-rank array that dimension i of the other matches.
    """
    dimensions = _matched_dimensions(lhs, rhs, list(broadcast_dimensions or ()))
    lower, higher = sorted((tuple(lhs), tuple(rhs)), key=len)
    shape = list(higher)
    for position, dimension in enumerate(dimensions):
        shape[dimension] = _common_size(lower[position], higher[dimension], position, dimension)
    return Broadcast(
        tuple(shape),
        _broadcast_dimensions(lhs, shape, dimensions if len(lhs) < len(rhs) else range(len(lhs))),
        _broadcast_dimensions(rhs, shape, dimensions if len(rhs) < len(lhs) else range(len(rhs))),
    )


def _matched_dimensions(lhs: Sequence[Size], rhs: Sequence[Size], dimensions: list[int]) -> Sequence[int]:
    """The dimensions of the array of higher rank that match those of the other."""
    low_rank, high_rank = sorted((len(lhs), len(rhs)))
    if low_rank == high_rank:
        if dimensions not in ([], list(range(low_rank))):
            raise BroadcastError("equal_ranks", f"{dimensions} for rank {low_rank}")
        return range(low_rank)
    if low_rank == 0:
        if dimensions:
            raise BroadcastError("scalar", f"got {dimensions}")
        return ()
    if not dimensions:
        raise BroadcastError("unequal_ranks", f"{_text(lhs)} and {_text(rhs)}")
    if len(dimensions) != low_rank:
        raise BroadcastError("length", f"{dimensions} for rank {low_rank}")
    for dimension in dimensions:
        if not 0 <= dimension < high_rank:
            raise BroadcastError("range", f"{dimension} of an array of rank {high_rank}")
    if any(first >= second for first, second in itertools.pairwise(dimensions)):
        raise BroadcastError("increasing", f"{dimensions}")
    return dimensions


def _common_size(size: Size, other: Size, position: int, dimension: int) -> Size:
    """The common size of two matched dimensions; size 1 is expanded."""
    if size == 1:
        return other
    if other == 1:
        return size
    if isinstance(size, Dim) or isinstance(other, Dim):
        return size if isinstance(size, Dim) else other
    if size != other:
        raise BroadcastError("sizes", f"{size} of dimension {position} with {other} of dimension {dimension}")
    return size


def _broadcast_dimensions(
    own: Sequence[Size], shape: Sequence[Size], dimensions: Sequence[int]
) -> tuple[int, ...] | None:
    return None if list(own) == list(shape) else tuple(dimensions)


def _text(shape: Sequence[Size]) -> str:
    return f"[{','.join(map(str, shape))}]"


def common_element_type(lhs: ElementType, rhs: ElementType) -> ElementType:
    """The element type of an arithmetic result: of two float types, the one of greater range, then precision.

    Raises BroadcastError if the types cannot be combined.
    """
    if lhs == rhs:
        return lhs
    if lhs.kind != "float" or rhs.kind != "float":
        raise BroadcastError("element_types", f"{lhs} and {rhs}")
    return max(lhs, rhs, key=lambda type: (type.bits, _RANGE.get(type.name, 0)))


_RANGE = {"bf16": 1}  # among floats of equal width, the one of greater range
