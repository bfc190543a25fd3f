"""Programs with values of other types, or with several values for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.attributes import Float, Integer
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import defined_by
from stablehlo_tools.ir.number_format import float_of
from stablehlo_tools.ir.operations import Function, Module, Operation, Value
from stablehlo_tools.ir.types import ElementType, FunctionType, QuantizedType, TensorType, Type

ElementTypes = Callable[[ElementType | QuantizedType], ElementType | None]


def has_elements(*names: str) -> Callable[[Operation], bool]:
    """Whether an operation defines a tensor with such elements."""
    return lambda operation: any(
        isinstance(value.type, TensorType) and str(value.type.element_type) in names
        for value in defined_by(operation)
    )


def with_elements(type: Type, new: ElementTypes) -> Type:
    """A type with other elements; a type without such elements unchanged."""
    if not isinstance(type, TensorType):
        return type
    element_type = new(type.element_type)
    return type if element_type is None else type.of(element_type)


def retype(module: Module, new: ElementTypes) -> int:
    """Give all values other elements, to which constants are rounded; return how many operations change."""
    changed = 0
    for operation in module.walk():
        defined = list(defined_by(operation))
        before = [value.type for value in defined]
        for value in defined:
            value.type = with_elements(value.type, new)
        if isinstance(operation, Function):
            type = operation.type
            inputs, results = (
                tuple(with_elements(item, new) for item in group) for group in (type.inputs, type.results)
            )
            operation.type = FunctionType(inputs, results)
        elif "value" in operation.attributes and operation.results:
            _retype_constant(operation)
        changed += before != [value.type for value in defined]
        operation.template = None
    return changed


def _retype_constant(operation: Operation) -> None:
    """Round the value of an operation, its elements or its only one, to the elements of the result."""
    value, type = operation.attributes["value"], operation.results[0].type
    if not isinstance(type, TensorType) or not isinstance(type.element_type, ElementType):
        return
    if isinstance(value, Dense) and value.type != type:
        value = Dense.from_array(value.array.astype(dtype_of(type.element_type)), type)
    elif isinstance(value, Float):
        value = float_of(value.value, type.element_type)
    elif isinstance(value, Integer):
        value = Integer(value.value, type.element_type)
    operation.attributes = {**operation.attributes, "value": value}


Parts = dict[Value, tuple[Value, ...]]
Split = Callable[[Type], Sequence[Type]]  # the types of the parts; of what stays whole, its own


def split_values(
    values: Sequence[Value], owner: Any, split: Split, names: Callable[[], Iterable[object]], parts: Parts
) -> list[Value]:
    """The values, renumbered; split values become their parts, which are added to `parts`.

    The first part of `%x` is `%x_name`, of the first of the names.
    """
    result: list[Value] = []
    for value in values:
        types = split(value.type)
        if tuple(types) == (value.type,):
            value.index = len(result)
            result.append(value)
            continue
        parts[value] = tuple(
            Value(type, f"{value.name}_{name}" if value.name else "", owner, index)
            for index, (type, name) in enumerate(zip(types, names(), strict=False), start=len(result))
        )
        result += parts[value]
    return result


def split_signature(function: Function, split: Split) -> None:
    """Split the types of a function. Each part of a type keeps its attributes."""
    attributes, type = dict(function.attributes), function.type
    for name, types in (("arg_attrs", type.inputs), ("res_attrs", type.results)):
        entries = attributes.get(name)
        if isinstance(entries, tuple):
            pairs = zip(entries, types, strict=True)
            attributes[name] = tuple(copy for entry, kind in pairs for copy in [entry] * len(split(kind)))
    inputs, results = (
        tuple(part for item in types for part in split(item)) for types in (type.inputs, type.results)
    )
    function.attributes = attributes
    function.type = FunctionType(inputs, results)
