"""ragged_dot: dot_general with a dimension of lhs that is split into groups of different sizes.

The ragged dimension is one of three kinds. With m, k and b for a free, a contracting and a batching dimension
of lhs, n for a free one of rhs and g for the groups:

    free         [b, m, k], [g, b, k, n] -> [b, m, n]     each group of rows has an rhs of its own
    contracting  [b, m, k], [b, k, n] -> [g, b, m, n]     a product for each group of terms
    batching     [b, m, k], [b, k, n] -> [b, m, n]        as in dot_general

The constraints are MLIR's, with numbers of our own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from stablehlo_tools.formula.functions import dim, shape
from stablehlo_tools.formula.logic import equal, truth
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.declare import Array, Integers, IntegerTensor, PlainTensor, ResultType, op
from stablehlo_tools.ops.model.facts import SUM, Execution
from stablehlo_tools.ops.stablehlo.contraction import Axes, contraction, product
from stablehlo_tools.ops.stablehlo.dot_general import DIMENSION_RULES, Precisions

Pair = tuple[Axes, Axes]  # batching and contracting dimensions


def outer_dimensions(ragged: int, batching: Axes, contracting: Axes) -> list[int]:
    """The dimensions of lhs along which group sizes may vary, outermost first."""
    if ragged in batching:
        return list(batching[: batching.index(ragged)])
    if ragged in contracting:
        return [*batching, *contracting[: contracting.index(ragged)]]
    return [*batching, *(axis for axis in range(ragged) if axis not in (*batching, *contracting))]


def _group_sizes_fit(
    lhs_ragged_dimensions: Axes,
    group_sizes: Type,
    lhs: Type,
    lhs_batching_dimensions: Axes,
    lhs_contracting_dimensions: Axes,
) -> bool | None:
    sizes = shape(group_sizes)
    if sizes is None or shape(lhs) is None:
        return None
    if len(lhs_ragged_dimensions) != 1 or len(sizes) < 2:
        return len(sizes) > 0
    outer = outer_dimensions(lhs_ragged_dimensions[0], lhs_batching_dimensions, lhs_contracting_dimensions)
    return len(sizes) == len(outer) + 1 and truth(equal(sizes[:-1], dim(lhs, outer)))


@op(DIMENSION_RULES + """
C11 size(precision_config) <= 2
C12 size(lhs_ragged_dimensions) = 1
C13 0 <= lhs_ragged_dimensions < rank(lhs)
C14 0 <= rhs_group_dimensions < rank(rhs)
C15 rhs_group_dimensions... not in concatenate(rhs_batching_dimensions, rhs_contracting_dimensions)
C16 size(rhs_group_dimensions) = (is_free ? 1 : 0)
C17 group_sizes have a dimension for the groups, alone or behind all dimensions that are outer to
    lhs_ragged_dimensions in lhs, given lhs_batching_dimensions and lhs_contracting_dimensions
C18 dim(rhs, rhs_group_dimensions...) = shape(group_sizes)[-1]
C19 shape(result) = concatenate(is_contracting ? shape(group_sizes)[-1:] : [],
        dim(lhs, lhs_batching_dimensions), dim(lhs, lhs_result_dimensions), dim(rhs, rhs_result_dimensions))
is_contracting := lhs_ragged_dimensions[0] in lhs_contracting_dimensions
is_free := lhs_ragged_dimensions[0] not in concatenate(lhs_batching_dimensions, lhs_contracting_dimensions)
lhs_result_dimensions := without(axes(lhs), concatenate(lhs_batching_dimensions, lhs_contracting_dimensions))
rhs_result_dimensions := without(axes(rhs),
    concatenate(rhs_batching_dimensions, rhs_contracting_dimensions, rhs_group_dimensions))
