"""Indices of 64 bits as those of 32 bits, which most targets take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import I32, I64, ElementType
from stablehlo_tools.rewrite.rewriter import Match, legalization
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, constant, on_terms, values_of

MOST_I32: Final = (1 << 31) - 1


def index_type(size: int) -> ElementType:
    """The integer type of indices into `size` places."""
    return I32 if size <= MOST_I32 else I64


def is_wide(value: Value) -> bool:
    """Whether the indices in an array have 64 bits, or exceed i32."""
    element_type = tensor(value).element_type
    return isinstance(element_type, ElementType) and element_type.name in ("i64", "ui64", "ui32")


def narrow(x: Term, low: Sequence[int], high: Sequence[int], axis: int | None) -> Term:
    """Indices as i32, limited to bounds that do not change what they mean, along an axis of theirs."""
    known = constant_of(x.value)
    if known is not None:
        limits = (_spread(limit, x.shape, axis) for limit in (low, high))
        return constant(x.match, np.asarray(np.clip(known.array.astype(object), *limits), np.int32))
    is_unsigned = x.element_type.kind == "unsigned"
    bounds = []
    for limit in (low, high):
        spread = _spread([max(bound, 0) for bound in limit] if is_unsigned else limit, x.shape, axis)
        bounds.append(constant(x.match, np.broadcast_to(spread, x.shape).astype(dtype_of(x.element_type))))
    return bounds[0].op("clamp", x, bounds[1]).convert(I32)


def _spread(limits: Sequence[int], shape: Sequence[int], axis: int | None) -> Any:
    """Bounds along an axis of an array, or one bound for all of it."""
    if axis is None or axis >= len(shape):
        return np.asarray(limits[0], object)
    return np.asarray(limits, object).reshape([-1 if place == axis else 1 for place in range(len(shape))])


def _has_wide_starts(count: int) -> Callable[..., bool]:
    """Whether a scalar after the first `count` operands has 64 bits, and all sizes have at most 31."""

    def holds(match: Match, x: list[Value]) -> bool:
        fits = all(size <= MOST_I32 for size in tensor(x[0]).static_shape)
        return fits and any(map(is_wide, x[count:]))

    return holds


for _name, _count in (("dynamic_slice", 1), ("dynamic_update_slice", 2)):

    @legalization(
        f"{_name}(*x) -> {_name}(x, convert(starts))  [all are static, and its starts have 64-bit elements]",
        when=_has_wide_starts(_count),
        removes="i64_indices",
    )
    @on_terms
    def _starts(match: Match, x: list[Term], count: int = _count) -> list[Value]:
        """A start is clamped to what keeps the slice inside."""
        sizes = match.attributes["slice_sizes"] if count == 1 else x[1].shape
        room = [size - taken for size, taken in zip(x[0].shape, sizes, strict=True)]
        starts = [narrow(start, [0], [limit], None) for start, limit in zip(x[count:], room, strict=True)]
        return match.again(values_of([*x[:count], *starts]))


@legalization(
    "gather(x, i) -> gather(x, convert(i))  [all are static, and i has 64-bit elements]",
    when=lambda match, x, i: is_wide(i) and max(tensor(x).static_shape, default=0) <= MOST_I32,
    removes="i64_indices",
)
@on_terms
def _gather(match: Match, x: Term, i: Term) -> list[Value]:
    """A start is clamped to what keeps the slice inside."""
    attrs = match.attributes
    room = [size - taken for size, taken in zip(x.shape, attrs["slice_sizes"], strict=True)]
    high = [room[axis] for axis in attrs["start_index_map"]]
    return match.again(values_of([x, narrow(i, [0] * len(high), high, attrs["index_vector_dim"])]))


@legalization(
    "scatter(*x) -> scatter(x, convert(indices), u)  [all are static, and its indices have 64-bit elements]",
    when=lambda match, x: (
        is_wide(x[len(match.types)]) and max(tensor(x[0]).static_shape, default=0) < MOST_I32
    ),
    removes="i64_indices",
)
@on_terms
def _scatter_indices(match: Match, x: list[Term]) -> list[Value]:
    """Updates outside are left out: what is below zero becomes -1, and what is beyond the end the end."""
    count, attrs = len(match.types), match.attributes
    high = [x[0].shape[axis] for axis in attrs["scatter_dims_to_operand_dims"]]
    indices = narrow(x[count], [-1] * len(high), high, attrs["index_vector_dim"])
    return match.again(values_of([*x[:count], indices, *x[count + 1 :]]))
