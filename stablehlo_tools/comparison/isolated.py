"""An operation alone, as both sides compute it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.verdict.rounding import Estimate


class Isolated(NamedTuple):
    """An operation alone: its operands, and its results on both sides.

    `again` is a function that executes it with other operands, on numpy; `estimate` is that of its rounding.
    """

    operation: Operation
    operands: Sequence[Array]
    results: Sequence[Array]
    references: Sequence[Array]
    again: Callable[[Sequence[Array]], Sequence[Array]]
    estimate: Estimate
