"""Peak memory of a run, computed from its plans before it starts.

It counts live arrays, from their definition to their last use, and the temporaries of kernels. Unknown
sizes count as 0; the run checks them.
"""

from __future__ import annotations

import dataclasses
import heapq
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator

from stablehlo_tools.diagnostics.diagnostic import OUT_OF_MEMORY, Diagnostic
from stablehlo_tools.diagnostics.units import in_units
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.interpret.arrays import LARGE
from stablehlo_tools.interpret.errors import beginning, diagnostic
from stablehlo_tools.interpret.plans.flat import FlatFunction, Instruction
from stablehlo_tools.interpret.plans.liveness import Liveness
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import known_size
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.workspace import kept_bytes, workspace_bytes

RESHAPES = frozenset({"stablehlo.reshape", "stablehlo.dynamic_reshape"})

_MAX_LISTED = 5
_HELP = "increase the limit with `--max-memory`, or `max_memory` in Python"


class LiveBuffer(NamedTuple):
    """An array and its size in bytes: a result of the operation, a temporary of its kernel, or a copy of it.

    The caller gets copies of results that share their memory with something else.
    """

    bytes: int
    operation: Operation
    is_temporary: bool = False
    is_copy: bool = False


class MemorySnapshot(NamedTuple):
    """The live buffers during an operation, `bytes` in all.

    `own` are the buffers of one plan, and `inner` is the snapshot within the plan that the operation
    executes. They are linked, so that buffers are not copied for each level of nested calls.
    """

    operation: Operation
    own: tuple[LiveBuffer, ...]
    inner: MemorySnapshot | None
    bytes: int

    @property
    def buffers(self) -> Iterator[LiveBuffer]:
        """All live buffers, outermost first."""
        snapshot: MemorySnapshot | None = self
        while snapshot is not None:
            yield from snapshot.own
            snapshot = snapshot.inner


def _snapshot(
    operation: Operation, own: Iterable[LiveBuffer], inner: MemorySnapshot | None = None
) -> MemorySnapshot:
    buffers = tuple(own)
    total = sum(buffer.bytes for buffer in buffers) + (0 if inner is None else inner.bytes)
    return MemorySnapshot(operation, buffers, inner, total)


class MemoryUsage(NamedTuple):
    """The memory usage of a plan, excluding its parameters and constants.

    `peak` is the snapshot of maximum size, `end` the one at which results are copied for the caller.
    """

    peak: MemorySnapshot
    end: MemorySnapshot


class MemoryRequirement(NamedTuple):
    """The memory of a run: bytes of inputs and constants, and the usage of its plan."""

    inputs: int
    constants: int
    usage: MemoryUsage

    @property
    def peak(self) -> MemorySnapshot:
        """The snapshot of maximum size."""
        return max(self.usage, key=lambda snapshot: snapshot.bytes)

    def __repr__(self) -> str:
        return f"<MemoryRequirement: {in_units(self.total())} at the peak>"

    def total(self, processes: int = 1) -> int:
        """The bytes at the peak for a number of processes, which share constants."""
        return self.constants + processes * (self.inputs + self.peak.bytes)


class _LiveRange(NamedTuple):
    """An array of `size` bytes, from its defining instruction to its last use."""

    bytes: int
    begin: int
    end: int


def memory_usage(
    body: FlatFunction,
    liveness: Liveness,
    in_place: Collection[int],
    inner: Callable[[Instruction], Collection[MemorySnapshot]],
) -> MemoryUsage:
    """The memory usage of a flat function.

    The instructions `in_place` reuse the memory of an operand. `inner` returns the peak snapshots of the
    plans that an instruction executes.
    """
    strided = _strided_views(body)
    ranges = list(_live_ranges(body, liveness, strided))
    last = len(body.instructions)
    changes, sizes = [0] * (last + 2), [0] * last
    for life in ranges:
        changes[life.begin + 1] += life.bytes
        changes[life.end + 1] -= life.bytes
        sizes[life.begin] += 0 if life.begin in in_place else life.bytes
    largest = {
        index: snapshot for index, snapshot in _inner_snapshots(body, inner) if snapshot.bytes > sizes[index]
    }
    live = list(itertools.accumulate(changes))
    temporary = list(_temporary(body))
    needed = [held + new + passing for held, new, passing in zip(live, sizes, temporary, strict=False)]
    for index, snapshot in largest.items():
        needed[index] = live[index] + snapshot.bytes
    where = max(range(last), default=None, key=needed.__getitem__)
    end = _snapshot(
        body.end, (*_live_before(body, ranges, last), *_copies_of_results(body, liveness, strided))
    )
    if where is None:
        return MemoryUsage(end, end)
    new = [life for life in ranges if life.begin == where and where not in in_place]
    operation = body.instructions[where].operation
    meanwhile = [LiveBuffer(temporary[where], operation, is_temporary=True)] if temporary[where] else []
    inside = largest.get(where) or _snapshot(operation, (*_live_buffers(body, new), *meanwhile))
    return MemoryUsage(_snapshot(inside.operation, _live_before(body, ranges, where), inside), end)


