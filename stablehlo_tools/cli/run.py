"""`shlo run`: execution of a program on arrays."""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from stablehlo_tools.cli import completing, engines, executing, memory, outcome, stopping, watching
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import STDOUT, echo

if TYPE_CHECKING:
    from stablehlo_tools.cli.execution import Target
    from stablehlo_tools.cli.random_inputs import Random
    from stablehlo_tools.diagnostics.source import Source
    from stablehlo_tools.interpret import Limits
    from stablehlo_tools.verdict.tolerance import Tolerance


_NEW_FILE = click.Path(dir_okay=False)
_NEW_FOLDER = click.Path(file_okay=False)
_POSITIVE = click.FloatRange(0)


@click.command("run", cls=executing.Greedy)
@click.argument("files", metavar="FILE", nargs=-1, required=True, shell_complete=completing.files)
@executing.inputs()
@executing.random
@executing.seed
@executing.entry
@click.option(
    "--output",
    type=_NEW_FILE,
    metavar="OUT.npz",
    help="File to save the results in; OUT.npy for a single result",
)
@click.option(
    "--outputs", type=_NEW_FOLDER, metavar="DIR", help="Directory to save the results in, as DIR/out0.npy ..."
)
@click.option(
    "--expect",
    multiple=True,
    shell_complete=completing.files,
    metavar="FILE...",
    help="Expected results: y.npy in order, all.npz or a directory of .npy files by name, a snapshot of HLO",
)
@click.option(
    "--record",
    type=click.Path(),
    metavar="CASE",
    help="Save the run as a case, with its program, inputs and outputs: CASE.zip, CASE.npz or a directory",
)
@executing.grid
@click.option(
    "--infeed",
    multiple=True,
    shell_complete=completing.files,
    metavar="FILE...",
    help="Data for each infeed: y.npy, or all.npz for several arrays",
)
@click.option(
    "--probe-output-dir",
    type=_NEW_FOLDER,
    metavar="DIR",
    help="Directory for values of interpreter.probe, as DIR/probe1.npy ...",
)
@executing.plugins
@executing.skip_callbacks
@click.option(
    "--batch",
    type=click.Path(file_okay=False, exists=True),
    metavar="DIR",
    help="Execute once for each .npz file of a directory, CASE.npz, with --outputs DIR/CASE and --expect DIR",
)
@click.option(
    "--repeat",
    type=click.IntRange(1),
    metavar="N",
    help="Execute N times, and show the times: of the compilation, of the first run, the median of others",
)
@engines.options
@engines.hosts_option
@memory.option
@stopping.options
@watching.options
@click.option(
    "--rtol", type=_POSITIVE, metavar="X", help="Relative tolerance  [default: estimated from rounding]"
)
@click.option(
    "--atol", type=_POSITIVE, metavar="X", help="Absolute tolerance  [default: estimated from rounding]"
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(("text", "json", "junit", "markdown")),
    default="text",
    show_default=True,
    help="Output format of the table of cases",
)
def command(files: tuple[str, ...], output_format: str, **given: Any) -> int:
    """Execute a program on arrays.

    FILE is MLIR or HLO in any form, as text or binary (see `shlo info --help`), or `-` for standard input. A
    case, which --record has saved, is replayed: its inputs are used, and its outputs are expected; of a
    snapshot of HLO, the inputs are used. The program is verified first, and not executed if it is invalid.
    Results are printed unless they are saved or compared. A result that differs from the expected one causes
    exit status 1; an input of the wrong shape or element type, 2.

    \b
    Examples:
      shlo run model.mlir --inputs x.npy 4x8xf32=0.5 --output y.npz
      shlo run model.mlir --inputs inputs.npz --expect expected.npz
      shlo run model.mlir --random --seed 7
      shlo run model.mlir --random normal:0.02 x=uniform:0,1 int:0,50257
      shlo run model.mlir --replicas 2 --partitions 4 --inputs inputs.npz
      shlo run model.mlir --engine xla --random
      shlo run model.mlir --engine xla --devices 4 --inputs inputs.npz
      shlo run model.mlir --batch cases --expect results
      shlo run model.mlir --random --record case.zip
      shlo run case.zip
      shlo run regressions --engine xla
    """
    from stablehlo_tools.interpret.plugins import load

    _require_consistent(given)
    click.get_current_context().with_resource(load(*given["plugins"]))
    limits = stopping.limits(given)
    cases = _cases(files, given)
    if cases is not None:
        return _replay(cases, given, limits, output_format)
    if output_format != "text":
        raise click.UsageError("--format is for a table of cases: name several, or a directory of them")
    given["file"] = files[0]
    watch = watching.Watch(*(given[name] for name in watching.Watch._fields))
    watcher = watching.Watcher(watch, is_random=bool(given["random"]))
    source = File(given["file"]).read()
    target = _prepare(given, source, limits, watcher)
    if target is None:
        echo("this module has no functions to run", err=True)
        return outcome.CLEAN
    if given["batch"]:
        return _run_batch(given, target, watcher)
    return _run_once(given, source, target, watcher)


