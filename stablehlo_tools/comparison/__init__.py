"""Whether two programs, or two engines, agree: on given inputs, with the first value that differs, or
on all (`equivalence`).
"""

from __future__ import annotations

from stablehlo_tools.comparison.results import Comparison
from stablehlo_tools.ir.printing import printed


@printed.register(Comparison)
def _text(comparison: Comparison) -> str:
    from stablehlo_tools.comparison.wording import comparison_lines
    from stablehlo_tools.text.source_frames import Places

    return "\n".join(comparison_lines(comparison, Places(comparison.module)))
