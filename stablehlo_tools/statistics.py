"""A program in numbers: its ops, parameters and constants, and what one run of it costs.

FLOPs and bytes are those of a run as the text says: what a function does counts for each of its calls, the
body of a `while` for each round where their number follows from constants, and all branches of an `if`
count. What is not known is listed in `Stats.remarks`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from stablehlo_tools.diagnostic import Diagnostic, RunError
from stablehlo_tools.interpret.arrays import byte_size
from stablehlo_tools.interpret.compiler import Compiler
from stablehlo_tools.interpret.costs import flops, moved_bytes
from stablehlo_tools.interpret.flatten import is_for_scalars
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.memory import Needs, in_units
from stablehlo_tools.ir import CALLS, Function, Module, Operation, Region, Value, argument_names
from stablehlo_tools.loops import trips
from stablehlo_tools.ops.control import CONTROL
from stablehlo_tools.types import TensorType, Type
from stablehlo_tools.values import Dense, DenseResource

_WHILE = "stablehlo.while"


class Array(NamedTuple):
    """A parameter, a result or a constant: its name, its type, its bytes in memory, None where not known."""

    name: str
    type: Type
    bytes: int | None
    line: int | None = None

    @property
    def elements(self) -> int | None:
        """How many elements it has, None where that is not known; what is no tensor has none."""
        type = self.type
        if not isinstance(type, TensorType):
            return 0
        return math.prod(type.static_shape) if type.is_static else None


@dataclass
class OpCost:
    """How often the text has an op, how often a run executes it, and what that costs."""

    count: int = 0
    executed: int = 0
    flops: int = 0
    bytes: int = 0

    def add(self, other: OpCost) -> None:
        """Take another cost into this one."""
        self.count += other.count
        self.executed += other.executed
        self.flops += other.flops
        self.bytes += other.bytes


@dataclass(repr=False)
class Stats:
    """What there is to say of a function of a module, and of all that it calls.

    `costs` has each operation that a run reaches, but those of scalar functions. `memory` is what a run by
    this package takes; None where `not_executable` says why there is none.
    """

    function: str
    functions: int
    parameters: list[Array]
    results: list[Array]
    constants: list[Array]
    ops: dict[str, OpCost]
    costs: Mapping[Operation, OpCost]
    remarks: list[str] = field(default_factory=list)
    memory: Needs | None = None
    not_executable: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        total = self.total
        memory = f", {in_units(self.memory.total())} of memory" if self.memory else ""
        costs = f"{in_units(total.flops, 'FLOP')}, {in_units(total.bytes)} moved{memory}"
        return f"<Stats of @{self.function}: {total.count:,} ops, {costs}>"

    @property
    def total(self) -> OpCost:
        """The costs of all ops."""
        total = OpCost()
        for cost in self.ops.values():
            total.add(cost)
        return total


def stats_of(module: Module, entry: str, num_replicas: int = 1, num_partitions: int = 1) -> Stats:
    """The numbers of the function `@entry` of a verified module, which so many processes execute.

    Raises `RunError` where there is none.
    """
    function = module.function(entry)
    if function is None or function.body is None:
        raise RunError(Diagnostic("no_entry", f"there is no function @{entry}", module.span))
    count = _Count(Compiler(module), function)
    found = Stats(
        entry,
        len(count.times),
        [_array(list(argument_names(module, each))[-1], each.type) for each in function.arguments],
        [_array(f"out{index}", type) for index, type in enumerate(function.type.results)],
        sorted(count.constants, key=lambda each: -(each.bytes or 0)),
        dict(sorted(count.by_name().items(), key=lambda item: (-item[1].count, item[0]))),
        count.costs,
        list(count.remarks()),
    )
    try:
        found.memory = compile(module, entry, num_replicas, num_partitions).memory
    except RunError as error:
        found.not_executable = error.diagnostics
    return found


class _Count:
    """Walks the functions that a run reaches, callers first, with how often each is called."""

    def __init__(self, compiler: Compiler, entry: Function) -> None:
        self.compiler = compiler
        self.costs: dict[Operation, OpCost] = {}
        self.constants: list[Array] = []
        self.undecided = 0
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
                    pending += self.regions(operation, times)

    def regions(self, operation: Operation, times: int) -> Iterator[tuple[Region, int]]:
        """The regions of an operation that are no scalar functions, and how often each is executed."""
        rounds = trips(operation) if operation.name == _WHILE else None
        if operation.name == _WHILE and not (rounds and rounds.is_exact):
            self.undecided += 1
        elif operation.name in CONTROL and rounds is None:
            self.branches += 1
        for index, region in enumerate(operation.regions):
            if region.entry is None or is_for_scalars(region):
                continue
            extra = 1 - index if operation.name == _WHILE else 0  # the condition once more than the body
            yield region, times * (rounds.most + extra if rounds else 1)

    def operation(self, operation: Operation, times: int) -> None:
        if operation.name in CALLS:
            callee = self.compiler.callee(operation)
            if callee in self.times:
                self.times[callee] += times
        shapes = [_shape(value) for value in (*operation.operands, *operation.results[:1])]
        known = [shape for shape in shapes if shape is not None]
        is_known = len(known) == len(shapes)
        self.unknown_sizes += not is_known
        cost = OpCost(1, times, 0, times * moved_bytes(operation))
        if is_known and known:
            cost.flops = times * flops(operation, known, known[-1])
        self.costs[operation] = cost
        if isinstance(operation.attributes.get("value"), (Dense, DenseResource)) and operation.results:
            value = operation.results[0]
            self.constants.append(_array(value.name, value.type, operation.span and operation.span.begin[0]))

    def by_name(self) -> dict[str, OpCost]:
        ops: dict[str, OpCost] = {}
        for operation, cost in self.costs.items():
            ops.setdefault(operation.name, OpCost()).add(cost)
        return ops

    def remarks(self) -> Iterator[str]:
        if self.undecided:
            yield f"loops that end when data says so, counted to their last round or once: {self.undecided}"
        if self.branches:
            yield f"`if` and `case` that count with all of their branches: {self.branches}"
        if self.unknown_sizes:
            yield f"ops on arrays of unknown sizes, which count nothing: {self.unknown_sizes}"


def _shape(value: Value) -> tuple[int, ...] | None:
    """The shape of a value, () for what is no tensor, None where it is not known."""
    type = value.type
    if not isinstance(type, TensorType):
        return ()
    return type.static_shape if type.is_static else None


def _array(name: str, type: Type, line: int | None = None) -> Array:
    size = byte_size(type)
    return Array(name, type, int(size) if math.isfinite(size) else None, line)
