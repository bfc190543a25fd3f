"""composite: an op that is a function of the program under another name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from stablehlo_tools.ops.declare import (
    AllValues,
    AttributeRule,
    FunctionName,
    Regions,
    ShortInteger,
    Text,
    Unsupported,
    op,
)

Dictionary = Annotated[Mapping[str, Any] | None, AttributeRule("dictionary")]


# In rules, decomposition stands for the function of that name, if there is one.
@op("""
C1  is_namespaced_op_name(name)
C2  is_defined_in_parent_scope(decomposition)
C3  types(inputs...) == input_types(decomposition)
C4  types(results...) == output_types(decomposition)
""", outputs={"results": AllValues}, has_effects=True, since=(0, 19),
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
    """What the function called decomposition computes, known to some compilers as an op called name."""
    raise Unsupported("a composite is executed as a call of its decomposition")
