"""Conversion between HLO and StableHLO: one declaration of each opcode, read in both directions."""

from __future__ import annotations

from stablehlo_tools.hlo.convert.to_hlo import to_hlo
from stablehlo_tools.hlo.convert.to_stablehlo import to_stablehlo
from stablehlo_tools.hlo.fields import NoCounterpart

__all__ = ["NoCounterpart", "to_hlo", "to_stablehlo"]
