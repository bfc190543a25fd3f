"""Simulates a grid of processes: each is a thread, and collective ops are rendezvous of threads.

One process runs at a time, until it ends or blocks; then the one that has been runnable for longest. So
runs are deterministic, and a deadlock is detected immediately.
"""

from __future__ import annotations

import contextvars
import dataclasses
import functools
import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.host.records import record
from stablehlo_tools.interpret.arrays import read_only
from stablehlo_tools.interpret.checks.limits import Round, RunBudget
from stablehlo_tools.interpret.grid import rendezvous
from stablehlo_tools.interpret.grid.rendezvous import Mailbox, Rendezvous, SentArrays
from stablehlo_tools.interpret.plans.steps import Kernel, Named
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.dialects.mhlo import INITIAL_STATE
from stablehlo_tools.ops.model.declare import Array
from stablehlo_tools.ops.model.processes import Channel, ProcessGroup, ProcessId, Shared
from stablehlo_tools.ops.model.schema import Failed
from stablehlo_tools.ops.model.turns import calling_before_iterations

Body = Callable[["SimulatedProcess"], Sequence[Any]]

# Seconds between two checks of a waiting thread: on some systems, Ctrl-C arrives only then.
_WAIT_SECONDS = 0.2


class _Stopped(BaseException):
    """Ends a process after another one failed."""


_INFEED_EMPTY = Code(
    "infeed_empty",
    "An infeed is executed, but the infeed queue is empty.",
    "Pass one file per infeed with --infeed.",
    command="run",
)


class SimulatedProcess:
    """A process of a grid (`ops.model.processes.Process`) and its state.

    `operation` is the rendezvous that it executes, `waits_for` the event that it waits for, and `waited` the
    seconds it has waited. `rounds` are the current loops, if the run is limited.
    """

    def __init__(self, grid: Grid, id: ProcessId, body: Body) -> None:
        self.grid = grid
        self.id = id
        self.body = body
        self.results: Sequence[Any] = ()
        self.operation: Operation | None = None
        self.has_begun = False
        self.waits_for: Rendezvous | Mailbox | None = None
        self.waited = 0.0
        self.random_state = INITIAL_STATE
        self.rounds: list[Round] = []
        self.counted: Operation | None = None  # in progress, in a limited run
        self.thread: threading.Thread | None = None

    # Created on first use: most programs run in a single process, which never waits.
    @functools.cached_property
    def turn(self) -> threading.Semaphore:
        """Released when the process can continue; created by the process itself, before it waits."""
        return threading.Semaphore(0)

    @property
    def num_replicas(self) -> int:
        """The number of replicas in the grid."""
        return self.grid.num_replicas

    @property
    def num_partitions(self) -> int:
        """The number of partitions in the grid."""
        return self.grid.num_partitions

    def complete(self) -> None:
        """Execute the process and keep its results."""
        self.results = self.body(self)

    def spend(self, operation: Operation) -> None:
        """Count a step of a limited run. Raises RunError if a limit is exceeded."""
        assert self.grid.budget is not None
        self.grid.budget.spend(operation, self.rounds)

    def look(self) -> None:
        """Check the time of a limited run, within its latest operation. Raises RunError if none is left."""
        if self.grid.budget is not None and self.counted is not None:
            self.grid.budget.look(self.counted, self.rounds)

    def exchange(
        self,
        values: Sequence[Array],
        group: ProcessGroup,
        channel_id: int,
        combine: Callable[[Sequence[Sequence[Array]]], Shared],
    ) -> Shared:
        """The result of `combine` on the values of all processes of a group, after all have arrived."""
        assert self.operation is not None
        meeting = self.grid.meeting(group, channel_id)
        meeting.join(self.id, SentArrays(self.operation, values))
        if meeting.awaited:
            self.grid.wait(self, meeting)
        else:
            self.grid.end(meeting, read_only(combine(meeting.values)))
        result: Shared = meeting.result
        return result

    def send(self, values: Sequence[Array], channel: Channel, target: ProcessId | None) -> None:
        """Send values to another process, or to the host."""
        assert self.operation is not None
        copies = read_only(tuple(map(np.array, values)))
        mailbox = self.grid.mailbox(channel, None if target is None else self.id, target)
        mailbox.messages.append(SentArrays(self.operation, copies))
        if mailbox.receivers:
            self.grid.wake([mailbox.receivers.popleft()])

    def receive(self, channel: Channel, source: ProcessId | None) -> Sequence[Array]:
        """The values that another process, or the host, sends."""
        mailbox = self.grid.mailbox(channel, source, None if source is None else self.id)
        while not mailbox.messages:
            mailbox.receivers.append(self.id)
            self.grid.wait(self, mailbox)
        return mailbox.messages.popleft().values

    def infeed(self) -> Sequence[Any]:
        """The next values from the host."""
        if not self.grid.host.infeed:
            raise Failed(_INFEED_EMPTY, "infeed queue of the host is empty")
        return self.grid.host.infeed.popleft()

    def outfeed(self, values: Sequence[Array]) -> None:
        """Send values to the host."""
        self.grid.host.outfeed.append(tuple(map(np.array, values)))

    def probe(self, probe_id: str, value: Array) -> None:
        """Record a value under a probe id."""
        self.grid.host.probes.append((probe_id, np.array(value)))

    def probed(self, probe_id: str) -> Sequence[Array]:
        """The values recorded under a probe id, in order."""
        return [value for id, value in self.grid.host.probes if id == probe_id]

    @functools.cached_property
    def random(self) -> np.random.Generator:
        """The random number generator, shared by all partitions of a replica."""
        return np.random.default_rng(self.id[0])

    def advance_random_state(self, delta: int) -> int:
        """The state of the random number generator, which then advances by `delta`."""
        state = self.random_state
        self.random_state = (state + delta) % (1 << 128)
        return state

    def execute_grid(
        self,
        num_replicas: int,
        num_partitions: int,
        bodies: Sequence[Body],
        infeed: Iterable[Sequence[Any]] | None = None,
    ) -> list[Sequence[Any]]:
        """The results of a nested grid of processes, each of which executes one of `bodies`."""
        host = self.grid.host
        if infeed is not None:
            host = dataclasses.replace(host, infeed=deque(infeed))
        return Grid(num_replicas, num_partitions, host, self.operation, self.grid.budget).run(bodies)


