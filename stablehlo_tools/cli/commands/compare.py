"""`shlo compare`: two engines, an engine and recorded values, or two programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.options import completing, vocabulary
from stablehlo_tools.cli.options.records import choice, flag, option, subcommand
from stablehlo_tools.cli.options.vocabulary import NEW_FOLDER, SIZE
from stablehlo_tools.cli.process.hardware import machine_memory
from stablehlo_tools.diagnostics.diagnostic import EngineError, ParseError, RunError, VerificationError
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.cli.options.vocabulary import Shapes
    from stablehlo_tools.interpret.options import RunOptions
    from stablehlo_tools.verdict.tolerance import Tolerance


@record(frozen=True)
class CompareArguments:
    """The arguments and options of `shlo compare`."""

    files: tuple[str, ...] = vocabulary.several_files("FILE [OTHER]")
    engines: tuple[str, ...] = option(
        "--engine", multiple=True, metavar="SPEC", shell_complete=vocabulary.engines,
        help="Engine to compare (see `shlo run --engine`); the second is the reference  [default: numpy]",
    )  # fmt: skip
    devices: tuple[str, ...] = option(
        "--device", multiple=True, metavar="D",
        help="Device of the first engine, such as gpu:0; repeat for the second engine",
    )  # fmt: skip
    against: str | None = option(
        "--against", type=vocabulary.INPUT, shell_complete=completing.files, metavar="PATH",
        help="Recorded values to compare with: results in an .npz file, or a directory of `run --dump-dir`",
    )  # fmt: skip
    inputs: tuple[str, ...] = vocabulary.inputs()
    batch: str | None = option(
        "--batch", type=click.Path(file_okay=False), metavar="DIR",
        help="Compare once for each .npz file of a directory; each file holds all arguments",
    )  # fmt: skip
    random: tuple[str, ...] = vocabulary.DISTRIBUTIONS["random"]
    shapes: Shapes = vocabulary.DISTRIBUTIONS["shapes"]
    seeds: tuple[int, ...] = option(
        "--seed", multiple=True, type=vocabulary.SEED, metavar="N", default=(0,), show_default=True,
        needs="--random", help="Seed for --random; repeat it to compare several times",
    )  # fmt: skip
    entry: str | None = vocabulary.entry("compare")
    mode: str = choice(
        "auto", "outputs", "all", "isolated", "accumulated", spelling="--mode",
        help="auto: results, then the op that differs; outputs: results only; all: every value; isolated: "
        "every op alone, on the operands of the reference; accumulated: every value, no op alone",
    )  # fmt: skip
    tolerance: Tolerance = vocabulary.EVERY_TOLERANCE
    cast: bool = flag("--cast", help="Compare programs with different float types, such as f32 and bf16")
    run: RunOptions = vocabulary.run_options("num_replicas", "num_partitions", "max_memory", "timeout")
    max_values: int | None = option(
        "--max-values", type=SIZE, default=lambda: str((machine_memory() or 1 << 32) // 4),
        show_default="a quarter of the memory", metavar="SIZE",
        help="Maximum size of the values that one run returns on both engines, such as 4GB",
    )  # fmt: skip
    save_dir: str | None = option(
        "--save-dir", type=NEW_FOLDER, metavar="DIR",
        help="Directory for a program of the op that differs, its inputs, and the results of both",
    )  # fmt: skip
    format: str = vocabulary.output_format(
        "text", "json", "junit", "markdown",
        help="Output format; JSON has a row for each value that was compared",
    )  # fmt: skip
    plugin: tuple[str, ...] = vocabulary.PLUGINS
    skip_callbacks: bool = vocabulary.SKIP_CALLBACKS


@subcommand("compare", CompareArguments, report=vocabulary.REPORT)
def command(options: CompareArguments) -> int:
    """Compare a program on two engines; name the op that differs.

    Results are compared first: an element may be off by as much as in runs with random rounding. If they
    differ, all values are compared, also in loops, branches and callees, and the first one beyond its
    tolerance is computed alone: its op is wrong, or the errors of others grew, or it differs only when fused.

    With OTHER, two programs are compared, and the first value that differs is reported. Their arguments and
    results correspond by name if both have the same names, otherwise in order or by type. A case saved by
    `shlo run --record` has its own inputs.

    Exit status 1 means that results differ, 2 that the program is invalid, 3 that an engine cannot run it.

    \b
    Examples:
      shlo compare model.mlir --engine xla --random
      shlo compare model.mlir --engine xla --engine numpy --inputs inputs.npz --mode all
      shlo compare model.mlir --against expected.npz --inputs inputs.npz
      shlo compare model.mlir model.mlir --random --seed 1 --seed 2
      shlo compare model.mlir model_bf16.mlir --inputs inputs.npz --cast
    """
    _require_consistent(options)
    from stablehlo_tools.cli.comparing.two_sides import compare  # engines take time to import

    try:
        with outcome.fitting(ParseError, VerificationError):  # 1 would mean that results differ
            return compare(options)
    except (EngineError, RunError) as error:
        is_usage = outcome.show(error.diagnostics, format=options.format) == outcome.USAGE
        return outcome.USAGE if is_usage else outcome.UNSUPPORTED


def _require_consistent(options: CompareArguments) -> None:
    """Raise UsageError unless the options name two sides to compare, and inputs for them."""
    files, engines, against = options.files, options.engines, options.against
    if len(files) > 2:
        raise click.UsageError(f"expected one or two programs, got {len(files)}")
    if against is not None and (len(files) > 1 or len(engines) > 1):
        raise click.UsageError("--against requires one program and one engine")
    if len(engines) > 2:
        raise click.UsageError(f"--engine: expected two engines at most, got {len(engines)}")
    if not engines and against is None and len(files) == 1:
        raise click.UsageError("nothing to compare with: pass `--engine`, `--against`, or a second FILE")
    count = 2 if against is None else 1
    if len(options.devices) > count:
        raise click.UsageError(f"--device: expected {count} at most, got {len(options.devices)}")
    if options.inputs and options.batch:
        raise click.UsageError("--inputs and --batch cannot be used together")
