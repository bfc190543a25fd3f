"""gather and scatter.

Both address slices of an array at start indices, called boxes here: an index vector gives the start of a box
along the dimensions that its entries are mapped to. An axis of the array is either addressed, by an array of
positions, or taken whole.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.choices import Choice, Variant, with_operands
from stablehlo_tools.ops.model.declare import (
    Array,
    Boolean,
    Integer,
    Integers,
    IntegerTensor,
    PlainTensor,
    PlainTensors,
    Region,
    RegionCall,
    ResultTypes,
    op,
)
from stablehlo_tools.ops.model.facts import SUM, Execution, History, moves
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.model.specialize import Kernel, Site
from stablehlo_tools.ops.stablehlo.reducers import update
from stablehlo_tools.ops.stablehlo.windows import windows

_UNSORTED = Code(
    "unsorted_indices",
    "A result depends on indices that are not sorted although `indices_are_sorted` is true, which is "
    "undefined.",
    "Sort them, or set `indices_are_sorted` to false.",
    command="run --sanitize",
)


def _sorted_indices(indices: Array, index_vector_dim: int) -> Array:
    """The index vectors in lexicographic order, the first entry most significant."""
    vectors = indices[..., np.newaxis] if index_vector_dim == indices.ndim else indices
    moved = np.moveaxis(vectors, index_vector_dim, -1)
    rows = moved.reshape(-1, moved.shape[-1])
    ordered = rows[np.lexsort(rows.T[::-1])].reshape(moved.shape)
    return np.moveaxis(ordered, -1, index_vector_dim).reshape(indices.shape)


def _with_sorted_indices(site: Site, operand: Any, indices: Array, *updates: Any) -> Sequence[Any]:
    return operand, _sorted_indices(indices, site.named["index_vector_dim"]), *updates


def _are_marked_sorted(site: Site) -> bool:
    batching = next(value for name, value in site.named.items() if name.endswith("indices_batching_dims"))
    return bool(site.named["indices_are_sorted"]) and not batching


def _unsorted(sentence: str) -> Choice:
    variants = {"the indices are sorted": with_operands(_with_sorted_indices)}
    return Choice(_UNSORTED, (sentence,), "indices are taken as they are", variants, _are_marked_sorted)


OF_STARTS = _unsorted("gather_s1")
BATCHING = History(revised=(1, 1), added=("operand_batching_dims", "start_indices_batching_dims"))
SIZES_OF_SLICES = """
batch_dim_sizes := concatenate(shape(start_indices)[:index_vector_dim],
    shape(start_indices)[index_vector_dim + 1:])
offset_dim_sizes := slice_sizes[without(axes(operand),
    concatenate(collapsed_slice_dims, operand_batching_dims))...]
batch_dims := without(range(size(batch_dim_sizes) + size(offset_dim_sizes)), offset_dims)
"""


@op("""
C1  rank(operand) = size(offset_dims) + size(collapsed_slice_dims) + size(operand_batching_dims)
C2  0 <= index_vector_dim <= rank(start_indices)
C3  size(start_index_map) = index_vector_dim < rank(start_indices) ?
        dim(start_indices, index_vector_dim) : 1
C4  is_unique(offset_dims) and is_sorted(offset_dims)
C5  0 <= offset_dims < rank(result)
C6  is_unique(concatenate(collapsed_slice_dims, operand_batching_dims))
C7  is_sorted(collapsed_slice_dims)
C8  0 <= collapsed_slice_dims < rank(operand)
C9  slice_sizes[collapsed_slice_dims...] <= 1
C10 is_sorted(operand_batching_dims)
C11 0 <= operand_batching_dims < rank(operand)
C12 slice_sizes[operand_batching_dims...] <= 1
C13 is_unique(start_indices_batching_dims)
C14 0 <= start_indices_batching_dims < rank(start_indices)
C15 index_vector_dim not in start_indices_batching_dims
C16 size(operand_batching_dims) == size(start_indices_batching_dims)
C17 dim(operand, operand_batching_dims...) = dim(start_indices, start_indices_batching_dims...)
C18 is_unique(concatenate(start_index_map, operand_batching_dims))
C19 0 <= start_index_map < rank(operand)
C20 size(slice_sizes) = rank(operand)
C21 0 <= slice_sizes <= shape(operand)
C22 rank(result) = size(batch_dim_sizes) + size(offset_dim_sizes) and
        shape(result) = combine(concatenate(batch_dim_sizes, offset_dim_sizes),
        concatenate(batch_dims, offset_dims))
