"""What processes wait for, and what is said when they wait in vain."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError, Label, RunError
from stablehlo_tools.interpret.errors import diagnostic, name_span
from stablehlo_tools.ir.constants import described
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.declare import Array
from stablehlo_tools.ops.processes import Channel, ProcessGroup, ProcessId

_SHOWN = 8  # processes of which each is spoken about


class Message(NamedTuple):
    """Values for others, and the operation that gives them."""

    operation: Operation
    values: Sequence[Array]


@dataclass(eq=False)
class Meeting:
    """Processes of a group that exchange values as soon as all of them are there."""

    group: ProcessGroup
    channel_id: int
    arrived: dict[ProcessId, Message] = field(default_factory=dict)
    result: Any = None

    @property
    def awaited(self) -> list[ProcessId]:
        """The processes that are not there yet."""
        return [id for id in self.group if id not in self.arrived]

    @property
    def values(self) -> list[Sequence[Array]]:
        """The values of all processes, in the order of the group."""
        return [self.arrived[id].values for id in self.group]

    def join(self, id: ProcessId, message: Message) -> None:
        """A process comes to the meeting; with the same op and types as those who are there."""
        for other, first in self.arrived.items():
            difference = _difference(message, first)
            if difference:
                raise _mismatch(id, message.operation, other, first.operation, difference)
            break
        self.arrived[id] = message

    def __str__(self) -> str:
        return _these(self.awaited)


@dataclass(eq=False)
class Mailbox:
    """What one process sent to another through a channel, or to the host for whoever receives it."""

    channel: Channel
    source: ProcessId | None
    target: ProcessId | None
    messages: deque[Message] = field(default_factory=deque)
    receivers: deque[ProcessId] = field(default_factory=deque)

    @property
    def awaited(self) -> list[ProcessId]:
        """The process that has not sent anything, or not enough."""
        return [] if self.source is None else [self.source]

    def __str__(self) -> str:
        sender = "somebody" if self.source is None else f"{self.source}"
        return f"{sender} to send through channel {self.channel[1]}"


# -- what is said ----------------------------------------------------------------------------------------


def _these(ids: Sequence[ProcessId]) -> str:
    more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return ", ".join(map(str, ids[:_SHOWN])) + more


def _difference(message: Message, first: Message) -> str:
    if message.operation.name != first.operation.name:
        return f"executes {message.operation.name}, and {{other}} {first.operation.name}"
    here, there = (", ".join(map(described, each.values)) for each in (message, first))
    return f"has ({here}), and {{other}} ({there})" if here != there else ""


def _mismatch(
    id: ProcessId, operation: Operation, other: ProcessId, first: Operation, difference: str
) -> RunError:
    message = f"processes of a group do not agree: {id} {difference.format(other=other)}"
    found = diagnostic("exchange_mismatch", operation, message)
    return RunError(dataclasses.replace(found, related=_labels({other: first}, "{} is here")))


def deadlock(
    places: Mapping[ProcessId, Operation | None], waits_for: Mapping[ProcessId, Meeting | Mailbox]
) -> RunError:
    """No process can go on: who waits for whom, and where. `places` are those of all processes."""
    message = f"{len(waits_for)} of {len(places)} processes wait, and no other can go on"
    waiting = {id: place for id in waits_for if (place := places[id]) is not None}
    first = next(iter(waiting.values()))
    notes = [_waits(id, what, places, waits_for) for id, what in list(waits_for.items())[:_SHOWN]]
    if len(waits_for) > _SHOWN:
        notes.append(f"and {len(waits_for) - _SHOWN} more processes wait")
    labels = _labels({id: place for id, place in waiting.items() if place is not first}, "{} waits here")
    found = diagnostic("deadlock", first, message)
    return RunError(dataclasses.replace(found, related=labels, notes=(*found.notes, *notes)))


def _waits(
    id: ProcessId,
    what: Meeting | Mailbox,
    places: Mapping[ProcessId, Operation | None],
    waits_for: Mapping[ProcessId, Meeting | Mailbox],
) -> str:
    """`(0, 0) waits in stablehlo.all_reduce at 12:8 for (0, 1), which has ended`."""
    ended = [other for other in what.awaited if places[other] is None]
    elsewhere = [other for other in what.awaited if other in waits_for]
    state = ""
    if ended:
        state = f"; {_these(ended)} {'has' if len(ended) == 1 else 'have'} ended"
    elif elsewhere:
        state = f"; {elsewhere[0]} waits {_at(places[elsewhere[0]])}"
    return f"{id} waits {_at(places[id])} for {what}{state}"


def _at(operation: Operation | None) -> str:
    assert operation is not None
    span = name_span(operation)
    return f"in {operation.name}" + (f" at {':'.join(map(str, span.begin))}" if span else "")


def undelivered(mailboxes: Iterable[Mailbox]) -> RunError | None:
    """What one process sent to another that never received it; the host may have what nobody wants."""
    for mailbox in mailboxes:
        if mailbox.messages and mailbox.target is not None:
            message = f"{mailbox.source} sends this to {mailbox.target}, which has ended without receiving it"
            return RunError(diagnostic("never_received", mailbox.messages[0].operation, message))
    return None


def too_many(id: ProcessId) -> RunError:
    """The system has no thread for a process."""
    return RunError(Diagnostic("too_many_processes", f"the system has no thread left for process {id}", None))


MOST_PROCESSES: Final = 1 << 16  # each has a thread, and arrays of its own


def beyond_all(count: int) -> RunError:
    """The program is to be executed by more processes than there can be."""
    message = f"{count:,} processes are to execute the program; {MOST_PROCESSES:,} are the most"
    return RunError(Diagnostic("too_many_processes", message, None))


def located(error: BaseException, id: ProcessId) -> BaseException:
    """The error of a process, saying which one's it is."""
    if not isinstance(error, DiagnosticError):
        return error
    note = f"in process {id}"
    found = [dataclasses.replace(each, notes=(*each.notes, note)) for each in error.diagnostics]
    return type(error)(*found)


def _labels(places: Mapping[ProcessId, Operation], message: str) -> tuple[Label, ...]:
    """A label at each of the places, saying which processes are there."""
    at: dict[Operation, list[ProcessId]] = {}
    for id, place in places.items():
        at.setdefault(place, []).append(id)
    spans = [(name_span(place), ids) for place, ids in at.items()]
    return tuple(Label(span, message.format(_these(ids))) for span, ids in spans if span is not None)
