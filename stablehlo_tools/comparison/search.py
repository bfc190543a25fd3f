"""Finds the operation at which two sides part.

All values of a function are results of one run on each side. Before the first one that is beyond the
tolerance of its type, each operation that it depends on is judged alone, on the operands of the reference,
and within the budget of its op. If one differs, it is the cause; control flow is entered with the values that
reach it. If none does, errors grew; if marked values all agree, the program is cut short until the one that
must not be marked is found (`bisect`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools.analysis.roundings import narrowest_types
from stablehlo_tools.comparison.bisect import only_unmarked
from stablehlo_tools.comparison.budget import Budget, Tolerance, op_budget, value_budget
from stablehlo_tools.comparison.causes import Cause, Isolated, cause_of
from stablehlo_tools.comparison.isolation import ENTERED, Isolation, is_tensor
from stablehlo_tools.comparison.loops import Turn
from stablehlo_tools.comparison.marks import Marks
from stablehlo_tools.comparison.measure import errors_of, measure, same_bits, wide
from stablehlo_tools.comparison.results import OpProgram, Suspect, ValueRow, Verdict
from stablehlo_tools.comparison.sides import EngineSide, RecordedSide, Side
from stablehlo_tools.engines.protocol import EngineError
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import ElementType
from stablehlo_tools.ops.control import BRANCHES, CONTROL, LOOP
from stablehlo_tools.ops.paths import owner_name
from stablehlo_tools.transform.mark import (
    MarkedScope,
    called_scope,
    isolated,
    markable,
    marked,
    region_scope,
)
from stablehlo_tools.transform.outline import used_values
from stablehlo_tools.units import plural

Array = npt.NDArray[Any]


class Part(NamedTuple):
    """A value that differs between the sides for the same operands of its operation."""

    operation: Operation
    value: Value
    array: Array
    reference: Array
    budget: Budget
    cause: Cause


class Search:
    """The search for the first operation that differs. `rows` are the values that were compared, in order.

    With `records_all`, all values are compared, beyond the first that differs.
    """

    def __init__(
        self,
        sides: tuple[Side, Side],
        tolerance: Tolerance,
        max_bytes: float,
        *,
        isolates: bool = True,
        records_all: bool = False,
    ) -> None:
        self.sides, self.tolerance, self.max_bytes = sides, tolerance, max_bytes
        self.isolates, self.records_all = isolates, records_all
        self.rows: list[ValueRow] = []
        self.notes: list[str] = []
        self.isolation = Isolation(sides, max_bytes, self.notes)
        # Loops whose iterations agree while an error grows from each to the next, with how it does.
        self._growing: dict[Operation, str] = {}

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

        It `must_differ` if its results are known to, as long as its values are not results. Raises
        `EngineError`.
        """
        marks = Marks(self.sides, scope, inputs, self.max_bytes, is_whole=is_whole)
        suspect, changed = self._compare(marks, records=self.records_all and is_whole)
        if suspect is None and must_differ:
            return self._unmarked(marks)
        if suspect is None:
            is_thorough = self.isolates and self.records_all
            return self._beyond_budgets(marks, changed) or self._inside(marks) if is_thorough else None
        if not self.isolates:
            return Suspect(self._row(scope, *suspect, agrees=False), Verdict.NOT_ISOLATED)
        return self._explained(marks, suspect, changed)

    def _explained(
        self, marks: Marks, suspect: tuple[Value, Array, Array], changed: Mapping[Value, float]
    ) -> Suspect | None:
        """The finding for the first value beyond the tolerance of its type."""
        if marks.is_split:
            marks.forget()  # values of other runs were not computed from these
        candidates = _ancestors(marks.scope, suspect[0], changed)
        alone = list(self.isolation.each(marks, candidates))
        part = _chosen([part for each in alone for part in self._parts_of(marks.scope, each)])
        if part is None:
            part = self._later(marks, candidates, changed)
        if part is None and marks.is_split:  # a value of another run may have to be a result
            hidden = self._unmarked(marks, must_be_hidden=True)
            if hidden is not None:
                return hidden
        if part is None:
            return self._grown(marks, suspect, candidates, changed, alone)
        return self._enter(marks, part.operation) or self._finding(marks, part, suspect[0])

    def _later(
        self, marks: Marks, candidates: Sequence[Operation], changed: Mapping[Value, float]
    ) -> Part | None:
        """What is wrong beyond the tolerance of its type, of the operations that are not candidates.

        Before it, errors may have grown beyond the tolerance, which is no fault.
        """
        known = set(candidates)
        others = [each for each in marks.scope.operations if not changed.keys().isdisjoint(each.results)]
        doubtful = self.isolation.doubtful(marks, [each for each in others if each not in known])
        return next(filter(_is_gross, self._parts(marks, doubtful)), None)

    def _unmarked(self, marks: Marks, *, must_be_hidden: bool = False) -> Suspect | None:
        a = self.sides[0]
        if not isinstance(a, EngineSide):
            return None
        return only_unmarked(a, marks, self.tolerance, must_be_hidden=must_be_hidden)

    def _beyond_budgets(self, marks: Marks, changed: Mapping[Value, float]) -> Suspect | None:
        """The first operation beyond the budget of its op, while all values are within their tolerances."""
        operations = [each for each in marks.scope.operations if not changed.keys().isdisjoint(each.results)]
        return self._finding_of(marks, list(self._parts(marks, operations)))

    def _inside(self, marks: Marks) -> Suspect | None:
        """The first operation that differs inside of control flow whose results agree."""
        found = (self._enter(marks, each, must_differ=False) for each in marks.scope.operations)
        return next((each for each in found if each is not None), None)

    def isolate_all(self, scope: MarkedScope, inputs: Sequence[Array]) -> Suspect | None:
        """The first operation of a function that differs alone; `rows` has the results of all operations."""
        marks = Marks(self.sides, scope, inputs, self.max_bytes, is_whole=True)
        parts: list[Part] = []
        for alone in self.isolation.each(marks, scope.operations, skips_same=False):
            self.rows += self._rows_alone(scope, alone)
            parts += self._parts_of(scope, alone)
        return self._finding_of(marks, parts)

    def _finding_of(self, marks: Marks, parts: Sequence[Part]) -> Suspect | None:
        part = _chosen(parts)
        if part is None:
            return None
        return self._enter(marks, part.operation) or self._finding(marks, part, part.value)

    def _compare(
        self, marks: Marks, *, records: bool
    ) -> tuple[tuple[Value, Array, Array] | None, Mapping[Value, float]]:
        """The first value beyond its budget, and all whose bits differ, with the errors of those up to it."""
        narrowest = _Narrowest(marks.scope)
        suspect, changed = None, dict[Value, float]()
        for value, array, reference in marks.pairs():
            is_same = same_bits(array, reference)
            is_judged = records or suspect is None
            agrees = is_same or not is_judged or self._admits(value, array, reference, narrowest)
            if records:
                self.rows.append(self._row(marks.scope, value, array, reference, agrees=agrees))
            if not is_same:
                changed[value] = _relative(array, reference) if is_judged else math.inf
            if suspect is None and not agrees:
                suspect = value, array, reference
        return suspect, changed

    def _admits(self, value: Value, array: Array, reference: Array, narrowest: _Narrowest) -> bool:
        if array.shape != reference.shape or array.dtype != reference.dtype:
            return False
        if value_budget(reference, self.tolerance).admits(array, reference):
            return True
        through = narrowest.of(value)
        return through is not None and value_budget(reference, self.tolerance, through).admits(
            array, reference
        )

    def _row(
        self, scope: MarkedScope, value: Value, array: Array, reference: Array, *, agrees: bool
    ) -> ValueRow:
        budget = value_budget(reference, self.tolerance).text
        owner = value.owner if isinstance(value.owner, Operation) else None
        return ValueRow(scope.name(value), str(value.type), agrees, budget, measure(array, reference), owner)

    # -- an operation alone ---------------------------------------------------------------------

    def _rows_alone(self, scope: MarkedScope, alone: Isolated) -> Iterator[ValueRow]:
        """The comparison of each result of an operation."""
        values = markable([alone.operation])
        for index, (value, array, reference) in enumerate(
            zip(values, alone.results, alone.references, strict=True)
        ):
            budget = self._budget(alone, index)
            agrees = budget.admits(array, reference)
            difference = measure(array, reference)
            yield ValueRow(
                scope.name(value), str(value.type), agrees, budget.text, difference, alone.operation
            )

    def _parts(self, marks: Marks, operations: Sequence[Operation]) -> Iterator[Part]:
        """The results of operations that are beyond their budgets alone."""
        for alone in self.isolation.each(marks, operations):
            yield from self._parts_of(marks.scope, alone)

    def _parts_of(self, scope: MarkedScope, alone: Isolated) -> Iterator[Part]:
        """The results of an operation that are beyond their budgets."""
        values = markable([alone.operation])
        for index, (value, array, reference) in enumerate(
            zip(values, alone.results, alone.references, strict=True)
        ):
            budget = self._budget(alone, index)
            if not budget.admits(array, reference):
                yield Part(alone.operation, value, array, reference, budget, cause_of(alone, index))

    def _budget(self, alone: Isolated, index: int) -> Budget:
        reference = alone.references[index]
        if alone.operation.name in ENTERED:
            return value_budget(reference, self.tolerance)

        def magnitude() -> Array:
            return alone.again([_absolute(each) for each in alone.operands])[index]

        return op_budget(alone.operation, alone.operands, reference, self.tolerance, magnitude)

    # -- findings -------------------------------------------------------------------------------

    def _finding(self, marks: Marks, part: Part, suspect: Value) -> Suspect:
        difference = measure(part.array, part.reference)
        name = marks.scope.name(part.value)
        row = ValueRow(name, str(part.value.type), False, part.budget.text, difference, part.operation)
        verdict, note = part.cause
        if part.operation.name in CONTROL:
            verdict = Verdict.AMPLIFIED if part.operation in self._growing else Verdict.ONLY_UNMARKED
            note = "what it executes agrees alone"
        notes = [*filter(None, (note, self._growing.get(part.operation)))]
        if part.value is not suspect:
            notes.append(f"the first value beyond the tolerance of its type is {marks.scope.name(suspect)}")
        return Suspect(row, verdict, tuple(notes), self._case(marks, part.operation))

    def _case(self, marks: Marks, operation: Operation) -> OpProgram | None:
        """The operation alone, with the operands of the reference, and what both sides compute."""
        module, taken = isolated(marks.scope, [operation])
        operands = marks.known(1, taken)
        return None if operands is None else OpProgram(module, operands)

    def _grown(
        self,
        marks: Marks,
        suspect: tuple[Value, Array, Array],
        candidates: Sequence[Operation],
        changed: Mapping[Value, float],
        alone: Sequence[Isolated],
    ) -> Suspect:
        """The finding for a value whose operations agree alone."""
        zeros = _first_sign_of_zero(alone)
        if zeros is not None:
            part = Part(*zeros, Budget("exact", same_bits), Cause(Verdict.SIGN_OF_ZERO, ""))
            return self._finding(marks, part, suspect[0])
        row = self._row(marks.scope, *suspect, agrees=False)
        known = {each.operation for each in alone}
        if known.issuperset(candidates):
            return Suspect(
                row, Verdict.AMPLIFIED, tuple(_growth(marks.scope, suspect[0], candidates, changed))
            )
        missing = [each for each in candidates if each not in known]
        count = plural(len(missing), "operation")
        note = f"{count} before it, such as {missing[0].name}, cannot be executed alone"
        return Suspect(row, Verdict.NOT_ISOLATED, (note,))

    # -- control flow ---------------------------------------------------------------------------

    def _enter(self, marks: Marks, operation: Operation, *, must_differ: bool = True) -> Suspect | None:
        """The first operation inside of control flow or a callee that differs; None if there is none.

        It `must_differ` if the results of the operation do; else, values inside are compared, too.
        """
        is_live = isinstance(self.sides[0], EngineSide)
        if operation.name not in ENTERED or not is_live or not all(map(is_tensor, used_values(operation))):
            return None
        operands = marks.known(1, operation.operands)
        if operands is None:
            return None
        try:
            return self._inside_of(marks, operation, operands, must_differ=must_differ)
        except EngineError as error:
            what = f"{marks.scope.paths[operation]}/{owner_name(operation)}"
            self.notes.append(f"{what} cannot be executed in parts: {error.diagnostics[0].message}")
            return None

    def _inside_of(
        self, marks: Marks, operation: Operation, operands: list[Array], *, must_differ: bool
    ) -> Suspect | None:
        if operation.name == LOOP and isinstance(self.sides[1], RecordedSide):
            return self._recorded_loop(marks, operation, operands, self.sides[1])
        if operation.name == LOOP:
            return self._loop(marks, operation, operands, must_differ=must_differ)
        if operation.name in BRANCHES:
            position = _branch(operation, operands[0])
            return self._region(marks, operation, position, [], 0, must_differ=must_differ)
        scope = called_scope(marks.scope, operation)
        return None if scope is None else self.locate(scope, operands, must_differ=must_differ)

    def _region(
        self,
        marks: Marks,
        operation: Operation,
        position: int,
        arguments: Sequence[Array],
        number: int,
        *,
        must_differ: bool = True,
    ) -> Suspect | None:
        scope, captured = region_scope(marks.scope, operation.regions[position], number)
        outside = marks.known(1, captured)
        assert outside is not None
        return self.locate(scope, [*arguments, *outside], must_differ=must_differ)

    def _loop(
        self, marks: Marks, operation: Operation, state: Sequence[Array], *, must_differ: bool
    ) -> Suspect | None:
        """The first operation that differs in an iteration that begins with the state of the reference."""
        regions = [Turn(self.sides, marks, region, is_marked=not must_differ) for region in operation.regions]
        begin, is_exact, judged = state, True, set[int]()
        with regions[0] as condition, regions[1] as body:
            for number in itertools.count():
                for position, turn in enumerate((condition, body)):
                    results, wanted = turn.both(state)
                    if not all(map(self._is_within, results, wanted)):
                        return self._region(marks, operation, position, state, number)
                    is_same = all(map(same_bits, results, wanted))
                    if not (is_same or must_differ or position in judged):
                        judged.add(position)  # the first that differs, within the budgets of its ops
                        found = self._region(marks, operation, position, state, number, must_differ=False)
                        if found is not None:
                            return found
                    is_exact = is_exact and is_same
                    if position == 0 and not wanted[-1]:
                        if must_differ and not is_exact:
                            self._grow(marks, operation, body, begin, number)
                        return None
                state = wanted[len(wanted) - len(state) :]
        raise AssertionError("a loop that does not end")

    def _recorded_loop(
        self, marks: Marks, operation: Operation, state: Sequence[Array], recorded: RecordedSide
    ) -> Suspect | None:
        """The first recorded value of an iteration that differs; each begins with the recorded state."""
        regions = [Turn(self.sides, marks, region, is_marked=True) for region in operation.regions]
        with regions[0] as condition, regions[1] as body:
            for number in itertools.count():
                for position, turn in enumerate((condition, body)):
                    scope, _ = region_scope(marks.scope, operation.regions[position], number)
                    values = markable(scope.operations)
                    arrays = turn.first(state)
                    wanted = recorded.values(scope, values, (), is_whole=False)
                    pairs = zip(arrays, wanted, strict=False)
                    if not all(each is None or self._is_within(array, each) for array, each in pairs):
                        return self._region(marks, operation, position, state, number)
                    known = dict(zip(values, wanted, strict=True))
                    results = arrays[len(values) :]
                    if position == 0 and not results[-1]:
                        return None
                returned = zip(map(known.get, scope.results), results, strict=True)
                state = [own if stored is None else stored for stored, own in returned]
        raise AssertionError("a loop that does not end")

    def _grow(self, marks: Marks, loop: Operation, body: Turn, state: Sequence[Array], count: int) -> None:
        """Remember how an error grows, if it does when each side goes on from its own state."""
        mine = theirs = state
        began, first = "", 0.0
        for number in range(count):
            before = theirs
            mine, theirs = body.both(mine, theirs)
            error = max(map(_relative, mine, theirs), default=0.0)
            if not began and error:
                began, first = self._origin(marks, loop, before, number), error
            if not all(map(self._is_within, mine, theirs)):
                factor = f"grew by a factor of {error / first:.3g}" if first else "grew"
                until = f"until iteration {number}, the first beyond the tolerance of its type"
                self._growing[loop] = f"the error began at {began} and {factor} {until}"
                return

    def _origin(self, marks: Marks, loop: Operation, state: Sequence[Array], number: int) -> str:
        """The first value of an iteration that differs from the same state, and its op."""
        scope, captured = region_scope(marks.scope, loop.regions[1], number)
        outside = marks.known(1, captured)
        assert outside is not None
        _, changed = self._compare(
            Marks(self.sides, scope, [*state, *outside], self.max_bytes, is_whole=False), records=False
        )
        for value in markable(scope.operations):
            if value in changed and isinstance(value.owner, Operation):
                return f"{scope.name(value)} ({value.owner.name})"
        return f"iteration {number}"

    def _is_within(self, array: Array, reference: Array) -> bool:
        return value_budget(reference, self.tolerance).admits(array, reference)


