"""How much memory a run takes at once, known from its plans before it begins.

Counted is what plans hold, arrays from the operation that makes them to the last that reads them, and what a
kernel needs while it computes. Sizes that are not known count nothing: a run checks them.
"""

from __future__ import annotations

import dataclasses
import heapq
import itertools
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.interpret.arrays import LARGE, byte_size, memory_of
from stablehlo_tools.interpret.errors import diagnostic
from stablehlo_tools.interpret.flat import FlatFunction, Instruction
from stablehlo_tools.interpret.liveness import Liveness
from stablehlo_tools.interpret.steps import Frame, Step
from stablehlo_tools.interpret.temporaries import kept_bytes, temporary_bytes
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.declare import Op

# Ops that are views by their declaration, but whose result is mostly an array of its own.
_COPIES = frozenset({"stablehlo.gather", "stablehlo.dynamic_gather", "stablehlo.torch_index_select"})
_RESHAPES = frozenset({"stablehlo.reshape", "stablehlo.dynamic_reshape"})

_SHOWN = 5
_HELP = "--max-memory, or max_memory in Python, allows more"


class LiveBuffer(NamedTuple):
    """An array of so many bytes, and the operation that makes it: its result, or what it needs meanwhile."""

    bytes: int
    operation: Operation
    is_temporary: bool = False


class MemorySnapshot(NamedTuple):
    """What is held at once while an operation is executed, `bytes` in all.

    `own` is what a plan holds, `inner` the moment in a plan that it executes: calls are nested deep, and what
    is held around them is not copied for each.
    """

    operation: Operation
    own: tuple[LiveBuffer, ...]
    inner: MemorySnapshot | None
    bytes: int

    @property
    def held(self) -> Iterator[LiveBuffer]:
        """All that is held, outermost first."""
        moment: MemorySnapshot | None = self
        while moment is not None:
            yield from moment.own
            moment = moment.inner


def _moment(
    operation: Operation, own: Iterable[LiveBuffer], inner: MemorySnapshot | None = None
) -> MemorySnapshot:
    held = tuple(own)
    total = sum(each.bytes for each in held) + (0 if inner is None else inner.bytes)
    return MemorySnapshot(operation, held, inner, total)


class MemoryUsage(NamedTuple):
    """The memory that a plan takes, its parameters and constants not counted.

    `peak` is the moment at which it holds most, `end` when its results are copied for somebody outside.
    """

    peak: MemorySnapshot
    end: MemorySnapshot


class MemoryRequirement(NamedTuple):
    """The memory that a run takes: bytes of inputs and constants, and what the plan makes beside them."""

    inputs: int
    constants: int
    extent: MemoryUsage

    @property
    def moment(self) -> MemorySnapshot:
        """When most is held."""
        return max(self.extent, key=lambda moment: moment.bytes)

    def total(self, processes: int = 1) -> int:
        """The bytes that are held at that moment by so many processes, which share constants."""
        return self.constants + processes * (self.inputs + self.moment.bytes)


class _Life(NamedTuple):
    """An array of so many bytes, from the instruction that makes it to the last that reads it."""

    bytes: int
    begin: int
    end: int


def extent(
    body: FlatFunction,
    liveness: Liveness,
    in_place: Collection[int],
    inner: Callable[[Instruction], Collection[MemorySnapshot]],
) -> MemoryUsage:
    """The memory that a body takes.

    The instructions `in_place` put their result where an operand was; `inner` are the greatest moments of
    what an instruction executes.
    """
    moved = _moved(body)
    lives = list(_lives(body, liveness, moved))
    last = len(body.instructions)
    changes, made = [0] * (last + 2), [0] * last
    for life in lives:
        changes[life.begin + 1] += life.bytes
        changes[life.end + 1] -= life.bytes
        made[life.begin] += 0 if life.begin in in_place else life.bytes
    deepest = {index: moment for index, moment in _deepest(body, inner) if moment.bytes > made[index]}
    held = list(itertools.accumulate(changes))
    temporary = list(_temporary(body))
    needed = [sum(each) for each in zip(held, made, temporary, strict=False)]
    for index, moment in deepest.items():
        needed[index] = held[index] + moment.bytes
    where = max(range(last), default=None, key=needed.__getitem__)
    end = _moment(body.end, (*_held_before(body, lives, last), *_copied(body, liveness, moved)))
    if where is None:
        return MemoryUsage(end, end)
    new = [life for life in lives if life.begin == where and where not in in_place]
    operation = body.instructions[where].operation
    meanwhile = [LiveBuffer(temporary[where], operation, is_temporary=True)] if temporary[where] else []
    inside = deepest.get(where) or _moment(operation, (*_held(body, new), *meanwhile))
    return MemoryUsage(_moment(inside.operation, _held_before(body, lives, where), inside), end)


def _temporary(body: FlatFunction) -> Iterator[int]:
    """What each instruction needs while it is executed; of elementwise ops, the types alone say it."""
    known: dict[tuple[object, ...], int] = {}  # by names and the identity of types, of which there are few
    for instruction in body.instructions:
        operation = instruction.operation
        if instruction.op is None or not instruction.op.elementwise:
            yield temporary_bytes(operation)
            continue
        types = (value.type for value in (*operation.operands, *operation.results))
        key = (operation.name, *map(id, types))
        if key not in known:
            known[key] = temporary_bytes(operation)
        yield known[key]


def _deepest(
    body: FlatFunction, inner: Callable[[Instruction], Collection[MemorySnapshot]]
) -> Iterator[tuple[int, MemorySnapshot]]:
    """The greatest moment inside of each instruction that executes something."""
    for index, instruction in enumerate(body.instructions):
        moments = inner(instruction)
        if moments:
            yield index, max(moments, key=lambda moment: moment.bytes)


