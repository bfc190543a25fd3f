"""`shlo infer`: shape refinement."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.files.forms import form_to_write, write_module
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import flag, subcommand
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.cli.options.vocabulary import Shapes


@record(frozen=True)
class _InferArguments:
    file: str = vocabulary.FILE
    shapes: Shapes = vocabulary.shapes()
    entry: str | None = vocabulary.entry("refine")
    require_static: bool = flag(
        "--require-static", help="Report dimensions that remain dynamic; exit with status 1 if any"
    )
    output: str | None = vocabulary.output(
        "Output file, whose ending names the form as for `shlo convert`  [default: stdout, as text]"
    )
    generic: bool = vocabulary.GENERIC


@subcommand("infer", _InferArguments, writes_program=True)
def command(options: _InferArguments) -> int:
    """Refine the shapes of a program.

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
    form_to_write(options.output)
    with outcome.fitting(stablehlo_tools.InferenceError):
        module = stablehlo_tools.refine(File(options.file).read(), options.shapes, options.entry)
    if options.require_static:
        from stablehlo_tools.rewrite.refinement.unresolved_dimensions import unresolved_dimensions

        status = outcome.show(unresolved_dimensions(module), sys.stderr)
        if status:
            return status
    write_module(module, options.output, generic=options.generic)
    return outcome.CLEAN
