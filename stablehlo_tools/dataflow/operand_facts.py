"""Facts about what an operation is given."""

from __future__ import annotations

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.dataflow.ranges import range_of
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import ElementType, TensorType
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.source_frames import module_of


def is_base_not_negative(operation: Operation) -> bool:
    """Whether the first operand of a `power` is of no floats, or its range has no negative number."""
    base = operation.operands[0]
    element_type = base.type.element_type if isinstance(base.type, TensorType) else None
    if not isinstance(element_type, ElementType) or element_type.kind != "float":
        return True
    return range_of(TracedValue.of(ModuleIndex(module_of(operation)), base)).low >= 0


def is_not_strided(operation: Operation) -> bool:
    """Whether the operand, apart from its order, is no slice that leaves elements out between others."""
    owner = operation.operands[0].owner
    while isinstance(owner, Operation) and _is_view(owner):
        if owner.name == "stablehlo.slice":
            return all(stride == 1 for stride in spec_attributes(OPS[owner.name], owner)["strides"])
        owner = owner.operands[0].owner
    return True


def _is_view(operation: Operation) -> bool:
    """Whether an operation shows the elements of its one operand otherwise, as compilers do with a copy."""
    op = OPS.get(operation.name)
    is_barrier = [value.type for value in operation.operands] == [value.type for value in operation.results]
    return op is not None and op.execution.may_alias and len(operation.operands) == 1 and not is_barrier
