"""`shlo infer`: shape refinement."""

from __future__ import annotations

import click

import stablehlo_tools
from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.forms import write_module
from stablehlo_tools.cli.shapes import HELP, shapes_of


@click.command("infer")
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.option(
    "--shapes",
    multiple=True,
    metavar="NAME=2x3,...",
    help=HELP,
)
@click.option("--entry", metavar="NAME", help="Function to refine  [default: main, or the only function]")
@click.option(
    "--require-static", is_flag=True, help="Report dimensions that remain dynamic; exit with status 1 if any"
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="OUT",
    help="Output file, whose ending names the form as for `shlo convert`  [default: stdout, as text]",
)
@click.option("--generic", is_flag=True, help='Print ops in the generic form, "dialect.op"(...)')
def command(
    file: str,
    shapes: tuple[str, ...],
    entry: str | None,
    require_static: bool,
    output: str | None,
    generic: bool,
) -> int:
    """Refine the shapes of a program.

    FILE is MLIR or HLO in any form, as text or binary (see `shlo info --help`), or `-` for standard input.
    Known shapes are propagated through the program by the constraints of the specification. Shape
    computations are folded, dynamic ops with known shapes are replaced by static ones, and a function that is
    called with several shapes is specialized for each. Without --shapes, the shapes in the program itself are
    propagated.

    \b
    Examples:
      shlo infer model.mlir --shapes 8x128,8x16
      shlo infer model.mlir --shapes x=8x128,mask=8x? -o refined.mlir
      shlo infer model.mlir --shapes arg0=8x128,arg1=8x16 --require-static
    """
    given = shapes_of(shapes)
    name = entry.removeprefix("@") if entry else None
    try:
        module = stablehlo_tools.refine(File(file).read(), given, name)
    except stablehlo_tools.InferenceError as error:
        raise error if error.diagnostic.unsupported else outcome.DoesNotFit(*error.diagnostics) from None
    if require_static:
        from stablehlo_tools.rewrite.refinement.unresolved_dimensions import unresolved_dimensions

        status = outcome.show(unresolved_dimensions(module))
        if status:
            return status
    write_module(module, output, generic=generic)
    return outcome.CLEAN
