"""scatter and select_and_scatter in the forms that most targets take."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.edit import defining_op
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import I32, TensorType
from stablehlo_tools.rewrite.rewriter import Match, legalization
from stablehlo_tools.rewrite.rules.legalize_indexing import MOST_I32, index_type, is_wide, narrow
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, concatenate, inlined, iota, on_terms, ops, region, splat

# -- scatter ----------------------------------------------------------------------------------------


def _indexed_first(attrs: Any) -> list[int]:
    """The dimensions of the input that come first: indexed ones, then other inserted ones."""
    indexed = attrs["scatter_dims_to_operand_dims"]
    return list(dict.fromkeys([*indexed, *attrs["inserted_window_dims"]]))


def _is_canonical(match: Match, x: list[Value]) -> bool:
    """Whether indices are rows, for the first dimensions in order, and windows are those of the others."""
    attrs, indices = match.attributes, tensor(x[len(match.types)])
    windows, first = list(attrs["update_window_dims"]), list(range(len(_indexed_first(attrs))))
    return (
        list(attrs["scatter_dims_to_operand_dims"]) == list(attrs["inserted_window_dims"]) == first
        and (indices.rank, attrs["index_vector_dim"]) == (2, 1)
        and windows == list(range(1, 1 + len(windows)))
    )


def _is_to_be_canonical(match: Match, x: list[Value]) -> bool:
    fits = max(tensor(x[0]).static_shape, default=0) <= MOST_I32
    return fits and not match.attributes["input_batching_dims"] and not _is_canonical(match, x)


@legalization(
    "scatter(*x) -> transpose(scatter(transpose(x), rows of indices, rows of updates))  "
    "[all are static, and it has no batching dimensions, and it is not canonical]",
    when=_is_to_be_canonical,
    removes="free_scatter",
)
@on_terms
def _scatter(match: Match, x: list[Term]) -> list[Term]:
    """Indexed dimensions become the first ones, with an index for each element of a window along them."""
    count, attrs = len(match.types), match.attributes
    inputs, indices, updates = x[:count], x[count], x[count + 1 :]
    first, rank = _indexed_first(attrs), inputs[0].rank
    order = [*first, *(axis for axis in range(rank) if axis not in first)]
    window_axes = [axis for axis in range(rank) if axis not in attrs["inserted_window_dims"]]
    windows = dict(zip(window_axes, attrs["update_window_dims"], strict=True))
    sizes = [updates[0].shape[windows[axis]] if axis in windows else 1 for axis in first]
    axes = [windows[axis] for axis in order if axis in windows]
    spread = sum(axis in windows for axis in first)
    is_spread = math.prod(sizes) > 1
    rows = _rows(indices, attrs["index_vector_dim"])
    if is_spread or len(first) > len(attrs["scatter_dims_to_operand_dims"]):
        rows = _places(rows, sizes, [inputs[0].shape[axis] for axis in first])
    attributes = {
        "update_window_dims": range(1, 1 + len(axes) - spread),
        "inserted_window_dims": range(len(first)),
        "scatter_dims_to_operand_dims": range(len(first)),
        "index_vector_dim": 1,
        "unique_indices": attrs["unique_indices"] and not is_spread,
    }
    moved = [input.transpose(order) for input in inputs]
    windows_last = [_windows_last(update, axes, spread) for update in updates]
    results = _scattered(match, [moved, rows, windows_last], attributes)
    return [result.transpose(np.argsort(order).tolist()) for result in results]


def _scattered(match: Match, operands: Sequence[Any], attributes: Mapping[str, Any]) -> list[Term]:
    """The scatter on other operands, whose results have the shapes of the inputs."""
    elements = [tensor(result).element_type for result in match.operation.results]
    types = [TensorType(input.shape, type) for input, type in zip(operands[0], elements, strict=True)]
    regions = match.operation.regions
    return ops(match, "scatter", operands, attributes, regions=regions, results=[types])


def _places(rows: Term, sizes: Sequence[int], bounds: Sequence[int]) -> Term:
    """A row of indices for each element of windows of these sizes, in an input of these bounds.

    Columns that are missing are of zeros. What is outside stays outside.
    """
    match, (count, width) = rows.match, rows.shape
    if is_wide(rows.value):
        rows = narrow(rows, [-size for size in sizes[:width]], bounds[:width], 1)
    type = TensorType((count, *sizes), I32)
    columns = []
    for place, size in enumerate(sizes):
        column = iota(match, 1 + place, type) if size > 1 else splat(match, 0, type)
        if place < width:
            start = _column(rows, place).broadcast([0], column.shape)
            column = start + column if size > 1 else start
        columns.append(column.reshape([count * math.prod(sizes), 1]))
    return concatenate(columns, 1)


def _column(rows: Term, place: int) -> Term:
    """A column of indices, as i32."""
    count = rows.shape[0]
    return rows.slice([0, place], [count, place + 1]).reshape([count]).convert(I32)


def _rows(indices: Term, vector_dim: int) -> Term:
    """The index vectors as rows of a matrix."""
    rank, shape = indices.rank, indices.shape
    width = shape[vector_dim] if vector_dim < rank else 1
    if vector_dim < rank:
        indices = indices.transpose([*(axis for axis in range(rank) if axis != vector_dim), vector_dim])
    sizes = [size for axis, size in enumerate(shape) if axis != vector_dim]
    return indices.reshape([math.prod(sizes), width])


def _windows_last(updates: Term, windows: Sequence[int], spread: int) -> Term:
    """The updates as rows, one for each window and index in its first `spread` dimensions, in this order."""
    shape = updates.shape
    batch = [axis for axis in range(updates.rank) if axis not in windows]
    rows = math.prod(shape[axis] for axis in (*batch, *windows[:spread]))
    return updates.transpose([*batch, *windows]).reshape([rows, *(shape[axis] for axis in windows[spread:])])


def _may_be_outside(match: Match, x: list[Value]) -> bool:
    """Whether a canonical scatter has indices that are not limited to its input, of a size that i32 has."""
    shape, width = tensor(x[0]).static_shape, len(_indexed_first(match.attributes))
    if not _is_canonical(match, x) or not width or math.prod(shape) >= MOST_I32:
        return False
    return width > 1 or not _is_limited(x[len(match.types)], shape[0] - 1)


def _is_limited(value: Value, limit: int) -> bool:
    """Whether a value is clamped, and perhaps reshaped, to be from zero to a number."""
    reshape = defining_op(value, "stablehlo.reshape")
    clamp = defining_op(reshape.operands[0] if reshape else value, "stablehlo.clamp")
    if clamp is None:
        return False
    low, high = (constant_of(clamp.operands[place]) for place in (0, 2))
    return (
        low is not None and high is not None and bool((low.array >= 0).all() and (high.array <= limit).all())
    )


@legalization(
    "scatter(*x) -> slice(scatter(concatenate(reshape(x), 0), the index of a row, or one past the end, u))  "
    "[all are static, and it is canonical, and its indices may be out of bounds]",
    when=_may_be_outside,
    removes="outside_updates",
)
@on_terms
def _scatter_inside(match: Match, x: list[Term]) -> list[Term]:
    """Dimensions that are indexed become one, with a place at its end for the updates that are outside."""
    count, attrs = len(match.types), match.attributes
    inputs, rows, updates = x[:count], x[count], x[count + 1 :]
    shape, width = inputs[0].shape, len(_indexed_first(attrs))
    size, trailing = math.prod(shape[:width]), shape[width:]
    if is_wide(rows.value):
        rows = narrow(rows, [-1] * width, shape[:width], 1)
    padded = []
    for term in inputs:
        end = splat(match, 0, TensorType((1, *trailing), term.element_type))
        padded.append(concatenate([term.reshape([size, *trailing]), end], 0))
    attributes = {"update_window_dims": attrs["update_window_dims"], **_ROWS}
    results = _scattered(match, [padded, _place_or_end(rows, shape[:width]), updates], attributes)
    starts = [0] * (1 + len(trailing))
    return [result.slice(starts, [size, *trailing]).reshape(shape) for result in results]


# The attributes of a scatter whose indices are a column, of places along the first dimension.
_ROWS: Final = {"inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0], "index_vector_dim": 1}


def _place_or_end(rows: Term, sizes: Sequence[int]) -> Term:
    """The place of each row in row-major order; the end for one that is outside."""
    columns = [_column(rows, axis) for axis in range(len(sizes))]
    place, tests = columns[0], list[Term]()
    for column, size in zip(columns, sizes, strict=True):
        tests += [column >= 0, column < size]
        place = column if column is columns[0] else place * size + column
    end = math.prod(sizes)
    chosen = functools.reduce(operator.and_, tests).select(place, end)
    # redundant, but shows the range to analyses
    low, high = (splat(rows.match, limit, TensorType((), I32)) for limit in (0, end))
    return low.op("clamp", chosen, high).reshape([rows.shape[0], 1])


# -- select_and_scatter -----------------------------------------------------------------------------


@legalization(
    "select_and_scatter(x, source, init) -> "
    "scatter(broadcast(init), reduce_window(x, iota) applies select, source)  [all are static]"
)
@on_terms
def _select_and_scatter(match: Match, x: Term, source: Term, init: Term) -> Term:
    options, size, result = match.attributes, math.prod(x.shape), tensor(match.result).element_type
    index, scalar = TensorType((), index_type(size)), TensorType((), x.element_type)
    numbers = iota(match, 0, TensorType((size,), index.element_type))
    nothing = splat(match, -1, index)
    windows = {
        name: options[name] for name in ("window_dimensions", "window_strides", "padding") if name in options
    }
    first = region(match, [scalar, index] * 2, lambda a, i, b, j: _chosen(match, (a, i), (b, j)))
    operands = [[x, numbers.reshape(x.shape)], [splat(match, 0, scalar), nothing]]
    _, chosen = ops(match, "reduce_window", operands, windows, regions=[first])
    body = region(
        match, [TensorType((), result)] * 2, lambda *pair: inlined(match, match.operation.regions[1], pair)
    )
    count = math.prod(source.shape)
    (scattered,) = ops(
        match,
        "scatter",
        [[init.broadcast([], [size])], chosen.reshape([count, 1]), [source.reshape([count])]],
        {"update_window_dims": [], **_ROWS},
        regions=[body],
        results=[[TensorType((size,), result)]],
    )
    return scattered.reshape(x.shape)


def _chosen(match: Match, left: tuple[Term, Term], right: tuple[Term, Term]) -> list[Term]:
    """The element that is selected, with its index; one of padding has the index -1, and never is."""
    (a, i), (b, j) = left, right
    (is_chosen,) = inlined(match, match.operation.regions[0], [a, b])
    only_right, only_left = i.equals(-1), j.equals(-1)
    is_left = (is_chosen & ~only_right) | only_left
    return [is_left.select(a, b), is_left.select(i, j)]
