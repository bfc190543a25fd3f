"""optimization_barrier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from stablehlo_tools.ops.model.declare import ANY, PER_AXIS, OperandRule, op
from stablehlo_tools.ops.model.facts import VIEW, moves

TensorsOrTokens = Annotated[Sequence[Any], OperandRule(ANY - PER_AXIS, variadic=True, token=True)]


@op(
    "C1  type(operand...) = type(result...)",
    outputs={"result": TensorsOrTokens},
    numerics=moves("operand"),
    execution=VIEW,
    takes_equal_types=True,
    format="{attrs}?[ $operands* : {pairwise}|()]?",
)
def optimization_barrier(operand: TensorsOrTokens) -> tuple[Any, ...]:
    """The operands, unchanged; compilers compute all of them before any use of the results."""
    return tuple(operand)
