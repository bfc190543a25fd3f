"""`shlo run`: execution of a program on arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from stablehlo_tools.cli.options import completing, vocabulary
from stablehlo_tools.cli.options.records import flag, group, option, options_set, options_written, subcommand
from stablehlo_tools.cli.options.vocabulary import COUNT, INPUT, NEW_FILE, NEW_FILE_OR_FOLDER, NEW_FOLDER
from stablehlo_tools.cli.running.instruments import Watch
from stablehlo_tools.cli.running.sanitizing import SanitizerOptions
from stablehlo_tools.cli.terminal.output import STDOUT
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.cli.inputs.random_inputs import Random
    from stablehlo_tools.interpret.options import RunOptions
    from stablehlo_tools.verdict.envelope.origins.operations import Unit
    from stablehlo_tools.verdict.tolerance import Tolerance


_OF_CASES: Final = ("text", "json", "junit", "markdown")
_OF_UNCERTAINTY: Final = ("json", "markdown")
_ALL_FORMATS: Final = (*_OF_CASES, "concise", "jsonl", "sarif", "github", "gitlab")


@record(frozen=True)
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
        "--expect", greedy=True, multiple=True, type=INPUT, shell_complete=completing.files,
        metavar="FILE...",
        help="Expected results: y.npy in order, all.npz or a directory of .npy files by name, a snapshot of "
        "HLO",
    )  # fmt: skip
    tolerance: Tolerance = vocabulary.TOLERANCE
    record: str | None = option(
        "--record", type=NEW_FILE_OR_FOLDER, metavar="CASE",
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
        help="Execute N times, and show the time of the compilation, the first run, and the others",
    )  # fmt: skip
    uncertainty: bool = flag(
        "--uncertainty",
        help="Show how far rounding may move each result, estimated from 4 runs; judge --expect by it",
    )
    rounding: str = vocabulary.rounding("With --uncertainty: engines to estimate", "--uncertainty")
    origins: Unit | None = option(
        "--origins", type=click.Choice(vocabulary.UNITS), needs="--uncertainty",
        help="With --uncertainty: show the five ops, kinds of ops, source lines or name scopes whose "
        "rounding matters most",
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
        *_ALL_FORMATS, help="Output format of the table of cases, of --uncertainty or of --sanitize"
    )


@subcommand("run", RunArguments)
def command(options: RunArguments) -> int:
    """Execute a program on arrays.

    The program is verified first, and not executed if it is invalid. Results are printed unless they are
    saved or compared. Exit status 1 means that a result differs from the expected one, 2 that an input has
    the wrong shape or element type.

    If FILE is a case that --record has saved, it is replayed: the run takes its inputs and expects its
    outputs. For a snapshot of HLO, the run takes its inputs. Several cases, or directories of them, are shown
    in a table.

    \b
    Examples:
      shlo run model.mlir --inputs x.npy 4x8xf32=0.5 --output y.npz
      shlo run model.mlir --inputs inputs.npz --expect expected.npz
      shlo run model.mlir --random --seed 7
      shlo run model.mlir --random normal:0.02 x=uniform:0,1
      shlo run model.mlir --random normal:0.02 x=int:0,50257
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
    from stablehlo_tools.cli.running import one_program, replaying  # they take time to import
    from stablehlo_tools.interpret.plugins import load

    with load(*options.plugin):
        cases = replaying.cases_in(options.files)
        if cases is None:
            formats = _ALL_FORMATS if options.sanitizer.sanitize else _OF_UNCERTAINTY * options.uncertainty
            if options.format not in ("text", *formats):
                raise click.UsageError(
                    f"--format {options.format} requires several cases, or a directory of cases"
                )
            return one_program.run(options)
        if options.format not in _OF_CASES:
            raise click.UsageError(f"--format {options.format} cannot be used with several cases")
        for spelling in options_set(options, _OF_ONE_PROGRAM):
            raise click.UsageError(f"{spelling} cannot be used with several cases")
        return replaying.replay(cases, options)


# Fields of the options, by what they are for.
_OF_HOST: Final = "infeed probe_output_dir"
_OF_INTERPRETER: Final = "watch.trap watch.trap_warn watch.profile watch.profile_output"
_OF_ALL_ENGINES: Final = "watch.dump watch.dump_dir watch.stats"
_OF_PLAIN_RUNS: Final = f"output outputs record batch {_OF_HOST} {_OF_INTERPRETER} {_OF_ALL_ENGINES}"
_OF_ONE_PROGRAM: Final = (
    f"inputs entry output outputs expect record run.num_replicas run.num_partitions {_OF_HOST} batch "
    f"run.distributed repeat uncertainty sanitizer.sanitize {_OF_INTERPRETER} {_OF_ALL_ENGINES}"
)
_WATCHING: Final = f"{_OF_INTERPRETER} {_OF_HOST} uncertainty sanitizer.sanitize"


def _require_consistent(options: RunArguments) -> None:
    """Raise UsageError for options that do not go together."""
    vocabulary.require_alone(options.run, options_set(options, f"{_WATCHING} plugin run.max_steps"))
    if options.record == STDOUT:
        raise click.UsageError("--record: expected an archive or a directory, such as case.zip")
    if options.uncertainty:
        _refuse(options, "--uncertainty", _OF_PLAIN_RUNS)
        if not options.tolerance.is_default:
            raise click.UsageError("--uncertainty cannot be used with tolerances: it judges by its estimate")
    if options.sanitizer.sanitize:
        _refuse(options, "--sanitize", f"uncertainty expect {_OF_PLAIN_RUNS}")
        for spelling in options_written("rtol", "atol"):
            raise click.UsageError(f"--sanitize cannot be used with {spelling}")
    if options.repeat:
        _refuse(options, "--repeat", f"{_WATCHING} batch")
    if options.batch is None:
        return
    _refuse(options, "--batch", f"inputs output run.distributed {_OF_HOST}")
    if len(options.expect) > 1:
        raise click.UsageError("--expect takes a single directory with --batch")


def _refuse(options: RunArguments, option: str, names: str) -> None:
    for spelling in options_set(options, names):
        raise click.UsageError(f"{option} cannot be used with {spelling}")
