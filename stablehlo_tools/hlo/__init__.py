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

from stablehlo_tools.hlo.interface import format, parse, to_hlo, to_stablehlo, verify
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule

__all__ = [
    "HloComputation", "HloInstruction", "HloModule", "format", "parse", "to_hlo", "to_stablehlo", "verify",
]  # fmt: skip
