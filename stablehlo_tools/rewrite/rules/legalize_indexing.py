"""Gather, scatter, sort and windows in the forms that most targets take."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Operation, Region, Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.building import (
    apply,
    broadcast,
    compare,
    convert,
    inlined,
    iota,
    reshape,
    select,
    splat,
    tensor,
    transpose,
)
from stablehlo_tools.rewrite.rewriter import LEGALIZE, Match, rewrite
from stablehlo_tools.verifier.operation import constant_of

I32: Final = ELEMENT_TYPES["i32"]
I64: Final = ELEMENT_TYPES["i64"]
_MOST_I32: Final = (1 << 31) - 1


def _index_type(size: int) -> ElementType:
    """The integers for so many places."""
    return I32 if size <= _MOST_I32 else I64


# -- scatter ----------------------------------------------------------------------------------------


def _in_order(given: Any, rank: int) -> list[int]:
    """The dimensions of the input in canonical order: first those that are indexed and inserted."""
    indexed, inserted = given["scatter_dims_to_operand_dims"], given["inserted_window_dims"]
    first = sorted(indexed, key=lambda axis: axis not in inserted)
    return [*first, *(axis for axis in range(rank) if axis not in indexed)]


def _is_canonical(match: Match, x: list[Value]) -> bool:
    """Whether indices are rows, for the first dimensions in order, and windows are last in the updates."""
    given, indices = match.attributes, tensor(x[len(match.types)])
    indexed, windows = list(given["scatter_dims_to_operand_dims"]), list(given["update_window_dims"])
    rank = tensor(match.result).rank
    return (
        _in_order(given, rank) == list(range(rank))
        and indexed == list(range(len(indexed)))
        and (indices.rank, given["index_vector_dim"]) == (2, 1)
        and windows == list(range(1, 1 + len(windows)))
    )


def _is_to_be_canonical(match: Match, x: list[Value]) -> bool:
    return not match.attributes["input_batching_dims"] and not _is_canonical(match, x)


@rewrite(
    "scatter(*x) -> transpose(scatter(transpose(x), rows of indices, rows of updates))  "
    "[all are static, and it has no batching dimensions, and it is not canonical]",
    stage=LEGALIZE,
    when=_is_to_be_canonical,
    removes="free_scatter",
)
def _scatter(match: Match, x: list[Value]) -> list[Value]:
    """Indexed dimensions become the first ones, and the updates rows of windows."""
    count, given = len(match.types), match.attributes
    inputs, indices, updates = x[:count], x[count], x[count + 1 :]
    indexed, inserted = list(given["scatter_dims_to_operand_dims"]), set(given["inserted_window_dims"])
    rank = tensor(inputs[0]).rank
    order = _in_order(given, rank)
    places = _in_map_order(match, _rows(match, indices, given["index_vector_dim"]), indexed, order)
    windows = dict(
        zip([each for each in range(rank) if each not in inserted], given["update_window_dims"], strict=True)
    )
    axes = [windows[axis] for axis in order if axis in windows]
    attributes = {
        "update_window_dims": range(1, 1 + len(axes)),
        "inserted_window_dims": [place for place, axis in enumerate(order) if axis in inserted],
        "scatter_dims_to_operand_dims": range(len(indexed)),
        "index_vector_dim": 1,
        "unique_indices": given["unique_indices"],
    }
    moved = [transpose(match, each, order) for each in inputs]
    results = match.builder.add(
        "stablehlo.scatter",
        [moved, places, [_windows_last(match, each, axes) for each in updates]],
        attributes,
        regions=match.operation.regions,
        results=[[TensorType(tensor(each).shape, tensor(value).element_type)
                  for each, value in zip(moved, match.operation.results, strict=True)]],
    )  # fmt: skip
    return [transpose(match, each, np.argsort(order).tolist()) for each in results]


def _in_map_order(match: Match, rows: Value, indexed: Sequence[int], order: Sequence[int]) -> Value:
    """The columns of indices in the order in which the dimensions that they index are now."""
    columns = sorted(range(len(indexed)), key=lambda column: order.index(indexed[column]))
    if columns == list(range(len(indexed))):
        return rows
    count = tensor(rows).static_shape[0]
    parts = []
    for column in columns:
        bounds = {"start_indices": [0, column], "limit_indices": [count, column + 1], "strides": [1, 1]}
        parts.append(match.add("stablehlo.slice", [rows], bounds))
    return match.add("stablehlo.concatenate", [parts], {"dimension": 1})


def _rows(match: Match, indices: Value, vector_dim: int) -> Value:
    """The index vectors as rows of a matrix."""
    rank, shape = tensor(indices).rank, tensor(indices).static_shape
    width = shape[vector_dim] if vector_dim < rank else 1
    if vector_dim < rank:
        axes = [axis for axis in range(rank) if axis != vector_dim]
        indices = transpose(match, indices, [*axes, vector_dim])
    others = [size for axis, size in enumerate(shape) if axis != vector_dim]
    return reshape(match, indices, [math.prod(others), width])


def _windows_last(match: Match, updates: Value, windows: Sequence[int]) -> Value:
    """The updates as rows, each a window whose dimensions are in this order."""
    rank, shape = tensor(updates).rank, tensor(updates).static_shape
    others = [axis for axis in range(rank) if axis not in windows]
    moved = transpose(match, updates, [*others, *windows])
    return reshape(
        match, moved, [math.prod(shape[axis] for axis in others), *(shape[axis] for axis in windows)]
    )


# -- select_and_scatter -----------------------------------------------------------------------------


@rewrite(
    "select_and_scatter(x, source, init) -> "
    "scatter(broadcast(init), reduce_window(x, iota) applies select, source)  [all are static]",
    stage=LEGALIZE,
)
def _select_and_scatter(match: Match, x: Value, source: Value, init: Value) -> Value:
    given, type = match.attributes, tensor(x)
    size = math.prod(type.static_shape)
    index, scalar = TensorType((), _index_type(size)), TensorType((), type.element_type)
    numbers = iota(match, 0, TensorType((size,), index.element_type))
    nothing = splat(match, -1, index)
    windows = {
        name: given[name] for name in ("window_dimensions", "window_strides", "padding") if name in given
    }
    first = match.builder.region(
        [scalar, index, scalar, index], lambda a, i, b, j: _chosen(match, (a, i), (b, j))
    )
    _, chosen = match.builder.add(
        "stablehlo.reduce_window",
        [[x, reshape(match, numbers, type.static_shape)], [splat(match, 0, scalar), nothing]],
        windows,
        regions=[first],
    )
    count = math.prod(tensor(source).static_shape)
    target = TensorType((), tensor(match.result).element_type)
    body = match.builder.region(
        [target, target], lambda a, b: inlined(match, match.operation.regions[1], [a, b])
    )
    wide = TensorType((size,), tensor(init).element_type)
    attributes: dict[str, Any] = {
        "update_window_dims": [], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0],
        "index_vector_dim": 1,
    }  # fmt: skip
    (scattered,) = match.builder.add(
        "stablehlo.scatter",
        [
            [broadcast(match, init, [], wide)],
            reshape(match, chosen, [count, 1]),
            [reshape(match, source, [count])],
        ],
        attributes,
        regions=[body],
        results=[[TensorType((size,), tensor(match.result).element_type)]],
    )
    return reshape(match, scattered, type.static_shape)


def _chosen(match: Match, left: tuple[Value, Value], right: tuple[Value, Value]) -> list[Value]:
    """The element that is selected, with its index; one of padding has the index -1, and never is."""
    (a, i), (b, j) = left, right
    nothing = splat(match, -1, tensor(i))
    (is_left,) = inlined(match, match.operation.regions[0], [a, b])
    only_right, only_left = compare(match, "EQ", i, nothing), compare(match, "EQ", j, nothing)
    is_left = apply(match, "and", is_left, apply(match, "not", only_right))
    is_left = apply(match, "or", is_left, only_left)
    return [select(match, is_left, a, b), select(match, is_left, i, j)]


# -- sort -------------------------------------------------------------------------------------------


@rewrite(
    "sort(*x, is_stable=True) -> sort(x, iota), where keys that are equal compare their indices, x's own if "
    "an iota is among it  "
    "[all are static]",
    stage=LEGALIZE,
    removes="stable_sort",
)
def _stable_sort(match: Match, x: list[Value]) -> list[Value]:
    dimension, shape = match.attributes["dimension"], tensor(x[0]).static_shape
    axis = dimension % max(len(shape), 1)
    index = _index_type(shape[axis] if shape else 1)
    own = next((place for place, value in enumerate(x) if _counts(value, axis, index)), None)
    numbers = [] if own is not None else [iota(match, axis, TensorType(shape, index))]
    types = [TensorType((), tensor(value).element_type) for value in (*x, *numbers) for _ in range(2)]
    at = 2 * (len(x) if own is None else own)

    def comparator(*values: Value) -> list[Value]:
        keys = values[: 2 * len(x)]
        swapped = [keys[place ^ 1] for place in range(len(keys))]
        (before,) = inlined(match, match.operation.regions[0], keys)
        (after,) = inlined(match, match.operation.regions[0], swapped)
        is_not_after = apply(match, "not", after)
        earlier = apply(match, "and", is_not_after, compare(match, "LT", *values[at : at + 2]))
        return [apply(match, "or", before, earlier)]

    body = match.builder.region(types, comparator)
    attributes = {"dimension": dimension, "is_stable": False}
    return match.builder.add("stablehlo.sort", [[*x, *numbers]], attributes, regions=[body])[: len(x)]


def _counts(value: Value, axis: int, index: ElementType) -> bool:
    """Whether a value numbers the places along a dimension, as in an argsort: IREE sorts no value twice."""
    owner = value.owner
    if not (isinstance(owner, Operation) and owner.name == "stablehlo.iota"):
        return False
    return Match(owner).attributes["iota_dimension"] == axis and tensor(value).element_type == index


# -- reductions whose body has wider types ----------------------------------------------------------


def _body_type(region: Region) -> list[Any]:
    entry = region.entry
    return [] if entry is None else [value.type for value in entry.arguments]


def _wider(match: Match, x: list[Value]) -> Sequence[ElementType | None]:
    """The element type that each operand is promoted to; None for one that is not."""
    count, body = len(match.types), _body_type(match.operation.regions[0])
    types = [type.element_type for type in body[:count] if isinstance(type, TensorType)]
    wanted = [type for type in types if isinstance(type, ElementType)]
    if len(wanted) != count:
        return [None] * len(x)
    if match.operation.name == "stablehlo.scatter":
        return [*wanted, None, *wanted]
    return wanted * (len(x) // count)


def _promotes(match: Match, x: list[Value]) -> bool:
    pairs = zip(x, _wider(match, x), strict=True)
    return any(wanted is not None and tensor(value).element_type != wanted for value, wanted in pairs)


def _promoted(match: Match, x: list[Value]) -> list[Value]:
    pairs = zip(x, _wider(match, x), strict=True)
    operands = [value if wanted is None else convert(match, value, wanted) for value, wanted in pairs]
    count = len(match.types)
    op = OPS[match.operation.name]
    groups: list[Any] = [operands]
    if len(op.operands) == 2:
        groups = [operands[:count], operands[count:]]
    elif len(op.operands) == 3:
        groups = [operands[:count], operands[count], operands[count + 1 :]]
    return match.builder.add(
        match.operation.name,
        groups,
        regions=match.operation.regions,
        results=[match.types],
        extra=match.own(),
    )


for _op in OPS.values():
    if _op.history.promotes and len(_op.regions) == 1 and not _op.history.instead:
        rewrite(
            f"{_op.mnemonic}(*x) -> {_op.mnemonic}(convert(x))  "
            "[the result is ranked, and its body has wider elements]",
            stage=LEGALIZE,
            when=_promotes,
            removes="promotion",
        )(_promoted)


# -- indices of 64 bits -----------------------------------------------------------------------------


def _is_wide(value: Value) -> bool:
    element_type = tensor(value).element_type
    return isinstance(element_type, ElementType) and element_type.name in ("i64", "ui64", "ui32")


def _narrow(match: Match, value: Value, low: Sequence[int], high: Sequence[int], axis: int | None) -> Value:
    """Indices as i32, limited to bounds that do not change what they mean, along an axis of theirs."""
    element_type, shape = tensor(value).element_type, tensor(value).static_shape
    assert isinstance(element_type, ElementType)
    constant = constant_of(value)
    if constant is not None:
        clipped = np.clip(
            constant.array.astype(object), _spread(low, shape, axis), _spread(high, shape, axis)
        )
        return match.builder.constant(np.asarray(clipped, np.int32))
    is_unsigned = element_type.kind == "unsigned"
    bounds = []
    for limit in (low, high):
        spread = _spread([max(each, 0) for each in limit] if is_unsigned else limit, shape, axis)
        bounds.append(match.builder.constant(np.broadcast_to(spread, shape).astype(dtype_of(element_type))))
    inside = match.add("stablehlo.clamp", [bounds[0], value, bounds[1]])
    return convert(match, inside, I32)


def _spread(limits: Sequence[int], shape: Sequence[int], axis: int | None) -> Any:
    """Bounds along an axis of an array, or one bound for all of it."""
    if axis is None or axis >= len(shape):
        return np.asarray(limits[0], object)
    return np.asarray(limits, object).reshape([-1 if place == axis else 1 for place in range(len(shape))])


def _has_wide_starts(count: int) -> Callable[..., bool]:
    """Whether the scalars after so many operands are of 64 bits, and the sizes have at most 31."""

    def holds(match: Match, x: list[Value]) -> bool:
        fits = all(size <= _MOST_I32 for size in tensor(x[0]).static_shape)
        return fits and any(map(_is_wide, x[count:]))

    return holds


for _name, _count in (("dynamic_slice", 1), ("dynamic_update_slice", 2)):

    @rewrite(
        f"{_name}(*x) -> {_name}(x, i32 of starts)  [all are static, and it has starts of 64 bits]",
        stage=LEGALIZE,
        when=_has_wide_starts(_count),
        removes="i64_indices",
    )
    def _starts(match: Match, x: list[Value], count: int = _count) -> Value:
        """A start is clamped to what keeps the slice inside."""
        sizes = match.attributes["slice_sizes"] if count == 1 else tensor(x[1]).static_shape
        room = [size - taken for size, taken in zip(tensor(x[0]).static_shape, sizes, strict=True)]
        starts = [
            _narrow(match, value, [0], [most], None) for value, most in zip(x[count:], room, strict=True)
        ]
        return match.builder.add(
            match.operation.name, [*x[:count], starts], results=match.types, extra=match.own()
        )[0]


@rewrite(
    "gather(x, i) -> gather(x, i32 of i)  [all are static, and i has 64 bits]",
    stage=LEGALIZE,
    when=lambda match, x, i: _is_wide(i) and max(tensor(x).static_shape, default=0) <= _MOST_I32,
    removes="i64_indices",
)
def _gather(match: Match, x: Value, i: Value) -> Value:
    """A start is clamped to what keeps the slice inside."""
    given = match.attributes
    room = [size - taken for size, taken in zip(tensor(x).static_shape, given["slice_sizes"], strict=True)]
    high = [room[axis] for axis in given["start_index_map"]]
    indices = _narrow(match, i, [0] * len(high), high, given["index_vector_dim"])
    return match.builder.add("stablehlo.gather", [x, indices], results=match.types, extra=match.own())[0]


@rewrite(
    "scatter(*x) -> scatter(x, i32 of indices, u)  [all are static, and its indices have 64 bits]",
    stage=LEGALIZE,
    when=lambda match, x: (
        _is_wide(x[len(match.types)]) and max(tensor(x[0]).static_shape, default=0) < _MOST_I32
    ),
    removes="i64_indices",
)
def _scatter_indices(match: Match, x: list[Value]) -> list[Value]:
    """Updates outside are left out: what is below zero becomes -1, and what is beyond the end the end."""
    count, given = len(match.types), match.attributes
    high = [tensor(x[0]).static_shape[axis] for axis in given["scatter_dims_to_operand_dims"]]
    indices = _narrow(match, x[count], [-1] * len(high), high, given["index_vector_dim"])
    return match.builder.add(
        "stablehlo.scatter",
        [x[:count], indices, x[count + 1 :]],
        regions=match.operation.regions,
        results=[match.types],
        extra=match.own(),
    )
