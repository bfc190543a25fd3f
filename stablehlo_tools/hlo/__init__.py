"""The XLA side: shapes and layouts, broadcasting, HLO text.

from stablehlo_tools import hlo

module = hlo.parse(text)
for diagnostic in hlo.verify(module):
    print(diagnostic)
print(hlo.format(module))
"""

from __future__ import annotations

from stablehlo_tools.hlo.interface import format, parse, verify
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule

__all__ = ["HloComputation", "HloInstruction", "HloModule", "format", "parse", "verify"]
