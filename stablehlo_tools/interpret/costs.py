"""What operations cost, from shapes: multiplications and additions, bytes read and written."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from stablehlo_tools.interpret.arrays import byte_size
from stablehlo_tools.interpret.body import CONTROL
from stablehlo_tools.interpret.memory import is_view
from stablehlo_tools.ir import Operation, Value
from stablehlo_tools.ops.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS

Shape = tuple[int, ...]


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

    An update in place reads what it puts in, and writes as much.
    """
    if not moves_bytes(operation) or is_view(OPS[operation.name]):
        return 0
    if operation.name in UPDATES:
        return 2 * _bytes_of(operation.operands[len(operation.results) :])
    return _bytes_of((*operation.operands, *operation.results))


# Ops that put something into their first operands, and leave the rest of them as it is.
UPDATES = frozenset({"stablehlo.dynamic_update_slice", "stablehlo.scatter"})


def _bytes_of(values: Iterable[Value]) -> int:
    sizes = [byte_size(value.type) for value in values]
    return sum(int(size) for size in sizes if math.isfinite(size))


def _of_dot(operands: Sequence[Shape], result: Shape, attributes: Mapping[str, Any]) -> int:
    contracted: int = math.prod(operands[0][axis] for axis in attributes["lhs_contracting_dimensions"])
    return 2 * math.prod(result) * contracted


def _of_convolution(operands: Sequence[Shape], result: Shape, attributes: Mapping[str, Any]) -> int:
    kernel = operands[1]
    features: int = kernel[attributes["kernel_output_feature_dimension"]]
    return 2 * math.prod(result) * math.prod(kernel) // max(1, features)


_FLOPS: Mapping[str, Callable[[Sequence[Shape], Shape, Mapping[str, Any]], int]] = {
    "stablehlo.dot_general": _of_dot,
    "stablehlo.convolution": _of_convolution,
}
