"""The work of `shlo precision`: the search, and the report of the operations that are kept."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from stablehlo_tools.api import reading, running
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.files.forms import form_to_write, require_apart_from_report, write_module
from stablehlo_tools.cli.inputs import arguments, cases
from stablehlo_tools.cli.running import execution
from stablehlo_tools.cli.running.uncertainties import write_part
from stablehlo_tools.cli.terminal.output import STDOUT, echo, write_report
from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.verdict.envelope.origins.precision import Errors, Precision, PrecisionOptions, precision
from stablehlo_tools.verdict.envelope.results import origin_table, origins_as_json

if TYPE_CHECKING:
    from stablehlo_tools.cli.commands.precision import PrecisionArguments


def narrow(options: PrecisionArguments) -> int:
    """Find the ops to keep, write them and the program, and return the exit status."""
    form_to_write(options.output)
    require_apart_from_report(options.format, options.output)
    source = File(options.file).read()
    replay = cases.Replay.from_source(source)
    target = execution.prepare(source, options.entry or replay.entry, RunOptions())
    provided = arguments.read(target.callee, options.inputs)
    if not (provided or options.random):
        provided = cases.inputs_of(source)
    processes = arguments.bind(target.callee, provided, options.random)
    if len(processes) != 1:
        raise click.UsageError(f"expected a program of one process, found {len(processes)} processes")
    (inputs,) = processes
    entry, run = target.function.symbol, options.run

    def execute(module: Module) -> list[Array]:
        compiled = running.compile(module, entry, engine=run.engine, device=run.device, timeout=run.timeout)
        with compiled as program:
            return program(inputs)

    seed = options.random.seed if options.random else 0
    limits = RunOptions(max_steps=run.max_steps, timeout=run.timeout)
    settings = PrecisionOptions(options.by, options.to, options.wide_results, options.rounding, seed, limits)
    engine = None if run.on_interpreter else execute
    result = precision(target.module, inputs, options.budget, entry, settings, engine)
    _report(options, result, [f"out{index}" for index in range(len(target.function.type.results))])
    reading.verified(result.program)
    if options.output is not None:
        write_module(result.program, options.output)
    return outcome.CLEAN if result.is_met else outcome.FINDINGS


def _report(options: PrecisionArguments, result: Precision, results: Sequence[str]) -> None:
    to_stderr = options.output == STDOUT
    if options.format == "json":
        write_report(_as_json(result))
        return
    bullet = "- " if options.format == "markdown" else ""
    engine = options.run.engine
    echo(f"{bullet}before: {_text_of(result.before, engine)}", err=to_stderr)
    unit = options.by.removesuffix("s")
    if not result.kept:
        echo(f"{bullet}no op has to be kept in f32", err=to_stderr)
        return
    kept = sum(origin.units for origin in result.kept)
    echo(f"{bullet}keep {kept:,} of {plural(result.units, unit)} in f32", err=to_stderr)
    if result.is_met:
        table = origin_table(result.kept, results)
        write_part(table, options.format, sys.stderr if to_stderr else sys.stdout)
    echo(f"{bullet}after: {_text_of(result.after, engine)}", err=to_stderr)
    if not result.is_met:
        for line in _why_not(options, result):
            echo(f"{bullet}{line}", err=to_stderr)


def _text_of(errors: Errors, engine: str) -> str:
    """`error 1.2e-02 as estimated, 9.1e-03 on numpy, 8.8e-03 on xla`."""
    parts = [f"{errors.estimated:.1e} as estimated", f"{errors.numpy:.1e} on numpy"]
    if errors.engine is not None:
        parts.append(f"{errors.engine:.1e} on {engine}")
    return f"error {', '.join(parts)}"


def _why_not(options: PrecisionArguments, result: Precision) -> list[str]:
    """The lines on a budget that is not met."""
    lines = [f"the budget of {result.budget:g} cannot be met: this is the error with all of them in f32"]
    lines += [
        f"{100 * origin.share:.0f} % of it comes from the rounding of {origin.name}, {origin.place}"
        for origin in result.left
    ]
    if result.narrow_results and not options.wide_results:
        types = " and ".join(result.narrow_results)
        lines.append(f"help: results are rounded to {types} at the end; --f32-results returns them in f32")
    return lines


def _as_json(result: Precision) -> dict[str, Any]:
    return {
        **members(result, "budget met=is_met units"),
        "kept": sum(origin.units for origin in result.kept),
        "before": _errors_as_json(result.before),
        "after": _errors_as_json(result.after),
        "operations": origins_as_json(result.kept),
    }


def _errors_as_json(errors: Errors) -> dict[str, float | None]:
    numbers = members(errors, "estimated numpy engine")
    return {name: value if value is None or math.isfinite(value) else None for name, value in numbers.items()}
