"""Checks modules: structure, symbols, dominance, and every constraint of every op."""

from __future__ import annotations

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.printing import verified


@verified.register(Module)
def _diagnostics(module: Module) -> list[Diagnostic]:
    from stablehlo_tools.text.printer.ssa_names import SSANames
    from stablehlo_tools.verifier.module import verify

    for value, name in SSANames(module, generic=False).values.items():
        value.given_name = value.given_name or name  # of new values, for diagnostics
    return verify(module, as_read=False)