class _Narrowest:
    """The narrowest types that values of a scope were rounded to, found when the first is asked for."""

    def __init__(self, scope: MarkedScope) -> None:
        self._scope = scope
        self._found: dict[Value, ElementType | None] | None = None

    def of(self, value: Value) -> ElementType | None:
        """The narrowest type on the way to a value; None if there is none."""
        if self._found is None:
            values = markable(self._scope.operations)
            module = marked(self._scope, values)
            types = narrowest_types(module, module.functions[-1])
            self._found = dict(zip(values, types, strict=True))
        return self._found.get(value)


def _ancestors(scope: MarkedScope, suspect: Value, changed: Mapping[Value, float]) -> list[Operation]:
    """The operations that a value depends on and whose results changed, in order, with its own."""
    needed = {suspect}
    found = []
    for operation in reversed(scope.operations):
        if needed.isdisjoint(operation.results):
            continue
        if any(value in changed for value in operation.results):
            found.append(operation)
            needed.update(used_values(operation))
    return found[::-1]


def _chosen(parts: Sequence[Part]) -> Part | None:
    """The part to blame: what is wrong beyond the tolerance of its type, what else is wrong, or the first."""
    wrong = [part for part in parts if part.cause.verdict is not Verdict.IMPLEMENTATION_DEFINED]
    return next(iter([*filter(_is_gross, wrong), *wrong, *parts]), None)


