"""Tuples, which are Python tuples: tuple and get_tuple_element."""

from __future__ import annotations

from typing import Annotated, Any

from stablehlo_tools.ops.model.declare import NOTHING, AllValues, OperandRule, ShortInteger, op
from stablehlo_tools.ops.model.facts import VIEW, moves

Tuple = Annotated[tuple[Any, ...], OperandRule(NOTHING, tuple=True)]
AnyValue = Annotated[Any, OperandRule(value=True)]


@op("""
C1  type(result) = tuple<E>
E := type(val...)
""", outputs={"result": Tuple}, name="tuple", numerics=moves("val"),
execution=VIEW, format="$operands*{attrs} : {tuple}")  # fmt: skip
def tuple_(val: AllValues) -> Tuple:
    """A tuple of all values in val, which may be of any types, including tuples."""
    return (*val,)


@op("""
C1  0 <= index < size(operand)
C2  type(result) = tuple_element_types(operand)[index]
""", outputs={"result": AnyValue}, numerics=moves("operand"),
execution=VIEW, format="$operand[$index]{attrs} : {signature}")  # fmt: skip
def get_tuple_element(operand: Tuple, *, index: ShortInteger) -> Any:
    """The element of a tuple at this index, from 0."""
    return operand[index]
