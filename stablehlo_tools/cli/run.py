"""`shlo run`: execution of a program on arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from stablehlo_tools.cli import completing, vocabulary
from stablehlo_tools.cli.output import STDOUT
from stablehlo_tools.cli.records import flag, group, option, subcommand
from stablehlo_tools.cli.sanitizing import SanitizerOptions
from stablehlo_tools.cli.vocabulary import COUNT, NEW_FILE, NEW_FOLDER
from stablehlo_tools.cli.watching import Watch

if TYPE_CHECKING:
    from stablehlo_tools.cli.random_inputs import Random
    from stablehlo_tools.envelope.origins import Unit
    from stablehlo_tools.interpret.options import RunOptions
    from stablehlo_tools.verdict.tolerance import Tolerance


_OF_CASES: Final = ("text", "json", "junit", "markdown")
_OF_UNCERTAINTY: Final = ("json", "markdown")
_ALL_FORMATS: Final = (*_OF_CASES, "concise", "jsonl", "sarif", "github", "gitlab")


@dataclass(frozen=True)
class RunArguments:
    """The arguments and options of `shlo run`."""

    files: tuple[str, ...] = vocabulary.several_files("FILE...")
    inputs: tuple[str, ...] = vocabulary.inputs()
    random: Random | None = vocabulary.RANDOM
    entry: str | None = vocabulary.entry("run")
    output: str | None = option(
        "-o", "--output", type=NEW_FILE, metavar="OUT.npz",
        help="File to save the results in; OUT.npy for a single result",
    )  # fmt: skip
    outputs: str | None = option(
        "--outputs",
        type=NEW_FOLDER,
        metavar="DIR",
        help="Directory to save the results in, as DIR/out0.npy ...",
    )
    expect: tuple[str, ...] = option(
        "--expect", greedy=True, multiple=True, shell_complete=completing.files, metavar="FILE...",
        help="Expected results: y.npy in order, all.npz or a directory of .npy files by name, a snapshot of "
        "HLO",
    )  # fmt: skip
    tolerance: Tolerance = vocabulary.TOLERANCE
    record: str | None = option(
        "--record", type=click.Path(), metavar="CASE",
        help="Save the run as a case, with its program, inputs and outputs: CASE.zip, CASE.npz or a "
        "directory",
    )  # fmt: skip
    batch: str | None = option(
        "--batch", type=click.Path(file_okay=False, exists=True), metavar="DIR",
        help="Execute once for each .npz file of a directory, CASE.npz, with --outputs DIR/CASE and --expect "
        "DIR",
    )  # fmt: skip
    repeat: int | None = option(
        "--repeat", type=COUNT, metavar="N",
        help="Execute N times, and show how long the compilation takes, the first run, and the others",
    )  # fmt: skip
    uncertainty: bool = flag(
        "--uncertainty",
        help="Show how far rounding may move each result, estimated from 4 runs; judge --expect by it",
    )
    rounding: str = vocabulary.rounding("With --uncertainty: whose roundings these are")
    origins: Unit | None = option(
        "--origins", type=click.Choice(["ops", "lines", "scopes"]),
        help="With --uncertainty: show the five ops, source lines or name scopes whose rounding matters most",
    )  # fmt: skip
    sanitizer: SanitizerOptions = group(SanitizerOptions)
    run: RunOptions = vocabulary.run_options()
    infeed: tuple[str, ...] = option(
        "--infeed", greedy=True, multiple=True, shell_complete=completing.files, metavar="FILE...",
        help="Data for each infeed: y.npy, or all.npz for several arrays",
    )  # fmt: skip
    probe_output_dir: str | None = option(
        "--probe-output-dir", type=NEW_FOLDER, metavar="DIR",
        help="Directory for values of interpreter.probe, as DIR/probe1.npy ...",
    )  # fmt: skip
    plugin: tuple[str, ...] = vocabulary.PLUGINS
    skip_callbacks: bool = vocabulary.SKIP_CALLBACKS
    watch: Watch = group(Watch)
    format: str = vocabulary.output_format(
        *_ALL_FORMATS,
        help="Output format of the table of cases, of --uncertainty or of --sanitize",
    )


@subcommand("run", RunArguments)
def command(options: RunArguments) -> int:
    """Execute a program on arrays.

    The program is verified first, and not executed if it is invalid. Results are printed unless they are
    saved or compared. A result that differs from the expected one causes exit status 1; an input of the wrong
    shape or element type, 2.

    A case, which --record has saved, is replayed: its inputs are used, and its outputs are expected; of a
    snapshot of HLO, the inputs are used. Several cases, or directories of them, are shown in a table.

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
      shlo run model.mlir --inputs inputs.npz --uncertainty --rounding gpu-tf32
      shlo run model.mlir --inputs inputs.npz --uncertainty --origins lines
      shlo run model.mlir --random --sanitize --ignore accuracy
      shlo run model.mlir --random --record case.zip
      shlo run case.zip
      shlo run regressions --engine xla
    """
    _require_consistent(options)
    from stablehlo_tools.cli import replaying, running  # what executes programs takes time to import

    with running.plugins(options.plugin):
        cases = replaying.cases_in(options.files)
        if cases is None:
            formats = _ALL_FORMATS if options.sanitizer.sanitize else _OF_UNCERTAINTY * options.uncertainty
            if options.format not in ("text", *formats):
                raise click.UsageError(
                    "--format is for a table of cases: name several, or a directory of them"
                )
            return running.run(options)
        if options.format not in _OF_CASES:
            raise click.UsageError(f"--format {options.format} is for --sanitize, not for a table of cases")
        for spelling, value in _of_one_program(options):
            if value:
                raise click.UsageError(f"{spelling} is for one program, not for several cases")
        return replaying.replay(cases, options)


Spelled = list[tuple[str, Any]]  # options as they are written, with their values


def _of_host(options: RunArguments) -> Spelled:
    return [("--infeed", options.infeed), ("--probe-output-dir", options.probe_output_dir)]


def _of_one_program(options: RunArguments) -> Spelled:
    """The options for one program, which many cases do not have."""
    run, watch = options.run, options.watch
    return [
        ("--inputs", options.inputs), ("--entry", options.entry), ("--output", options.output),
        ("--outputs", options.outputs), ("--expect", options.expect), ("--record", options.record),
        ("--replicas", run.num_replicas), ("--partitions", run.num_partitions), *_of_host(options),
        ("--batch", options.batch), ("--distributed", run.distributed), ("--repeat", options.repeat),
        ("--uncertainty", options.uncertainty), ("--sanitize", options.sanitizer.sanitize),
        *watch.of_interpreter(), *watch.of_all_engines(),
    ]  # fmt: skip


def _require_consistent(options: RunArguments) -> None:
    """Raise UsageError for options that do not go together."""
    run, watching = options.run, [*options.watch.of_interpreter(), *_of_host(options)]
    watching += [("--uncertainty", options.uncertainty), ("--sanitize", options.sanitizer.sanitize)]
    of_interpreter = [*watching, ("--plugin", options.plugin), ("--max-steps", run.max_steps)]
    vocabulary.require_alone(run, of_interpreter)
    if options.record == STDOUT:
        raise click.UsageError("--record: a case is an archive or a directory: name one, such as case.zip")
    options.sanitizer.require_consistent()
    if options.uncertainty:
        _refuse("--uncertainty", _of_plain_runs(options))
        if not options.tolerance.is_default:
            raise click.UsageError("--uncertainty judges by its estimate: remove the tolerances")
    elif options.origins:
        raise click.UsageError("--origins: missing --uncertainty")
    if options.sanitizer.sanitize:
        others = [("--uncertainty", options.uncertainty), ("--expect", options.expect)]
        _refuse("--sanitize", [*others, *_of_plain_runs(options)])
    if options.repeat:
        _refuse("--repeat", [*watching, ("--batch", options.batch)])
    if options.batch is None:
        return
    others = [("--inputs", options.inputs), ("--output", options.output), ("--distributed", run.distributed)]
    _refuse("--batch", [*others, *_of_host(options)])
    if len(options.expect) > 1:
        raise click.UsageError("--expect takes a single directory with --batch")


def _of_plain_runs(options: RunArguments) -> Spelled:
    """The options for what a run that estimates, or tries other ways, does not have."""
    watch = options.watch
    return [
        ("--output", options.output), ("--outputs", options.outputs), ("--record", options.record),
        ("--batch", options.batch), *_of_host(options), *watch.of_interpreter(), *watch.of_all_engines(),
    ]  # fmt: skip


def _refuse(option: str, others: Spelled) -> None:
    for spelling, value in others:
        if value:
            raise click.UsageError(f"{option} cannot be used with {spelling}")
