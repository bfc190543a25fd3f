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

from stablehlo_tools.hlo.ir import HloModule
from stablehlo_tools.host.stubs import lazily
from stablehlo_tools.ir.printing import printed

__getattr__, __dir__ = lazily(__name__)


@printed.register(HloModule)
def _text(module: HloModule) -> str:
    from stablehlo_tools.hlo.text.print import print_module

    return print_module(module)
