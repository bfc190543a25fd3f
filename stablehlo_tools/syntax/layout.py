"""An operation without regions as text with a hole for each name.

The text depends on what the statement says apart from names, so that statements of one template share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from stablehlo_tools.attributes import Attribute, written_out
from stablehlo_tools.ir import Operation
from stablehlo_tools.syntax.attribute_text import dictionary_text
from stablehlo_tools.syntax.properties import properties_of
from stablehlo_tools.syntax.scan import HOLE
from stablehlo_tools.syntax.strings import escape
from stablehlo_tools.types import FunctionType, Type


def operand_types(operation: Operation) -> Sequence[Type]:
    """The types of the operands as the statement wrote them."""
    template = operation.template
    return template.operand_types if template else tuple(value.type for value in operation.operands)


def result_types(operation: Operation) -> tuple[Type, ...]:
    """The types of the results."""
    return tuple(result.type for result in operation.results)


def signature(operation: Operation) -> str:
    """`(T, U) -> V`."""
    return str(FunctionType(tuple(operand_types(operation)), result_types(operation)))


def holes(count: int) -> str:
    """Holes for `count` names."""
    return ", ".join([HOLE] * count)


def dictionary(attributes: Mapping[str, Attribute], left_out: Iterable[str] = ()) -> str:
    """` {a = 1 : i32}` for the attributes not left out, with a space before; nothing if none remain."""
    rest = {name: attribute for name, attribute in attributes.items() if name not in left_out}
    return f" {dictionary_text(rest)}" if rest else ""


def generic_ends(operation: Operation) -> tuple[str, str]:
    """The generic form of an operation: what stands before its regions and what stands behind."""
    properties = _properties(operation)
    given = {**written_out(operation.name), **operation.attributes}
    inherent = dictionary({name: given[name] for name in given if name in properties})
    successors = f"[{holes(len(operation.successors))}]" if operation.successors else ""
    head = f"{escape(operation.name)}({holes(len(operation.operands))}){successors}"
    head += f" <{inherent[1:]}>" if inherent else ""
    return head, f"{dictionary(given, properties)} : {signature(operation)}"


def _properties(operation: Operation) -> set[str]:
    known = properties_of(operation.name)
    if known is None:
        known = operation.template.properties if operation.template else frozenset()
    return (operation.attributes.keys() | written_out(operation.name).keys()) & known
