"""Rewrites of `shlo lower`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stablehlo_tools.explanations.facts.explained import Explained
from stablehlo_tools.ops.examples import Example
from stablehlo_tools.targets.lowering.declare import FAMILIES, Legalization
from stablehlo_tools.targets.lowering.registry import LOWERINGS


@dataclass(frozen=True, repr=False)
class LoweringExplanation(Explained):
    """A lowering: the operations that it removes, the reason, its exactness, and its requirements.

    `patterns` are its rewrites of single operations. `after` is the program `before`, rewritten.
    """

    code: str
    family: str
    what: str
    why: str
    needs: str
    accuracy: str
    on_request: bool
    patterns: Sequence[str]
    before: Example
    after: Example


def lowering_explanation(lowering: Legalization) -> LoweringExplanation:
    """The explanation of a lowering."""
    return LoweringExplanation(
        code=lowering.code,
        family=FAMILIES[lowering.family],
        what=lowering.what,
        why=lowering.why,
        needs=lowering.needs,
        accuracy=lowering.accuracy,
        on_request=lowering.on_request,
        patterns=lowering.patterns,
        before=Example("example", lowering.before),
        after=Example("example", lowering.after),
    )


def all_lowerings() -> list[LoweringExplanation]:
    """The explanations of all lowerings, by code."""
    return [lowering_explanation(LOWERINGS[code]) for code in sorted(LOWERINGS)]
