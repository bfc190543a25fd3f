"""`shlo equiv`: whether two programs are the same, or which pass changed what a program computes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import choice, option, subcommand
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.interpret.options import RunOptions


@record(frozen=True)
class EquivArguments:
    """The arguments and options of `shlo equiv`."""

    files: tuple[str, ...] = vocabulary.several_files("[FILE OTHER]", required=False)
    passes: str | None = option(
        "--passes", type=click.Path(exists=True, file_okay=False), metavar="DIR",
        help="Compare the stages in a dump: of XLA (xla_dump_hlo_pass_re=.*), or files with numbered names",
    )  # fmt: skip
    level: str = choice(
        "reals", "bits", spelling="--level", help="reals: the same function; bits: also the same rounding"
    )
    seeds: int | None = option(
        "--seeds", type=vocabulary.COUNT, metavar="N",
        help="Number of random inputs, whose paths are compared  [default: 2, or 1 where it is enough]",
    )  # fmt: skip
    primes: int = option(
        "--primes", type=vocabulary.COUNT, default=4, show_default=True, metavar="N",
        help="Number of prime fields: more make an error less likely",
    )  # fmt: skip
    entry: str | None = vocabulary.entry("compare")
    in_shardings: tuple[str, ...] = option(
        "--in-shardings", multiple=True, metavar="SHARDING",
        help="Sharding of an argument of OTHER, in order: {devices=[2,1]<=[2]}  [default: as stated]",
    )  # fmt: skip
    tolerance_constants: float = option(
        "--tolerance-constants", type=vocabulary.POSITIVE, default=0.0, metavar="X",
        help="Treat constants as equal if their relative difference is at most this",
    )  # fmt: skip
    shrink: bool = option(
        "--shrink", is_flag=True, help="Compare at smaller sizes of batches, layers and sequences"
    )
    timeout: float = option(
        "--timeout", type=vocabulary.DURATION, default="10m", show_default=True, metavar="TIME",
        help="Maximum time of a run: 90, 1.5s, 2m",
    )  # fmt: skip
    run: RunOptions = vocabulary.run_options("max_memory")
    save: str | None = option(
        "--save", type=vocabulary.NEW_FOLDER, metavar="DIR",
        help="Directory for a case of FILE with the inputs for which the programs differ",
    )  # fmt: skip
    format: str = vocabulary.output_format("text", "json", "markdown")


@subcommand("equiv", EquivArguments, report=vocabulary.REPORT)
def command(options: EquivArguments) -> int:
    """Prove two programs equal, or show inputs where they differ.

    Both are run on elements of prime fields, and on real numbers, which decide branches. Programs that agree
    are equal over the reals on the paths of these inputs, up to a probability of error that is reported.
    Inputs that take other paths are searched for a limited time; paths that are not found are not covered.
    OTHER may be partitioned: it then takes shards of the inputs of FILE.

    The exit status is 0 for equal programs, 1 for different ones, and 3 if neither is shown.

    \b
    Examples:
      shlo equiv model.mlir other.mlir
      shlo equiv model.mlir other.mlir --level bits
      shlo equiv model.mlir other.mlir --shrink
      shlo equiv model.mlir partitioned.txt --in-shardings '{devices=[2,1]<=[2]}'
      shlo equiv --passes dump
    """
    if options.passes is None and len(options.files) != 2:
        raise click.UsageError("expected two programs, FILE and OTHER, or --passes DIR")
    if options.passes is not None and options.files:
        raise click.UsageError("--passes takes no files: remove them")
    from stablehlo_tools.cli.comparing.proving import prove, prove_stages  # the interpreter takes time

    return prove(options) if options.passes is None else prove_stages(options, Path(options.passes))
