"""Lowerings of single operations: the declared rewrites, by what is gone after them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.registry import REWRITES
from stablehlo_tools.rewrite.rewriter import STAGES, Match, Rewrite, find
from stablehlo_tools.targets.lowering.declare import Legalization, Subject, declare
from stablehlo_tools.targets.lowering.draft import Draft


def local(
    code: str,
    family: str,
    rewrites: Sequence[Rewrite] = (),
    *,
    what: str = "",
    why: str,
    needs: str = "",
    finds: Callable[[Operation], bool] | None = None,
) -> None:
    """Declare the lowering that consists of rewrites, by default those of its code, and finds their ops."""
    rewrites = rewrites or [each for group in REWRITES.values() for each in group if each.code == code]
    assert rewrites, code
    by_op: dict[str, list[Rewrite]] = {}
    for each in rewrites:
        by_op.setdefault(each.op, []).append(each)
    inexact = [each for each in rewrites if not each.is_exact]
    bounds = [each.ulp for each in inexact]
    known = [bound for bound in bounds if bound is not None]

    def apply(draft: Draft) -> int:
        return draft.replace(code, lambda match: find(match, STAGES, by_op))

    ulp = max(known) if known and len(known) == len(bounds) else None
    what, finds = what or _described(rewrites), finds or _finder(rewrites)
    made = Legalization(code, family, Subject(finds), what, why, needs, apply, not inexact, ulp)
    patterns = tuple(dict.fromkeys(each.text for each in rewrites))
    tolerance = max((each.tolerance for each in inexact), default=0.0)
    declare(replace(made, ops=tuple(by_op), patterns=patterns, tolerance=tolerance))


def _finder(rewrites: Sequence[Rewrite]) -> Callable[[Operation], bool]:
    """Whether an operation is of the op of one of the rewrites, and calls its target."""
    if any(each.removes for each in rewrites):
        return lambda operation: any(
            each.holds(Match(operation)) for each in rewrites if each.op == operation.name
        )
    wanted = {(each.op, each.target) for each in rewrites}

    def finds(operation: Operation) -> bool:
        targets = ("", operation.attributes.get("call_target_name", ""))
        return any((operation.name, target) in wanted for target in targets)

    return finds


def _described(rewrites: Sequence[Rewrite]) -> str:
    """The replacement of an op, in words."""
    op = OPS[rewrites[0].op]
    target = rewrites[0].target
    return f"Replace calls of @{target} by other ops." if target else f"Replace `{op.name}` by other ops."


def attribute_of(operation: Operation, name: str) -> object:
    """An attribute as the specification has it; None if it is missing or damaged."""
    op = OPS.get(operation.name)
    if op is None or not any(field.name == name for field in op.attributes):
        return None
    try:
        return spec_attributes(op, operation).get(name)
    except AttributeMismatch:
        return None
