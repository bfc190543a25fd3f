"""All kinds of explanations."""

from __future__ import annotations

from stablehlo_tools.explanations.facts.codes import CodeExplanation
from stablehlo_tools.explanations.facts.lint import FamilyExplanation, LintExplanation
from stablehlo_tools.explanations.facts.lowerings import LoweringExplanation
from stablehlo_tools.explanations.facts.ops import ConstructExplanation, OpExplanation
from stablehlo_tools.explanations.facts.rules import RuleExplanation

Explanation = (
    OpExplanation
    | ConstructExplanation
    | RuleExplanation
    | CodeExplanation
    | LintExplanation
    | FamilyExplanation
    | LoweringExplanation
)
