"""`shlo shape`: memory layouts of XLA shapes."""

from __future__ import annotations

from dataclasses import replace

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import argument, option, subcommand
from stablehlo_tools.cli.terminal.output import echo_all
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.host.records import record


def _numbers(value: str) -> tuple[int, ...]:
    """Comma-separated integers."""
    try:
        return tuple(int(number) for number in value.split(",")) if value.strip() else ()
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a comma-separated list of integers") from None


@record(frozen=True)
class _ShapeArguments:
    text: str = argument(metavar="SHAPE")
    index: tuple[tuple[int, ...], ...] = option(
        "--index", type=_numbers, multiple=True, metavar="N,N,...",
        help="Show the linear index of this element",
    )  # fmt: skip
    linear: tuple[int, ...] = option(
        "--linear", type=int, multiple=True, metavar="N", help="Show the element at this linear index"
    )
    padded_dimensions: tuple[int, ...] | None = option(
        "--padded-dimensions", type=_numbers, metavar="N,N,...", help="Padded sizes of the dimensions"
    )


@subcommand("shape", _ShapeArguments, report=vocabulary.REPORT)
def command(options: _ShapeArguments) -> int:
    """Show the memory layout of an XLA shape.

    SHAPE is in HLO syntax: `f32[2,3]`, `f32[2,3]{0,1}`, `bf16[32,256]{1,0:T(8,128)}`, `(f32[2], s32[])`.
    Linear indices are offsets in memory, in elements.

    \b
    Examples:
      shlo shape 'f32[2,3]{0,1}' --index 1,2
      shlo shape 'f32[3,5]{1,0:T(2,2)}' --linear 17
      shlo shape 'f32[2,3]{0,1}' --padded-dimensions 3,5
    """
    from stablehlo_tools.hlo.description import description  # help does without numpy
    from stablehlo_tools.hlo.layout import LayoutError
    from stablehlo_tools.hlo.shape import ArrayShape, leaves
    from stablehlo_tools.hlo.text.shape_text import parse_shape

    with outcome.fitting(ParseError):
        shape = parse_shape(options.text)
    if not isinstance(shape, ArrayShape):
        if options.index or options.linear or options.padded_dimensions:
            raise click.UsageError(f"{shape} is not an array shape")
        echo_all([str(shape), *(f"  {leaf}" for leaf in leaves(shape))])
        return outcome.CLEAN
    if options.padded_dimensions is not None:
        shape = replace(shape, layout=replace(shape.order, padded_dimensions=options.padded_dimensions))
    with outcome.refusing(LayoutError):
        echo_all(list(description(shape, options.index, options.linear)))
    return outcome.CLEAN