def _require_consistent(given: Mapping[str, Any]) -> None:
    """Raise UsageError for options that do not go together."""
    of_host = {"--infeed": given["infeed"], "--probe-output-dir": given["probe_output_dir"]}
    names = [name for name in watching.Watch._fields if name not in _OF_ALL_ENGINES]
    observing = {f"--{name.replace('_', '-')}": given[name] for name in names}
    observing |= {"--plugin": given["plugins"], "--max-steps": given["max_steps"], **of_host}
    engines.require_alone(_choice(given), observing)
    if given["record"] == STDOUT:
        raise click.UsageError("--record: a case is an archive or a directory: name one, such as case.zip")
    if given["repeat"]:
        for option, value in {**observing, "--batch": given["batch"]}.items():
            if value and option not in ("--plugin", "--max-steps"):
                raise click.UsageError(f"--repeat cannot be used with {option}")
    if given["batch"] is None:
        return
    others = {name: given[name.strip("-")] for name in ("--inputs", "--output", "--distributed")}
    for option, value in {**others, **of_host}.items():
        if value:
            raise click.UsageError(f"--batch cannot be used with {option}")
    if len(given["expect"]) > 1:
        raise click.UsageError("--expect takes a single directory with --batch")


# Of the options that watch a run, those that other engines have, too.
_OF_ALL_ENGINES = ("dump", "dump_dir", "stats")
# Options for one program, which many cases do not have.
_OF_ONE = (
    "inputs", "entry", "output", "outputs", "expect", "record", "replicas", "partitions", "infeed",
    "probe_output_dir", "batch", "distributed", "repeat",
)  # fmt: skip


def _cases(files: tuple[str, ...], given: Mapping[str, Any]) -> list[str] | None:
    """The cases among the files; None for a single program. Raises UsageError for options of one program."""
    from stablehlo_tools.cli import replaying

    found = replaying.cases_in(files)
    for name in (*_OF_ONE, *watching.Watch._fields):
        if found is not None and given[name]:
            raise click.UsageError(f"--{name.replace('_', '-')} is for one program, not for several cases")
    return found


def _replay(cases: list[str], given: Mapping[str, Any], limits: Limits, output_format: str) -> int:
    from stablehlo_tools.cli import replaying

    skips, tolerance = given["skip_callbacks"], _tolerance(given)
    how = replaying.Replaying(_choice(given), given["max_memory"], limits, skips, _random(given), tolerance)
    return replaying.replay(cases, how, output_format)


def _choice(given: Mapping[str, Any]) -> engines.Choice:
    return engines.Choice(given["engine"], given["device"], given["devices"], given["distributed"])


def _prepare(
    given: Mapping[str, Any], source: Source, limits: Limits, watcher: watching.Watcher
) -> Target | None:
    """The compiled program, if its results have a place; None for a module without functions."""
    from stablehlo_tools.cli import execution, recorded, results

    file, watch, replay = given["file"], watcher.watch, recorded.Replay.of(source)
    results.require_different_places(
        {"FILE": file, "--output": given["output"], "--profile-output": watch.profile_output},
        {
            "--outputs": given["outputs"],
            "--dump-dir": watch.dump_dir,
            "--probe-output-dir": given["probe_output_dir"],
        },
    )
    return execution.prepare(
        source,
        given["entry"] or replay.entry,
        given["replicas"] or replay.replicas,
        given["partitions"] or replay.partitions,
        given["max_memory"],
        limits,
        watcher,
        _choice(given),
        skips_callbacks=given["skip_callbacks"],
    )


def _random(given: Mapping[str, Any]) -> Random | None:
    """How missing inputs are made up; None where they are not."""
    from stablehlo_tools.cli.random_inputs import Random

    return Random.given(given["random"], given["seed"], given["shapes"])


def _tolerance(given: Mapping[str, Any]) -> Tolerance:
    from stablehlo_tools.verdict.tolerance import Tolerance

    return Tolerance(given["rtol"], given["atol"])


def _run_batch(given: Mapping[str, Any], target: Target, watcher: watching.Watcher) -> int:
    """Execute all cases of a batch, and return the exit status."""
    from stablehlo_tools.cli import batch

    places = batch.CasePlaces(given["expect"][0] if given["expect"] else None, given["outputs"])
    with watcher:
        status = batch.run(target, given["batch"], places, _random(given), _tolerance(given))
    return max(watcher.status, status)


def _run_once(given: Mapping[str, Any], source: Source, target: Target, watcher: watching.Watcher) -> int:
    """Execute the program on its inputs; save, compare or print the results; return the exit status."""
    from stablehlo_tools.cli import arguments, comparison, execution, recorded, results, timing

    output, outputs = given["output"], given["outputs"]
    results.require_place(output, outputs, target.function)
    inputs = arguments.read(target, given["inputs"])
    expected = arguments.read_expected(target, given["expect"])
    if not (inputs or given["random"]):
        inputs = recorded.inputs_of(source)
        expected = expected or recorded.outputs_of(source)
    host = execution.host(given["infeed"])
    bound = arguments.bind(target, inputs, _random(given))
    compilation = execution.compile_for(target, bound) if given["repeat"] else 0
    dump = None if target.engine is None else watcher.dump(target.module)
    with watcher:
        values, seconds = execution.execute_repeatedly(target, bound, host, given["repeat"] or 1)
        if dump is not None:
            execution.dump(target, dump, bound)
    if given["repeat"]:
        echo(timing.words(given["engine"], compilation, seconds), err=True)
    execution.close(target)
    if given["distributed"] and given["distributed"].host:
        echo("host 0 has the results", err=True)
        return watcher.status
    if given["record"]:
        recorded.record(given["record"], target, bound, values)
    found = results.collect(target.function, values, host.outfeed)
    results.save_where(found, host.probes, output, outputs, given["probe_output_dir"])
    if expected:
        again = functools.partial(execution.again, target, bound, given["infeed"])
        status = comparison.compare(target, found, expected, _tolerance(given), again)
        return max(watcher.status, status)
    if not (output or outputs or given["record"]):
        results.show(found, sys.stdout)
    return watcher.status
