"""Ops with which a program that is executed shows values."""

from __future__ import annotations

import sys

import numpy as np

from stablehlo_tools.ops.declare import Array, Tensor, Text, op


@op(dialect="interpreter", outputs="", has_effects=True, name="print")
def print_(operand: Tensor) -> tuple[()]:
    """Write the elements to standard output."""
    sys.stdout.write(f"{np.array2string(operand, separator=', ')}\n")
    return ()


@op("C1  type(operand) = type(result)", dialect="interpreter", has_effects=True, is_view=True)
def probe(operand: Tensor, *, probe_id: Text) -> Array:
    """The operand; others may save it under probe_id, here nothing does."""
    return operand
