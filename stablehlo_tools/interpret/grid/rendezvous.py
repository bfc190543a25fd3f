"""Rendezvous and mailboxes, which processes wait for, and the diagnostics of deadlocks."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError, Label, RunError
from stablehlo_tools.diagnostics.units import listed
from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.interpret.errors import beginning, diagnostic, name_span
from stablehlo_tools.ir.arrays import described
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.declare import Array
from stablehlo_tools.ops.model.processes import Channel, ProcessGroup, ProcessId

_MAX_LISTED = 8  # processes that a message lists


class SentArrays(NamedTuple):
    """Values for other processes, and the operation that sends them."""

    operation: Operation
    values: Sequence[Array]


@record(eq=False)
class Rendezvous:
    """A rendezvous: the processes of a group exchange values as soon as all have arrived."""

    group: ProcessGroup
    channel_id: int
    arrived: dict[ProcessId, SentArrays] = field(default_factory=dict)
    result: Any = None

    @property
    def awaited(self) -> list[ProcessId]:
        """The processes that have not arrived."""
        return [id for id in self.group if id not in self.arrived]

    @property
    def values(self) -> list[Sequence[Array]]:
        """The values of all processes, in group order."""
        return [self.arrived[id].values for id in self.group]

    def join(self, id: ProcessId, message: SentArrays) -> None:
        """Add a process. Raises RunError if its op or types differ from those of the first process."""
        for other, first in self.arrived.items():
            difference = _difference(message, first)
            if difference:
                raise _mismatch(id, message.operation, other, first.operation, difference)
            break
        self.arrived[id] = message

    def __str__(self) -> str:
        return listed(self.awaited, _MAX_LISTED)


@record(eq=False)
class Mailbox:
    """Messages from one process to another on a channel, or to the host for any receiver."""

    channel: Channel
    source: ProcessId | None
    target: ProcessId | None
    messages: deque[SentArrays] = field(default_factory=deque)
    receivers: deque[ProcessId] = field(default_factory=deque)

    @property
    def awaited(self) -> list[ProcessId]:
        """The sending process, if it is known."""
        return [] if self.source is None else [self.source]

    def __str__(self) -> str:
        sender = "any process" if self.source is None else f"{self.source}"
        return f"{sender} to send on channel {self.channel[1]}"


# -- diagnostics -----------------------------------------------------------------------------------------


def _difference(message: SentArrays, first: SentArrays) -> str:
    if message.operation.name != first.operation.name:
        return f"executes {message.operation.name}, but {{other}} executes {first.operation.name}"
    here, there = (", ".join(map(described, sender.values)) for sender in (message, first))
    return f"has ({here}), but {{other}} has ({there})" if here != there else ""


_EXCHANGE_MISMATCH = Code(
    "exchange_mismatch",
    "The processes of a group execute different operations at a rendezvous, or pass values of different "
    "types.",
    "Make all processes of a group execute the same collective on values of the same types.",
)


def _mismatch(
    id: ProcessId, operation: Operation, other: ProcessId, first: Operation, difference: str
) -> RunError:
    message = f"mismatched rendezvous: {id} {difference.format(other=other)}"
    error = diagnostic(_EXCHANGE_MISMATCH, operation, message)
    return RunError(dataclasses.replace(error, related=_labels({other: first}, "{} is here")))


_DEADLOCK = Code(
    "deadlock",
    "Processes wait for each other, or for a process that has finished, so none of them can make progress.",
    "Make all processes of a group execute the same collectives in the same order, and pair each send with "
    "a recv.",
)


def deadlock(
    places: Mapping[ProcessId, Operation | None], waits_for: Mapping[ProcessId, Rendezvous | Mailbox]
) -> RunError:
    """The error for processes that are all blocked. `places` are the operations of all processes."""
    count = f"{len(waits_for)} of {len(places)} processes {'is' if len(waits_for) == 1 else 'are'} blocked"
    message = f"{count} and no other process can make progress"
    waiting = {id: place for id in waits_for if (place := places[id]) is not None}
    first = next(iter(waiting.values()))
    notes = [_waits(id, event, places, waits_for) for id, event in list(waits_for.items())[:_MAX_LISTED]]
    if len(waits_for) > _MAX_LISTED:
        notes.append(f"{len(waits_for) - _MAX_LISTED} more processes are blocked")
    labels = _labels({id: place for id, place in waiting.items() if place is not first}, "{} waits here")
    error = diagnostic(_DEADLOCK, first, message)
    return RunError(dataclasses.replace(error, related=labels, notes=(*error.notes, *notes)))


def _waits(
    id: ProcessId,
    event: Rendezvous | Mailbox,
    places: Mapping[ProcessId, Operation | None],
    waits_for: Mapping[ProcessId, Rendezvous | Mailbox],
) -> str:
    """`(0, 0) waits in stablehlo.all_reduce at 12:8 for (0, 1), which has ended`."""
    ended = [other for other in event.awaited if places[other] is None]
    elsewhere = [other for other in event.awaited if other in waits_for]
    state = ""
    if ended:
        state = f"; {listed(ended, _MAX_LISTED)} {'has' if len(ended) == 1 else 'have'} ended"
    elif elsewhere:
        state = f"; {elsewhere[0]} waits {_at(places[elsewhere[0]])}"
    return f"{id} waits {_at(places[id])} for {event}{state}"


def _at(operation: Operation | None) -> str:
    assert operation is not None
    return f"in {operation.name}{beginning(name_span(operation))}"


_NEVER_RECEIVED = Code(
    "never_received",
    "A process sends a value to a process that finishes without receiving it.",
    "Pair each send with a recv on the same channel.",
)


def undelivered(mailboxes: Iterable[Mailbox]) -> RunError | None:
    """The error for a message that no process received; messages to the host may remain unread."""
    for mailbox in mailboxes:
        if mailbox.messages and mailbox.target is not None:
            message = f"{mailbox.source} sends this to {mailbox.target}, which never receives it"
            return RunError(diagnostic(_NEVER_RECEIVED, mailbox.messages[0].operation, message))
    return None


_TOO_MANY_PROCESSES = Code(
    "too_many_processes",
    "The system cannot create a thread for each process of the grid.",
    "Reduce --replicas or --partitions.",
)


def no_thread_left(id: ProcessId) -> RunError:
    """The error for a process that the system cannot create a thread for."""
    message = f"cannot create a thread for process {id}: the system has too many threads"
    return RunError(Diagnostic(_TOO_MANY_PROCESSES, message, None))


MAX_PROCESSES: Final = 1 << 16  # each takes a thread and its own arrays


def too_many_processes(count: int) -> RunError:
    """The error for a grid of more than `MAX_PROCESSES` processes."""
    message = f"a grid of {count:,} processes exceeds the maximum of {MAX_PROCESSES:,}"
    return RunError(Diagnostic(_TOO_MANY_PROCESSES, message, None))


def with_process_note(error: BaseException, id: ProcessId) -> BaseException:
    """The error of a process, with a note that names the process."""
    if not isinstance(error, DiagnosticError):
        return error
    note = f"in process {id}"
    diagnostics = [dataclasses.replace(each, notes=(*each.notes, note)) for each in error.diagnostics]
    return type(error)(*diagnostics)


def _labels(places: Mapping[ProcessId, Operation], message: str) -> tuple[Label, ...]:
    """A label for each distinct operation, which lists the processes there."""
    at: dict[Operation, list[ProcessId]] = {}
    for id, place in places.items():
        at.setdefault(place, []).append(id)
    spans = [(name_span(place), ids) for place, ids in at.items()]
    return tuple(
        Label(span, message.format(listed(ids, _MAX_LISTED))) for span, ids in spans if span is not None
    )
