"""composite: an op that is defined by a function of the program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from stablehlo_tools.ops.model.declare import (
    AllValues,
    AttributeRule,
    FunctionName,
    Regions,
    ShortInteger,
    Text,
    Unsupported,
    op,
)
from stablehlo_tools.ops.model.facts import History

Dictionary = Annotated[Mapping[str, Any] | None, AttributeRule("dictionary")]


# In constraints, decomposition is the function of that name, if it exists.
@op("""
C1  is_namespaced_op_name(name)
C2  is_defined_in_parent_scope(decomposition)
C3  types(inputs...) == input_types(decomposition)
C4  types(results...) == output_types(decomposition)
""", outputs={"results": AllValues}, has_effects=True, takes_equal_types=True,
history=History(since=(0, 19), revised=(1, 14)),
format="$name $operands*?[ ($regions*)]?{attrs} : {signature}")  # fmt: skip
def composite(
    inputs: AllValues,
    *,
    name: Text,
    composite_attributes: Dictionary = None,
    decomposition: FunctionName,
    version: ShortInteger = 0,
    regions: Regions,
) -> tuple[Any, ...]:
    """The results of the function decomposition, which a compiler may recognize as the op name."""
    raise Unsupported("a composite is executed as a call to its decomposition")