""", dialect="chlo", numerics=SUM,
execution=Execution(is_numeric=True, workspace=workspace.product),
predicates={"C17": _group_sizes_fit})  # fmt: skip
def ragged_dot(
    lhs: PlainTensor,
    rhs: PlainTensor,
    group_sizes: IntegerTensor,
    *,
    lhs_batching_dimensions: Integers = (),
    rhs_batching_dimensions: Integers = (),
    lhs_contracting_dimensions: Integers = (),
    rhs_contracting_dimensions: Integers = (),
    lhs_ragged_dimensions: Integers = (),
    rhs_group_dimensions: Integers = (),
    precision_config: Precisions = ("DEFAULT", "DEFAULT"),
    result: ResultType,
) -> Array:
    """Dot products of slices of lhs and rhs, where each group of lhs has its own rhs, or its own result."""
    (ragged,) = lhs_ragged_dimensions
    lhs_axes = (lhs_batching_dimensions, lhs_contracting_dimensions)
    rhs_axes = (rhs_batching_dimensions, rhs_contracting_dimensions)
    if ragged in lhs_batching_dimensions:
        return _dot(lhs, rhs, lhs_axes, rhs_axes, result)
    outer = outer_dimensions(ragged, *lhs_axes)
    groups = _groups(group_sizes, [lhs.shape[axis] for axis in outer], lhs.shape[ragged])
    if ragged in lhs_contracting_dimensions:
        return _product_of_each_group(lhs, rhs, lhs_axes, rhs_axes, [*outer, ragged], groups, result)
    return _rhs_of_each_group(lhs, rhs, lhs_axes, rhs_axes, ragged, rhs_group_dimensions[0], groups, result)


class _Group(NamedTuple):
    """Part of the ragged dimension: `mask`, [outer dimensions..., range], has its elements in `range`."""

    range: slice
    mask: Array


def _groups(sizes: Array, outer: Sequence[int], extent: int) -> Iterator[_Group]:
    """The groups in order; their offsets may vary along the outer dimensions."""
    sizes = np.broadcast_to(sizes.astype(np.int64), (*outer, sizes.shape[-1]))
    ends = np.cumsum(sizes, axis=-1)
    starts, ends = (np.clip(places, 0, extent) for places in (ends - sizes, ends))
    for group in range(sizes.shape[-1]):
        start, end = starts[..., group, None], ends[..., group, None]
        low, high = int(start.min(initial=extent)), int(end.max(initial=0))
        places = np.arange(low, high)
        yield _Group(slice(low, max(low, high)), (start <= places) & (places < end))


def _rhs_of_each_group(
    lhs: Array, rhs: Array, lhs_axes: Pair, rhs_axes: Pair, ragged: int, group_axis: int,
    groups: Iterator[_Group], result: TensorType,
) -> Array:  # fmt: skip
    """The products of each group with its own rhs; elements in no group are zero."""
    batching, contracting = (tuple(axis - (axis > group_axis) for axis in axes) for axes in rhs_axes)
    rhs = np.moveaxis(rhs, group_axis, 0)
    plan = contraction(lhs.shape, rhs.shape[1:], lhs_axes[0], batching, lhs_axes[1], contracting)
    products = np.zeros(plan.shape, dtype_of(result.element_type))
    for rhs_of_group, group in zip(rhs, groups, strict=True):
        rows = lhs[(slice(None),) * ragged + (group.range,)]
        product = _dot(rows, rhs_of_group, lhs_axes, (batching, contracting), result)
        # in products, as in the mask, the outer dimensions and the ragged one come first
        mask = group.mask
        part = products[(slice(None),) * (mask.ndim - 1) + (group.range,)]
        np.copyto(part, product, where=mask.reshape(mask.shape + (1,) * (part.ndim - mask.ndim)))
    return products


def _product_of_each_group(
    lhs: Array, rhs: Array, lhs_axes: Pair, rhs_axes: Pair, masked: Sequence[int],
    groups: Iterator[_Group], result: TensorType,
) -> Array:  # fmt: skip
    """A product for each group; `masked` are the axes of lhs that masks have."""
    in_rhs = dict(zip(itertools.chain(*lhs_axes), itertools.chain(*rhs_axes), strict=True))
    products = [
        _dot(
            _mask_group(lhs, masked, group),
            _mask_group(rhs, [in_rhs[axis] for axis in masked], group),
            lhs_axes, rhs_axes, result,
        )
        for group in groups
    ]  # fmt: skip
    plan = contraction(lhs.shape, rhs.shape, lhs_axes[0], rhs_axes[0], lhs_axes[1], rhs_axes[1])
    return np.stack(products) if products else np.zeros((0, *plan.shape), dtype_of(result.element_type))


def _mask_group(operand: Array, axes: Sequence[int], group: _Group) -> Array:
    """The slice of an operand with zeros outside of a group. The last of `axes` is the ragged one."""
    part = operand[(slice(None),) * axes[-1] + (group.range,)]
    order = sorted(range(len(axes)), key=axes.__getitem__)
    broadcast_axes = [axis for axis in range(part.ndim) if axis not in axes]
    mask = np.expand_dims(group.mask.transpose(order), broadcast_axes)
    return np.where(mask, part, np.zeros((), part.dtype))


def _dot(lhs: Array, rhs: Array, lhs_axes: Pair, rhs_axes: Pair, result: TensorType) -> Array:
    plan = contraction(lhs.shape, rhs.shape, lhs_axes[0], rhs_axes[0], lhs_axes[1], rhs_axes[1])
    return product(lhs, rhs, plan, result)
