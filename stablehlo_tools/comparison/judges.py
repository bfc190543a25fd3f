"""Judges results of programs, values inside them, and results of operations alone."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from stablehlo_tools.comparison.isolation import IsolatedExecution
from stablehlo_tools.comparison.marks import Marks
from stablehlo_tools.comparison.sides import Side
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.verdict.alone import rules_alone
from stablehlo_tools.verdict.engine_profiles import profiles
from stablehlo_tools.verdict.judging import Judgement, judge
from stablehlo_tools.verdict.rounding import rules
from stablehlo_tools.verdict.tolerance import Allowance, Tolerance


@dataclass(frozen=True)
class Judge:
    """Judges arrays by the user's tolerance, or else by the rounding of the engines of a profile."""

    tolerance: Tolerance
    profile: str = "any"

    @classmethod
    def for_sides(cls, tolerance: Tolerance, *sides: Side) -> Judge:
        """The judge for sides, one of which may be an engine with its own profile."""
        engines = (side.name.partition(":")[0].partition("@")[0] for side in sides)
        return cls(tolerance, next((engine for engine in engines if engine in profiles()), "any"))

    def value(self, array: Array, reference: Array, allowance: Callable[[int], Allowance]) -> Judgement:
        """The verdict on a value; `allowance` returns the tolerance after a number of runs."""
        return judge(array, reference, rules(reference, allowance, self.tolerance))

    def marked(self, marks: Marks, value: Value, array: Array, reference: Array) -> Judgement:
        """The verdict on a value of a scope."""
        return self.value(array, reference, functools.partial(marks.allowance, value, reference))

    def alone(self, alone: IsolatedExecution, index: int) -> Judgement:
        """The verdict on a result of an operation alone."""
        array, reference = alone.results[index], alone.references[index]
        parts = alone.operation, alone.operands, reference

        def magnitude() -> Array:
            return alone.again([_absolute(operand) for operand in alone.operands])[index]

        def estimate(count: int) -> Allowance:
            return alone.estimate.allowance(index, reference, count)

        if not self.tolerance.is_default:
            return judge(array, reference, rules(reference, estimate, self.tolerance))
        return judge(array, reference, rules_alone(*parts, magnitude, estimate, self.profile))


def _absolute(array: Array) -> Array:
    with np.errstate(all="ignore"):
        return array if array.dtype.kind in "bu" else np.abs(array).astype(array.dtype)