def _held_before(body: FlatFunction, lives: Iterable[_Life], index: int) -> tuple[LiveBuffer, ...]:
    """What is held when an instruction begins."""
    return _held(body, (life for life in lives if life.begin < index <= life.end))


def _held(body: FlatFunction, lives: Iterable[_Life]) -> tuple[LiveBuffer, ...]:
    return tuple(LiveBuffer(life.bytes, body.instructions[life.begin].operation) for life in lives)


def is_view(op: Op | None) -> bool:
    """Whether the result of an op is mostly a view of an operand, and takes no memory."""
    return op is not None and op.is_view and not op.elementwise and op.name not in _COPIES


def _moved(body: FlatFunction) -> set[int]:
    """Views whose elements are not one after the other, so that a reshape, and whoever gets them, copies."""
    moved: set[int] = set()
    for instruction in body.instructions:
        if is_view(instruction.op) and instruction.operation.name not in _RESHAPES:
            moved.update(instruction.results)
    return moved


def _lives(body: FlatFunction, liveness: Liveness, moved: Collection[int]) -> Iterator[_Life]:
    ends = liveness.ends()
    sizes: dict[int, int] = {}  # by the identity of types, of which there are few
    for index, instruction in enumerate(body.instructions):
        operation = instruction.operation
        is_copy = operation.name in _RESHAPES and instruction.operands[0] in moved
        kept = kept_bytes(operation)
        if kept:
            yield _life(body, kept, index, ends[instruction.results[0]])
        for variable in () if is_view(instruction.op) and not is_copy else instruction.results:
            type = body.types[variable]
            size = sizes.get(id(type))
            if size is None:
                size = sizes[id(type)] = _known_size(type)
            yield _life(body, size, index, ends[variable])


def _life(body: FlatFunction, size: int, begin: int, end: int) -> _Life:
    """Of an array that `end` reads last; small ones, and those of bodies for scalars, are not dropped."""
    is_dropped = size >= LARGE and not body.is_vectorizable
    return _Life(size, begin, end if is_dropped else len(body.instructions))


def _copied(body: FlatFunction, liveness: Liveness, moved: Collection[int]) -> Iterator[LiveBuffer]:
    """What is made of those results that are not the plan's own to give away."""
    makers = {variable: each.operation for each in body.instructions for variable in each.results}
    read_only = set(liveness.read_only_results())
    for variable in body.results:
        if variable in read_only or variable in moved or variable in body.constants:
            yield LiveBuffer(_known_size(body.types[variable]), makers.get(variable, body.end))


def _known_size(type: Type) -> int:
    size = byte_size(type)
    return int(size) if math.isfinite(size) else 0


# -- the limit ------------------------------------------------------------------------------------------


def excess(needs: MemoryRequirement, processes: int, limit: int) -> Diagnostic | None:
    """What is to be said of a run that takes more than `limit` bytes."""
    total, moment = needs.total(processes), needs.moment
    if total <= limit:
        return None
    parts = [f"inputs {in_units(needs.inputs)}", f"constants {in_units(needs.constants)}"]
    parts.append(f"arrays that are held at once {in_units(moment.bytes)}")
    notes = [", ".join(parts) + (f", for each of {processes} processes" if processes > 1 else "")]
    largest = heapq.nlargest(_SHOWN, moment.held, key=lambda held: held.bytes)
    notes += [f"{in_units(held.bytes)}: {_described(held)}" for held in largest]
    message = f"the program takes about {in_units(total)} of memory here, and {in_units(limit)} are allowed"
    found = diagnostic("out_of_memory", moment.operation, message)
    return dataclasses.replace(found, notes=(*notes, *found.notes), helps=(_HELP,))


def within(
    limit: int,
    step: Step,
    operation: Operation,
    operands: Sequence[int],
    size: Callable[[Sequence[Any]], int],
) -> Step:
    """`step`, if the results that it is about to make have room beside what its frame holds.

    `size` says how many bytes they take, from the operation's operands, which are in those slots.
    """

    def checking(frame: Frame) -> None:
        needed = size([frame[slot] for slot in operands])
        held = sum(memory_of(frame).values()) if needed >= LARGE else 0
        if held + needed > limit:
            message = f"it makes {in_units(needed)} beside {in_units(held)}"
            message += f" that are held, and {in_units(limit)} are allowed"
            raise RunError(diagnostic("out_of_memory", operation, message))
        step(frame)

    return checking


def _described(held: LiveBuffer) -> str:
    operation = held.operation
    values: list[Value] = operation.results
    names = ", ".join(f"{value.name}: {value.type}" for value in values)
    where = "" if operation.span is None else f" at {':'.join(map(str, operation.span.begin))}"
    what = "what it needs meanwhile" if held.is_temporary else names or "a result"
    return f"{what}, of {operation.name}{where}"


_PREFIXES = ("", "k", "M", "G", "T", "P", "E")
SIZE = re.compile(r"(?P<number>\d+(?:\.\d+)?) *(?P<prefix>[kKMGT]?)(?P<binary>i?)B?")


def in_units(count: int, unit: str = "B") -> str:
    """`512 B`, `3.2 GB`."""
    last = len(_PREFIXES) - 1
    power = next((power for power in range(last) if count < 1000 ** (power + 1)), last)
    return f"{count / 1000**power:.3g} {_PREFIXES[power]}{unit}".rstrip()


def from_units(text: str) -> int:
    """The number of bytes that is written `4GB`, `512 MiB` or `1000000`. Raises `ValueError`."""
    match = SIZE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no size")
    base = 1024 if match["binary"] else 1000
    return int(float(match["number"]) * base ** _PREFIXES.index(match["prefix"].replace("K", "k")))
