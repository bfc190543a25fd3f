"""A program made ready and executed, with a line of progress on a terminal when it takes its time."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy.typing as npt

from stablehlo_tools import api, interpret
from stablehlo_tools.cli.arrays import read_file
from stablehlo_tools.cli.outcome import DoesNotFit
from stablehlo_tools.cli.watching import Watcher
from stablehlo_tools.diagnostic import RunError, Severity, VerificationError
from stablehlo_tools.interpret import Limits
from stablehlo_tools.ir import Function, Module, Operation, default_entry
from stablehlo_tools.source import Source
from stablehlo_tools.types import Type

Array = npt.NDArray[Any]

_PATIENCE = 1.0  # seconds before progress is shown
_INTERVAL = 0.1


class Target(NamedTuple):
    """A verified module and the function of it that is executed."""

    module: Module
    program: interpret.Program

    @property
    def function(self) -> Function:
        """The function."""
        return self.program.function

    @property
    def num_processes(self) -> int:
        """How many processes execute it."""
        return self.program.num_replicas * self.program.num_partitions


def prepare(
    source: Source,
    entry: str | None,
    num_replicas: int | None,
    num_partitions: int | None,
    max_memory: int | None,
    limits: Limits,
    watcher: Watcher,
) -> Target | None:
    """Parse, verify and compile; None for a module without functions."""
    module = api.parse(source)
    errors = [found for found in api.verify(module) if found.severity is Severity.ERROR]
    if errors:
        raise VerificationError(*errors)
    if entry is None and not module.functions:
        return None
    name = entry.removeprefix("@") if entry else default_entry(module)
    try:
        num_replicas = num_replicas or api.default_replicas(module)
        num_partitions = num_partitions or api.default_partitions(module)
        observer = watcher.observer(module)
        program = interpret.compile(
            module,
            name,
            num_replicas,
            num_partitions,
            observer=observer,
            max_memory=max_memory,
            limits=limits,
        )
        return Target(module, program)
    except RunError as error:
        raise error if module.function(name) else DoesNotFit(*error.diagnostics) from None


def host(infeed: Sequence[str]) -> interpret.Host:
    """A host that has the arrays of a file for each infeed."""
    return interpret.Host(deque([entry.array for entry in read_file(path)] for path in infeed))


def execute(target: Target, arguments: Sequence[Sequence[Array]], host: interpret.Host) -> list[list[Array]]:
    """The results of each process."""
    if not sys.stderr.isatty():
        return target.program.run_parallel(arguments, host=host)
    progress = _Progress()
    try:
        return target.program.run_parallel(arguments, progress=progress, host=host)
    finally:
        progress.clear()


class _Progress:
    """Says on one line of the terminal which op of how many is executed, from the second second on.

    A thread of its own does, since an op may take long.
    """

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._latest: tuple[int, int, Operation] | None = None
        self._has_ended = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)
        self._thread.start()

    def __call__(self, done: int, steps: int, operation: Operation) -> None:
        self._latest = done, steps, operation

    def _show(self) -> None:
        if self._has_ended.wait(_PATIENCE):
            return
        while True:
            self._write(self._line()[: shutil.get_terminal_size().columns - 1])
            if self._has_ended.wait(_INTERVAL):
                return self._write("")

    def _line(self) -> str:
        if self._latest is None:
            return ""
        done, steps, operation = self._latest
        shapes = "".join(f" {_shape(value.type)}" for value in operation.results[:1])
        op = operation.name.partition(".")[2]
        return f"op {done + 1:,}/{steps:,} {op}{shapes}, {time.monotonic() - self._begin:.1f} s"

    def _write(self, line: str) -> None:
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        self._has_ended.set()
        self._thread.join()


def _shape(type: Type) -> str:
    """`128x512xf32`."""
    return str(type).removeprefix("tensor<").removesuffix(">")
