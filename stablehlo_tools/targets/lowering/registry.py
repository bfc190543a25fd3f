"""All lowerings: importing this module imports every family, which adds its lowerings to `LOWERINGS`."""

from __future__ import annotations

from stablehlo_tools.ops.model.registration import import_files
from stablehlo_tools.targets.lowering import rules
from stablehlo_tools.targets.lowering.declare import LOWERINGS

__all__ = ["LOWERINGS"]

import_files(rules)
