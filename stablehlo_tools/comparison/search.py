"""Finds the operation at which two sides begin to differ.

One run on each side returns all values of a function. Each operation that the first value beyond its
tolerance depends on is judged alone, on the operands of the reference, by the tolerance of its op. If one
differs, it is the cause; control flow is entered with the values that reach it. If none differs, errors
accumulated. If all marked values agree, the program is cut short to find the value that must not be marked
(`unmarked`).
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from stablehlo_tools.comparison.causes import Cause, numerical_cause, structural_cause
from stablehlo_tools.comparison.growth import growth, relative_error
from stablehlo_tools.comparison.isolation import (
    ENTERED,
    IsolatedExecution,
    Isolation,
    branch_taken,
    is_tensor,
)
from stablehlo_tools.comparison.judges import Judge
from stablehlo_tools.comparison.loops import LoopSearch
from stablehlo_tools.comparison.marks import Marks
from stablehlo_tools.comparison.results import JudgedValue, OpCount, OpProgram, Suspect, ValueRow, Verdict
from stablehlo_tools.comparison.sides import EngineSide, RecordedSide, Side
from stablehlo_tools.comparison.unmarked import only_unmarked
from stablehlo_tools.diagnostics.diagnostic import EngineError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ops.paths import owner_name
from stablehlo_tools.ops.stablehlo.control import BRANCHES, CONTROL, LOOP
from stablehlo_tools.rewrite.mark import (
    MarkedScope,
    ancestors,
    called_scope,
    isolated,
    markable,
    region_scope,
)
from stablehlo_tools.rewrite.outline import used_values
from stablehlo_tools.verdict.difference import measure, same_bits
from stablehlo_tools.verdict.judging import signs_of_zeros
from stablehlo_tools.verdict.rounding import is_near
from stablehlo_tools.verdict.tolerance import Tolerance


class SearchedPart(NamedTuple):
    """A value that differs between the sides for the same operands of its operation.

    `cause` finds out why, on demand: few parts need it. If it `is_open`, both sides may be right.
    """

    operation: Operation
    seen: JudgedValue
    cause: Callable[[], Cause]
    is_open: bool = False

    @property
    def is_gross(self) -> bool:
        """Whether it is wrong beyond the tolerance of its type."""
        return not self.is_open and not is_near(self.seen.array, self.seen.reference)


class Search:
    """The search for the first operation that differs. `rows` are the compared values in order.

    With `records_all`, the values after the first different one are compared too. `judged` tells which
    operations are wrong, of those that were judged alone or have the same results on both sides.
    """

    def __init__(
        self,
        sides: tuple[Side, Side],
        tolerance: Tolerance,
        max_bytes: float,
        *,
        isolates: bool,
        records_all: bool,
    ) -> None:
        self.sides, self.judge, self.max_bytes = sides, Judge.for_sides(tolerance, *sides), max_bytes
        self.isolates, self.records_all = isolates, records_all
        self.rows: list[ValueRow] = []
        self.notes: list[str] = []
        self.judged: dict[Operation, bool] = {}
        self.isolation = Isolation(sides, max_bytes, self.notes)
        self.loops = LoopSearch(self)

    # -- a function -----------------------------------------------------------------------------

    def locate(
        self,
        scope: MarkedScope,
        inputs: Sequence[Array],
        *,
        is_whole: bool = False,
        must_differ: bool = False,
    ) -> Suspect | None:
        """The first operation of a function that differs on these inputs; None if all values agree.

        With `must_differ`, the results are known to differ as long as inner values are not returned. Raises
        `EngineError`.
        """
        marks = Marks(self.sides, scope, inputs, self.max_bytes, is_whole=is_whole)
        suspect, changed = self.compared(marks, records=self.records_all and is_whole)
        if suspect is None and must_differ:
            return self._unmarked(marks)
        if suspect is None:
            is_thorough = self.isolates and self.records_all
            return self._beyond_budgets(marks, changed) or self._inside(marks) if is_thorough else None
        if not self.isolates:
            return Suspect(suspect.row(scope), Verdict.NOT_ISOLATED)
        return self._explained(marks, suspect, changed)

    def _explained(
        self, marks: Marks, suspect: JudgedValue, changed: Mapping[Value, float]
    ) -> Suspect | None:
        """The finding for the first value beyond its tolerance."""
        if marks.is_split:
            marks.forget()  # other runs may have computed other values
        candidates = ancestors(_changed(marks, changed), suspect.value)
        alone = list(self.isolation.isolate(marks, candidates))
        parts = self._judged(marks, alone)
        later = self._later(marks, candidates, changed)
        of_later = (part for part in _blamed(later) if part.is_gross or part.is_open)
        part = next(itertools.chain(_blamed(parts), of_later), None)
        if part is None and marks.is_split:  # some run may return the value that must not be marked
            hidden = self._unmarked(marks, must_be_hidden=True)
            if hidden is not None:
                return hidden
        if part is None:
            return self._grown(marks, suspect, candidates, changed, alone)
        finding = self._enter(marks, part.operation) or self._finding(marks, part, suspect.value)
        if finding.verdict is Verdict.IMPLEMENTATION_DEFINED and self._are_right(marks, changed):
            return replace(finding, is_right=True)
        return finding

    def _are_right(self, marks: Marks, changed: Mapping[Value, float]) -> bool:
        """Whether all operations that differ are right alone, or left open by the specification."""
        operations = _changed(marks, changed)
        alone = list(self.isolation.isolate(marks, operations))
        is_right = all(part.is_open for part in self._judged(marks, alone))
        return is_right and {part.operation for part in alone}.issuperset(operations)

    def _later(
        self, marks: Marks, candidates: Sequence[Operation], changed: Mapping[Value, float]
    ) -> list[SearchedPart]:
        """The results of operations besides the candidates that are wrong alone.

        Errors may have grown beyond the tolerance before them, which is not a fault.
        """
        known = set(candidates)
        others = [op for op in _changed(marks, changed) if op not in known]
        parts = self._parts(marks, self.isolation.doubtful(marks, others))
        same = (op for op in marks.scope.operations if op.results and op not in known)
        self.judged = {**dict.fromkeys(same, False), **self.judged}
        return parts

    def _unmarked(self, marks: Marks, *, must_be_hidden: bool = False) -> Suspect | None:
        a = self.sides[0]
        if not isinstance(a, EngineSide):
            return None
        return only_unmarked(a, marks, self.judge, must_be_hidden=must_be_hidden)

    def _beyond_budgets(self, marks: Marks, changed: Mapping[Value, float]) -> Suspect | None:
        """The first operation that is wrong alone although all values are within their tolerances."""
        return self._finding_of(marks, self._parts(marks, _changed(marks, changed)))

    def _inside(self, marks: Marks) -> Suspect | None:
        """The first operation that differs inside control flow whose results agree."""
        suspects = (self._enter(marks, operation, must_differ=False) for operation in marks.scope.operations)
        return next((suspect for suspect in suspects if suspect is not None), None)

    def counts(self) -> list[OpCount]:
        """The numbers of judged and wrong operations of each op; most errors first, then by name."""
        total = Counter(operation.name for operation in self.judged if operation.name not in ENTERED)
        wrong = Counter(operation.name for operation, is_wrong in self.judged.items() if is_wrong)
        counts = [OpCount(name, wrong[name], count) for name, count in total.items()]
        return sorted(counts, key=lambda count: (-count.wrong, count.op))

    def isolate_all(self, scope: MarkedScope, inputs: Sequence[Array]) -> Suspect | None:
        """The first operation of a function that differs alone; `rows` has the results of all operations."""
        marks = Marks(self.sides, scope, inputs, self.max_bytes, is_whole=True)
        parts: list[SearchedPart] = []
        for alone in self.isolation.isolate(marks, scope.operations, skips_same=False):
            results = list(self._alone(alone))
            self.rows += [result.row(scope) for result in results]
            parts += self._parts_of(alone, results)
        return self._finding_of(marks, parts)

    def _finding_of(self, marks: Marks, parts: Sequence[SearchedPart]) -> Suspect | None:
        part = next(_blamed(parts), None)
        if part is None:
            return None
        return self._enter(marks, part.operation) or self._finding(marks, part, part.seen.value)

    def compared(self, marks: Marks, *, records: bool) -> tuple[JudgedValue | None, Mapping[Value, float]]:
        """The first value beyond its tolerance, and all values whose bits differ with their errors.

        The errors of values after that one are infinite, unless it `records`.
        """
        suspect, changed = None, dict[Value, float]()
        for value, array, reference in marks.pairs():
            is_same = same_bits(array, reference)
            is_judged = records or suspect is None
            if not is_same:
                changed[value] = relative_error(array, reference) if is_judged else math.inf
            if not is_judged or (is_same and not records):
                continue
            seen = JudgedValue(value, array, reference, self.judge.marked(marks, value, array, reference))
            if records:
                self.rows.append(seen.row(marks.scope))
            if suspect is None and not seen.judgement.agrees:
                suspect = seen
        return suspect, changed

    # -- an operation alone ---------------------------------------------------------------------

    def _parts(self, marks: Marks, operations: Sequence[Operation]) -> list[SearchedPart]:
        """The results of operations that are wrong alone."""
        return self._judged(marks, list(self.isolation.isolate(marks, operations)))

    def _judged(self, marks: Marks, parts: Sequence[IsolatedExecution]) -> list[SearchedPart]:
        seen = {alone.operation: (alone, list(self._alone(alone))) for alone in parts}
        marked = [op for op, (alone, results) in seen.items() if alone.is_marked and not _agree(results)]
        for alone in self.isolation.isolate(marks, marked, skips_same=False):
            seen[alone.operation] = (alone, list(self._alone(alone)))
            if _agree(seen[alone.operation][1]):
                name = marks.scope.name(markable([alone.operation])[0])
                note = (
                    f"{name} differs only together with other operations: {self.sides[0].name} rewrites them"
                )
                self.notes += [note] if note not in self.notes else []
        return [part for alone, results in seen.values() for part in self._parts_of(alone, results)]

    def _alone(self, alone: IsolatedExecution) -> Iterator[JudgedValue]:
        """The verdict on each result of an operation."""
        values = markable([alone.operation])
        for index, pair in enumerate(zip(values, alone.results, alone.references, strict=True)):
            yield JudgedValue(*pair, self.judge.alone(alone, index))

    def _parts_of(self, alone: IsolatedExecution, seen: Sequence[JudgedValue]) -> list[SearchedPart]:
        """The results of an operation that are wrong."""
        wrong = [index for index, result in enumerate(seen) if not result.judgement.agrees]
        parts = [self._part(alone, index, seen[index]) for index in wrong]
        self.judged[alone.operation] = not all(part.is_open for part in parts)
        return parts

    def _part(self, alone: IsolatedExecution, index: int, seen: JudgedValue) -> SearchedPart:
        structural = structural_cause(alone, index)
        is_open = structural is not None and structural.verdict is Verdict.IMPLEMENTATION_DEFINED

        def cause() -> Cause:
            return structural or numerical_cause(alone, index, self._agrees_alone)

        return SearchedPart(alone.operation, seen, cause, is_open)

    def _agrees_alone(self, alone: IsolatedExecution, index: int) -> bool:
        return self.judge.alone(alone, index).agrees

    # -- findings -------------------------------------------------------------------------------

    def _finding(self, marks: Marks, part: SearchedPart, suspect: Value) -> Suspect:
        verdict, note = part.cause()
        grown = self.loops.growing.get(part.operation)
        if part.operation.name in CONTROL:
            verdict = Verdict.AMPLIFIED if grown else Verdict.ONLY_UNMARKED
            note = "its operations agree when run in isolation"
        notes = [*filter(None, (note, grown))]
        if part.seen.value is not suspect:
            notes.append(f"the first value beyond its tolerance is {marks.scope.name(suspect)}")
        row = part.seen.row(marks.scope)
        return Suspect(row, verdict, tuple(notes), self._case(marks, part.operation))

    def _case(self, marks: Marks, operation: Operation) -> OpProgram | None:
        """The operation alone, with the operands of the reference; None if these are not known."""
        module, taken = isolated(marks.scope, [operation])
        operands = marks.references(taken)
        return None if operands is None else OpProgram(module, operands)

    def _grown(
        self,
        marks: Marks,
        suspect: JudgedValue,
        candidates: Sequence[Operation],
        changed: Mapping[Value, float],
        alone: Sequence[IsolatedExecution],
    ) -> Suspect:
        """The finding for a value whose operations agree alone."""
        zeros = _first_sign_of_zero(alone)
        if zeros is not None:
            return self._finding(marks, zeros, suspect.value)
        row, executed = suspect.row(marks.scope), {part.operation for part in alone}
        if executed.issuperset(candidates):
            notes = growth(marks.scope, suspect.value, candidates, changed)
            return Suspect(row, Verdict.AMPLIFIED, tuple(notes))
        missing = [candidate for candidate in candidates if candidate not in executed]
        count = plural(len(missing), "operation")
        note = f"{count} before it, such as {missing[0].name}, cannot be executed alone"
        return Suspect(row, Verdict.NOT_ISOLATED, (note,))

    # -- control flow ---------------------------------------------------------------------------

    def _enter(self, marks: Marks, operation: Operation, *, must_differ: bool = True) -> Suspect | None:
        """The first operation inside control flow or a callee that differs; None if none does.

        With `must_differ`, the results of the operation are known to differ.
        """
        is_live = isinstance(self.sides[0], EngineSide)
        if operation.name not in ENTERED or not is_live or not all(map(is_tensor, used_values(operation))):
            return None
        operands = marks.references(operation.operands)
        if operands is None:
            return None
        try:
            return self._inside_of(marks, operation, operands, must_differ=must_differ)
        except EngineError as error:
            path = f"{marks.scope.paths[operation]}/{owner_name(operation)}"
            self.notes.append(f"{path} cannot be executed in parts: {error.diagnostics[0].message}")
            return None

    def _inside_of(
        self, marks: Marks, operation: Operation, operands: list[Array], *, must_differ: bool
    ) -> Suspect | None:
        if operation.name == LOOP and isinstance(self.sides[1], RecordedSide):
            return self.loops.recorded(marks, operation, operands, self.sides[1])
        if operation.name == LOOP:
            return self.loops.locate(marks, operation, operands, must_differ=must_differ)
        if operation.name in BRANCHES:
            position = branch_taken(operation, operands[0])
            return self.region(marks, operation, position, [], 0, must_differ=must_differ)
        scope = called_scope(marks.scope, operation)
        return None if scope is None else self.locate(scope, operands, must_differ=must_differ)

    def region(
        self,
        marks: Marks,
        operation: Operation,
        position: int,
        arguments: Sequence[Array],
        number: int,
        *,
        must_differ: bool = True,
    ) -> Suspect | None:
        """The first operation that differs in the `number`-th execution of a region, on these arguments."""
        scope, captured = region_scope(marks.scope, operation.regions[position], number)
        outside = marks.references(captured)
        assert outside is not None
        return self.locate(scope, [*arguments, *outside], must_differ=must_differ)


def _changed(marks: Marks, changed: Mapping[Value, float]) -> list[Operation]:
    """The operations with results that changed."""
    return [op for op in marks.scope.operations if not changed.keys().isdisjoint(op.results)]


def _blamed(parts: Sequence[SearchedPart]) -> Iterator[SearchedPart]:
    """The parts in the order of blame: the gross ones, then all, wrong ones before open ones."""
    yield from (part for part in parts if part.is_gross)
    yield from sorted(parts, key=lambda part: part.is_open)


def _agree(results: Sequence[JudgedValue]) -> bool:
    return all(result.judgement.agrees for result in results)


def _first_sign_of_zero(alone: Sequence[IsolatedExecution]) -> SearchedPart | None:
    """The first result that differs only in the sign of zeros."""
    for part in alone:
        values = markable([part.operation])
        for value, array, reference in zip(values, part.results, part.references, strict=True):
            difference = measure(array, reference)
            if difference.zero_signs and not difference.differing:
                seen = JudgedValue(value, array, reference, signs_of_zeros(array, difference.zero_signs))
                return SearchedPart(part.operation, seen, lambda: Cause(Verdict.SIGN_OF_ZERO, ""))
    return None
