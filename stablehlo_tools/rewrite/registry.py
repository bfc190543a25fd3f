"""All rewrites: importing this module imports the files of `rules/`, which register them."""

from __future__ import annotations

from stablehlo_tools.ops.model.registration import import_files
from stablehlo_tools.rewrite import rules
from stablehlo_tools.rewrite.rewriter import REWRITES, Replacement, apply_rewrite

__all__ = ["REWRITES", "Replacement", "apply_rewrite"]

import_files(rules)
