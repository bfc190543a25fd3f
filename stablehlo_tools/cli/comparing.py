"""The work of `shlo compare`: two sides, which are compared on each set of inputs."""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stablehlo_tools.cli import arguments, cases, differences, outcome
from stablehlo_tools.cli.arguments import Callee
from stablehlo_tools.cli.arrays import Given
from stablehlo_tools.cli.differences import Compared
from stablehlo_tools.cli.execution import verified
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.interruption import enforced
from stablehlo_tools.cli.output import echo
from stablehlo_tools.cli.progress import Steps
from stablehlo_tools.cli.random_inputs import Random
from stablehlo_tools.cli.running import sets_of_inputs
from stablehlo_tools.comparison import comparing
from stablehlo_tools.comparison.sides import EngineSide, RecordedSide, Side
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.engines.interpreter import PlannedProgram
from stablehlo_tools.engines.protocol import LoadedProgram
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.interpret import keep_freed_memory
from stablehlo_tools.interpret.options import INTERPRETER
from stablehlo_tools.interpret.plugins import load
from stablehlo_tools.ir.operations import Module

if TYPE_CHECKING:
    from stablehlo_tools.cli.compare import CompareArguments


def compare(options: CompareArguments) -> int:
    """Compare both sides on each set of inputs, write what was found, and return the exit status."""
    keep_freed_memory()
    with load(*options.plugin):
        sources = [File(file).read() for file in options.files]
        is_replay = not (options.inputs or options.batch or options.random)
        stored = cases.inputs_of(sources[0]) if is_replay else []
        steps = Steps()
        sides = _sides(sources, steps, options)
        signature = _signature(sides[0])
        compared: list[Compared] = []
        folder, most = options.save_dir, options.max_values
        with contextlib.closing(sides[0]), contextlib.closing(sides[1]), steps.shown():
            for name, inputs in _sets(signature, stored, steps, options):
                found = comparing.compare(
                    *sides,
                    inputs,
                    mode=options.mode,
                    tolerance=options.tolerance,
                    max_memory=math.inf if most is None else most,
                    casts=options.cast,
                )
                compared.append(Compared(name, found))
                if folder and found.finding is not None and found.finding.case is not None:
                    cases.save_difference(found.finding, sides, options.tolerance, folder)
                    folder = None  # of the first set that differs
    if folder and any(each.found.finding is not None for each in compared):
        echo("nothing saved: no program of one op shows the difference", err=True)
    differences.write(compared, signature.module, options.format, differences.unused(sides[1]))
    return outcome.CLEAN if all(each.found.agrees for each in compared) else outcome.FINDINGS


def _sets(
    signature: Callee, stored: Sequence[Given], steps: Steps, options: CompareArguments
) -> Iterator[tuple[str, list[Any]]]:
    """The sets of inputs from each file and seed; named if more than one."""
    files = [(path.stem, [str(path)]) for path in sets_of_inputs(options.batch)] if options.batch else []
    seeds = options.seeds if options.random else (0,)
    sets = list(itertools.product(files or [("", list(options.inputs))], seeds))
    for number, ((case, values), seed) in enumerate(sets, start=1):
        steps.begin_part(number, len(sets))
        name = ", ".join(filter(None, (case, f"seed {seed}" * (len(seeds) > 1))))
        drawn = Random.given(options.random, options.shapes, seed)
        bound = arguments.bind(signature, arguments.read(signature, values) or stored, drawn)
        yield name, cases.stacked(bound)


def _sides(sources: Sequence[Source], steps: Steps, options: CompareArguments) -> tuple[EngineSide, Side]:
    modules = [verified(source, skips_callbacks=options.skip_callbacks) for source in sources]
    replay = cases.Replay.of(sources[0])
    name = options.entry or replay.entry or ""
    run = replay.completing(options.run).for_module(modules[0])
    engines, devices = options.engines, options.devices
    specs = [*engines, engines[0] if len(sources) == 2 and engines else INTERPRETER, INTERPRETER]

    def side(module: Module, number: int) -> EngineSide:
        on = replace(run, engine=specs[number], device=devices[number] if number < len(devices) else None)
        return EngineSide(module, engine_named(specs[number]), name, on, specs[number], steps.begin, _ending)

    if options.against is not None:
        recorded = differences.recorded(options.against)
        return side(modules[0], 0), RecordedSide(modules[0], recorded, name, options.against)
    return side(modules[0], 0), side(modules[-1], 1)


def _ending(program: LoadedProgram) -> contextlib.AbstractContextManager[object]:
    """A context that ends the process if an operation on the interpreter does not return in time."""
    if not isinstance(program, PlannedProgram):  # which ends a process of its own
        return contextlib.nullcontext()
    executable = program.executable
    return enforced(executable.timeout, lambda: executable.overdue, outcome.UNSUPPORTED)


def _signature(side: EngineSide) -> Callee:
    with outcome.fitting(RunError):
        return Callee(side.module, side.function, side.options.num_processes)
