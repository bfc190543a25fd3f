"""Programs on other engines than the interpreter: starting, compiling, reports, and values of a run."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.api.reading import verified
from stablehlo_tools.cli.inputs.cases import stacked
from stablehlo_tools.cli.process.hardware import machine_memory
from stablehlo_tools.cli.running.dump import Dump
from stablehlo_tools.cli.running.prepared_program import PreparedProgram
from stablehlo_tools.cli.terminal.output import echo
from stablehlo_tools.cli.terminal.progress import Steps
from stablehlo_tools.comparison.marks import groups
from stablehlo_tools.comparison.sides import EngineSide, know_inputs
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.engines.collectives import CompilationReport
from stablehlo_tools.engines.foreign import ENGINE_REJECTS, ForeignEngine, ForeignProgram
from stablehlo_tools.engines.protocol import Engine
from stablehlo_tools.engines.refined import compile_on
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ops.model.workspace import bytes_of
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.rewrite.mark import MarkedScope, inlined, markable

_SHARE: Final = 4  # of the machine's memory, for the values that one run returns
_UNKNOWN_MEMORY: Final = 1 << 32


def compiled(module: Module, name: str, options: RunOptions, engine: Engine | None) -> PreparedProgram:
    """A function that the engine of the options executes; it is `engine` if it has been found before.

    The steps of one of many programs are not shown.
    """
    steps = Steps(is_quiet=engine is not None)
    with steps.shown():
        steps.begin(f"{options.engine}: starting")
        if engine is None:
            engine = engine_named(options.engine)
            if isinstance(engine, ForeignEngine):
                engine.start(options.timeout)
        steps.begin(f"{options.engine}: compiling @{name}")
        begin = time.perf_counter()
        program = compile_on(engine, module, name, options)
    seconds = time.perf_counter() - begin
    function = require_function(module, name)
    return PreparedProgram(module, function, program, options, steps, seconds, engine)


def report(options: RunOptions, module: Module, entry: str) -> CompilationReport:
    """The compilation results of an engine. Raises `VerificationError` and `EngineError`."""
    verified(module)
    program = compile_on(engine_named(options.engine), module, entry, options.for_module(module))
    if not isinstance(program, ForeignProgram):
        message = f"engine {options.engine} does not report compilation results"
        raise EngineError(Diagnostic(ENGINE_REJECTS, message, module.span, unsupported=True))
    with contextlib.closing(program):
        return program.report()


def dump_values(dump: Dump, prepared: PreparedProgram, bound: Sequence[Sequence[Any]]) -> None:
    """Give the values of a function and of its callees to a dump, in the order of the program.

    Fused as they may be in the program itself, they need not have the bits that they have there. Raises
    `EngineError`.
    """
    assert prepared.engine is not None
    side = EngineSide(prepared.module, prepared.engine, prepared.function.symbol, prepared.options)
    inputs = stacked(bound)
    know_inputs([side], inputs)
    scope = inlined(side.module, side.function)
    selected = [
        value
        for operation in scope.operations
        for value in markable([operation])
        if dump.selection.takes(operation, scope.name(value))
    ]
    max_bytes = (machine_memory() or _UNKNOWN_MEMORY) / _SHARE
    for values in groups(selected, lambda value: bytes_of([value]), max_bytes):
        for value, array in zip(values, side.values(scope, values, inputs, is_whole=True), strict=True):
            if array is not None:
                _take(dump, scope, value, array, prepared.options)
    _report_missing(scope, side.refused, side.name)


def _take(dump: Dump, scope: MarkedScope, value: Any, array: Any, options: RunOptions) -> None:
    """Give the array of a value to a dump, by each process."""
    if options.num_processes == 1:
        dump.take(scope.name(value), (0, 0), value.owner, np.asarray(array))
        return
    for number, shard in enumerate(array):
        dump.take(scope.name(value), divmod(number, options.grid[1]), value.owner, shard)


def _report_missing(scope: MarkedScope, refused: Sequence[str], engine: str) -> None:
    if any(operation.name in CONTROL for operation in scope.operations):
        echo("values in loops and branches are not dumped: only numpy returns them", err=True)
    if refused:
        count = plural(len(refused), "value")
        echo(f"engine {engine} does not return {count}, such as {refused[0]}", err=True)
