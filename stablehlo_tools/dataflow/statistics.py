"""Statistics of a program: its ops, arguments and constants, and the cost of a run.

FLOPs and bytes are those of an unoptimized run: a function counts for each of its calls, the body of a
`while` for each iteration if its trip count is known, and all branches of an `if` count. `Stats.remarks`
lists what is unknown.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.diagnostics.tables import Table, page, pairs
from stablehlo_tools.diagnostics.units import in_units, plural
from stablehlo_tools.host.notebook import Shown, collapsed, table
from stablehlo_tools.interpret.costs import flops, moved_bytes
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.interpret.plans.compiler import Compiler
from stablehlo_tools.interpret.plans.flatten import is_for_scalars
from stablehlo_tools.interpret.plans.memory import MemoryRequirement
from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.operations import CALLS, Function, Module, Operation, Region, Value, argument_names
from stablehlo_tools.ir.quoting import symbol_text
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import TensorType, Type, byte_size
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.ops.trip_count import trip_count_of

_WHILE = "stablehlo.while"


class Array(NamedTuple):
    """An argument, a result or a constant: its name, its type, its bytes in memory (None if unknown)."""

    name: str
    type: Type
    bytes: int | None
    line: int | None = None

    @property
    def elements(self) -> int | None:
        """The number of elements: None if it is unknown, 0 for types other than tensors."""
        type = self.type
        if not isinstance(type, TensorType):
            return 0
        return math.prod(type.static_shape) if type.is_static else None


@dataclass
class OpCost:
    """The number of operations of an op, the number of their executions in a run, and their cost."""

    count: int = 0
    executed: int = 0
    flops: int = 0
    bytes: int = 0

    def add(self, other: OpCost) -> None:
        """Add another cost to this one."""
        self.count += other.count
        self.executed += other.executed
        self.flops += other.flops
        self.bytes += other.bytes


@dataclass(repr=False)
class Stats(Shown):
    """The statistics of a function and of the functions that it calls.

    `costs` contains each operation that a run reaches, except those of scalar functions. `memory` is the
    requirement of a run by this package; if it is None, `not_executable` contains the reasons. `str` of it is
    what `shlo stats` prints.
    """

    function: str
    functions: int
    arguments: list[Array]
    results: list[Array]
    constants: list[Array]
    ops: dict[str, OpCost]
    costs: Mapping[Operation, OpCost]
    remarks: list[str] = field(default_factory=list)
    memory: MemoryRequirement | None = None
    not_executable: tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        return page(stats_parts(self))

    def __repr__(self) -> str:
        total = self.total
        memory = f", {in_units(self.memory.total())} of memory" if self.memory else ""
        costs = f"{in_units(total.flops, 'FLOP')}, {in_units(total.bytes)} moved{memory}"
        return f"<Stats of @{self.function}: {total.count:,} ops, {costs}>"

    def _repr_html_(self) -> str:
        rows = [
            [name, f"{cost.count:,}", in_units(cost.flops, ""), in_units(cost.bytes)]
            for name, cost in self.ops.items()
        ]
        return collapsed(repr(self), table(["op", "count", "FLOPs", "bytes moved"], rows))

    @property
    def total(self) -> OpCost:
        """The costs of all ops."""
        total = OpCost()
        for cost in self.ops.values():
            total.add(cost)
        return total


def stats_of(module: Module, entry: str, options: RunOptions = DEFAULT) -> Stats:
    """The statistics of function `@entry` of a verified module, for the process grid of the options.

    Raises `RunError` if the function does not exist.
    """
    function = require_function(module, entry)
    count = _Count(Compiler(module), function)
    stats = Stats(
        entry,
        len(count.times),
        [_array(argument_names(module, argument)[-1], argument.type) for argument in function.arguments],
        [_array(f"out{index}", type) for index, type in enumerate(function.type.results)],
        sorted(count.constants, key=lambda array: -(array.bytes or 0)),
        dict(sorted(count.by_name().items(), key=lambda item: (-item[1].count, item[0]))),
        count.costs,
        list(count.remarks()),
    )
    try:
        stats.memory = compile(module, entry, options).memory
    except RunError as error:
        stats.not_executable = error.diagnostics
    return stats


class _Count:
    """Visits the functions that a run reaches, callers first, with the number of calls of each."""

    def __init__(self, compiler: Compiler, entry: Function) -> None:
        self.compiler = compiler
        self.costs: dict[Operation, OpCost] = {}
        self._each: dict[object, tuple[OpCost, bool]] = {}  # of equal operations; is a size unknown?
        self.constants: list[Array] = []
        self.unknown_loops = 0
        self.branches = 0
        self.unknown_sizes = 0
        self.times = dict.fromkeys(reversed(compiler.callees_first(entry)), 0)
        self.times[entry] = 1
        for function in self.times:
            self.region(function.regions[0], self.times[function])

    def region(self, region: Region, times: int) -> None:
        pending = [(region, times)]
        while pending:
            inside, times = pending.pop()
            for block in inside.blocks:
                for operation in block.operations[:-1]:
                    self.operation(operation, times)
                    if operation.regions:
                        pending += self.regions(operation, times)

    def regions(self, operation: Operation, times: int) -> Iterator[tuple[Region, int]]:
        """The regions of an operation, except scalar functions, and the number of their executions."""
        trip_count = trip_count_of(operation) if operation.name == _WHILE else None
        if operation.name == _WHILE and not (trip_count and trip_count.is_exact):
            self.unknown_loops += 1
        elif operation.name in CONTROL and trip_count is None:
            self.branches += 1
        for index, region in enumerate(operation.regions):
            if region.entry is None or is_for_scalars(region):
                continue
            extra = 1 - index if operation.name == _WHILE else 0  # the condition once more than the body
            yield region, times * (trip_count.most + extra if trip_count else 1)

    def operation(self, operation: Operation, times: int) -> None:
        if operation.name in CALLS:
            callee = self.compiler.callee(operation)
            if callee in self.times:
                self.times[callee] += times
        key = operation.template or operation, times
        if key not in self._each:
            once, moved = _cost(operation)
            self._each[key] = OpCost(1, times, times * (once or 0), times * moved), once is None
        self.costs[operation], is_unknown = self._each[key]
        self.unknown_sizes += is_unknown
        if isinstance(operation.attributes.get("value"), (Dense, DenseResource)) and operation.results:
            value = operation.results[0]
            self.constants.append(_array(value.name, value.type, operation.span and operation.span.begin[0]))

    def by_name(self) -> dict[str, OpCost]:
        ops: dict[str, OpCost] = {}
        for operation, cost in self.costs.items():
            total = ops.get(operation.name)
            if total is None:
                total = ops[operation.name] = OpCost()
            total.add(cost)
        return ops

    def remarks(self) -> Iterator[str]:
        if self.unknown_loops:
            yield f"loops without an exact trip count, counted with its maximum or once: {self.unknown_loops}"
        if self.branches:
            yield f"`if` and `case` ops, counted with all branches: {self.branches}"
        if self.unknown_sizes:
            yield f"ops on arrays of unknown size, counted as zero: {self.unknown_sizes}"


def _cost(operation: Operation) -> tuple[int | None, int]:
    """The FLOPs of an execution, None on arrays of unknown size, and the bytes that it moves."""
    shapes = [_shape(value) for value in (*operation.operands, *operation.results[:1])]
    ranked = [shape for shape in shapes if shape is not None]
    if len(ranked) < len(shapes):
        return None, moved_bytes(operation)
    return flops(operation, ranked, ranked[-1]) if ranked else 0, moved_bytes(operation)


def _shape(value: Value) -> tuple[int, ...] | None:
    """The shape of a value: () for types other than tensors, None if it is dynamic."""
    type = value.type
    if not isinstance(type, TensorType):
        return ()
    return type.static_shape if type.is_static else None


def _array(name: str, type: Type, line: int | None = None) -> Array:
    size = byte_size(type)
    return Array(name, type, int(size) if math.isfinite(size) else None, line)


# -- text -------------------------------------------------------------------------------------------

_MAX_OPS: Final = 20  # ops
_MAX_CONSTANTS: Final = 5


def stats_parts(stats: Stats) -> Iterator[str | Table]:
    """The lines and tables of the statistics of a function."""
    total = stats.total
    ops, functions = plural(total.count, "op"), plural(stats.functions, "function")
    executed = f", {total.executed:,} executed" if total.executed != total.count else ""
    yield f"{symbol_text(stats.function)}: {ops}{executed}, in {functions}"
    yield ""
    yield pairs(
        [
            ("arguments", _sum(stats.arguments)),
            ("results", _sum(stats.results)),
            ("constants", _sum(stats.constants)),
            ("FLOPs", in_units(total.flops, "")),
            ("bytes moved", in_units(total.bytes)),
            ("peak memory", _memory(stats)),
        ]
    )
    yield from (f"note: {remark}" for remark in stats.remarks)
    yield ""
    yield _ops(stats)
    shown = [array for array in stats.constants[:_MAX_CONSTANTS] if array.elements != 1]
    if shown:
        yield ""
        yield Table(("size", "largest constants"), [(in_units(each.bytes or 0), _at(each)) for each in shown])


def _ops(stats: Stats) -> Table:
    """The most frequent ops with their costs, and the number of others."""
    shown, rest = list(stats.ops.items())[:_MAX_OPS], list(stats.ops.values())[_MAX_OPS:]
    rows = [
        (
            f"{cost.count:,}",
            f"{cost.executed:,}",
            in_units(cost.flops, "") if cost.flops else "",
            in_units(cost.bytes),
            name,
        )
        for name, cost in shown
    ]
    if rest:
        rows.append((f"{sum(cost.count for cost in rest):,}", "", "", "", "other ops"))
    return Table(("count", "executed", "FLOPs", "bytes", "op"), rows)


def _at(constant: Array) -> str:
    return f"{constant.name}: {constant.type}" + (
        "" if constant.line is None else f" at line {constant.line}"
    )


def _sum(arrays: Sequence[Array]) -> str:
    if not arrays:
        return "none"
    elements, size = sum(array.elements or 0 for array in arrays), sum(array.bytes or 0 for array in arrays)
    unknown = sum(array.bytes is None for array in arrays)
    rest = f"; the size of {unknown:,} is unknown" * (unknown > 0)
    return f"{len(arrays):,} with {plural(elements, 'element')}, {in_units(size)}{rest}"


def _memory(stats: Stats) -> str:
    memory = stats.memory
    if memory is None:
        return f"unknown: {stats.not_executable[0].message}"
    inputs, constants, live = map(in_units, (memory.inputs, memory.constants, memory.peak.bytes))
    least = "at least " * any(array.bytes is None for array in (*stats.arguments, *stats.results))
    return f"{least}{in_units(memory.total())}: inputs {inputs}, constants {constants}, live arrays {live}"
