"""Gather, scatter, sort and windows in the forms that most targets take."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.edit import defining_op
from stablehlo_tools.ir.operations import Operation, Region, Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.rewriter import Match, legalization
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import (
    Term,
    concatenate,
    constant,
    inlined,
    iota,
    on_terms,
    ops,
    region,
    splat,
    values_of,
)

I32: Final = ELEMENT_TYPES["i32"]
I64: Final = ELEMENT_TYPES["i64"]
_MOST_I32: Final = (1 << 31) - 1


def _index_type(size: int) -> ElementType:
    """The integer type of indices into `size` places."""
    return I32 if size <= _MOST_I32 else I64


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
    fits = max(tensor(x[0]).static_shape, default=0) <= _MOST_I32
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
    if _is_wide(rows.value):
        rows = _narrow(rows, [-size for size in sizes[:width]], bounds[:width], 1)
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
    if not _is_canonical(match, x) or not width or math.prod(shape) >= _MOST_I32:
        return False
    return width > 1 or not _is_limited(x[len(match.types)], shape[0] - 1)


def _is_limited(value: Value, limit: int) -> bool:
    """Whether a value is clamped, and perhaps reshaped, to be from zero to a number."""
    owner = value.owner
    if isinstance(owner, Operation) and owner.name == "stablehlo.reshape":
        owner = owner.operands[0].owner
    if not isinstance(owner, Operation) or owner.name != "stablehlo.clamp":
        return False
    low, high = (constant_of(owner.operands[place]) for place in (0, 2))
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
    if _is_wide(rows.value):
        rows = _narrow(rows, [-1] * width, shape[:width], 1)
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
    index, scalar = TensorType((), _index_type(size)), TensorType((), x.element_type)
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


# -- sort -------------------------------------------------------------------------------------------


def _in_order(arrays: list[Any]) -> list[Any]:
    """Arrays with 1 in place of NaN, which most comparisons do not order."""
    return [np.where(array == array, array, np.ones_like(array)) for array in arrays]


@legalization(
    "sort(*x, is_stable=True) -> sort(x, iota), which orders equal keys by their indices; an iota in x is "
    "reused  "
    "[all are static]",
    removes="stable_sort",
    domain=_in_order,
)
@on_terms
def _stable_sort(match: Match, x: list[Term]) -> list[Term]:
    dimension, shape = match.attributes["dimension"], x[0].shape
    axis = dimension % max(len(shape), 1)
    index = _index_type(shape[axis] if shape else 1)
    own = next((place for place, each in enumerate(x) if _counts(each.value, axis, index)), None)
    numbers = [] if own is not None else [iota(match, axis, TensorType(tuple(shape), index))]
    types = [TensorType((), each.element_type) for each in (*x, *numbers) for _ in range(2)]
    at = 2 * (len(x) if own is None else own)

    def comparator(*terms: Term) -> list[Term]:
        keys = terms[: 2 * len(x)]
        swapped = [keys[place ^ 1] for place in range(len(keys))]
        (before,) = inlined(match, match.operation.regions[0], keys)
        (after,) = inlined(match, match.operation.regions[0], swapped)
        return [before | (~after & (terms[at] < terms[at + 1]))]

    body = region(match, types, comparator)
    attributes = {"dimension": dimension, "is_stable": False}
    results = ops(match, "sort", [[*x, *numbers]], attributes, regions=[body])[: len(x)]
    # without it, IREE takes a sort by indices and slices of it for a top_k, which exchanges equal keys
    return ops(match, "optimization_barrier", [results])


def _counts(value: Value, axis: int, index: ElementType) -> bool:
    """Whether a value numbers the places along a dimension, as in an argsort: IREE sorts no value twice."""
    iota = defining_op(value, "stablehlo.iota")
    if iota is None:
        return False
    return Match(iota).attributes["iota_dimension"] == axis and tensor(value).element_type == index


# -- reductions whose body has wider types ----------------------------------------------------------


def _body_type(region: Region) -> list[Any]:
    entry = region.entry
    return [] if entry is None else [value.type for value in entry.arguments]


def _promoted_types(match: Match, x: list[Value]) -> Sequence[ElementType | None]:
    """The element type that each operand is promoted to; None for one that is not."""
    count, body = len(match.types), _body_type(match.operation.regions[0])
    types = [type.element_type for type in body[:count] if isinstance(type, TensorType)]
    promoted = [type for type in types if isinstance(type, ElementType)]
    if len(promoted) != count:
        return [None] * len(x)
    if match.operation.name == "stablehlo.scatter":
        return [*promoted, None, *promoted]
    return promoted * (len(x) // count)


def _promotes(match: Match, x: list[Value]) -> bool:
    pairs = zip(x, _promoted_types(match, x), strict=True)
    return any(promoted is not None and tensor(value).element_type != promoted for value, promoted in pairs)


def _promoted(match: Match, x: list[Value]) -> list[Value]:
    pairs = zip(x, _promoted_types(match, x), strict=True)
    return match.again(
        [
            value if promoted is None else Term(match, value).convert(promoted).value
            for value, promoted in pairs
        ]
    )


for _op in OPS.values():
    if _op.history.promotes and len(_op.regions) == 1 and not _op.history.instead:
        legalization(
            f"{_op.mnemonic}(*x) -> {_op.mnemonic}(convert(x))  "
            "[the result is ranked, and its body has wider element types]",
            when=_promotes,
            removes="promotion",
        )(_promoted)


# -- indices of 64 bits -----------------------------------------------------------------------------


def _is_wide(value: Value) -> bool:
    element_type = tensor(value).element_type
    return isinstance(element_type, ElementType) and element_type.name in ("i64", "ui64", "ui32")


def _narrow(x: Term, low: Sequence[int], high: Sequence[int], axis: int | None) -> Term:
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
        fits = all(size <= _MOST_I32 for size in tensor(x[0]).static_shape)
        return fits and any(map(_is_wide, x[count:]))

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
        starts = [_narrow(start, [0], [limit], None) for start, limit in zip(x[count:], room, strict=True)]
        return match.again(values_of([*x[:count], *starts]))


@legalization(
    "gather(x, i) -> gather(x, convert(i))  [all are static, and i has 64-bit elements]",
    when=lambda match, x, i: _is_wide(i) and max(tensor(x).static_shape, default=0) <= _MOST_I32,
    removes="i64_indices",
)
@on_terms
def _gather(match: Match, x: Term, i: Term) -> list[Value]:
    """A start is clamped to what keeps the slice inside."""
    attrs = match.attributes
    room = [size - taken for size, taken in zip(x.shape, attrs["slice_sizes"], strict=True)]
    high = [room[axis] for axis in attrs["start_index_map"]]
    return match.again(values_of([x, _narrow(i, [0] * len(high), high, attrs["index_vector_dim"])]))


@legalization(
    "scatter(*x) -> scatter(x, convert(indices), u)  [all are static, and its indices have 64-bit elements]",
    when=lambda match, x: (
        _is_wide(x[len(match.types)]) and max(tensor(x[0]).static_shape, default=0) < _MOST_I32
    ),
    removes="i64_indices",
)
@on_terms
def _scatter_indices(match: Match, x: list[Term]) -> list[Value]:
    """Updates outside are left out: what is below zero becomes -1, and what is beyond the end the end."""
    count, attrs = len(match.types), match.attributes
    high = [x[0].shape[axis] for axis in attrs["scatter_dims_to_operand_dims"]]
    indices = _narrow(x[count], [-1] * len(high), high, attrs["index_vector_dim"])
    return match.again(values_of([*x[:count], indices, *x[count + 1 :]]))


# -- reversals ----------------------------------------------------------------------------------------


@legalization(
    "reverse(x) -> bitcast_convert(reverse(bitcast_convert(x)))  [x has unsigned elements]",
    removes="unsigned_reverse",
    when=lambda match, x: getattr(tensor(x).element_type, "kind", "") == "unsigned",
)
@on_terms
def _reversed_signed(match: Match, x: Term) -> Term:
    bits = x.bitcast(ELEMENT_TYPES[f"i{x.element_type.bits}"])
    return bits.op("reverse", **match.attributes).bitcast(x.element_type)


@legalization(
    "reverse(x) -> reverse(optimization_barrier(x))  [x is not the result of an optimization_barrier]",
    removes="reversed_slice",
    when=lambda match, x: defining_op(x, "stablehlo.optimization_barrier") is None,
)
def _reversed_apart(match: Match, x: Value) -> Value:
    apart = match.add("stablehlo.optimization_barrier", [[x]])
    return match.add("stablehlo.reverse", [apart], match.attributes)


# -- reductions ---------------------------------------------------------------------------------------


def _is_no_barrier(match: Match, x: list[Value]) -> bool:
    return any(defining_op(value, "stablehlo.optimization_barrier") is None for value in x[: len(x) // 2])


def _reduced_apart(match: Match, x: list[Value]) -> list[Value]:
    count = len(x) // 2
    return match.again([*match.builder.add("stablehlo.optimization_barrier", [x[:count]]), *x[count:]])


for _name in ("reduce", "reduce_window"):
    legalization(
        f"{_name}(*x) -> {_name}(optimization_barrier(x))  [x is not the result of an optimization_barrier]",
        when=_is_no_barrier,
        removes="reduced_splat",
    )(_reduced_apart)
