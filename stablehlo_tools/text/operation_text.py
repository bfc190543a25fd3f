"""The types and the attribute dictionary of an operation as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import FunctionType, Type
from stablehlo_tools.text.attribute_text import dictionary_text


def operand_types(operation: Operation) -> Sequence[Type]:
    """The types of the operands as written in the statement."""
    template = operation.template
    return template.operand_types if template else tuple(value.type for value in operation.operands)


def result_types(operation: Operation) -> tuple[Type, ...]:
    """The types of the results."""
    return tuple(result.type for result in operation.results)


def signature(operation: Operation) -> str:
    """`(T, U) -> V`."""
    return str(FunctionType(tuple(operand_types(operation)), result_types(operation)))


def dictionary(attributes: Mapping[str, Attribute], omitted: Iterable[str] = ()) -> str:
    """` {a = 1 : i32}`, with a space before it, without the omitted attributes; empty if none remain."""
    rest = {name: attribute for name, attribute in attributes.items() if name not in omitted}
    return f" {dictionary_text(rest)}" if rest else ""
