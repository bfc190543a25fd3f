"""Operations on other types than those of the program, to bind kernels to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from stablehlo_tools.ir.clone import create_at
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import ElementType, TensorType, Type


def retyped(operation: Operation, retype: Callable[[Type], Type]) -> Operation:
    """The operation on operands and results of other types: to bind a kernel to, in no block."""
    copy = on_types(operation, [retype(each.type) for each in operation.operands])
    copy.results = [Value(retype(each.type), each.given_name, copy, each.index) for each in operation.results]
    return copy


def on_types(operation: Operation, types: Sequence[Type]) -> Operation:
    """The operation on operands of these types, with equal results: to bind a kernel to, in no block."""
    copy = create_at(operation, operation.name, [], operation.attributes)
    copy.operands = [
        Value(type, each.given_name, each.owner, each.index)
        for each, type in zip(operation.operands, types, strict=True)
    ]
    copy.results = [Value(each.type, each.given_name, copy, each.index) for each in operation.results]
    copy.regions, copy.block = operation.regions, operation.block
    return copy


def with_elements(by_kind: Mapping[str, ElementType]) -> Callable[[Type], Type]:
    """A function to tensors of the same shape, with these element types in place of those of a kind."""

    def retype(type: Type) -> Type:
        if not isinstance(type, TensorType) or type.element_type.kind not in by_kind:
            return type
        return type.of(by_kind[type.element_type.kind])

    return retype
