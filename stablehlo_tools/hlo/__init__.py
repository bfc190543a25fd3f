"""HLO: shapes and layouts, broadcasting, HLO text, conversion from and to StableHLO.

from stablehlo_tools import hlo

module = hlo.parse(text)
for diagnostic in hlo.verify(module):
    print(diagnostic)
print(hlo.format(module))
print(stablehlo_tools.format(hlo.to_stablehlo(module)))
print(hlo.format(hlo.to_hlo(mlir_text)))
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule
from stablehlo_tools.ir.printing import printed

if TYPE_CHECKING:
    from stablehlo_tools.hlo.interface import format, parse, to_hlo, to_stablehlo, verify

__all__ = [
    "HloComputation", "HloInstruction", "HloModule", "format", "parse", "to_hlo", "to_stablehlo", "verify",
]  # fmt: skip


@printed.register(HloModule)
def _text(module: HloModule) -> str:
    from stablehlo_tools.hlo.text.print import print_module

    return print_module(module)


def __getattr__(name: str) -> object:
    if name in __all__:
        from stablehlo_tools.hlo import interface

        return getattr(interface, name)
    module = sys.modules[__name__]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=module)
