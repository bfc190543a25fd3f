"""Whether a scatter leaves any of its updates out, since they are outside of its input."""

from __future__ import annotations

import math

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.dataflow.ranges import range_of
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.source_frames import module_of


def is_scatter_inside(operation: Operation) -> bool:
    """Whether the range of its indices proves that all updates of a valid scatter are inside of its input."""
    count, given = len(operation.results), spec_attributes(OPS[operation.name], operation)
    input, updates = operation.operands[0].type, operation.operands[count + 1].type
    if not (isinstance(input, TensorType) and isinstance(updates, TensorType)):
        return False
    if not (input.is_static and updates.is_static):
        return False
    without = (*given["inserted_window_dims"], *given["input_batching_dims"])
    axes = [axis for axis in range(input.rank) if axis not in without]
    windows = dict(zip(axes, given["update_window_dims"], strict=True))
    room = [
        input.static_shape[axis] - (updates.static_shape[windows[axis]] if axis in windows else 1)
        for axis in given["scatter_dims_to_operand_dims"]
    ]
    found = range_of(TracedValue.of(ModuleIndex(module_of(operation)), operation.operands[count]))
    return found.low >= 0 and found.high <= min(room, default=math.inf)
