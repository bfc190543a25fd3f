"""`shlo precision`: the ops of a program in narrow floats to keep in f32."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import choice, flag, option, subcommand
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.cli.inputs.random_inputs import Random
    from stablehlo_tools.interpret.options import RunOptions
    from stablehlo_tools.verdict.envelope.origins.operations import Unit


@record(frozen=True)
class PrecisionArguments:
    """The arguments and options of `shlo precision`."""

    file: str = vocabulary.FILE
    budget: float = option(
        "--budget", type=vocabulary.NumberIn(0, min_open=True), required=True, metavar="X",
        help="Maximum error of each result: its norm, relative to that of the reference",
    )  # fmt: skip
    by: Unit = choice(
        *vocabulary.UNITS, spelling="--by", help="Keep ops, kinds of ops, source lines or name scopes"
    )
    to: str | None = option(
        "--to", type=click.Choice(["bf16", "f16"]), help="Cast a program in f32 to this type first"
    )
    wide_results: bool = flag("--f32-results", help="Return narrow results in f32")
    rounding: str = vocabulary.rounding("Engines to estimate")
    inputs: tuple[str, ...] = vocabulary.inputs()
    random: Random | None = vocabulary.RANDOM
    entry: str | None = vocabulary.entry("rewrite")
    run: RunOptions = vocabulary.run_options("engine", "device", "max_steps", "timeout")
    output: str | None = vocabulary.output(
        "Output file of the program, whose ending names the form as for `shlo convert`"
    )
    format: str = vocabulary.output_format("text", "json", "markdown")


@subcommand("precision", PrecisionArguments)
def command(options: PrecisionArguments) -> int:
    """Find the ops of a bf16 or f16 program to keep in f32.

    The rounding of groups of ops is switched on and off in a wider type, to find the ops that cause most of
    the error. As few as possible are kept in f32, so that the error is within the budget: as estimated for
    the rounding of an engine, and as measured on numpy and on --engine. An op that is kept does not round its
    results; the ops that use them read them in f32.

    --output has the program with the necessary converts. Exit status 1 means that the budget cannot be met,
    even with all ops in f32: use --f32-results if narrow results are the reason.

    \b
    Examples:
      shlo precision model.mlir --to bf16 --budget 1e-2 --inputs inputs.npz -o mixed.mlir
      shlo precision model.mlir --to f16 --budget 1e-3 --random --by kinds
      shlo precision model.mlir --to bf16 --budget 1e-2 --inputs inputs.npz --engine xla
    """
    from stablehlo_tools.cli.comparing.narrowing import narrow  # the interpreter takes time to import

    return narrow(options)
