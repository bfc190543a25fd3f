"""The registry of indexing rules: a function per op, which enters itself under the names of its ops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablehlo_tools.indexing.maps import OperandIndexing
from stablehlo_tools.indexing.op import IndexedOp, Readings

Rule = Callable[[IndexedOp, int], Readings]
"""The elements of each operand that an output reads. Raises Unknown."""
Backwards = Callable[[IndexedOp, int, int], "tuple[OperandIndexing, ...] | None"]
"""The elements of an output that read each element of an operand; None for the inverse of the rule."""

RULES: Final[dict[str, Rule]] = {}
BACKWARDS: Final[dict[str, Backwards]] = {}


def indexes(*names: str) -> Callable[[Rule], Rule]:
    """Register the function as the rule of these ops, or opcodes: `hlo.copy`."""

    def register(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, rule))
        return rule

    return register


def indexes_backwards(*names: str) -> Callable[[Backwards], Backwards]:
    """Register the function as the reverse of the rule of these ops, which its inverse is not."""

    def register(rule: Backwards) -> Backwards:
        BACKWARDS.update(dict.fromkeys(names, rule))
        return rule

    return register
