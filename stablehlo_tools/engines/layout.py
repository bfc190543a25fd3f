"""The layout of a program over devices: as processes, or split by the partitioner of an engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError
from stablehlo_tools.interpret.grid.meshes import reads_operand
from stablehlo_tools.interpret.grid.rendezvous import MAX_PROCESSES
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.attributes import Attribute, Integer
from stablehlo_tools.ir.operations import Function, Module, Operation
from stablehlo_tools.ir.types import I32
from stablehlo_tools.ops.model.meshes import meshes_in
from stablehlo_tools.ops.stablehlo.control import CONTROL

SHARDINGS: Final = ("mhlo.sharding", "sdy.sharding")


@dataclass(frozen=True)
class ShardLayout:
    """The replicas and partitions that execute a program, each on a device of its own.

    With `is_partitioned`, the engine splits the program of the only replica, whose inputs and results are
    whole, into partitions. Otherwise each partition is a process with inputs and results of its own.
    """

    num_replicas: int = 1
    num_partitions: int = 1
    is_partitioned: bool = False

    @property
    def num_devices(self) -> int:
        """The number of devices."""
        return self.num_replicas * self.num_partitions

    @property
    def num_processes(self) -> int:
        """The number of processes that have inputs and results."""
        return 1 if self.is_partitioned else self.num_devices


def layout_of(module: Module, function: Function, options: RunOptions) -> ShardLayout:
    """The layout of a program over as many devices as it needs, or as the options say. Raises EngineError.

    On one device for each process, a program for several partitions is executed without partitioning.
    """
    replicas, partitions = options.grid
    if partitions > 1 and any(map(_takes_shards, module.walk())):
        message = (
            "the engine splits the arrays of this program over its partitions: a partition has no inputs"
        )
        raise _unsupported(function, message, "omit `--partitions`, or `num_partitions` in Python")
    processes = options.num_processes
    declared = 1 if partitions > 1 else _declared_partitions(module)
    needed, count = processes * declared, options.num_devices
    if count is None:  # a single device is named, or a platform
        count = 1 if ":" in (options.device or "") else needed
    if count > MAX_PROCESSES:
        raise _unfit(function, f"{count:,} devices exceed the maximum of {MAX_PROCESSES:,}")
    is_free = declared == 1 == partitions  # such as a program of GSPMD that does not say its size
    if count not in (processes, needed) and not (is_free and count % replicas == 0):
        counts = f"{replicas} x {partitions * declared} (replicas x partitions)"
        raise _unfit(function, f"the program needs {needed:,} devices, {counts}, not {count:,}")
    if count == processes:
        return ShardLayout(replicas, partitions)
    if replicas > 1:  # PJRT's client in jaxlib aborts
        message = f"the engine cannot split the programs of {replicas} replicas into partitions"
        raise _unsupported(function, message, f"add `--devices {replicas}` to execute them as they are")
    return ShardLayout(1, count, is_partitioned=True)


def _takes_shards(operation: Operation) -> bool:
    return operation.name == "sdy.manual_computation" or reads_operand(operation)


ENGINE_DEVICE = Code(
    "engine_device",
    "The engine has no such device.",
    "Use one of those that `shlo doctor` lists, or omit --device.",
    command="run --random --engine numpy --device gpu:0",
    is_usage=True,
)


def _unfit(function: Function, message: str) -> EngineError:
    return EngineError(Diagnostic(ENGINE_DEVICE, message, function.span))


ENGINE_PROCESSES = Code(
    "engine_processes",
    "The engine does not execute the program on several devices: it has a single one (all but numpy and "
    "xla), or its partitioner cannot split this program as it was asked to.",
    "Follow the help, if given, or execute the program with --engine numpy, which simulates any "
    "number of processes, or one of its processes with --replicas 1 --partitions 1.",
    command="run --random --replicas 2 --engine cmd:runner{module}{inputs}{outputs}",
)


def _unsupported(function: Function, message: str, help: str) -> EngineError:
    diagnostic = Diagnostic(ENGINE_PROCESSES, message, function.span, helps=(help,), unsupported=True)
    return EngineError(diagnostic)


def _declared_partitions(module: Module) -> int:
    """The number of partitions that a module declares, or the size of its largest mesh."""
    count = module.attributes.get("mhlo.num_partitions")
    if isinstance(count, Integer) and count.value > 1:
        return count.value
    return max((mesh.size for mesh in meshes_in(module.regions[0]).values() if mesh is not None), default=1)


def has_shardy(module: Module) -> bool:
    """Whether a module has operations of Shardy, such as the meshes that its shardings name."""
    return any(operation.name.startswith("sdy.") for operation in module.walk())


def lay_out(module: Module, layout: ShardLayout) -> None:
    """Let a module with a function `main` say how many processes execute it, each by itself or together."""
    counts = {"mhlo.num_partitions": layout.num_partitions, "mhlo.num_replicas": layout.num_replicas}
    integers = {name: Integer(count, I32) for name, count in counts.items()}
    written = {name: count for name, count in integers.items() if name in module.attributes}
    module.attributes = {**module.attributes, **written}
    if layout.num_partitions > 1 and not layout.is_partitioned:
        _forbid_partitioning(module)


def _forbid_partitioning(module: Module) -> None:
    """Mark values as those of a single partition, `manual` in GSPMD, which the partitioner leaves alone.

    It propagates the mark from operands to results.
    """
    for function in module.functions:
        for operation in _executed(function):
            if len(operation.results) == 1 and not operation.operands and not operation.regions:
                operation.attributes = {**operation.attributes, "mhlo.sharding": _MANUAL}
                operation.template = None
    main = module.function("main")
    assert main is not None
    mark: tuple[dict[str, Attribute], ...] = ({"mhlo.sharding": _MANUAL},)
    marks = {"arg_attrs": mark * len(main.type.inputs), "res_attrs": mark * len(main.type.results)}
    main.attributes = {**main.attributes, **marks}


_MANUAL: Final = "{manual}"


def _executed(operation: Operation) -> Iterator[Operation]:
    """The operations in the body of a function and of its control flow, without bodies on elements."""
    if operation.name in CONTROL or isinstance(operation, Function):
        for block in operation.blocks:
            for inner in block.operations:
                yield inner
                yield from _executed(inner)
