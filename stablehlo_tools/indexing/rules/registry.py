"""The registries of indexing rules, in both directions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablehlo_tools.indexing.maps import OperandIndexing
from stablehlo_tools.indexing.op import IndexedOp, Readings
from stablehlo_tools.ops.model.registration import Registry

Rule = Callable[[IndexedOp, int], Readings]
"""The elements of each operand that an output reads. Raises Unknown."""
Backwards = Callable[[IndexedOp, int, int], "tuple[OperandIndexing, ...] | None"]
"""The elements of an output that read each element of an operand; None for the inverse of the rule."""

RULES: Final = Registry[Rule]()  # by ops, and by opcodes: `hlo.copy`
BACKWARDS: Final = Registry[Backwards]()