def _is_gross(part: Part) -> bool:
    """Whether a result is wrong, and that beyond the tolerance of its type."""
    if part.cause.verdict is Verdict.IMPLEMENTATION_DEFINED:
        return False
    return not value_budget(part.reference, Tolerance()).admits(part.array, part.reference)


def _first_sign_of_zero(alone: Sequence[Isolated]) -> tuple[Operation, Value, Array, Array] | None:
    """The first result that differs in nothing but the sign of zeros."""
    for each in alone:
        values = markable([each.operation])
        for value, array, reference in zip(values, each.results, each.references, strict=True):
            difference = measure(array, reference)
            if difference.zero_signs and not difference.differing:
                return each.operation, value, array, reference
    return None


def _growth(
    scope: MarkedScope, suspect: Value, candidates: Sequence[Operation], changed: Mapping[Value, float]
) -> Iterator[str]:
    """Where an error began, by what factor it grew, and where it grew most."""
    began = next((value for value in candidates[0].results if changed.get(value)), None)
    if began is not None and began is not suspect:
        factor = f"grew by a factor of {changed[suspect] / changed[began]:.3g}"
        yield f"the error began at {scope.name(began)} ({candidates[0].name}) and {factor}"
    steps = {}
    for operation in candidates:
        before = max((changed.get(value, 0.0) for value in used_values(operation)), default=0.0)
        after = max((changed.get(value, 0.0) for value in operation.results), default=0.0)
        if before > 0:
            steps[operation] = after / before
    if steps:
        operation = max(steps, key=lambda each: steps[each])
        name = scope.name(operation.results[0])
        yield f"it grew most at {name} ({operation.name}), by a factor of {steps[operation]:.3g}"


def _relative(array: Array, reference: Array) -> float:
    """The greatest error relative to the greatest element."""
    if array.shape != reference.shape or array.dtype != reference.dtype or not array.size:
        return float("inf") if array.shape != reference.shape else 0.0
    with np.errstate(all="ignore"):
        sizes = np.abs(wide(reference))
    greatest = float(sizes[np.isfinite(sizes)].max(initial=0.0))
    error = float(errors_of(array, reference).max())
    return error / greatest if greatest else float(error > 0)


def _branch(operation: Operation, index: Array) -> int:
    """The position of the region that is executed."""
    number, count = int(index), len(operation.regions)
    if operation.name == "stablehlo.if":
        return 0 if number else 1
    return number if 0 <= number < count else count - 1


def _absolute(array: Array) -> Array:
    with np.errstate(all="ignore"):
        return array if array.dtype.kind in "bu" else np.abs(array).astype(array.dtype)
