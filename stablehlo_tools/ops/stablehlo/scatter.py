"""scatter: updates of slices of an array at start indices."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.choices import Choice, Variant, with_operands
from stablehlo_tools.ops.model.declare import (
    Array,
    Boolean,
    Integer,
    Integers,
    IntegerTensor,
    PlainTensors,
    Region,
    RegionCall,
    ResultTypes,
    op,
)
from stablehlo_tools.ops.model.facts import SUM, Execution, History
from stablehlo_tools.ops.model.specialize import Kernel, Site
from stablehlo_tools.ops.stablehlo.boxes import Boxes, boxes_at, flat_indices, is_within, starts_of, unsorted
from stablehlo_tools.ops.stablehlo.reducers import update


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
    unsorted("scatter_s2"),
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
    batch_shape, starts = starts_of(scatter_indices, index_vector_dim, scatter_dims_to_operand_dims, batching)
    boxes = boxes_at(shape, batch_shape, starts, sizes)
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


def _rows_inside(shape: Sequence[int], boxes: Boxes) -> tuple[Array, Array | slice]:
    """The `flat_indices` of the boxes' elements that are in bounds, and which ones these are."""
    outside = [
        (axis, positions)
        for axis, positions in zip(boxes.addressed, boxes.positions, strict=True)
        if not is_within(positions, shape[axis] - 1)
    ]
    if not outside:
        return flat_indices(shape, boxes).ravel(), slice(None)
    are_inside = [(positions >= 0) & (positions < shape[axis]) for axis, positions in outside]
    is_inside = np.broadcast_to(functools.reduce(np.logical_and, are_inside), boxes.shape).ravel()
    return flat_indices(shape, boxes).ravel()[is_inside], is_inside