C23 element_type(operand) = element_type(result)
""" + SIZES_OF_SLICES, outputs={"result": PlainTensor},
numerics=replace(moves("operand"), leaves_open=(OF_STARTS,)),
execution=Execution(aliases="seldom", workspace=workspace.gather), history=BATCHING)  # fmt: skip
def gather(
    operand: PlainTensor,
    start_indices: IntegerTensor,
    *,
    offset_dims: Integers,
    collapsed_slice_dims: Integers,
    operand_batching_dims: Integers = (),
    start_indices_batching_dims: Integers = (),
    start_index_map: Integers,
    index_vector_dim: Integer,
    slice_sizes: Integers,
    indices_are_sorted: Boolean = False,
) -> Array:
    """Slices of operand at start_indices, which are clamped so that the slices are in bounds.

    The index vectors are along index_vector_dim, and start_index_map maps their entries to dimensions of
    operand. Along operand_batching_dims, a slice is at its batch index; along all other dimensions, at 0.
    slice_sizes has the size of each dimension. The dimensions of a slice, without collapsed_slice_dims and
    operand_batching_dims, are the offset_dims of the result; its other dimensions are those of start_indices.
    """
    batching = dict(zip(operand_batching_dims, start_indices_batching_dims, strict=True))
    removed = {*collapsed_slice_dims, *operand_batching_dims}
    sizes = {axis: size for axis, size in enumerate(slice_sizes) if axis not in removed}
    batch_shape, starts = _starts(start_indices, index_vector_dim, start_index_map, batching)
    clamped = {
        axis: _clamped(start, operand.shape[axis] - slice_sizes[axis])
        for axis, start in starts.items()
        if sizes.get(axis) != operand.shape[axis]
    }
    shape = (*batch_shape, *sizes.values())
    if 0 in shape:
        slices, axes = np.empty(shape, operand.dtype), [*_batch(batch_shape), *sizes]
    elif not operand.size:  # a collapsed slice may be empty
        raise Unsupported("a gather of elements from a tensor that has none is not supported")
    elif any(size != operand.shape[axis] for axis, size in sizes.items()):
        at = tuple(np.broadcast_to(clamped.get(axis, 0), batch_shape) for axis in range(operand.ndim))
        ones = (1,) * operand.ndim
        slices = windows(operand, slice_sizes, ones, ones)[at].reshape(shape)
        axes = [*_batch(batch_shape), *sizes]
    else:
        slices, axes = _take_boxes(operand, _boxes(operand.shape, batch_shape, clamped, sizes))
    batch, within = iter(_batch(batch_shape)), iter(sizes)
    order = [next(within if dimension in offset_dims else batch) for dimension in range(slices.ndim)]
    return np.transpose(np.asarray(slices), [axes.index(axis) for axis in order])


def _clamped(start: Array, last: int) -> Array:
    return start if _is_between(start, 0, last) else np.clip(start, 0, last)


def _is_between(x: Array, low: int, high: int) -> bool:
    return x.size == 0 or bool(x.min() >= low and x.max() <= high)


def _take_boxes(operand: Array, boxes: _Boxes) -> tuple[Array, list[int]]:
    """The boxes, and for each of their axes the axis of `operand` or dimension of the batch."""
    matrix = operand.transpose(boxes.addressed + boxes.full)
    axes = boxes.batch + boxes.within
    if not boxes.addressed:
        return np.broadcast_to(operand, boxes.shape + operand.shape), axes + boxes.full
    if len(boxes.addressed) == 1 and operand.flags.c_contiguous:
        (axis,), (positions,) = boxes.addressed, boxes.positions
        places = np.broadcast_to(positions, boxes.shape)
        # all indices are in bounds; "clip" is the fastest mode
        taken = np.take(operand, places, axis, mode="clip")
        return taken, boxes.full[:axis] + axes + boxes.full[axis:]
    if matrix.flags.c_contiguous:
        height = math.prod(operand.shape[axis] for axis in boxes.addressed)
        rows = matrix.reshape(height, *matrix.shape[len(boxes.addressed) :])
        return np.take(rows, _rows(operand.shape, boxes), 0, mode="clip"), axes + boxes.full
    return matrix[tuple(np.broadcast_to(p, boxes.shape) for p in boxes.positions)], axes + boxes.full


# -- boxes -------------------------------------------------------------------------------------------


class _Boxes(NamedTuple):
    """Boxes of equal size in an array, one for each index of a batch.

    `positions` are the indices of the boxes' elements along the `addressed` axes, in arrays that broadcast to
    `shape`: the shape of the batch, then the sizes along `within`, the addressed axes of boxes. `batch` are
    negative numbers that represent the batch dimensions.
    """

    addressed: list[int]
    full: list[int]
    within: list[int]
    batch: list[int]
    shape: tuple[int, ...]
    positions: list[Array]


def _starts(
    indices: Array, index_vector_dim: int, index_map: Integers, batching: Mapping[int, int]
) -> tuple[tuple[int, ...], dict[int, Array]]:
    """The shape of the batch and, for each axis that indices are mapped to, the starts of the boxes."""
    if indices.dtype == np.uint64:
        indices = np.minimum(indices, np.uint64(1 << 62))  # still out of bounds, as before
    vectors = np.expand_dims(indices, indices.ndim) if index_vector_dim == indices.ndim else indices
    vectors = np.moveaxis(vectors, index_vector_dim, 0).astype(np.int64, copy=False)
    starts = dict(zip(index_map, vectors, strict=True))
    for axis, dimension in batching.items():
        place = dimension - (dimension > index_vector_dim)
        count = vectors.shape[1 + place]
        starts[axis] = np.arange(count).reshape([-1 if i == place else 1 for i in range(vectors.ndim - 1)])
    return vectors.shape[1:], starts


def _boxes(
    shape: Sequence[int], batch_shape: tuple[int, ...], starts: Mapping[int, Array], sizes: Mapping[int, int]
) -> _Boxes:
    """Boxes with `sizes` along their axes, one element wide along others, that start at `starts` or 0."""
    full = [axis for axis, size in sizes.items() if axis not in starts and size == shape[axis]]
    addressed = [axis for axis in range(len(shape)) if axis not in full]
    within = [axis for axis in addressed if axis in sizes]
    positions = []
    for axis in addressed:
        start = np.asarray(starts.get(axis, 0))
        place = start.reshape(start.shape + (1,) * len(within))
        if axis in sizes:
            behind = len(within) - within.index(axis) - 1
            place = place + np.arange(sizes[axis]).reshape((-1,) + (1,) * behind)
        positions.append(place)
    box_shape = batch_shape + tuple(sizes[axis] for axis in within)
    return _Boxes(addressed, full, within, _batch(batch_shape), box_shape, positions)


def _batch(batch_shape: tuple[int, ...]) -> list[int]:
    """Negative numbers that represent the dimensions of a batch."""
    return [-1 - dimension for dimension in range(len(batch_shape))]


def _rows(shape: Sequence[int], boxes: _Boxes) -> Array:
    """The flat indices of the boxes in an array whose addressed axes are merged into one."""
    rows: Array = np.zeros((), np.int64) if not boxes.positions else boxes.positions[0]
    for axis, positions in zip(boxes.addressed[1:], boxes.positions[1:], strict=True):
        rows = rows * shape[axis] + positions
    return np.broadcast_to(rows, boxes.shape)


# -- scatter -----------------------------------------------------------------------------------------


def _reorder_updates(order: Callable[[int], Array]) -> Variant:
    """Indices and updates with each dimension in another order, except batch dimensions."""

    def change(
        site: Site, inputs: Sequence[Array], indices: Array, updates: Sequence[Array]
    ) -> Sequence[Any]:
        named = site.named
        batching, windows = named["scatter_indices_batching_dims"], named["update_window_dims"]
        dimensions = [axis for axis in range(indices.ndim) if axis != named["index_vector_dim"]]
        update_axes = [axis for axis in range(updates[0].ndim) if axis not in windows]
        for axis, update_axis in zip(dimensions, update_axes, strict=True):
            if axis not in batching:
                places = order(indices.shape[axis])
                indices = indices.take(places, axis)
                updates = [update.take(places, update_axis) for update in updates]
        return inputs, indices, updates

    return with_operands(change)


def _descending(count: int) -> Array:
    return np.arange(count)[::-1]


def _outside_in(count: int) -> Array:
    """The order from the ends to the middle: of 1, 2, 1, neither direction ends with 2."""
    return np.argsort(-np.abs(np.arange(count) - (count - 1) / 2), kind="stable")


class _OpaqueBody:
    """A body that hides its op, so that kernels call it once for all updates if `unique_indices` is true."""

    operation = ufunc = None

    def __init__(self, body: RegionCall) -> None:
        self._body = body

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)

    def __call__(self, *arguments: Array) -> tuple[Array, ...]:
        return self._body(*arguments)


def _one_of_equal_indices(kernel: Kernel, site: Site) -> Kernel:
    return lambda *operands, update_computation: kernel(
        *operands, update_computation=_OpaqueBody(update_computation)
    )


_SCATTER_ORDER = Code(
    "scatter_order",
    "A result depends on the order in which updates are applied to the same element, which is the "
    "implementation's.",
    "Make indices unique, or combine with a sum or a maximum of integers; compare sums of floats with a "
    "tolerance.",
    command="run --sanitize",
)
_DUPLICATE_INDICES = Code(
    "duplicate_indices",
    "A result depends on indices that are not unique although `unique_indices` is true, which is undefined.",
    "Set `unique_indices` to false, or make them unique.",
    command="run --sanitize",
)
_CHOICES = (
    Choice(
        _SCATTER_ORDER,
        ("scatter_s1",),
        "updates are applied in order",
        {
            "updates are applied in the opposite order": _reorder_updates(_descending),
            "updates are applied from both ends to the middle": _reorder_updates(_outside_in),
        },
    ),
    Choice(
        _DUPLICATE_INDICES,
        ("scatter_s3", "scatter_s4"),
        "all updates are applied",
        {"one of the updates is applied": _one_of_equal_indices},
        lambda site: bool(site.named["unique_indices"]),
    ),
    _unsorted("scatter_s2"),
)


@op("""
C1  same(shape(inputs...))
C2  rank(inputs[0]) = size(update_window_dims) + size(inserted_window_dims) + size(input_batching_dims)
C3  same(shape(updates...))
C4  dim(updates[0], update_scatter_dims...) = update_scatter_dim_sizes
        and dim(updates[0], update_window_dims...) <= dim(inputs[0], input_window_dims...)
