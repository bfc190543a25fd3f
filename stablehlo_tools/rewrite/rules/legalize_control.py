"""Branches on integers, as branches on booleans."""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.ir.operations import Region, Value
from stablehlo_tools.rewrite.building import compare, inlined, splat, tensor
from stablehlo_tools.rewrite.rewriter import LEGALIZE, Match, rewrite


@rewrite("case(index) -> if(index == 0, first branch, if(index == 1, ...))", stage=LEGALIZE)
def _case(match: Match, index: Value) -> list[Value]:
    return _nested(match, index, match.operation.regions, 0)


def _nested(match: Match, index: Value, branches: Sequence[Region], number: int) -> list[Value]:
    """The branch of an index, among those from a number on; the last one is that of all others."""
    first, *others = branches
    if not others:
        return inlined(match, first, [])
    is_first = compare(match, "EQ", index, splat(match, number, tensor(index)))
    regions = [
        match.builder.region((), lambda: inlined(match, first, [])),
        match.builder.region((), lambda: _nested(match, index, others, number + 1)),
    ]
    return match.builder.add("stablehlo.if", [is_first], regions=regions, results=[match.types])
