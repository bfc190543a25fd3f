"""Preparation and execution of a program, with a progress line on a terminal."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from stablehlo_tools import interpret
from stablehlo_tools.api import reading
from stablehlo_tools.cli.inputs.arrays import read_file
from stablehlo_tools.cli.outcome import DoesNotFit
from stablehlo_tools.cli.process.interruption import enforced
from stablehlo_tools.cli.running.instruments import Watcher
from stablehlo_tools.cli.running.prepared_program import PreparedProgram, RunProgress
from stablehlo_tools.cli.running.results import collect
from stablehlo_tools.cli.terminal.output import echo
from stablehlo_tools.cli.terminal.progress import Line, Steps
from stablehlo_tools.diagnostics.diagnostic import EngineError, RunError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.interpret.callbacks import without_callbacks
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module, default_entry

if TYPE_CHECKING:
    from stablehlo_tools.engines.protocol import Engine
    from stablehlo_tools.verdict.envelope.program_estimate import ProgramEstimate


def prepare(
    source: Source,
    entry: str | None,
    options: RunOptions,
    watcher: Watcher | None = None,
    engine: Engine | None = None,
    *,
    skips_callbacks: bool = False,
) -> PreparedProgram:
    """Parse, verify and compile; a module without functions has no entry.

    `engine` is the one that the options name, if it has been found before.
    """
    interpret.keep_freed_memory()
    module = verified(source, skips_callbacks=skips_callbacks)
    name = entry or default_entry(module)
    options = options.for_module(module)
    try:
        if options.on_interpreter:
            return _planned(module, name, options, watcher)
        from stablehlo_tools.cli.running.engines import compiled  # not imported for the interpreter

        return compiled(module, name, options, engine)
    except (RunError, EngineError) as error:
        raise error if module.function(name) else DoesNotFit(*error.diagnostics) from None


def _planned(module: Module, name: str, options: RunOptions, watcher: Watcher | None) -> PreparedProgram:
    """A function that the interpreter executes."""
    observer = None if watcher is None else watcher.observer(module)
    progress = RunProgress() if sys.stderr.isatty() else None
    rounds = progress.round if progress else None
    begin = time.perf_counter()
    domain = None if watcher is None else watcher.domain(module)
    program = interpret.compile(module, name, options, observer=observer, rounds=rounds, domain=domain)
    return PreparedProgram(module, program.function, program, options, progress, time.perf_counter() - begin)


def verified(source: Source, *, skips_callbacks: bool = False) -> Module:
    """The module of a text; if `skips_callbacks` is set, without callbacks that compute nothing.

    Raises `ParseError`, and `VerificationError` for an invalid program.
    """
    module = reading.verified(source)
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
    prepared: PreparedProgram,
    arguments: Sequence[Sequence[Array]],
    host: interpret.Host,
    step: str = "running",
) -> list[list[Array]]:
    """The results of each process. `step` is shown of another engine than the interpreter."""
    if not isinstance(prepared.program, interpret.Executable):
        assert isinstance(prepared.progress, Steps)
        prepared.progress.begin(step)
        with prepared.progress.shown():
            return prepared.program.execute(arguments)
    program = prepared.program
    with enforced(program.timeout, lambda: program.overdue):
        if not isinstance(prepared.progress, RunProgress):
            return program.run_parallel(arguments, host=host)
        with Line(prepared.progress.line):
            return program.run_parallel(arguments, progress=prepared.progress, host=host)


def compile_for(prepared: PreparedProgram, arguments: Sequence[Sequence[Array]]) -> float:
    """The seconds of the compilation, including one for the shapes of the arguments."""
    from stablehlo_tools.engines.refined import RefinedProgram

    if not isinstance(prepared.program, RefinedProgram) or not isinstance(prepared.progress, Steps):
        return prepared.seconds
    begin = time.perf_counter()
    prepared.progress.begin("compiling for the shapes of the inputs")
    with prepared.progress.shown():
        prepared.program.compile_for(arguments)
    return prepared.seconds + time.perf_counter() - begin


def execute_repeatedly(
    prepared: PreparedProgram, arguments: Sequence[Sequence[Array]], host: interpret.Host, count: int
) -> tuple[list[list[Array]], list[float]]:
    """The results of each process, and the seconds of each run."""
    seconds = []
    for number in range(1, count + 1):
        begin = time.perf_counter()
        values = execute(prepared, arguments, host, f"run {number:,} of {count:,}")
        seconds.append(time.perf_counter() - begin)
    return values, seconds


def estimate(
    prepared: PreparedProgram, arguments: Sequence[Sequence[Array]], infeed: Sequence[str] = ()
) -> ProgramEstimate:
    """The estimate of the errors of the results."""
    from stablehlo_tools.verdict.envelope.program_estimate import (  # not needed by other runs
        ProgramEstimate,
        execute,
    )
    from stablehlo_tools.verdict.rounding import Estimate

    module, entry, options = prepared.module, prepared.function.symbol, prepared.options

    def run(seed: int | None) -> list[Array]:
        fed = host(infeed)
        values = execute(module, entry, arguments, seed, options, host=fed)
        return [result.array for result in collect(prepared.function, values, fed.outfeed)]

    return ProgramEstimate(module, entry, arguments, options, Estimate(run))


def close(prepared: PreparedProgram) -> None:
    """Release the resources of an engine; one of several hosts waits until the others have finished."""
    if not isinstance(prepared.program, interpret.Executable):
        prepared.program.close()
