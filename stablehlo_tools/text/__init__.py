"""MLIR text to the tree and back: splitter (statements), statement_parser (one of them), parse, print."""

from __future__ import annotations

from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.printing import printed


@printed.register(Module)
def _text(module: Module) -> str:
    from stablehlo_tools.text.print import print_module

    return print_module(module)


@printed.register(Operation)
def _line(operation: Operation) -> str:
    from stablehlo_tools.text.print import print_operations
    from stablehlo_tools.text.printer.ssa_names import SSANames

    return print_operations([operation], SSANames(operation.root, generic=False).values)[0]
