"""Instrumentation: each operation is reported after its execution, with its values and its time.

Only plans that are compiled with an `Observer` are instrumented; others have no overhead.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.interpret.arrays import as_array, read_only
from stablehlo_tools.interpret.grid.processes import current_process
from stablehlo_tools.interpret.plans.steps import Step
from stablehlo_tools.ir.operations import Function, Operation, Region
from stablehlo_tools.ops.model.processes import ProcessId
from stablehlo_tools.ops.paths import mark, owner_name, region_name


class ExecutionScope(NamedTuple):
    """One execution of a function or region: the `number`-th one by the operation `caller`.

    Its text is `main`, `main/while%7/body[3]`, `main/relu%9` (@relu, called for %9), and so on.
    """

    outer: ExecutionScope | None
    caller: Operation | None
    region: Region
    number: int

    def __str__(self) -> str:
        owner = self.region.operation
        if isinstance(owner, Function):
            return f"{self.outer}/{owner.symbol}{mark(self.caller)}" if self.outer else owner.symbol
        outer: object = self.outer or getattr(owner.enclosing(Function), "symbol", "")
        return f"{outer}/{owner_name(owner)}/{region_name(self.region, self.number)}"


def first_scope(region: Region) -> ExecutionScope:
    """The first execution of a region, in those of the regions around it."""
    owner = region.operation
    around = None if isinstance(owner, Function) or owner.block is None else owner.block.region
    return ExecutionScope(first_scope(around) if around is not None else None, None, region, 0)


class Observation(NamedTuple):
    """An executed operation, with operands and results: read-only arrays, or None for a token.

    `seconds` excludes the operations in its regions and callees, and the time spent waiting for other
    processes. `process` is (replica, partition).
    """

    operation: Operation
    operands: tuple[Any, ...]
    results: tuple[Any, ...]
    seconds: float
    scope: ExecutionScope
    process: ProcessId

    @property
    def names(self) -> list[str]:
        """The qualified names of the results: `main/%12`, `main/while%7/body[3]/%5`."""
        return [f"{self.scope}/{value.name}" for value in self.operation.results]

    def __repr__(self) -> str:
        operation = self.operation
        return f"<Observation of {operation.name} {', '.join(self.names)}: {self.seconds * 1e3:.3g} ms>"


Observe = Callable[[Observation], None]


class Instrument(Protocol):
    """An observer of a run, which may replace each step by one of its own.

    With `as_written`, plans are compiled without inlining, dead code elimination and buffer reuse; unless it
    `folds`, only constants that are moved are folded. Steps at the begin and the end of each region are its
    own, too.
    """

    as_written: bool
    folds: bool

    def begin(self) -> None:
        """A process begins to run in this thread."""

    def entering(self, region: Region) -> Step:
        """The first step of a region or function."""

    def leaving(self) -> Step:
        """The last step of a region or function."""

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """The step to execute instead of `step`, which executes an operation on slots."""


class StepInstrument:
    """An instrument of single steps, which does nothing at other times: processes take turns.

    It also observes operations on constants, which are not folded unless they only move them.
    """

    as_written = False
    folds = False

    def begin(self) -> None:
        """A process begins to run in this thread."""

    def entering(self, region: Region) -> Step:
        """A step that does nothing."""
        return _nothing

    def leaving(self) -> Step:
        """A step that does nothing."""
        return _nothing


def _nothing(frame: object) -> None:
    pass


class ObserverFailed(Exception):
    """Carries an `error` that the observer raised."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


@record(slots=True)
class _PendingOperation:
    """An operation in execution: how often it entered each region, and the time spent there."""

    operation: Operation
    entered: dict[Region, int]
    nested: float = 0.0


class _State(threading.local):
    """The execution state of one thread."""

    def __init__(self) -> None:
        self.scope: ExecutionScope | None = None
        self.pending: list[_PendingOperation] = []


class Observer:
    """Calls `observe` for each executed operation.

    With `as_written`, plans are compiled without constant folding, inlining, dead code elimination and buffer
    reuse, so that arrays may be kept; only vectorized bodies, such as those of reductions, are optimized.
    Otherwise, it sees the operations of an ordinary run, and arrays that the run may overwrite.
    """

    def __init__(self, observe: Observe, *, as_written: bool = True) -> None:
        self.observe = observe
        self.as_written = as_written
        self.folds = not as_written
        self._state = _State()

    def begin(self) -> None:
        """Reset the state of this thread: an earlier run may have ended anywhere."""
        self._state.scope, self._state.pending = None, []

    def entering(self, region: Region) -> Step:
        """The first step of a region or function."""
        state = self._state

        def step(frame: object) -> None:
            caller = state.pending[-1] if state.pending else None
            number = caller.entered.get(region, 0) if caller else 0
            if caller:
                caller.entered[region] = number + 1
            state.scope = ExecutionScope(state.scope, caller.operation if caller else None, region, number)

        return step

    def leaving(self) -> Step:
        """The last step of a region or function."""
        state = self._state

        def step(frame: object) -> None:
            assert state.scope is not None
            state.scope = state.scope.outer

        return step

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """`step`, which executes an operation, and the report of its operands and results, given by slots."""
        state, clock = self._state, time.perf_counter

        def observing(frame: list[Any]) -> None:
            assert state.scope is not None
            begin = clock()
            process = current_process()
            waited = process.waited
            values = tuple([as_array(frame[slot]) for slot in operands])
            pending = _PendingOperation(operation, {})
            state.pending.append(pending)
            start = clock()
            step(frame)
            seconds = clock() - start - pending.nested - (process.waited - waited)
            state.pending.pop()
            outputs = tuple([as_array(frame[slot]) for slot in results])
            if self.as_written:
                values, outputs = read_only(values), read_only(outputs)
            self._tell(Observation(operation, values, outputs, seconds, state.scope, process.id))
            if state.pending:
                state.pending[-1].nested += clock() - begin - (process.waited - waited)

        return observing

    def _tell(self, observation: Observation) -> None:
        try:
            self.observe(observation)
        except Exception as error:
            raise ObserverFailed(error) from error
