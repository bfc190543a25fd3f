"""Comparison of two engines, or of an engine with recorded values: the first value that differs, and why."""

from __future__ import annotations

from stablehlo_tools.comparison.results import Comparison
from stablehlo_tools.ir.printing import printed


@printed.register(Comparison)
def _text(comparison: Comparison) -> str:
    from stablehlo_tools.comparison.wording import comparison_lines
    from stablehlo_tools.text.source_frames import Places

    return "\n".join(comparison_lines(comparison, Places(comparison.module)))
