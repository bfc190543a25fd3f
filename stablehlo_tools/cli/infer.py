"""`shlo infer`: a program with the shapes of its arguments made known, and all that follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

import stablehlo_tools
from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import write_text
from stablehlo_tools.cli.writing import replacing

if TYPE_CHECKING:
    from stablehlo_tools.refinement.arguments import Shape


@click.command("infer")
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.option(
    "--shapes",
    multiple=True,
    metavar="NAME=2x3,...",
    help="Shapes of arguments, by name, by number or in order; `?` for a size that stays unknown.",
)
@click.option("--entry", metavar="NAME", help="The function to refine.  [default: main, or the only one]")
@click.option("--require-static", is_flag=True, help="Report shapes that stay unknown; exit with 1 for any.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="OUT.mlir", help="Write it there.")
@click.option("--generic", is_flag=True, help='Write the generic form: every op as "dialect.op"(...).')
def command(
    file: str,
    shapes: tuple[str, ...],
    entry: str | None,
    require_static: bool,
    output: str | None,
    generic: bool,
) -> int:
    """Print a program with all that follows from given shapes.

    FILE is MLIR text, or `-` for standard input. Types become as static as they follow from the shapes by
    the rules of the specification, computations of shapes are folded, dynamic ops whose shapes are known
    become static ones, and a function called with several shapes becomes several. Without --shapes, what
    the program itself says is propagated.

    \b
    Examples:
      shlo infer model.mlir --shapes 8x128,8x16
      shlo infer model.mlir --shapes x=8x128,mask=8x? -o refined.mlir
      shlo infer model.mlir --shapes arg0=8x128,arg1=8x16 --require-static
    """
    given = _shapes(shapes)
    name = entry.removeprefix("@") if entry else None
    try:
        module = stablehlo_tools.refine(File(file).read(), given, name)
    except stablehlo_tools.InferenceError as error:
        raise error if error.diagnostic.unsupported else outcome.DoesNotFit(*error.diagnostics) from None
    if require_static:
        from stablehlo_tools.refinement.remaining import remaining

        status = outcome.show(remaining(module))
        if status:
            return status
    text = stablehlo_tools.format(module, generic=generic)
    if output is None:
        write_text(text)
    else:
        with replacing(Path(output)) as new:
            new.write_bytes(text.encode())
    return outcome.CLEAN


def _shapes(values: Sequence[str]) -> dict[str | int, Shape] | list[str]:
    """`a=2x3,b=4` by name; `2x3,4` in order."""
    entries = [entry.strip() for value in values for entry in value.split(",")]
    if not any("=" in entry for entry in entries):
        return entries
    if not all("=" in entry for entry in entries):
        raise click.UsageError(f"--shapes {' '.join(values)}: give names for all of the shapes, or for none")
    pairs = [entry.rpartition("=") for entry in entries]
    return {name: shape for name, _, shape in pairs}
