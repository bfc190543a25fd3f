"""Gathers and dynamic slices that take what a slice would: from where, and what that slice is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.refinement.folding import elements_of
from stablehlo_tools.transform.rewrite import Match, Replacement, build_replacement

Ranges = Sequence[range]
"""The indices along each dimension that a slice takes."""


def slice_of(operation: Operation) -> Ranges | None:
    """The slice that a gather or a dynamic_slice takes; None where it does not follow from constants."""
    type = operation.operands[0].type
    if not isinstance(type, TensorType) or not type.is_static:
        return None
    starts = [elements_of(value) for value in operation.operands[1:]]
    if not starts or any(each is None for each in starts):
        return None
    attributes = spec_attributes(OPS[operation.name], operation)
    if operation.name == "stablehlo.dynamic_slice":
        return _clamped([int(each) for each in starts], attributes["slice_sizes"], type.static_shape)
    is_batched = attributes["operand_batching_dims"]
    return None if is_batched else _gathered(attributes, starts[0], type.static_shape)


def _clamped(starts: Sequence[int], sizes: Sequence[int], shape: Sequence[int]) -> Ranges:
    """Slices that begin where they fit, as the specification moves them."""
    triples = zip(starts, sizes, shape, strict=True)
    begin = [min(max(start, 0), limit - size) for start, size, limit in triples]
    return [range(start, start + size) for start, size in zip(begin, sizes, strict=True)]


def _gathered(attributes: dict[str, Any], indices: Any, shape: Sequence[int]) -> Ranges | None:
    axis, mapped = attributes["index_vector_dim"], attributes["start_index_map"]
    vectors = indices[..., None] if axis == indices.ndim else np.moveaxis(indices, axis, -1)
    rows = vectors.reshape(-1, len(mapped))
    if len(rows) == 1:
        at = dict(zip(mapped, map(int, rows[0]), strict=True))
        starts = [at.get(dimension, 0) for dimension in range(len(shape))]
        return _clamped(starts, attributes["slice_sizes"], shape)
    is_list = vectors.ndim == rows.ndim and len(mapped) == 1
    if not is_list or tuple(mapped) != tuple(attributes["collapsed_slice_dims"]):
        return None
    return _listed(attributes, rows[:, 0].astype(int), shape)


def _listed(attributes: dict[str, Any], places: Any, shape: Sequence[int]) -> Ranges | None:
    """The slice that has what stands at several places along one dimension, if that is one."""
    (dimension,) = attributes["start_index_map"]
    steps, last = set(np.diff(places).tolist()), len(shape) - 1
    where = next((axis for axis in range(last + 1) if axis not in attributes["offset_dims"]), None)
    is_inside = len(places) > 0 and places[0] >= 0 and places[-1] < shape[dimension]
    if len(steps) != 1 or min(steps) <= 0 or where != dimension or not is_inside:
        return None
    found = [range(size) for size in attributes["slice_sizes"]]
    found[dimension] = range(int(places[0]), int(places[-1]) + 1, steps.pop())
    return found


def as_slice(operation: Operation, ranges: Ranges) -> Replacement | None:
    """The operations that take a slice, and give it the shape of the result."""

    def build(match: Match) -> Value:
        bounds = {
            "start_indices": [each.start for each in ranges],
            "limit_indices": [each.stop for each in ranges],
            "strides": [each.step for each in ranges],
        }
        taken = match.add("stablehlo.slice", match.operands[:1], bounds)
        is_whole = taken.type == match.result.type
        return taken if is_whole else match.add("stablehlo.reshape", [taken], results=[match.result.type])

    return build_replacement(Match(operation), build)