C5  0 < size(inputs) = size(updates) = N
C6  element_type(updates...) = element_type(inputs...)
C7  is_unique(update_window_dims) and is_sorted(update_window_dims)
C8  0 <= update_window_dims < rank(updates[0])
C9  is_unique(concatenate(inserted_window_dims, input_batching_dims))
C10 is_sorted(inserted_window_dims)
C11 0 <= inserted_window_dims < rank(inputs[0])
C12 is_sorted(input_batching_dims)
C13 0 <= input_batching_dims < rank(inputs[0])
C14 is_unique(scatter_indices_batching_dims)
C15 0 <= scatter_indices_batching_dims < rank(scatter_indices)
C16 index_vector_dim not in scatter_indices_batching_dims
C17 size(input_batching_dims) == size(scatter_indices_batching_dims)
C18 dim(inputs[0], input_batching_dims...) = dim(scatter_indices, scatter_indices_batching_dims...)
C19 size(scatter_dims_to_operand_dims) = index_vector_dim < rank(scatter_indices) ?
        dim(scatter_indices, index_vector_dim) : 1
C20 is_unique(concatenate(scatter_dims_to_operand_dims, input_batching_dims))
C21 0 <= scatter_dims_to_operand_dims < rank(inputs[0])
C22 0 <= index_vector_dim <= rank(scatter_indices)
C23 is_tensor(output_types(update_computation))
        and type(update_computation) = (tensor<E>..., tensor<E>...) -> (tensor<E>...)
        and is_promotable(element_type(inputs...), E)
