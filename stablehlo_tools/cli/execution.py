"""Preparation and execution of a program, with a progress line on a terminal."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy.typing as npt

from stablehlo_tools import api, interpret
from stablehlo_tools.cli.arrays import read_file
from stablehlo_tools.cli.interruption import enforced
from stablehlo_tools.cli.outcome import DoesNotFit
from stablehlo_tools.cli.output import echo
from stablehlo_tools.cli.progress import Line, Steps
from stablehlo_tools.cli.results import Result, collect
from stablehlo_tools.cli.watching import Watcher
from stablehlo_tools.dataflow.trip_count import trip_count_of
from stablehlo_tools.diagnostics.diagnostic import RunError, require_valid
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.engines.protocol import Engine, EngineError, Program
from stablehlo_tools.engines.refined import RefinedProgram
from stablehlo_tools.interpret.callbacks import without_callbacks
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.ir.operations import Function, Module, Operation, default_entry
from stablehlo_tools.ir.types import Type
from stablehlo_tools.verdict import random_rounding

Array = npt.NDArray[Any]


class Target(NamedTuple):
    """A verified module, its compiled function for a number of processes, and the progress line.

    `engine` is another one than the interpreter, and `seconds` are those of the compilation.
    """

    module: Module
    function: Function
    program: interpret.Executable | Program
    options: RunOptions = DEFAULT
    progress: Progress | Steps | None = None
    seconds: float = 0
    engine: Engine | None = None

    @property
    def num_processes(self) -> int:
        """The number of processes."""
        return self.options.num_processes


def prepare(
    source: Source,
    entry: str | None,
    options: RunOptions,
    watcher: Watcher | None = None,
    engine: Engine | None = None,
    *,
    skips_callbacks: bool = False,
) -> Target | None:
    """Parse, verify and compile; None for a module without functions.

    `engine` is the one that the options name, if it has been found before.
    """
    interpret.keep_freed_memory()
    module = verified(source, skips_callbacks=skips_callbacks)
    if entry is None and not module.functions:
        return None
    name = entry.removeprefix("@") if entry else default_entry(module)
    options = options.for_module(module)
    try:
        if options.on_interpreter:
            return _planned(module, name, options, watcher)
        from stablehlo_tools.cli.engines import compiled  # not imported for the interpreter

        return compiled(module, name, options, engine)
    except (RunError, EngineError) as error:
        raise error if module.function(name) else DoesNotFit(*error.diagnostics) from None


def _planned(module: Module, name: str, options: RunOptions, watcher: Watcher | None) -> Target:
    """A function that the interpreter executes."""
    observer = None if watcher is None else watcher.observer(module)
    progress = Progress() if sys.stderr.isatty() else None
    rounds = progress.round if progress else None
    begin = time.perf_counter()
    program = interpret.compile(module, name, options, observer=observer, rounds=rounds)
    return Target(module, program.function, program, options, progress, time.perf_counter() - begin)


def verified(source: Source, *, skips_callbacks: bool = False) -> Module:
    """The module of a text, without the callbacks of which nothing is computed if they are to be skipped.

    Raises `ParseError`, and `VerificationError` for an invalid program.
    """
    module = api.parse(source)
    require_valid(api.verify(module))
    if not skips_callbacks:
        return module
    module, count = without_callbacks(module)
    if count:
        echo(f"skipped {plural(count, 'callback')}", err=True)
    return module


def host(infeed: Sequence[str]) -> interpret.Host:
    """A host that feeds the arrays of a file to each infeed."""
    return interpret.Host(deque([entry.array for entry in read_file(path)] for path in infeed))


def execute(
    target: Target, arguments: Sequence[Sequence[Array]], host: interpret.Host, what: str = "running"
) -> list[list[Array]]:
    """The results of each process. `what` is shown of another engine than the interpreter."""
    if not isinstance(target.program, interpret.Executable):
        assert isinstance(target.progress, Steps)
        target.progress.begin(what)
        with target.progress.shown():
            return target.program.execute(arguments)
    program = target.program
    with enforced(program.timeout, lambda: program.overdue):
        if not isinstance(target.progress, Progress):
            return program.run_parallel(arguments, host=host)
        with target.progress:
            return program.run_parallel(arguments, progress=target.progress, host=host)


def compile_for(target: Target, arguments: Sequence[Sequence[Array]]) -> float:
    """The seconds of the compilation, also where it needs the shapes of the arguments."""
    if not isinstance(target.program, RefinedProgram) or not isinstance(target.progress, Steps):
        return target.seconds
    begin = time.perf_counter()
    target.progress.begin("compiling for the shapes of the inputs")
    with target.progress.shown():
        target.program.compile_for(arguments)
    return target.seconds + time.perf_counter() - begin


def execute_repeatedly(
    target: Target, arguments: Sequence[Sequence[Array]], host: interpret.Host, count: int
) -> tuple[list[list[Array]], list[float]]:
    """The results of each process, and the seconds of each run."""
    seconds = []
    for number in range(1, count + 1):
        begin = time.perf_counter()
        values = execute(target, arguments, host, f"run {number:,} of {count:,}")
        seconds.append(time.perf_counter() - begin)
    return values, seconds


def again(
    target: Target, arguments: Sequence[Sequence[Array]], infeed: Sequence[str], seed: int | None
) -> list[Result]:
    """The results on the interpreter, with random rounding if there is a seed."""
    fed = host(infeed)
    entry, options = target.function.symbol, target.options
    values = random_rounding.execute(target.module, entry, arguments, seed, options, host=fed)
    return collect(target.function, values, fed.outfeed)


def close(target: Target) -> None:
    """Release what another engine holds: one of several hosts waits for the others to be done."""
    if not isinstance(target.program, interpret.Executable):
        target.program.close()


class Progress:
    """The progress line of a run: `op 12/340 dot_general 128x512xf32, while 3/10, 4.2 s`."""

    def __init__(self) -> None:
        self._line = Line(self.line)
        self._latest: tuple[int, int, Operation] | None = None
        self._loops: dict[Operation, int] = {}  # running loops with their iteration, outer ones first

    def __enter__(self) -> None:
        """Start the line."""
        self._line.__enter__()

    def __exit__(self, *error: object) -> None:
        """Clear the line."""
        self._line.__exit__(*error)

    def __call__(self, done: int, steps: int, operation: Operation) -> None:
        """Called when an op of the function itself begins."""
        self._latest = done, steps, operation
        self._loops = {}

    def round(self, loop: Operation, number: int) -> None:
        """Called when iteration `number` of a loop begins: loops that do not enclose it have ended."""
        if loop not in self._loops:
            function = _enclosing_function(loop)
            around = {
                each: count
                for each, count in self._loops.items()
                if _enclosing_function(each) is not function or _encloses(each, loop)
            }
            self._loops = {**around, loop: number}
        else:
            inside = list(self._loops)[list(self._loops).index(loop) + 1 :]
            outer = {each: count for each, count in self._loops.items() if each not in inside}
            self._loops = {**outer, loop: number}

    def line(self, seconds: float) -> str:
        """The text of the line after so many seconds."""
        if self._latest is None:
            return ""
        done, steps, operation = self._latest
        shapes = "".join(f" {_shape(value.type)}" for value in operation.results[:1])
        op = visible(operation.name.partition(".")[2])
        loops = [f"while {_count(loop, number + 1)}" for loop, number in list(self._loops.items())]
        if operation in self._loops:
            op, shapes = "", ""
        what = ", ".join(filter(None, [f"{op}{shapes}", *loops]))
        return f"op {done + 1:,}/{steps:,} {what}, {seconds:.1f} s"


def _count(loop: Operation, number: int) -> str:
    """`120/300`, or `120` if the trip count is unknown."""
    known = trip_count_of(loop)
    return f"{number:,}" if known is None else f"{number:,}/{known.most:,}"


def _encloses(outer: Operation, inner: Operation) -> bool:
    return any(each is outer for each in _enclosing(inner))


def _enclosing(operation: Operation) -> Iterator[Operation]:
    """The enclosing operations, innermost first."""
    outer = operation.parent
    while isinstance(outer, Operation):
        yield outer
        outer = outer.parent


def _enclosing_function(operation: Operation) -> Operation | None:
    return next((each for each in _enclosing(operation) if isinstance(each, Function)), None)


def _shape(type: Type) -> str:
    """`128x512xf32`."""
    return str(type).removeprefix("tensor<").removesuffix(">")
