"""What operations cost, from shapes: multiplications and additions, bytes read and written."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.interpret.arrays import byte_size
from stablehlo_tools.interpret.memory import is_view
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ops.attributes import spec_attributes
from stablehlo_tools.ops.control import CONTROL
from stablehlo_tools.ops.registry import OPS

Shape = tuple[int, ...]

_MOST_TAPS = 1 << 20  # of a kernel, along a dimension; of more, all count


def flops(operation: Operation, operands: Sequence[Shape], result: Shape) -> int:
    """The multiplications and additions of a matrix product or a convolution; 0 for all else."""
    count = _FLOPS.get(operation.name)
    if count is None:
        return 0
    return count(operands, result, spec_attributes(OPS[operation.name], operation))


def moves_bytes(operation: Operation) -> bool:
    """Whether an operation reads and writes arrays itself: control and calls leave that to others."""
    return operation.name in OPS and operation.name not in CONTROL


def moved_bytes(operation: Operation) -> int:
    """The bytes of what an operation reads and writes, 0 for a view; sizes that are not known count nothing.

    An update in place reads what it puts in, and writes as much; what gathers slices reads as much of its
    first operand as it writes.
    """
    if not moves_bytes(operation) or is_view(OPS[operation.name]):
        return 0
    if operation.name in UPDATES:
        return 2 * _bytes_of(operation.operands[len(operation.results) :])
    if operation.name in _GATHERS:
        return _bytes_of((*operation.operands[1:], *operation.results, *operation.results))
    return _bytes_of((*operation.operands, *operation.results))


# Ops that put something into their first operands, and leave the rest of them as it is.
UPDATES = frozenset({"stablehlo.dynamic_update_slice", "stablehlo.scatter"})
# Ops that read some slices of their first operand, and leave the rest of it unread.
_GATHERS = frozenset({"stablehlo.gather", "stablehlo.dynamic_gather", "stablehlo.torch_index_select"})


def _bytes_of(values: Iterable[Value]) -> int:
    sizes = [byte_size(value.type) for value in values]
    return sum(int(size) for size in sizes if math.isfinite(size))


def _of_dot(operands: Sequence[Shape], result: Shape, attributes: Mapping[str, Any]) -> int:
    contracted: int = math.prod(operands[0][axis] for axis in attributes["lhs_contracting_dimensions"])
    return 2 * math.prod(result) * contracted


def _of_convolution(operands: Sequence[Shape], result: Shape, attributes: Mapping[str, Any]) -> int:
    """What meets padding, or a gap between dilated elements, is a product with zero, which does not count."""
    lhs, kernel = operands[:2]
    batch, channel = attributes["output_batch_dimension"], attributes["output_feature_dimension"]
    taps = [_taps(lhs, kernel, result, attributes, number) for number in range(len(kernel) - 2)]
    features: int = kernel[attributes["kernel_input_feature_dimension"]]
    images: int = result[batch] * result[channel]
    return 2 * images * features * math.prod(taps)


def _taps(lhs: Shape, kernel: Shape, result: Shape, attributes: Mapping[str, Any], number: int) -> int:
    """How often an element of the kernel meets one of the input, over all positions along a dimension."""
    size = lhs[attributes["input_spatial_dimensions"][number]]
    window: int = kernel[attributes["kernel_spatial_dimensions"][number]]
    positions: int = result[attributes["output_spatial_dimensions"][number]]
    stride, apart = attributes["window_strides"][number], attributes["rhs_dilation"][number]
    gap, low = attributes["lhs_dilation"][number], attributes["padding"][number][0]
    if window > _MOST_TAPS:
        return positions * window
    # element `offset` of the dilated input is met at position 0, `offset + stride` at 1: which are there?
    offsets = np.arange(window) * apart - low
    first = np.maximum(0, -(offsets // stride))
    last = np.minimum(positions - 1, ((size - 1) * gap - offsets) // stride)
    common = math.gcd(stride, gap)
    every = gap // common
    residue = -offsets // common * pow(stride // common, -1, every) % every
    met = (last - residue) // every - (first - 1 - residue) // every
    return int(np.sum(np.where((offsets % common == 0) & (last >= first), met, 0)))


_FLOPS: Mapping[str, Callable[[Sequence[Shape], Shape, Mapping[str, Any]], int]] = {
    "stablehlo.dot_general": _of_dot,
    "stablehlo.convolution": _of_convolution,
}
