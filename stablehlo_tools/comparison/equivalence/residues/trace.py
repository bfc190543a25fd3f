"""The executions of a program in order, and the operation that computed each value.

Each element has a fingerprint, a hash of its residues that does not depend on the type. The fingerprint of
a value is a hash of its elements in order that does not depend on the shape. A value that is reshaped,
converted, passed to a function or carried by a loop thus stays the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.fields import Hashes, in_order
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.observers.observation import Observation
from stablehlo_tools.ir.operations import CALLS, Block, Function, Operation, callee_of
from stablehlo_tools.ops.model.processes import ProcessId
from stablehlo_tools.ops.stablehlo.control import CONTROL, LOOP
from stablehlo_tools.text.source_frames import module_of

_NONE: Final = np.empty(0, np.uint64)


class Fingerprint(NamedTuple):
    """The hash of a value, its size, and whether the other program has all its elements somewhere.

    Constants and integers are often equal by chance; a value that depends on inputs `is_drawn`.
    """

    whole: int
    size: int
    is_known: bool
    is_drawn: bool


class TracedExecution(NamedTuple):
    """An execution of an operation by a process."""

    operation: Operation
    caller: Operation | None
    process: ProcessId
    operands: Sequence[Fingerprint]
    results: Sequence[Fingerprint]


class TracedUse(NamedTuple):
    """A value as it is before execution number `before`, and the operation or block that defines it."""

    owner: Operation | Block | None
    fingerprint: Fingerprint
    process: ProcessId
    before: int


class KnownElements:
    """The fingerprints of the elements of all values, sorted when they are first searched."""

    def __init__(self) -> None:
        self._parts: list[Hashes] = [_NONE]

    def add(self, hashes: Hashes) -> None:
        """Add the fingerprints of elements."""
        self._parts.append(hashes)

    def have(self, hashes: Hashes) -> bool:
        """Whether all elements are known."""
        if len(self._parts) > 1:
            self._parts = [np.unique(np.concatenate(self._parts))]
        (table,) = self._parts
        if not len(table):
            return not hashes.size
        places = np.minimum(np.searchsorted(table, hashes), len(table) - 1)
        return bool((table[places] == hashes).all())


class Trace:
    """The executions of a program. The first program fills `elements`, the second one looks them up."""

    def __init__(self, arithmetic: Arithmetic, elements: KnownElements, *, is_first: bool) -> None:
        self._arithmetic, self._elements, self._is_first = arithmetic, elements, is_first
        self.executed: list[TracedExecution] = []
        self._makers: dict[int, list[int]] = defaultdict(list)
        self._takers: dict[int, list[int]] = defaultdict(list)
        self._within: dict[Operation, set[Operation]] = {}

    def observe(self, observation: Observation) -> None:
        """Note an execution."""
        operation, place = observation.operation, len(self.executed)
        operands, results = (
            tuple(map(self.fingerprint, values)) for values in (observation.operands, observation.results)
        )
        self.executed.append(
            TracedExecution(operation, observation.scope.caller, observation.process, operands, results)
        )
        for whole in {result.whole for result in results}:
            self._makers[whole].append(place)
        for whole in {operand.whole for operand in operands if operand.is_drawn}:
            self._takers[whole].append(place)

    def fingerprint(self, value: Any) -> Fingerprint:
        """The fingerprint of a value; a tuple has the elements of all its parts."""
        parts = [*flat([value])]
        hashes = np.concatenate([_NONE, *(self._hashes(part) for part in parts if part is not None)])
        if self._is_first:
            self._elements.add(hashes)
        is_known = self._is_first or self._elements.have(hashes)
        is_drawn = any(isinstance(part, FieldTensor) and _is_drawn(part) for part in parts)
        return Fingerprint(int(in_order(hashes[np.newaxis])[0]), hashes.size, is_known, is_drawn)

    def _hashes(self, value: Any) -> Hashes:
        a = self._arithmetic
        return np.asarray(a.hashes(value if isinstance(value, FieldTensor) else a.constant(value))[0].ravel())

    def result(self, function: Function, values: Sequence[Any], number: int, device: int) -> TracedUse:
        """A result of the program on a device."""
        is_tuple = len(function.returned) != len(values)
        owner = None if is_tuple else function.returned[number].owner
        return TracedUse(owner, self.fingerprint(values[number]), (0, device), len(self.executed))

    def has(self, value: Fingerprint) -> bool:
        """Whether an operation computed this value."""
        return value.whole in self._makers

    def takers(self, like: TracedExecution, name: str = "") -> Counter[int]:
        """The executions that use operands of `like` which depend on inputs, counted; of one op if named."""
        wholes = {operand.whole for operand in like.operands if operand.is_drawn}
        places = (place for whole in wholes for place in self._takers[whole])
        return Counter(place for place in places if name in ("", self.executed[place].operation.name))

    def takes(self, place: int, use: TracedUse) -> bool:
        """Whether an execution used this value."""
        return any(operand.whole == use.fingerprint.whole for operand in self.executed[place].operands)

    def makes(self, place: int, use: TracedUse) -> bool:
        """Whether an execution computed this value."""
        return any(result.whole == use.fingerprint.whole for result in self.executed[place].results)

    def leads_to_known(self, use: TracedUse) -> bool:
        """Whether an execution computes from this value one of the same size that the other program has."""
        results = (
            result for place in self._takers[use.fingerprint.whole] for result in self.executed[place].results
        )
        return any(new.is_known and new.is_drawn and new.size == use.fingerprint.size for new in results)

    def operands_of(self, place: int) -> Iterator[TracedUse]:
        """The operands of an execution."""
        execution = self.executed[place]
        for value, fingerprint in zip(execution.operation.operands, execution.operands, strict=True):
            yield TracedUse(value.owner, fingerprint, execution.process, place)

    def maker(self, use: TracedUse) -> tuple[int | None, list[Operation]]:
        """The execution that computed a value, None for an input, and the operations that passed it on.

        These passed it to a function or a region or returned it from there; the last one is first.
        """
        ways = list[Operation]()
        while True:
            place = self._last(use, use.owner)
            if isinstance(use.owner, Block):
                ways += self._passing(use, use.owner, place)
            if place is None:
                break
            around = _executing(self.executed[place].operation)
            inner = None if around is None else self._last(use._replace(before=place), self._inside(around))
            if inner is None:
                moved = self._moved(place, use)
                if moved is use:
                    break
                use = moved
                ways += [] if around is None else [self._returning(around)]
            else:
                ways.append(_end_of(self.executed[inner].operation.block))
                use = use._replace(owner=self.executed[inner].operation, before=inner + 1)
        return place, ways

    def _returning(self, around: Function | Operation) -> Operation:
        """The operation that returns an outer value: the end of a body, or what decides against one."""
        end = _end_of(around.regions[-1].entry)
        if isinstance(around, Function) or any(run.operation.block is end.block for run in self.executed):
            return end
        decides = _end_of(around.regions[0].entry).operands[0].owner if around.name == LOOP else around
        return decides if isinstance(decides, Operation) else around

    def _passing(self, use: TracedUse, block: Block, place: int | None) -> list[Operation]:
        """The operations that passed a value to a block: the end of a loop's body, or the block's parent."""
        around = block.region.operation
        if place is not None and any(op is around for op in self.executed[place].operation.ancestors):
            return [block.operations[-1]]
        if not isinstance(around, Function):
            return [around]
        caller = self.executed[use.before].caller if use.before < len(self.executed) else None
        return [caller] if caller is not None else []

    def _moved(self, place: int, use: TracedUse) -> TracedUse:
        """The operand that a result is a copy of; the use itself if the execution computes it."""
        run = self.executed[place]
        is_move = _executing(run.operation) is not None or len(run.operands) == len(run.results)
        same = (x for x in self.operands_of(place) if x.fingerprint.whole == use.fingerprint.whole)
        return next(same, use) if is_move else use

    def rounds(self, loop: Operation) -> Iterator[tuple[Operation, set[int], int]]:
        """For each iteration, the operation that decides if a loop goes on, its inputs, and the decision.

        The inputs are the arguments of the condition and other values that depend on inputs of the program.
        """
        condition = loop.regions[0].entry
        decides = _end_of(condition).operands[0].owner
        taken = set[int]()
        for execution in self.executed:
            if execution.operation.block is condition:
                pairs = zip(execution.operation.operands, execution.operands, strict=True)
                taken |= {x.whole for value, x in pairs if x.is_drawn or value.owner is condition}
            if execution.operation is decides:
                yield execution.operation, taken, execution.results[0].whole
                taken = set()

    def _last(self, use: TracedUse, owner: Operation | Block | set[Operation] | None) -> int | None:
        """The last execution that computed a value, of this operation or of several; of any for a block."""
        for place in reversed(self._makers.get(use.fingerprint.whole, ())):
            execution = self.executed[place]
            if place < use.before and execution.process == use.process and _is_of(execution.operation, owner):
                return place
        return None

    def _inside(self, around: Operation) -> set[Operation]:
        if around not in self._within:
            self._within[around] = set(around.walk()) - {around}
        return self._within[around]


def _executing(operation: Operation) -> Operation | None:
    """The operation with the regions that compute the results: the function it calls, or itself."""
    if operation.name in CALLS:
        return module_of(operation).function(callee_of(operation))
    return operation if operation.name in CONTROL else None


def _end_of(block: Block | None) -> Operation:
    assert block is not None
    return block.operations[-1]


def _is_of(operation: Operation, owner: Operation | Block | set[Operation] | None) -> bool:
    if isinstance(owner, set):
        return operation in owner
    return not isinstance(owner, Operation) or operation is owner


def _is_drawn(x: FieldTensor) -> bool:
    return not x.is_constant and not np.isin(np.nan_to_num(x.numbers, posinf=0, neginf=0), (0, 1)).all()
