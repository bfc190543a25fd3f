"""Finds the op of the second program that is at fault if the results of two programs differ.

The search goes back from different results in both programs at once. If both apply an op to the same values,
it is at fault; if to different values, the search continues with these. If a value of the second program is
elsewhere in the first one, the op that uses it may be at fault. If an op has no counterpart, the search goes
back to where all operands are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import takewhile, zip_longest
from typing import Any, NamedTuple

from stablehlo_tools.comparison.equivalence.pair import Pair
from stablehlo_tools.comparison.equivalence.residues.constants import RoundedConstants
from stablehlo_tools.comparison.equivalence.residues.trace import KnownElements, Trace, TracedUse
from stablehlo_tools.comparison.equivalence.results import UnexplainedOp
from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.errors import name_span
from stablehlo_tools.interpret.observers.observation import Observer
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.text.source_frames import notes_at


class _Evidence(IntEnum):
    """The reasons that an op is at fault, the strongest first."""

    SAME_OPERANDS = 0  # both programs apply an op to the same values, or one program leaves it out
    SAME_BY_CHANCE = 1  # the same, for values that depend on no input
    KNOWN_OPERANDS = 2  # the first program has all operands, and has the result elsewhere or not at all
    OWN_CONSTANT = 3  # a constant of a partitioned program, which divides a mean in two steps


_At = tuple[int, Operation]  # the number of an execution of the second program, and its operation


class _Fault(NamedTuple):
    """An operation of the second program at fault, and its counterpart in the first one, if any."""

    evidence: _Evidence
    place: int
    operation: Operation
    counterpart: int | None = None


class _Step(NamedTuple):
    """A value of the second program, and its counterpart in the first one, if known.

    A step `is_tentative` if it leads past a value that the first program has elsewhere or in another order;
    it `is_only` if the value is the only operand in which an operation differs from its counterpart.
    """

    first: TracedUse | None
    second: TracedUse
    is_tentative: bool = False
    is_only: bool = False


def first_unexplained(pair: Pair, differing: Sequence[int]) -> UnexplainedOp | None:
    """The op of the second program that is at fault, with its counterpart in the first one, if any."""
    arithmetic, elements = pair.arithmetic(), KnownElements()
    constants = arithmetic.constants = RoundedConstants(pair.options.tolerance_constants)
    inputs = pair.values(arithmetic)
    first, second = (Trace(arithmetic, elements, is_first=flag) for flag in (True, False))
    for value in flat(inputs):
        first.fingerprint(value)
    expected = pair.run(0, arithmetic, inputs, Observer(first.observe))
    constants.end_of_first()
    results = pair.run(1, arithmetic, inputs, Observer(second.observe))
    steps = [
        _Step(
            first.result(pair.first, expected[min(device, len(expected) - 1)], number, device),
            second.result(pair.second, values, number, device),
        )
        for number in differing
        for device, values in enumerate(results)
    ]
    fault = _Search(first, second, pair).fault(steps)
    return None if fault is None else _unexplained(fault, first, second)


class _Search:
    """Steps back through both programs.

    Values of a partitioned program are parts of values of the first one and have no counterparts.
    """

    def __init__(self, first: Trace, second: Trace, pair: Pair) -> None:
        assert pair.second.body is not None
        self._first, self._second = first, second
        self._in_parts, self._end = pair.grid[1] > 1, pair.second.body.operations[-1]
        self._waiting: list[_Step] = []
        self._seen: set[tuple[int | None, int, bool]] = set()
        self._faults: list[_Fault] = []

    def fault(self, steps: Sequence[_Step]) -> _Fault | None:
        """The first fault with the strongest evidence."""
        self._waiting = [step for step in steps if not self._is_known(step.second)] or [*steps]
        while self._waiting:
            self._go_back(self._waiting.pop())
        return min(self._faults, key=lambda fault: (fault.evidence, fault.place), default=None)

    def _go_back(self, step: _Step) -> None:
        place, ways = self._second.maker(step.second)
        expected, its_ways = None, list[Operation]()
        if step.first is not None and not self._in_parts:
            expected, its_ways = self._first.maker(step.first)
        taker = self._taker(step.second, place, ways, its_ways)
        counterpart = None if place is None else self._counterpart(place, expected)
        if expected not in (None, counterpart) and self._first.takes(expected, step.second):
            self._note_same(step, taker, expected)
        elif place is None:
            self._note(step, _Evidence.KNOWN_OPERANDS, taker)
        elif (expected, place, step.is_tentative) not in self._seen:
            self._seen.add((expected, place, step.is_tentative))
            self._go_on(step, place, taker, counterpart)
            if expected is not None and counterpart is None:
                self._waiting += self._side_by_side(expected, place)

    def _go_on(self, step: _Step, place: int, taker: _At, counterpart: int | None) -> None:
        """Step to the operands that the counterpart does not have or, without one, that are not known."""
        is_known, at = self._is_known(step.second), (place, self._second.executed[place].operation)
        if counterpart is not None:
            operands = self._other_operands(counterpart, place)
        elif is_known:
            evidence = _Evidence.SAME_BY_CHANCE if step.is_only else _Evidence.KNOWN_OPERANDS
            self._note(step, evidence, taker)
            return
        else:
            uses = self._second.operands_of(place)
            operands = [(None, use) for use in uses if not self._is_explained(use)]
            if not operands:
                is_own = self._in_parts and not at[1].operands
                self._note(step, _Evidence.OWN_CONSTANT if is_own else _Evidence.KNOWN_OPERANDS, at)
                operands = [(None, use) for use in self._second.operands_of(place) if self._is_moved(use)]
        if not operands and counterpart is not None:
            if self._first.makes(counterpart, step.second):
                self._note(step, _Evidence.KNOWN_OPERANDS, taker)
            else:
                self._note_same(step, at, counterpart)
            return
        is_moved = counterpart is not None and not self._first.has(step.second.fingerprint)
        is_right = is_known and step.second.fingerprint.is_drawn and not is_moved
        if is_right:
            self._note(step, _Evidence.KNOWN_OPERANDS, taker)
        flags = step.is_tentative or is_right, counterpart is not None and len(operands) == 1
        self._waiting += [_Step(first, second, *flags) for first, second in operands]

    def _is_explained(self, use: TracedUse) -> bool:
        """Whether all elements of a value are known, or it is a partial sum of a known value."""
        return use.fingerprint.is_known or (self._in_parts and self._second.leads_to_known(use))

    def _is_moved(self, use: TracedUse) -> bool:
        """Whether a value combines known elements, as by a mask, unlike its counterpart."""
        if not use.fingerprint.is_drawn or self._first.has(use.fingerprint):
            return False
        place, _ = self._second.maker(use)
        return place is not None and self._counterpart(place, None) is not None

    def _side_by_side(self, expected: int, place: int) -> Iterator[_Step]:
        """A step to the operands that depend on inputs, if each op has only one, as x / c and x (1 / c)."""
        traces = (self._first, expected), (self._second, place)
        drawn = [[use for use in trace.operands_of(at) if use.fingerprint.is_drawn] for trace, at in traces]
        if [len(uses) for uses in drawn] == [1, 1]:
            yield _Step(drawn[0][0], drawn[1][0], is_tentative=True)

    def _note(self, step: _Step, evidence: _Evidence, at: _At, counterpart: int | None = None) -> None:
        if not (step.is_tentative and evidence is _Evidence.KNOWN_OPERANDS):
            self._faults.append(_Fault(evidence, *at, counterpart))

    def _note_same(self, step: _Step, at: _At, counterpart: int | None) -> None:
        """Note a fault with the same operands; without inputs, only if the results have the same size."""
        other = step.second.fingerprint
        if other.is_drawn:
            self._note(step, _Evidence.SAME_OPERANDS, at, counterpart)
            return
        is_constant = step.is_tentative and not step.is_only and not at[1].operands
        if not is_constant and step.first is not None and step.first.fingerprint.size == other.size:
            self._note(step, _Evidence.SAME_BY_CHANCE, at, counterpart)

    def _is_known(self, use: TracedUse) -> bool:
        """Whether the first program has all elements of a value; without inputs, the value as a whole."""
        by_elements = use.fingerprint.is_drawn or self._in_parts
        return use.fingerprint.is_known if by_elements else self._first.has(use.fingerprint)

    def _taker(
        self, use: TracedUse, place: int | None, ways: Sequence[Operation], its: Sequence[Operation]
    ) -> _At:
        """The use of a value: the last op to pass it on in both programs, the next execution, or the end."""
        pairs = takewhile(lambda pair: pair[0].name == pair[1].name, zip(ways, its, strict=False))
        common = [way for way, _ in pairs]
        executed = self._second.executed
        if not common and use.before < len(executed):
            return use.before, executed[use.before].operation
        return place or 0, [*common[-1:], *ways, self._end][0]

    def _counterpart(self, place: int, expected: int | None) -> int | None:
        """The execution of the same op that uses most of the same values; among equals, the expected one."""
        execution, trace = self._second.executed[place], self._first
        name = execution.operation.name
        takers = Counter[int]() if self._in_parts else trace.takers(execution, name)
        candidates = [*takers]
        if expected is not None and trace.executed[expected].operation.name == name:
            candidates.insert(0, expected)
        return max(candidates, key=lambda candidate: takers[candidate], default=None)

    def _other_operands(self, counterpart: int, place: int) -> list[tuple[TracedUse | None, TracedUse]]:
        """Pairs of the operands that only one of the executions has."""
        first, second = [*self._first.operands_of(counterpart)], [*self._second.operands_of(place)]
        for index in reversed(range(min(len(first), len(second)))):
            if first[index].fingerprint.whole == second[index].fingerprint.whole:
                del first[index], second[index]
        pairs = zip_longest(_without(first, second), _without(second, first))
        return [(mine, its) for mine, its in pairs if its is not None]


def _without(uses: Sequence[TracedUse], taken: Sequence[TracedUse]) -> list[TracedUse]:
    """The values that are not in `taken`, counted with multiplicity."""
    remaining = Counter(use.fingerprint.whole for use in taken)
    left = []
    for use in uses:
        remaining[use.fingerprint.whole] -= 1
        if remaining[use.fingerprint.whole] < 0:
            left.append(use)
    return left


def _unexplained(fault: _Fault, first: Trace, second: Trace) -> UnexplainedOp:
    counterpart = fault.counterpart
    if counterpart is None and fault.place < len(second.executed):
        guilty = second.executed[fault.place]
        takers = first.takers(guilty, guilty.operation.name) or first.takers(guilty)
        counterpart = max(takers, key=lambda taker: takers[taker], default=None)
    like = None if counterpart is None else first.executed[counterpart].operation
    at = fault.operation if like is None else _innermost(fault.operation, like)
    if like is not None:
        at, like = _decisions(fault.operation, like, first, second) or (at, like)
    return UnexplainedOp(
        _pointing("the first program does not compute this value", at),
        None if like is None else _pointing("the first program computes this from the same operands", like),
    )


def _decisions(
    operation: Operation, counterpart: Operation, first: Trace, second: Trace
) -> tuple[Operation, Operation] | None:
    """The conditions that end a loop around both in different iterations, from the same state."""
    for loop, other in zip(_loops(operation), _loops(counterpart), strict=False):
        for (at, *decided), (like, *expected) in zip(second.rounds(loop), first.rounds(other), strict=False):
            if decided != expected:
                return (at, like) if decided[0] == expected[0] else None
    return None


def _loops(operation: Operation | None) -> list[Operation]:
    """The loops around an operation, outermost first, including the operation itself."""
    around = [] if operation is None else [operation, *operation.ancestors]
    return [op for op in reversed(around) if op.name == "stablehlo.while"]


def _innermost(operation: Operation, counterpart: Operation) -> Operation:
    """The first operation that differs in the regions of both, or the operation itself."""
    pairs = zip(_written(operation), _written(counterpart), strict=False)
    differing = (one[0] for one, other in pairs if one[1:] != other[1:])
    return next(differing, operation) if operation.name == counterpart.name else operation


def _written(operation: Operation) -> Iterator[tuple[Operation, Any, Any]]:
    """The operations in regions, with their names, attributes and operands within the regions."""
    numbers = dict[Value, int]()
    for op in operation.walk():
        yield op, (op.name, op.attributes), [numbers.get(value) for value in op.operands]
        for region in op.regions:
            for value in (value for block in region.blocks for value in block.arguments):
                numbers[value] = len(numbers)
        for value in op.results:
            numbers[value] = len(numbers)


_NOT_EQUIVALENT = Code(
    "not_equivalent",
    "An operation of the second program computes a value that the first one does not compute, or its "
    "operands differ from those of its counterpart.",
    "Compare it with the operation of the first program that has the same operands, if one is shown.",
    command="equiv",
)


def _pointing(message: str, operation: Operation) -> Diagnostic:
    """A note at an operation, or at what computes its operand if it has no place, as the return of HLO."""
    makers = [operand.owner for operand in operation.operands if isinstance(operand.owner, Operation)]
    at = next((op for op in (operation, *makers) if name_span(op) is not None), operation)
    return Diagnostic(_NOT_EQUIVALENT, message, name_span(at), Severity.NOTE, notes=notes_at(at))
