"""Tuples: values that hold several values, which need not be tensors. A Python tuple is the value."""

from __future__ import annotations

from typing import Annotated, Any

from stablehlo_tools.ops.declare import NOTHING, AllValues, OperandRule, ShortInteger, op

Tuple = Annotated[tuple[Any, ...], OperandRule(NOTHING, tuple=True)]
AnyValue = Annotated[Any, OperandRule(value=True)]


@op("""
C1  type(result) = tuple<E>
E := type(val...)
""", outputs={"result": Tuple}, name="tuple", is_view=True, format="$operands*{attrs} : {tuple}")  # fmt: skip
def tuple_(val: AllValues) -> Tuple:
    """One value that holds all of val, in order; these may be of any types, and tuples too."""
    return (*val,)


@op("""
C1  0 <= index < size(operand)
C2  type(result) = tuple_element_types(operand)[index]
""", outputs={"result": AnyValue}, is_view=True, format="$operand[$index]{attrs} : {signature}")  # fmt: skip
def get_tuple_element(operand: Tuple, *, index: ShortInteger) -> Any:
    """The value that has the number index, from 0, in a tuple."""
    return operand[index]
