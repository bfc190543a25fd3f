"""MLIR text to the tree and back: splitter (statements), statement_parser (one of them), parse, print."""

from __future__ import annotations

from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.printing import printed


@printed.register(Module)
def _text(module: Module) -> str:
    from stablehlo_tools.text.print import print_module

    return print_module(module)
