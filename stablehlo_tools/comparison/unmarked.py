"""Finds the value that changes once it is a result of the program: a fault of fusion.

The first operations of the program form a program that returns the values that the others need. The shortest
one that differs shows the difference first. Of the values that lead to it, bisection finds the one that makes
the program agree as soon as it is a result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stablehlo_tools.comparison.judges import Judge
from stablehlo_tools.comparison.marks import Marks
from stablehlo_tools.comparison.results import JudgedValue, OpProgram, Suspect, Verdict
from stablehlo_tools.comparison.sides import EngineSide
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.rewrite.mark import ancestors, live_after, markable, prefix


class _Cut(NamedTuple):
    """The first `operations` of a program, and the first of their results that differs."""

    operations: int
    seen: JudgedValue


def only_unmarked(a: EngineSide, marks: Marks, judge: Judge, *, must_be_hidden: bool) -> Suspect | None:
    """The finding for a program that agrees if all values are marked; None if it also agrees unmarked.

    With `must_be_hidden`, it is also None if no single value must not be a result.
    """
    bisection = _Bisection(a, marks, judge)
    cut = bisection.cut(len(marks.scope.operations))
    if cut is None:
        return None
    cut = bisection.shortest(cut)
    hidden = bisection.hidden(cut)
    return None if must_be_hidden and hidden is None else bisection.finding(cut, hidden or cut.seen.value)


class _Bisection:
    def __init__(self, a: EngineSide, marks: Marks, judge: Judge) -> None:
        self.a, self.marks, self.judge = a, marks, judge

    def cut(self, count: int, more: Sequence[Value] = ()) -> _Cut | None:
        """The first different value among those that later operations need and `more`."""
        values = [*live_after(self.marks.scope, count), *more]
        references = self.marks.references(values)
        if not values or references is None:
            return None
        arrays = self.a.run(prefix(self.marks.scope, count, values), self.marks.inputs)
        for value, array, reference in zip(values, arrays, references, strict=True):
            judgement = self.judge.marked(self.marks, value, array, reference)
            if not judgement.agrees:
                return _Cut(count, JudgedValue(value, array, reference, judgement))
        return None

    def shortest(self, cut: _Cut) -> _Cut:
        """The cut of the shortest program that differs."""
        low = 0
        while cut.operations - low > 1:
            middle = (low + cut.operations) // 2
            earlier = self.cut(middle)
            if earlier is None:
                low = middle
            else:
                cut = earlier
        return cut

    def hidden(self, cut: _Cut) -> Value | None:
        """The value that, once it is a result, makes the program agree; None if no value does."""
        live = set(live_after(self.marks.scope, cut.operations))
        operations = self.marks.scope.operations[: cut.operations]
        candidates = [value for value in markable(ancestors(operations, cut.seen.value)) if value not in live]
        while len(candidates) > 1:
            half = candidates[: len(candidates) // 2]
            is_there = self.cut(cut.operations, half) is None
            candidates = half if is_there else candidates[len(half) :]
        agrees = bool(candidates) and self.cut(cut.operations, candidates) is None
        return candidates[0] if agrees else None

    def finding(self, cut: _Cut, blamed: Value) -> Suspect:
        """The finding for the value to blame: the hidden one, or the one that differs."""
        scope = self.marks.scope
        last = scope.operations[cut.operations - 1]
        row = cut.seen._replace(value=blamed).row(scope)
        note = f"{scope.name(cut.seen.value)} ({last.name}) differs "
        note += f"unless {scope.name(blamed)} is also a result of the program"
        case = OpProgram(prefix(scope, cut.operations, live_after(scope, cut.operations)), self.marks.inputs)
        return Suspect(row, Verdict.ONLY_UNMARKED, (note,), case)