def with_invariants(usage: MemoryUsage, before: MemoryUsage) -> MemoryUsage:
    """The memory usage of a loop's body, while its invariants are live, and of what computes these before."""
    held = [buffer for buffer in before.end.own if not buffer.is_copy]
    peak, end = (_snapshot(snapshot.operation, held, snapshot) for snapshot in usage)
    return MemoryUsage(max(peak, before.peak, key=lambda snapshot: snapshot.bytes), end)


def _temporary(body: FlatFunction) -> Iterator[int]:
    """The temporary bytes of each instruction."""
    sizes: dict[object, int] = {}  # of elementwise ops, by template
    for instruction in body.instructions:
        operation = instruction.operation
        op = instruction.op
        if op is None or not op.elementwise:
            yield 0 if op is None else workspace_bytes(op, operation)
            continue
        key = operation.template or operation
        if key not in sizes:
            sizes[key] = workspace_bytes(op, operation)
        yield sizes[key]


def _inner_snapshots(
    body: FlatFunction, inner: Callable[[Instruction], Collection[MemorySnapshot]]
) -> Iterator[tuple[int, MemorySnapshot]]:
    """The largest snapshot within each instruction that executes plans."""
    for index, instruction in enumerate(body.instructions):
        is_plain = instruction.callee is None and not instruction.operation.regions
        if not is_plain and (snapshots := inner(instruction)):
            yield index, max(snapshots, key=lambda snapshot: snapshot.bytes)


def _live_before(body: FlatFunction, ranges: Iterable[_LiveRange], index: int) -> tuple[LiveBuffer, ...]:
    """The live buffers when an instruction starts."""
    return _live_buffers(body, [life for life in ranges if life.begin < index <= life.end])


def _live_buffers(body: FlatFunction, ranges: Iterable[_LiveRange]) -> tuple[LiveBuffer, ...]:
    return tuple(LiveBuffer(life.bytes, body.instructions[life.begin].operation) for life in ranges)


def _is_view(op: Op | None) -> bool:
    return op is not None and op.execution.is_view


def _strided_views(body: FlatFunction) -> set[int]:
    """Views that are not contiguous, so that a reshape or a callee copies them."""
    strided: set[int] = set()
    for instruction in body.instructions:
        if _is_view(instruction.op) and instruction.operation.name not in RESHAPES:
            strided.update(instruction.results)
    return strided


def _live_ranges(body: FlatFunction, liveness: Liveness, strided: Collection[int]) -> Iterator[_LiveRange]:
    ends = liveness.ends()
    sizes: dict[int, int] = {}  # by identity of types, which are shared
    for index, instruction in enumerate(body.instructions):
        operation = instruction.operation
        is_copy = operation.name in RESHAPES and instruction.operands[0] in strided
        retained = 0 if instruction.op is None else kept_bytes(instruction.op, operation)
        if retained:
            yield _live_range(body, retained, index, ends[instruction.results[0]])
        for variable in () if _is_view(instruction.op) and not is_copy else instruction.results:
            type = body.types[variable]
            size = sizes.get(id(type))
            if size is None:
                size = sizes[id(type)] = known_size(type)
            yield _live_range(body, size, index, ends[variable])


def _live_range(body: FlatFunction, size: int, begin: int, end: int) -> _LiveRange:
    """The live range of an array; small arrays, and those of scalar bodies, are not released early."""
    is_dropped = size >= LARGE and not body.is_vectorizable
    return _LiveRange(size, begin, end if is_dropped else len(body.instructions))


def _copies_of_results(
    body: FlatFunction, liveness: Liveness, strided: Collection[int]
) -> Iterator[LiveBuffer]:
    """The copies of results that the plan does not own."""
    makers = {variable: each.operation for each in body.instructions for variable in each.results}
    read_only = set(liveness.read_only_results())
    for variable in body.results:
        if variable in read_only or variable in strided or variable in body.constants:
            maker = makers.get(variable, body.end)
            yield LiveBuffer(known_size(body.types[variable]), maker, is_copy=True)


# -- the limit ------------------------------------------------------------------------------------------


def excess(needs: MemoryRequirement, processes: int, limit: int) -> Diagnostic | None:
    """The diagnostic for a run that needs more than `limit` bytes."""
    total, snapshot = needs.total(processes), needs.peak
    if total <= limit:
        return None
    parts = [f"inputs {in_units(needs.inputs)}", f"constants {in_units(needs.constants)}"]
    parts.append(f"live arrays {in_units(snapshot.bytes)}")
    notes = [", ".join(parts) + (f", for each of {processes} processes" if processes > 1 else "")]
    largest = heapq.nlargest(_MAX_LISTED, snapshot.buffers, key=lambda buffer: buffer.bytes)
    notes += [f"{in_units(each.bytes)}: {_described(each)}" for each in largest]
    message = f"the program needs about {in_units(total)} of memory here, the limit is {in_units(limit)}"
    error = diagnostic(OUT_OF_MEMORY, snapshot.operation, message)
    return dataclasses.replace(error, notes=(*notes, *error.notes), helps=(_HELP,))


def _described(buffer: LiveBuffer) -> str:
    operation = buffer.operation
    values: list[Value] = operation.results
    names = ", ".join(f"{value.name}: {value.type}" for value in values)
    contents = "temporaries" if buffer.is_temporary else names or "result"
    contents = f"copy for the caller of {contents}" if buffer.is_copy else contents
    return f"{contents} of {operation.name}{beginning(operation.span)}"
