"""Gathers and dynamic slices that are equivalent to a slice, and their replacement by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.attributes import attributes_of
from stablehlo_tools.rewrite.refinement.folding import elements_of
from stablehlo_tools.rewrite.rewriter import Match, Replacement, build_replacement

Ranges = Sequence[range]
"""The indices of a slice along each dimension."""


def slice_of(operation: Operation) -> Ranges | None:
    """The slice that a gather or a dynamic_slice is equivalent to; None if it depends on variables."""
    type = operation.operands[0].type
    if not isinstance(type, TensorType) or not type.is_static:
        return None
    starts = [elements_of(value) for value in operation.operands[1:]]
    if not starts or any(start is None for start in starts):
        return None
    attributes = attributes_of(operation)
    if operation.name == "stablehlo.dynamic_slice":
        return _clamped([int(start) for start in starts], attributes["slice_sizes"], type.static_shape)
    is_batched = attributes["operand_batching_dims"]
    return None if is_batched else _slice_of_gather(attributes, starts[0], type.static_shape)


def _clamped(starts: Sequence[int], sizes: Sequence[int], shape: Sequence[int]) -> Ranges:
    """The slice whose start indices are clamped to the operand, as the specification defines."""
    triples = zip(starts, sizes, shape, strict=True)
    clamped = [min(max(start, 0), limit - size) for start, size, limit in triples]
    return [range(start, start + size) for start, size in zip(clamped, sizes, strict=True)]


def _slice_of_gather(attributes: dict[str, Any], indices: Any, shape: Sequence[int]) -> Ranges | None:
    axis, mapped = attributes["index_vector_dim"], attributes["start_index_map"]
    vectors = indices[..., None] if axis == indices.ndim else np.moveaxis(indices, axis, -1)
    rows = vectors.reshape(-1, len(mapped))
    if len(rows) == 1:
        start_of = dict(zip(mapped, map(int, rows[0]), strict=True))
        starts = [start_of.get(dimension, 0) for dimension in range(len(shape))]
        return _clamped(starts, attributes["slice_sizes"], shape)
    is_list = vectors.ndim == rows.ndim and len(mapped) == 1
    if not is_list or tuple(mapped) != tuple(attributes["collapsed_slice_dims"]):
        return None
    return _strided_slice(attributes, rows[:, 0].astype(int), shape)


def _strided_slice(attributes: dict[str, Any], indices: Any, shape: Sequence[int]) -> Ranges | None:
    """The strided slice with these indices along one dimension; None if they are not equidistant."""
    (dimension,) = attributes["start_index_map"]
    strides, rank = set(np.diff(indices).tolist()), len(shape)
    batch = next((axis for axis in range(rank) if axis not in attributes["offset_dims"]), None)
    is_inside = len(indices) > 0 and indices[0] >= 0 and indices[-1] < shape[dimension]
    if len(strides) != 1 or min(strides) <= 0 or batch != dimension or not is_inside:
        return None
    ranges = [range(size) for size in attributes["slice_sizes"]]
    ranges[dimension] = range(int(indices[0]), int(indices[-1]) + 1, strides.pop())
    return ranges


def as_slice(operation: Operation, ranges: Ranges) -> Replacement | None:
    """The operations that compute a slice with the shape of the result."""

    def build(match: Match) -> Value:
        bounds = {
            "start_indices": [each.start for each in ranges],
            "limit_indices": [each.stop for each in ranges],
            "strides": [each.step for each in ranges],
        }
        sliced = match.add("stablehlo.slice", match.operands[:1], bounds)
        has_shape = sliced.type == match.result.type
        return sliced if has_shape else match.add("stablehlo.reshape", [sliced], results=[match.result.type])

    return build_replacement(Match(operation), build)
