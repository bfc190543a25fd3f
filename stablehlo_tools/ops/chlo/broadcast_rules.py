"""The rules of implicit broadcasting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stablehlo_tools.formula.functions import shape
from stablehlo_tools.formula.logic import equal
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.model.schema import COMPLEX, FLOAT, INTEGER, PER_TENSOR, OperandRule


def are_legal(dimensions: Sequence[int], ranks: Sequence[int]) -> bool:
    """Whether `dimensions` map the operand of lower rank into the other."""
    least, greatest = sorted(ranks)
    ascend = list(dimensions) == sorted(set(dimensions))
    return ascend and len(dimensions) == least and all(0 <= dimension < greatest for dimension in dimensions)


def pair_matches(
    lhs: Type, rhs: Type, result: Type, broadcast_dimensions: tuple[int, ...] | None
) -> bool | None:
    """Whether the shapes of two operands broadcast to that of the result; None if that is unknown."""
    shapes = [shape(lhs), shape(rhs)]
    if broadcast_dimensions is not None and None not in shapes:
        ranks = list(map(len, shapes))
        if not are_legal(broadcast_dimensions, ranks):
            return None
        shapes = [expand_shape(sizes, max(ranks), broadcast_dimensions) for sizes in shapes]
    return _shapes_match(shapes, shape(result))


def _shapes_match(shapes: Sequence[Any], result: Any) -> bool | None:
    """Whether the shapes broadcast to that of the result; None if that depends on unknown sizes."""
    if result is None or None in shapes:
        return None
    if len(result) != max(map(len, shapes)):
        return False
    match = all(
        _sizes_match([sizes[-axis] for sizes in shapes if axis <= len(sizes)], result[-axis])
        for axis in range(1, len(result) + 1)
    )
    is_known = all(isinstance(size, int) for sizes in (*shapes, result) for size in sizes)
    return match if is_known or not match else None


def _sizes_match(sizes: Sequence[Any], size: Any) -> bool:
    """Whether these sizes may broadcast to `size`; an unknown size may be any."""
    static = {extent for extent in sizes if isinstance(extent, int) and extent != 1}
    return len(static) < 2 and any(equal(extent, size) is not False for extent in static or sizes)


def expand_shape(sizes: Sequence[Any], rank: int, dimensions: Sequence[int]) -> list[Any]:
    """A shape as one of `rank`: its sizes at `dimensions`, 1 elsewhere."""
    if len(sizes) == rank:
        return list(sizes)
    laid_out: list[Any] = [1] * rank
    for dimension, size in zip(dimensions, sizes, strict=True):
        laid_out[dimension] = size
    return laid_out


def branches_match(pred: Type, on_true: Type, on_false: Type, result: Type) -> bool | None:
    """Whether the shapes of three operands broadcast to that of the result; None if that is unknown."""
    return _shapes_match([shape(pred), shape(on_true), shape(on_false)], shape(result))


def are_integers(lhs: Type, rhs: Type) -> bool:
    """Whether both are tensors of integers."""
    return _are(INTEGER, lhs, rhs)


def are_floats(lhs: Type, rhs: Type) -> bool:
    """Whether both are tensors of floats."""
    return _are(FLOAT, lhs, rhs)


def are_inexact(lhs: Type, rhs: Type) -> bool:
    """Whether both are tensors of floats or complex numbers, which may be quantized."""
    return _are(_INEXACT, lhs, rhs)


def are_numbers(lhs: Type, rhs: Type) -> bool:
    """Whether both are tensors of numbers."""
    return _are(_NUMBERS, lhs, rhs)


def _are(kinds: frozenset[str], *types: Type) -> bool:
    return all(map(OperandRule(kinds).admits, types))


_INEXACT: Final = FLOAT | COMPLEX | PER_TENSOR
_NUMBERS: Final = INTEGER | _INEXACT
OF_KINDS: Final = {
    INTEGER: are_integers, FLOAT: are_floats, _INEXACT: are_inexact, _NUMBERS: are_numbers,
}  # fmt: skip
