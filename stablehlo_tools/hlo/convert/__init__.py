"""Conversion between HLO and StableHLO: one table (`table.py`), read in both directions."""

from __future__ import annotations

from stablehlo_tools.hlo.convert.fields import NoCounterpart
from stablehlo_tools.hlo.convert.table import Counterpart, counterpart
from stablehlo_tools.hlo.convert.to_hlo import to_hlo
from stablehlo_tools.hlo.convert.to_stablehlo import to_stablehlo

__all__ = ["Counterpart", "NoCounterpart", "counterpart", "to_hlo", "to_stablehlo"]
