"""A grid of processes, simulated: each is a thread, and collective ops are where threads meet.

One process goes on at a time, until it ends or has to wait; then comes the one that has been able to go on
for longest. So a run is the same every time, and when no process can go on, that is known at once.
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
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stablehlo_tools.interpret import exchanges
from stablehlo_tools.interpret.arrays import lent
from stablehlo_tools.interpret.exchanges import Mailbox, Meeting, Message
from stablehlo_tools.interpret.limits import Budget, Round
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir import Operation
from stablehlo_tools.ops.declare import Array, Failed
from stablehlo_tools.ops.mhlo import INITIAL_STATE
from stablehlo_tools.ops.processes import Channel, ProcessGroup, ProcessId, Shared

Body = Callable[["Process"], Sequence[Any]]

# Ctrl-C reaches a thread that waits for another only between two waits, on some systems.
_PATIENCE = 0.2


class _Stopped(BaseException):
    """The process ends here, since another one failed."""


class Process:
    """A process of a grid (`ops.processes.Process`), and how far it is.

    `operation` is the operation that it executes with others, `waits_for` what it waits for there, `waited`
    how many seconds it has waited. `rounds` are the loops that it is in, where the run is limited.
    """

    def __init__(self, grid: Grid, id: ProcessId, body: Body) -> None:
        self.grid = grid
        self.id = id
        self.body = body
        self.results: Sequence[Any] = ()
        self.operation: Operation | None = None
        self.has_begun = False
        self.waits_for: Meeting | Mailbox | None = None
        self.waited = 0.0
        self.random_state = INITIAL_STATE
        self.rounds: list[Round] = []
        self.thread: threading.Thread | None = None

    # Most programs are executed by one process, which never waits: what threads need costs more than a call.
    @functools.cached_property
    def turn(self) -> threading.Semaphore:
        """Says that the process can go on; first asked for by the process itself, before it waits."""
        return threading.Semaphore(0)

    @property
    def num_replicas(self) -> int:
        """The number of replicas in the grid."""
        return self.grid.num_replicas

    @property
    def num_partitions(self) -> int:
        """The number of partitions in the grid."""
        return self.grid.num_partitions

    def spend(self, operation: Operation) -> None:
        """Count a step of a limited run. Raises RunError where nothing is left for it."""
        assert self.grid.budget is not None
        self.grid.budget.spend(operation, self.rounds)

    def look(self, operation: Operation) -> None:
        """Look at the time of a limited run. Raises RunError where none is left."""
        assert self.grid.budget is not None
        self.grid.budget.look(operation, self.rounds)

    def exchange(
        self,
        values: Sequence[Array],
        group: ProcessGroup,
        channel_id: int,
        combine: Callable[[Sequence[Sequence[Array]]], Shared],
    ) -> Shared:
        """What `combine` makes of the values of all processes of a group, once they are there."""
        assert self.operation is not None
        meeting = self.grid.meeting(group, channel_id)
        meeting.join(self.id, Message(self.operation, values))
        if meeting.awaited:
            self.grid.wait(self, meeting)
        else:
            self.grid.end(meeting, lent(combine(meeting.values)))
        result: Shared = meeting.result
        return result

    def send(self, values: Sequence[Array], channel: Channel, target: ProcessId | None) -> None:
        """Send values to another process, or to the host."""
        assert self.operation is not None
        copies = lent(tuple(map(np.array, values)))
        mailbox = self.grid.mailbox(channel, None if target is None else self.id, target)
        mailbox.messages.append(Message(self.operation, copies))
        if mailbox.receivers:
            self.grid.wake([mailbox.receivers.popleft()])

    def receive(self, channel: Channel, source: ProcessId | None) -> Sequence[Array]:
        """What another process sends, or the host."""
        mailbox = self.grid.mailbox(channel, source, None if source is None else self.id)
        while not mailbox.messages:
            mailbox.receivers.append(self.id)
            self.grid.wait(self, mailbox)
        return mailbox.messages.popleft().values

    def infeed(self) -> Sequence[Any]:
        """What the host has next."""
        if not self.grid.host.infeed:
            raise Failed("infeed_empty", "the host has nothing, or nothing more, for an infeed")
        return self.grid.host.infeed.popleft()

    def outfeed(self, values: Sequence[Array]) -> None:
        """Give values to the host."""
        self.grid.host.outfeed.append(tuple(map(np.array, values)))

    def probe(self, probe_id: str, value: Array) -> None:
        """Keep a value under a name."""
        self.grid.host.probes.append((probe_id, np.array(value)))

    def probed(self, probe_id: str) -> Sequence[Array]:
        """The values that were kept under a name, in order."""
        return [value for id, value in self.grid.host.probes if id == probe_id]

    @functools.cached_property
    def random(self) -> np.random.Generator:
        """The source of its random numbers, the same for all partitions of a replica."""
        return np.random.default_rng(self.id[0])

    def advance_random_state(self, delta: int) -> int:
        """The state of its random number generator, which then goes on by `delta`."""
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
        """What the processes of a grid of its own return, each of which executes one of `bodies`."""
        host = self.grid.host
        if infeed is not None:
            host = dataclasses.replace(host, infeed=deque(infeed))
        return Grid(num_replicas, num_partitions, host, self.operation, self.grid.budget).run(bodies)


@dataclass(frozen=True)
class Host:
    """What processes get from their host, an entry of `infeed` at a time, and what they give to it.

    `probes` are what `interpreter.probe` saw, each with its id.
    """

    infeed: deque[Sequence[Any]] = field(default_factory=deque)
    outfeed: list[tuple[Array, ...]] = field(default_factory=list)
    probes: list[tuple[str, Array]] = field(default_factory=list)


class Grid:
    """Processes (replica, partition), what is between them, and whose turn it is.

    `operation` is the one that has it, if any; `budget` what they may take, if that is limited.
    """

    def __init__(
        self,
        num_replicas: int,
        num_partitions: int,
        host: Host,
        operation: Operation | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.num_replicas = num_replicas
        self.num_partitions = num_partitions
        self.host = host
        self.operation = operation
        self.budget = budget
        self._processes: dict[ProcessId, Process] = {}
        self._ready: deque[Process] = deque()
        self._meetings: dict[tuple[ProcessGroup, int], Meeting] = {}
        self._mailboxes: dict[tuple[Channel, ProcessId | None, ProcessId | None], Mailbox] = {}
        self._failure: BaseException | None = None

    @functools.cached_property
    def _all_ended(self) -> threading.Event:
        return threading.Event()

    def run(self, bodies: Sequence[Body]) -> list[Sequence[Any]]:
        """What each of `bodies` returns, executed by the process of its place in the grid.

        Where one fails, or no one can go on, all end; what went wrong first is raised.
        """
        ids = itertools.product(range(self.num_replicas), range(self.num_partitions))
        self._processes = {id: Process(self, id, body) for id, body in zip(ids, bodies, strict=True)}
        if len(bodies) == 1:
            (only,) = self._processes.values()
            self._execute(only)
        else:
            self._execute_all()
        if self._failure is None:
            self._failure = exchanges.undelivered(self._mailboxes.values())
        results = [process.results for process in self._processes.values()]
        self._processes = {}  # which refer to the grid: no memory waits for garbage to be collected
        if self._failure is not None:
            raise self._failure
        return results

    # -- turns --------------------------------------------------------------------------------------

    def _execute_all(self) -> None:
        self._ready.extend(self._processes.values())
        all_ended = self._all_ended
        self._pass_on()
        try:
            while not all_ended.wait(_PATIENCE):
                pass
        except BaseException as error:  # Ctrl-C: the process whose turn it is ends when it has to wait
            self._fail(error)
            raise
        for process in self._processes.values():
            if process.thread is not None:
                process.thread.join()

    def _execute(self, process: Process) -> None:
        token = _current.set(process)
        process.has_begun = True
        process.operation = self.operation
        try:
            with np.errstate(all="ignore"):
                process.results = process.body(process)
        except _Stopped:
            pass
        except BaseException as error:  # noqa: BLE001 - it goes on in the thread that waits
            self._fail(exchanges.located(error, process.id) if len(self._processes) > 1 else error)
        finally:
            _current.reset(token)
        process.operation = None
        if process.thread is not None:
            self._pass_on()

    def _pass_on(self) -> None:
        """Let the process go on whose turn it is; if all that have not ended wait, stop them."""
        processes = self._processes.values()
        waits_for = {each.id: each.waits_for for each in processes if each.waits_for is not None}
        if waits_for and not self._ready:
            self._fail(exchanges.deadlock({each.id: each.operation for each in processes}, waits_for))
        while self._ready:
            if self._resume(self._ready.popleft()):
                return
        self._all_ended.set()

    def _resume(self, process: Process) -> bool:
        """Let a process go on, or begin; False if it has not begun and never will."""
        if process.has_begun:
            process.turn.release()
            return True
        if self._failure is not None:
            return False
        run = contextvars.copy_context().run  # as threads begin with nothing of what is around
        process.thread = threading.Thread(target=run, args=(self._execute, process), daemon=True)
        try:
            process.thread.start()
        except RuntimeError:
            process.thread = None
            self._fail(exchanges.too_many(process.id))
        return process.thread is not None

    def wait(self, process: Process, what: Meeting | Mailbox) -> None:
        """Let others go on until somebody says that `process` can."""
        process.waits_for = what
        turn = process.turn
        begin = time.perf_counter()
        self._pass_on()
        turn.acquire()
        process.waited += time.perf_counter() - begin
        if self._failure is not None:
            raise _Stopped

    def wake(self, ids: Iterable[ProcessId]) -> None:
        """Those of the processes that wait can go on."""
        for process in map(self._processes.__getitem__, ids):
            if process.waits_for is not None:
                process.waits_for = None
                self._ready.append(process)

    def _fail(self, error: BaseException) -> None:
        if self._failure is None:
            self._failure = error
        self.wake(self._processes)

    # -- what is between processes --------------------------------------------------------------------

    def meeting(self, group: ProcessGroup, channel_id: int) -> Meeting:
        """Where the processes of a group come together."""
        strangers = [id for id in group if id not in self._processes]
        if strangers:
            size = f"{self.num_replicas} x {self.num_partitions}"
            raise Failed("no_process", f"process {strangers[0]} is not in the grid, which is {size}")
        return self._meetings.setdefault((group, channel_id), Meeting(group, channel_id))

    def end(self, meeting: Meeting, result: tuple[Any, ...]) -> None:
        """All are there: they take the result and go on."""
        del self._meetings[meeting.group, meeting.channel_id]
        meeting.result = result
        self.wake(meeting.group)

    def mailbox(self, channel: Channel, source: ProcessId | None, target: ProcessId | None) -> Mailbox:
        """What was sent from one process to another; by way of the host, if there are none."""
        key = channel, source, target
        return self._mailboxes.setdefault(key, Mailbox(channel, source, target))


_current: contextvars.ContextVar[Process] = contextvars.ContextVar("process")


def current_process() -> Process:
    """The process that this thread executes."""
    return _current.get()


def with_process(kernel: Kernel, operation: Operation) -> Kernel:
    """`kernel` as a function without the process, for which it takes the one that calls it."""

    @functools.wraps(kernel)
    def call(*operands: Any, **named: Any) -> Any:
        process = _current.get()
        outer, process.operation = process.operation, operation
        try:
            return kernel(*operands, process=process, **named)
        finally:
            process.operation = outer

    return call
