"""Ops that only say what happens before what."""

from __future__ import annotations

from typing import Any

from stablehlo_tools.ops.declare import Values, op


@op("C1  type(operand...) = type(result...)", outputs="result...", is_view=True)
def optimization_barrier(operand: Values) -> tuple[Any, ...]:
    """The operands, when all of them are there."""
    return tuple(operand)
