"""All lowerings: importing this module imports every family, which adds its lowerings to `LOWERINGS`."""

from __future__ import annotations

from stablehlo_tools.lowering import rules
from stablehlo_tools.lowering.declare import LOWERINGS
from stablehlo_tools.ops.model.registration import import_files

__all__ = ["LOWERINGS"]

import_files(rules)
