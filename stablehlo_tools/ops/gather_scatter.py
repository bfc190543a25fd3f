"""gather and scatter.

Both address boxes of one large array: a box begins where a vector of indices says, in the dimensions
that the vector is mapped to. Here an axis of the large array is either addressed, by an array of
positions, or taken whole.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from stablehlo_tools.ops.declare import (
    Array,
    Boolean,
    Integer,
    Integers,
    IntegerTensor,
    PlainTensor,
    PlainTensors,
    Region,
    ResultTypes,
    op,
)
from stablehlo_tools.ops.folding import in_working_type, update
from stablehlo_tools.values import dtype_of


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
C22 shape(result) = combine(concatenate(batch_dim_sizes, offset_dim_sizes),
        concatenate(batch_dims, offset_dims))
C23 element_type(operand) = element_type(result)
batch_dim_sizes := concatenate(shape(start_indices)[:index_vector_dim],
    shape(start_indices)[index_vector_dim + 1:])
offset_dim_sizes := slice_sizes[without(axes(operand),
    concatenate(collapsed_slice_dims, operand_batching_dims))...]
batch_dims := without(range(size(batch_dim_sizes) + size(offset_dim_sizes)), offset_dims)
""", is_view=True)  # fmt: skip
def gather(
    operand: PlainTensor,
    start_indices: IntegerTensor,
    *,
    offset_dims: Integers,
    collapsed_slice_dims: Integers,
    operand_batching_dims: Integers,
    start_indices_batching_dims: Integers,
    start_index_map: Integers,
    index_vector_dim: Integer,
    slice_sizes: Integers,
    indices_are_sorted: Boolean = False,
) -> Array:
    """Slices of operand that begin at start_indices, moved until they lie inside the operand."""
    batching = dict(zip(operand_batching_dims, start_indices_batching_dims, strict=True))
    starts = _starts(start_indices, index_vector_dim, start_index_map, batching)
    windows = {a: n for a, n in enumerate(slice_sizes) if a not in collapsed_slice_dims and a not in batching}
    for axis, start in starts.items():
        starts[axis] = np.clip(start, 0, operand.shape[axis] - slice_sizes[axis])
    addressed = [a for a in range(operand.ndim) if a not in windows or _is_part(a, windows, operand, starts)]
    batch_rank = start_indices.ndim - (index_vector_dim < start_indices.ndim)
    positions = _positions(starts, addressed, windows, batch_rank)
    taken = _taken(operand, addressed, positions)

    # `taken` has the axes of `operand` that are whole where they are, and in place of all others
    labels = [*_batch(batch_rank), *(axis for axis in addressed if axis in windows)]
    ...
