"""Shapes of values, and those given by constant operands."""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.ir.constants import Dense, constant_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType, TupleType, Type
from stablehlo_tools.verifier.inference import merge_types

SHAPE_OPERANDS = "indices_of_shape_operands"


def tensor(value: Value) -> TensorType:
    """The type of a value that is a tensor."""
    assert isinstance(value.type, TensorType)
    return value.type


def is_static(type: Type) -> bool:
    """Whether all sizes in a type are known."""
    if isinstance(type, TupleType):
        return all(map(is_static, type.types))
    return not isinstance(type, TensorType) or type.is_static


def is_ranked(value: Value) -> bool:
    """Whether a value is a tensor of known rank."""
    return isinstance(value.type, TensorType) and value.type.shape is not None


def shape_operands(operation: Operation) -> list[int]:
    """The indices of the operands of a custom call that are the shapes of its results."""
    indices = operation.attributes.get(SHAPE_OPERANDS)
    if operation.name != "stablehlo.custom_call" or not isinstance(indices, Dense):
        return []
    numbers = [int(index) for index in indices.elements] if indices.check() is None else []
    return numbers if all(0 <= index < len(operation.operands) for index in numbers) else []


def with_sizes(type: Type, sizes: Sequence[int]) -> Type:
    """A tensor type refined with these sizes."""
    if not isinstance(type, TensorType):
        return type
    return merge_types(type, TensorType(tuple(sizes), type.element_type))


def integers_of(value: Value) -> list[int] | None:
    """The elements of a constant vector; None for other values."""
    constant = constant_of(value)
    return None if constant is None else [int(element) for element in constant.array.reshape(-1)]


def are_ones(value: Value) -> bool:
    """Whether a value is a constant vector of ones."""
    elements = integers_of(value)
    return elements is not None and all(each == 1 for each in elements)
