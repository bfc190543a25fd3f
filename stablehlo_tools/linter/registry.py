"""All rules: importing this module imports every family, which adds its rules to `RULES`."""

from __future__ import annotations

from stablehlo_tools.linter import rules
from stablehlo_tools.linter.rule import RULES
from stablehlo_tools.ops.model.registration import import_files

__all__ = ["RULES"]

import_files(rules)
