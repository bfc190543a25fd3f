"""`shlo shape`: memory layouts of XLA shapes."""

from __future__ import annotations

import dataclasses

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.output import echo
from stablehlo_tools.diagnostics.diagnostic import ParseError


def _numbers(value: str) -> tuple[int, ...]:
    """Comma-separated integers."""
    try:
        return tuple(int(number) for number in value.split(",")) if value.strip() else ()
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a comma-separated list of integers") from None


@click.command("shape")
@click.argument("text", metavar="SHAPE")
@click.option(
    "--index",
    type=_numbers,
    multiple=True,
    metavar="N,N,...",
    help="Show the linear index of this element",
)
@click.option("--linear", type=int, multiple=True, metavar="N", help="Show the element at this linear index")
@click.option(
    "--padded-dimensions",
    type=_numbers,
    metavar="N,N,...",
    help="Padded sizes of the dimensions",
)
def command(
    text: str,
    index: tuple[tuple[int, ...], ...],
    linear: tuple[int, ...],
    padded_dimensions: tuple[int, ...] | None,
) -> int:
    """Show the memory layout of an XLA shape.

    SHAPE is in HLO syntax: `f32[2,3]`, `f32[2,3]{0,1}`, `bf16[32,256]{1,0:T(8,128)}`, `(f32[2], s32[])`.
    Linear indices are offsets in memory, in elements.

    \b
    Examples:
      shlo shape 'f32[2,3]{0,1}' --index 1,2
      shlo shape 'f32[3,5]{1,0:T(2,2)}' --linear 17
      shlo shape 'f32[2,3]{0,1}' --padded-dimensions 3,5
    """
    from stablehlo_tools.hlo.description import (
        description,
    )  # imports numpy and lark, which `--help` does not need
    from stablehlo_tools.hlo.layout import LayoutError
    from stablehlo_tools.hlo.shape import ArrayShape, leaves
    from stablehlo_tools.hlo.shape_text import parse_shape

    try:
        shape = parse_shape(text)
    except ParseError as error:
        raise outcome.DoesNotFit(*error.diagnostics) from None
    if not isinstance(shape, ArrayShape):
        if index or linear or padded_dimensions:
            raise click.UsageError(f"{shape} is not an array shape")
        echo(str(shape))
        for leaf in leaves(shape):
            echo(f"  {leaf}")
        return outcome.CLEAN
    if padded_dimensions is not None:
        padded = dataclasses.replace(shape.order, padded_dimensions=padded_dimensions)
        shape = dataclasses.replace(shape, layout=padded)
    try:
        lines = list(description(shape, index, linear))
    except LayoutError as error:
        raise click.UsageError(str(error)) from None
    for line in lines:
        echo(line)
    return outcome.CLEAN
