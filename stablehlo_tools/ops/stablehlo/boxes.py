"""Boxes: slices of an array at start indices, which gather and scatter address.

An index vector gives the start of a box along the dimensions that its entries are mapped to. An axis of the
array is either addressed, by an array of positions, or taken whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ops.model.choices import Choice, with_operands
from stablehlo_tools.ops.model.declare import Array, Integers
from stablehlo_tools.ops.model.specialize import Site


class Boxes(NamedTuple):
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


def starts_of(
    indices: Array, index_vector_dim: int, index_map: Integers, batching: Mapping[int, int]
) -> tuple[tuple[int, ...], dict[int, Array]]:
    """The shape of the batch and, for each axis that indices are mapped to, the starts of the boxes."""
    if indices.dtype == np.uint64:
        indices = np.minimum(indices, np.uint64(1 << 62))  # still out of bounds, as before
    vectors = np.moveaxis(_index_vectors(indices, index_vector_dim), index_vector_dim, 0)
    vectors = vectors.astype(np.int64, copy=False)
    starts = dict(zip(index_map, vectors, strict=True))
    for axis, dimension in batching.items():
        place = dimension - (dimension > index_vector_dim)
        count = vectors.shape[1 + place]
        starts[axis] = np.arange(count).reshape([-1 if i == place else 1 for i in range(vectors.ndim - 1)])
    return vectors.shape[1:], starts


def boxes_at(
    shape: Sequence[int], batch_shape: tuple[int, ...], starts: Mapping[int, Array], sizes: Mapping[int, int]
) -> Boxes:
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
    return Boxes(addressed, full, within, batch_axes(batch_shape), box_shape, positions)


def batch_axes(batch_shape: tuple[int, ...]) -> list[int]:
    """Negative numbers that represent the dimensions of a batch."""
    return [-1 - dimension for dimension in range(len(batch_shape))]


def flat_indices(shape: Sequence[int], boxes: Boxes) -> Array:
    """The flat indices of the boxes in an array whose addressed axes are merged into one."""
    rows: Array = np.zeros((), np.int64) if not boxes.positions else boxes.positions[0]
    for axis, positions in zip(boxes.addressed[1:], boxes.positions[1:], strict=True):
        rows = rows * shape[axis] + positions
    return np.broadcast_to(rows, boxes.shape)


def _index_vectors(indices: Array, index_vector_dim: int) -> Array:
    """The indices, with a dimension of size 1 for vectors of one entry that have none."""
    return indices[..., np.newaxis] if index_vector_dim == indices.ndim else indices


def is_within(x: Array, last: int) -> bool:
    """Whether all elements are from 0 to `last`."""
    return x.size == 0 or bool(x.min() >= 0 and x.max() <= last)


# -- sorted indices ----------------------------------------------------------------------------------

_UNSORTED = Code(
    "unsorted_indices",
    "A result depends on indices that are not sorted although `indices_are_sorted` is true, which is "
    "undefined.",
    "Sort them, or set `indices_are_sorted` to false.",
    command="run --sanitize",
)


def _sorted_indices(indices: Array, index_vector_dim: int) -> Array:
    """The index vectors in lexicographic order, the first entry most significant."""
    moved = np.moveaxis(_index_vectors(indices, index_vector_dim), index_vector_dim, -1)
    rows = moved.reshape(-1, moved.shape[-1])
    ordered = rows[np.lexsort(rows.T[::-1])].reshape(moved.shape)
    return np.moveaxis(ordered, -1, index_vector_dim).reshape(indices.shape)


def _with_sorted_indices(site: Site, operand: Any, indices: Array, *updates: Any) -> Sequence[Any]:
    return operand, _sorted_indices(indices, site.named["index_vector_dim"]), *updates


def _are_marked_sorted(site: Site) -> bool:
    batching = next(value for name, value in site.named.items() if name.endswith("indices_batching_dims"))
    return bool(site.named["indices_are_sorted"]) and not batching


def unsorted(sentence: str) -> Choice:
    """The choice that a sentence leaves open of indices that are marked as sorted, and are not."""
    variants = {"the indices are sorted": with_operands(_with_sorted_indices)}
    return Choice(_UNSORTED, (sentence,), "indices are taken as they are", variants, _are_marked_sorted)
