"""Options of compiling and running: the same record from the command line and the library to the engine."""

from __future__ import annotations

import numbers
from dataclasses import replace
from typing import Final

from stablehlo_tools.host.records import NamedTuple, public_record
from stablehlo_tools.interpret.grid.meshes import reads_operand, stated_count, stated_partitions
from stablehlo_tools.ir.operations import Module, Operation

INTERPRETER: Final = "numpy"  # the engine in this process


class DistributedHost(NamedTuple):
    """One of several hosts, or of processes of one, that execute a program together.

    All connect to `address`, a free `HOST:PORT` of host 0. `host` is the index of this one.
    """

    address: str
    num_hosts: int
    host: int


@public_record(frozen=True)
class RunOptions:
    """The process grid, the engine and its devices, and the limits.

    `device` is `PLATFORM:NUMBER`, or a platform of which `num_devices` are used, by default as many as the
    program needs: one for each process, or for each partition into which the engine splits the program.
    With `distributed`, they are divided among the hosts.

    `max_memory` is in bytes. A run is stopped after `max_steps` operations and loop iterations. `timeout` is
    in seconds, for each run and, on an engine in a process of its own, for the compilation.
    """

    num_replicas: int | None = None
    num_partitions: int | None = None
    engine: str = INTERPRETER
    device: str | None = None
    num_devices: int | None = None
    distributed: DistributedHost | None = None
    max_memory: int | None = None
    max_steps: int | None = None
    timeout: float | None = None

    def __post_init__(self) -> None:
        limits = ("max_memory", "bytes"), ("max_steps", "steps"), ("timeout", "seconds")
        for name, unit in limits:
            value = getattr(self, name)
            if value is not None and not isinstance(value, numbers.Real):
                raise TypeError(f"`{name}` is {value!r}: expected a number of {unit}")

    @property
    def on_interpreter(self) -> bool:
        """Whether the interpreter executes, in this process."""
        chosen = self.engine, self.device, self.num_devices, self.distributed
        return chosen == (INTERPRETER, None, None, None)

    @property
    def grid(self) -> tuple[int, int]:
        """The numbers of replicas and partitions, 1 where none is given."""
        return self.num_replicas or 1, self.num_partitions or 1

    @property
    def num_processes(self) -> int:
        """The number of processes."""
        return self.grid[0] * self.grid[1]

    @property
    def is_limited(self) -> bool:
        """Whether a run may be stopped."""
        return self.max_steps is not None or self.timeout is not None

    def for_module(self, module: Module) -> RunOptions:
        """The options, with the process grid of the module unless they have one."""
        replicas = self.num_replicas or stated_count(module, "mhlo.num_replicas")
        partitions = self.num_partitions or default_partitions(module)
        return replace(self, num_replicas=replicas, num_partitions=partitions)


DEFAULT: Final = RunOptions()


def default_partitions(module: Module) -> int:
    """The default number of partitions: `mhlo.num_partitions` if the module is for a single process, or 1.

    A program without collectives, other than in `sdy.manual_computation`, or that takes shards with GSPMD,
    describes the computation of all partitions together.
    """
    return stated_partitions(module) if _is_per_process(module) else 1


def _is_per_process(module: Module) -> bool:
    from stablehlo_tools.ops.registry import OPS

    if any(map(reads_operand, module.walk())):
        return False
    pending: list[Operation] = [module]
    while pending:
        operation = pending.pop()
        op = OPS.get(operation.name)
        if operation.name == "stablehlo.partition_id" or (op is not None and op.communicates):
            return True
        if operation.name != "sdy.manual_computation":
            blocks = operation.blocks
            pending += (inner for block in blocks for inner in block.operations)
    return False
