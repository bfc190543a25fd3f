"""Finds the value that changes once it is a result of the program: a fault of fusion.

The first operations of the program are a program whose results are what the others need. The shortest that
differs shows the difference first; of the values that lead to it, the one that agrees as soon as it is a
result is found by marking half of those in question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stablehlo_tools.comparison.judges import Judge
from stablehlo_tools.comparison.marks import Marks
from stablehlo_tools.comparison.results import OpProgram, Suspect, ValueRow, Verdict
from stablehlo_tools.comparison.sides import EngineSide
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.rewrite.mark import live_after, markable, prefix
from stablehlo_tools.rewrite.outline import used_values
from stablehlo_tools.verdict.difference import measure
from stablehlo_tools.verdict.judging import Judgement


class _Seen(NamedTuple):
    """A value that differs as a result of the first `operations`."""

    operations: int
    value: Value
    array: Array
    reference: Array
    judgement: Judgement


def only_unmarked(
    a: EngineSide, marks: Marks, judge: Judge, *, must_be_hidden: bool = False
) -> Suspect | None:
    """The finding for a program that agrees if all values are marked; None if it also does if none is.

    If `must_be_hidden`, it is also None if there is no single value that must not be a result.
    """
    bisection = _Bisection(a, marks, judge)
    seen = bisection.seen(len(marks.scope.operations))
    if seen is None:
        return None
    seen = bisection.shortest(seen)
    hidden = bisection.hidden(seen)
    return None if must_be_hidden and hidden is None else bisection.finding(seen, hidden or seen.value)


class _Bisection:
    def __init__(self, a: EngineSide, marks: Marks, judge: Judge) -> None:
        self.a, self.marks, self.judge = a, marks, judge

    def seen(self, count: int, more: Sequence[Value] = ()) -> _Seen | None:
        """The first value that differs, of those that later operations need and of `more`."""
        values = [*live_after(self.marks.scope, count), *more]
        references = self.marks.known(1, values)
        if not values or references is None:
            return None
        arrays = self.a.run(prefix(self.marks.scope, count, values), self.marks.inputs)
        for value, array, reference in zip(values, arrays, references, strict=True):
            judgement = self.judge.of_marked(self.marks, value, array, reference)
            if not judgement.agrees:
                return _Seen(count, value, array, reference, judgement)
        return None

    def shortest(self, seen: _Seen) -> _Seen:
        """The observation in the shortest program that differs."""
        low = 0
        while seen.operations - low > 1:
            middle = (low + seen.operations) // 2
            found = self.seen(middle)
            if found is None:
                low = middle
            else:
                seen = found
        return seen

    def hidden(self, seen: _Seen) -> Value | None:
        """The value that, once it is a result, makes the program agree; None if no value does."""
        live = set(live_after(self.marks.scope, seen.operations))
        candidates = [value for value in self._ancestors(seen) if value not in live]
        while len(candidates) > 1:
            half = candidates[: len(candidates) // 2]
            is_there = self.seen(seen.operations, half) is None
            candidates = half if is_there else candidates[len(half) :]
        agrees = bool(candidates) and self.seen(seen.operations, candidates) is None
        return candidates[0] if agrees else None

    def _ancestors(self, seen: _Seen) -> list[Value]:
        """The values that the value that differs is computed from, in program order."""
        needed, found = {seen.value}, list[Value]()
        for operation in reversed(self.marks.scope.operations[: seen.operations]):
            if not needed.isdisjoint(operation.results):
                needed.update(used_values(operation))
                found += reversed(markable([operation]))
        return found[::-1]

    def finding(self, seen: _Seen, blamed: Value) -> Suspect:
        """The finding for the value to blame: the hidden one, or the one that differs."""
        scope = self.marks.scope
        owner, last = blamed.owner, scope.operations[seen.operations - 1]
        assert isinstance(owner, Operation)
        difference = measure(seen.array, seen.reference)
        row = ValueRow(scope.name(blamed), str(blamed.type), seen.judgement, difference, owner)
        note = f"{scope.name(seen.value)} ({last.name}) differs "
        note += f"unless {scope.name(blamed)} is also a result of the program"
        case = OpProgram(
            prefix(scope, seen.operations, live_after(scope, seen.operations)), self.marks.inputs
        )
        return Suspect(row, Verdict.ONLY_UNMARKED, (note,), case)
