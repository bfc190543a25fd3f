"""Costs of operations, computed from shapes: multiplications and additions, bytes read and written."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.attributes import attributes_of
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.workspace import bytes_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL

Shape = tuple[int, ...]

CountFlops = Callable[[Sequence[Shape], Shape, Mapping[str, Any]], int]

_FLOPS: Final = Registry[CountFlops]()
_MAX_TAPS = 1 << 20  # per kernel dimension; beyond, counting takes too much memory: all are assumed valid


def flops(operation: Operation, operands: Sequence[Shape], result: Shape) -> int:
    """The multiplications and additions of a matrix product or convolution; 0 for other ops."""
    count = _FLOPS.get(operation.name)
    if count is None:
        return 0
    return count(operands, result, attributes_of(operation))


def moves_bytes(operation: Operation) -> bool:
    """Whether an operation accesses arrays itself; control flow and calls leave that to their bodies."""
    return operation.name in OPS and operation.name not in CONTROL


def moved_bytes(operation: Operation) -> int:
    """The bytes that an operation reads and writes: 0 for a view; unknown sizes count as 0.

    An in-place update reads the update and writes as many bytes; a gather reads as many bytes of its operand
    as it writes.
    """
    op = OPS.get(operation.name)
    if op is None or not moves_bytes(operation) or op.execution.is_view:
        return 0
    if updates(op):
        return 2 * bytes_of(operation.operands[len(operation.results) :])
    if op.is_gather:
        return bytes_of((*operation.operands[1:], *operation.results, *operation.results))
    return bytes_of((*operation.operands, *operation.results))


def updates(op: Op) -> bool:
    """Whether an op updates a part of its first operands, in their memory."""
    return op.execution.in_place is not None and not op.elementwise


@_FLOPS.register("stablehlo.dot_general")
def _dot_flops(operands: Sequence[Shape], result: Shape, attributes: Mapping[str, Any]) -> int:
    contracted: int = math.prod(operands[0][axis] for axis in attributes["lhs_contracting_dimensions"])
    return 2 * math.prod(result) * contracted


@_FLOPS.register("stablehlo.convolution")
def _convolution_flops(operands: Sequence[Shape], result: Shape, attributes: Mapping[str, Any]) -> int:
    """Products with padding, or with a gap between dilated elements, are not counted."""
    lhs, kernel = operands[:2]
    batch, channel = attributes["output_batch_dimension"], attributes["output_feature_dimension"]
    taps = [_taps(lhs, kernel, result, attributes, number) for number in range(len(kernel) - 2)]
    features: int = kernel[attributes["kernel_input_feature_dimension"]]
    images: int = result[batch] * result[channel]
    return 2 * images * features * math.prod(taps)


def _taps(lhs: Shape, kernel: Shape, result: Shape, attributes: Mapping[str, Any], number: int) -> int:
    """The number of valid (input element, kernel element) pairs, over all positions along a dimension."""
    size = lhs[attributes["input_spatial_dimensions"][number]]
    window: int = kernel[attributes["kernel_spatial_dimensions"][number]]
    positions: int = result[attributes["output_spatial_dimensions"][number]]
    stride, apart = attributes["window_strides"][number], attributes["rhs_dilation"][number]
    gap, low = attributes["lhs_dilation"][number], attributes["padding"][number][0]
    if window > _MAX_TAPS:
        return positions * window
    # Tap k at position p reads the dilated index stride * p + offsets[k]: an element if gap divides it and it
    # is in [0, (size - 1) * gap], which bounds p. The congruence is solvable if gcd(stride, gap) divides the
    # offset; then p = residue (mod every), and such p in [first, last] are counted.
    offsets = np.arange(window) * apart - low
    first = np.maximum(0, -(offsets // stride))
    last = np.minimum(positions - 1, ((size - 1) * gap - offsets) // stride)
    common = math.gcd(stride, gap)
    every = gap // common
    residue = -offsets // common * pow(stride // common, -1, every) % every
    count = (last - residue) // every - (first - 1 - residue) // every
    return int(np.sum(np.where((offsets % common == 0) & (last >= first), count, 0)))