C24 shape(inputs...) = shape(results...)
C25 element_type(results...) = E
N := size(inputs)
E := element_type(output_types(update_computation)...)
update_scatter_dims := without(axes(updates[0]), update_window_dims)
update_scatter_dim_sizes := concatenate(shape(scatter_indices)[:index_vector_dim],
    shape(scatter_indices)[index_vector_dim + 1:])
input_window_dims := without(axes(inputs[0]), concatenate(inserted_window_dims, input_batching_dims))
""", outputs={"results": PlainTensors}, numerics=replace(SUM, leaves_open=_CHOICES),
execution=Execution(in_place="inputs", workspace=workspace.scatter),
history=History(revised=(1, 1), added=("input_batching_dims", "scatter_indices_batching_dims"),
                promotes=(0, 17)))  # fmt: skip
def scatter(
    inputs: PlainTensors,
    scatter_indices: IntegerTensor,
    updates: PlainTensors,
    *,
    update_window_dims: Integers,
    inserted_window_dims: Integers,
    input_batching_dims: Integers = (),
    scatter_indices_batching_dims: Integers = (),
    scatter_dims_to_operand_dims: Integers,
    index_vector_dim: Integer,
    indices_are_sorted: Boolean = False,
    unique_indices: Boolean = False,
    update_computation: Region,
    results: ResultTypes,
    out: Array | None = None,
) -> tuple[Array, ...]:
    """The inputs, into which updates are combined by update_computation at scatter_indices.

    Updates out of bounds are dropped. They are applied in order, each result rounded to the element type of
    the results.
    """
    shape = inputs[0].shape
    batching = dict(zip(input_batching_dims, scatter_indices_batching_dims, strict=True))
    removed = {*inserted_window_dims, *input_batching_dims}
    window_axes = [axis for axis in range(len(shape)) if axis not in removed]
    dimension_of = dict(zip(window_axes, update_window_dims, strict=True))
    sizes = {axis: updates[0].shape[dimension] for axis, dimension in dimension_of.items()}
    batch_shape, starts = _starts(scatter_indices, index_vector_dim, scatter_dims_to_operand_dims, batching)
    boxes = _boxes(shape, batch_shape, starts, sizes)
    rows, is_inside = _rows_inside(shape, boxes)

    # inputs and updates become matrices, whose rows are the axes that boxes take whole
    axes = boxes.addressed + boxes.full
    batch = [dimension for dimension in range(updates[0].ndim) if dimension not in update_window_dims]
    update_axes = batch + [dimension_of[axis] for axis in boxes.within + boxes.full]
    width = math.prod(shape[axis] for axis in boxes.full)
    dtypes = [dtype_of(type.element_type) for type in results]
    if out is None or axes != sorted(axes) or out.dtype != dtypes[0]:
        arrays = [np.array(x.transpose(axes), t, order="C") for x, t in zip(inputs, dtypes, strict=True)]
    else:
        arrays = [out]
    changes = [
        x.transpose(update_axes).reshape(math.prod(boxes.shape), width)[is_inside].astype(dtype, copy=False)
        for x, dtype in zip(updates, dtypes, strict=True)
    ]
    height = math.prod(shape[axis] for axis in boxes.addressed)
    matrices = [x.reshape(height, width) for x in arrays]
    update(matrices, rows, changes, update_computation, is_unique=unique_indices)
    return tuple(array.transpose(np.argsort(axes)) for array in arrays)


def _rows_inside(shape: Sequence[int], boxes: _Boxes) -> tuple[Array, Array | slice]:
    """The flat indices (see `_rows`) of the boxes' elements that are in bounds, and which ones these are."""
    outside = [
        (axis, positions)
        for axis, positions in zip(boxes.addressed, boxes.positions, strict=True)
        if not _is_between(positions, 0, shape[axis] - 1)
    ]
    if not outside:
        return _rows(shape, boxes).ravel(), slice(None)
    are_inside = [(positions >= 0) & (positions < shape[axis]) for axis, positions in outside]
    is_inside = np.broadcast_to(functools.reduce(np.logical_and, are_inside), boxes.shape).ravel()
    return _rows(shape, boxes).ravel()[is_inside], is_inside