@record(frozen=True)
class Host:
    """The host of the processes: its `infeed` queue, and the values that processes send to it.

    `probes` are the values of `interpreter.probe`, with their ids.
    """

    infeed: deque[Sequence[Any]] = field(default_factory=deque)
    outfeed: list[tuple[Array, ...]] = field(default_factory=list)
    probes: list[tuple[str, Array]] = field(default_factory=list)


_NO_PROCESS = Code(
    "no_process",
    "A group contains a process that the process grid does not have.",
    "Increase --replicas or --partitions, or correct the groups.",
)


class Grid:
    """A grid of processes (replica, partition), with their meetings, mailboxes and schedule.

    `operation` is that of the running process, if any; `budget` the limits of the run, if any.
    """

    def __init__(
        self,
        num_replicas: int,
        num_partitions: int,
        host: Host,
        operation: Operation | None = None,
        budget: RunBudget | None = None,
    ) -> None:
        self.num_replicas = num_replicas
        self.num_partitions = num_partitions
        self.host = host
        self.operation = operation
        self.budget = budget
        self._processes: dict[ProcessId, SimulatedProcess] = {}
        self._ready: deque[SimulatedProcess] = deque()
        self._meetings: dict[tuple[ProcessGroup, int], Rendezvous] = {}
        self._mailboxes: dict[tuple[Channel, ProcessId | None, ProcessId | None], Mailbox] = {}
        self._failure: BaseException | None = None

    @functools.cached_property
    def _all_ended(self) -> threading.Event:
        return threading.Event()

    def run(self, bodies: Sequence[Body]) -> list[Sequence[Any]]:
        """The results of `bodies`, executed by the processes in order.

        If a process fails, or all are blocked, all end, and the first error is raised.
        """
        ids = itertools.product(range(self.num_replicas), range(self.num_partitions))
        self._processes = {id: SimulatedProcess(self, id, body) for id, body in zip(ids, bodies, strict=True)}
        if len(bodies) == 1:
            (only,) = self._processes.values()
            self._execute(only)
        else:
            self._execute_all()
        if self._failure is None:
            self._failure = rendezvous.undelivered(self._mailboxes.values())
        results = [process.results for process in self._processes.values()]
        failure = self._failure
        self._processes, self._failure = {}, None  # no cycles: memory is freed at once
        try:
            if failure is not None:
                raise failure
        finally:
            del failure
        return results

    # -- turns --------------------------------------------------------------------------------------

    def _execute_all(self) -> None:
        self._ready.extend(self._processes.values())
        all_ended = self._all_ended
        self._pass_on()
        try:
            while not all_ended.wait(_WAIT_SECONDS):
                pass
        except BaseException as error:  # Ctrl-C: the running process ends when it blocks
            self._fail(error)
            raise
        for process in self._processes.values():
            if process.thread is not None:
                process.thread.join()

    def _execute(self, process: SimulatedProcess) -> None:
        token = _current.set(process)
        process.has_begun = True
        process.operation = self.operation
        try:
            with np.errstate(all="ignore"):
                if self.budget is None:
                    process.complete()
                else:
                    calling_before_iterations(
                        (SimulatedProcess.look, process), SimulatedProcess.complete, process
                    )
        except _Stopped:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again in the waiting thread
            self._fail(rendezvous.with_process_note(error, process.id) if len(self._processes) > 1 else error)
        finally:
            _current.reset(token)
        process.operation = None
        if process.thread is not None:
            self._pass_on()

    def _pass_on(self) -> None:
        """Run the next process; if all remaining ones are blocked, stop them."""
        processes = self._processes.values()
        waits_for = {each.id: each.waits_for for each in processes if each.waits_for is not None}
        if waits_for and not self._ready:
            self._fail(rendezvous.deadlock({each.id: each.operation for each in processes}, waits_for))
        while self._ready:
            if self._resume(self._ready.popleft()):
                return
        self._all_ended.set()

    def _resume(self, process: SimulatedProcess) -> bool:
        """Continue or start a process; False if it cannot be started any more."""
        if process.has_begun:
            process.turn.release()
            return True
        if self._failure is not None:
            return False
        run = contextvars.copy_context().run  # threads start with an empty context
        process.thread = threading.Thread(target=run, args=(self._execute, process), daemon=True)
        try:
            process.thread.start()
        except RuntimeError:
            process.thread = None
            self._fail(rendezvous.no_thread_left(process.id))
        return process.thread is not None

    def wait(self, process: SimulatedProcess, event: Rendezvous | Mailbox) -> None:
        """Block `process`, and run others, until it is woken."""
        process.waits_for = event
        turn = process.turn
        begin = time.perf_counter()
        self._pass_on()
        turn.acquire()
        process.waited += time.perf_counter() - begin
        if self._failure is not None:
            raise _Stopped

    def wake(self, ids: Iterable[ProcessId]) -> None:
        """Make those of the processes that wait runnable."""
        for process in map(self._processes.__getitem__, ids):
            if process.waits_for is not None:
                process.waits_for = None
                self._ready.append(process)

    def _fail(self, error: BaseException) -> None:
        if self._failure is None:
            self._failure = error
        self.wake(self._processes)

    # -- what is between processes --------------------------------------------------------------------

    def meeting(self, group: ProcessGroup, channel_id: int) -> Rendezvous:
        """The rendezvous of a group of processes."""
        strangers = [id for id in group if id not in self._processes]
        if strangers:
            size = f"{self.num_replicas} x {self.num_partitions}"
            raise Failed(_NO_PROCESS, f"process {strangers[0]} is outside of the process grid ({size})")
        return self._meetings.setdefault((group, channel_id), Rendezvous(group, channel_id))

    def end(self, meeting: Rendezvous, result: tuple[Any, ...]) -> None:
        """Complete a rendezvous: all its processes take the result and continue."""
        del self._meetings[meeting.group, meeting.channel_id]
        meeting.result = result
        self.wake(meeting.group)

    def mailbox(self, channel: Channel, source: ProcessId | None, target: ProcessId | None) -> Mailbox:
        """The messages from one process to another, or to the host if `target` is None."""
        key = channel, source, target
        return self._mailboxes.setdefault(key, Mailbox(channel, source, target))


_current: contextvars.ContextVar[SimulatedProcess] = contextvars.ContextVar("process")


def current_process() -> SimulatedProcess:
    """The process that the current thread executes."""
    return _current.get()


def with_process(kernel: Kernel, operation: Operation) -> Kernel:
    """`kernel` without its process argument, for which the current process is passed."""

    @functools.wraps(kernel)
    def call(*operands: Any, **named: Named) -> Any:
        process = _current.get()
        outer, process.operation = process.operation, operation
        try:
            return kernel(*operands, process=process, **named)
        finally:
            process.operation = outer

    return call
