"""The work of `shlo run` on one program: once, repeatedly, or on many sets of inputs."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.inputs import arguments, cases
from stablehlo_tools.cli.inputs.arrays import read_file
from stablehlo_tools.cli.options.records import options_written
from stablehlo_tools.cli.running import execution, results, sanitizing
from stablehlo_tools.cli.running.instruments import Watcher
from stablehlo_tools.cli.running.prepared_program import PreparedProgram
from stablehlo_tools.cli.terminal.output import echo
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.diagnostics.units import in_seconds, plural, verb

if TYPE_CHECKING:
    from stablehlo_tools.cli.commands.run import RunArguments


def run(options: RunArguments) -> int:
    """Execute a program, and return the exit status."""
    watcher = Watcher(options.watch, is_random=options.random is not None)
    source = File(options.files[0]).read()
    prepared = _prepare(options, source, watcher)
    if options.batch:
        if watcher.digits is not None:
            raise click.UsageError("--trap digits cannot be used with --batch")
        with watcher:
            status = _run_batch(options, options.batch, prepared)
        return outcome.worst([watcher.status, status])
    return _run_once(options, source, prepared, watcher)


def _prepare(options: RunArguments, source: Source, watcher: Watcher) -> PreparedProgram:
    """The compiled program, if its results have a place."""
    watch, replay = watcher.watch, cases.Replay.from_source(source)
    results.require_different_places(
        {"--output": options.output, "--profile-output": watch.profile_output},
        {
            "--outputs": options.outputs,
            "--dump-dir": watch.dump_dir,
            "--probe-output-dir": options.probe_output_dir,
        },
    )
    run = replay.completing(options.run)
    skips_callbacks = options.skip_callbacks
    return execution.prepare(
        source, options.entry or replay.entry, run, watcher, skips_callbacks=skips_callbacks
    )


def _run_once(options: RunArguments, source: Source, prepared: PreparedProgram, watcher: Watcher) -> int:
    """Execute the program on its inputs; save, compare or print the results; return the exit status."""
    results.require_place(options.output, options.outputs, prepared.function)
    inputs = arguments.read(prepared.callee, options.inputs)
    expected = arguments.read_expected(prepared.callee, options.expect)
    if not (inputs or options.random):
        inputs = cases.inputs_of(source)
        expected = expected or cases.outputs_of(source)
    _require_use_of_tolerances(is_judged=bool(expected))
    host = execution.host(options.infeed)
    bound = arguments.bind(prepared.callee, inputs, options.random)
    if options.uncertainty:
        from stablehlo_tools.cli.running import uncertainties  # not imported for runs without it

        return uncertainties.report(options, prepared, bound, expected)
    if options.sanitizer.sanitize:
        return sanitizing.report(options, prepared, bound)
    if watcher.digits is not None:
        from stablehlo_tools.verdict.envelope import digits  # not imported for runs without it

        pairs = [list(map(digits.paired, process)) for process in bound]
        outputs = _executed(options, prepared, watcher, pairs, host)
        values = [list(map(digits.rounded, process)) for process in outputs]
    else:
        values = _executed(options, prepared, watcher, bound, host)
    execution.close(prepared)
    if host.infeed:
        raise click.UsageError(f"--infeed: the program did not read {plural(len(host.infeed), 'file')}")
    return _deliver(options, prepared, watcher, bound, values, host, expected)


def _deliver(
    options: RunArguments,
    prepared: PreparedProgram,
    watcher: Watcher,
    bound: Sequence[Sequence[Any]],
    values: list[list[Any]],
    host: Any,
    expected: Any,
) -> int:
    """Save, judge or show results; the exit status."""
    if options.run.distributed and options.run.distributed.host:
        echo("host 0 returns the results", err=True)
        return watcher.status
    if options.record:
        cases.record(options.record, prepared, bound, values)
    outputs = results.collect(prepared.function, values, host.outfeed)
    if options.probe_output_dir:
        results.save_probes(host.probes, options.probe_output_dir)
    if options.output:
        results.save(outputs, options.output)
    if options.outputs:
        results.save_each(outputs, options.outputs)
    if expected:
        estimate = execution.estimate(prepared, bound, options.infeed)
        status = results.compare(outputs, expected, options.tolerance, estimate)
        return outcome.worst([watcher.status, status])
    if not (options.output or options.outputs or options.record):
        results.show(outputs, sys.stdout)
    return watcher.status


def _require_use_of_tolerances(*, is_judged: bool) -> None:
    """Raise UsageError for tolerances without expected results; a case brings its own."""
    for spelling in () if is_judged else options_written("kind", "rtol", "atol"):
        raise click.UsageError(f"{spelling}: missing --expect")


def _executed(
    options: RunArguments,
    prepared: PreparedProgram,
    watcher: Watcher,
    bound: Sequence[Sequence[Any]],
    host: Any,
) -> list[list[Any]]:
    """The results of each process from the last run; with several runs, their times are shown."""
    compilation = execution.compile_for(prepared, bound) if options.repeat else 0
    dump = None if prepared.engine is None else watcher.dump(prepared.module)
    with watcher:
        values, seconds = execution.execute_repeatedly(prepared, bound, host, options.repeat or 1)
        if dump is not None:
            from stablehlo_tools.cli.running.engines import dump_values  # not imported for the interpreter

            dump_values(dump, prepared, bound)
    if options.repeat:
        echo(times(options.run.engine, compilation, seconds), err=True)
    return values


def times(engine: str, compilation: float, runs: Sequence[float]) -> str:
    """The line of a program that was compiled once and executed several times; the first run is apart."""
    first, *later = runs
    parts = [f"{engine}: compiled in {in_seconds(compilation)}", f"first run {in_seconds(first)}"]
    if later:
        median = in_seconds(statistics.median(later))
        bounds = f"{in_seconds(min(later))} to {in_seconds(max(later))}"
        parts.append(f"median of {len(later):,} more {median} ({bounds})")
    return ", ".join(parts)


# -- many sets of inputs ------------------------------------------------------------------------


def sets_of_inputs(folder: str) -> list[Path]:
    """The .npz files in a directory, each with a set of inputs. Raises UsageError without any."""
    paths = sorted(Path(folder).glob("*.npz"))
    if not paths:
        raise click.UsageError(f"--batch {folder}: the directory has no .npz files")
    return paths


def _run_batch(options: RunArguments, folder: str, prepared: PreparedProgram) -> int:
    """Execute the program on all sets, in the order of their names, and return the exit status."""
    sets = sets_of_inputs(folder)
    expect = options.expect[0] if options.expect else None
    expected = {path: _expected(path.stem, expect) for path in sets} if expect else {}
    _require_use_of_tolerances(is_judged=bool(expected))
    differing = 0
    for path in sets:
        bound = arguments.bind(prepared.callee, read_file(str(path)), options.random)
        host = execution.host([])
        outputs = results.collect(prepared.function, execution.execute(prepared, bound, host), host.outfeed)
        if options.outputs:
            results.save_each(outputs, str(Path(options.outputs, path.stem)))
        if path in expected or not options.outputs:
            echo(f"{path.stem}:")
        if path in expected:
            reference = arguments.read_expected(prepared.callee, [expected[path]])
            estimate = execution.estimate(prepared, bound)
            differing += results.compare(outputs, reference, options.tolerance, estimate) != outcome.CLEAN
        elif not options.outputs:
            results.show(outputs, sys.stdout)
    if differing:
        differ = verb(differing, "differs", "differ")
        echo(f"{differing:,} of {plural(len(sets), 'case')} {differ}", err=True)
    return outcome.FINDINGS if differing else outcome.CLEAN


def _expected(case: str, folder: str) -> str:
    """The file, or directory, with the expected results of a case."""
    for path in (Path(folder, f"{case}.npz"), Path(folder, case)):
        if path.exists():
            return str(path)
    raise click.UsageError(f"--expect {folder}: found neither {case}.npz nor a directory {case}")
