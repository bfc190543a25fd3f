"""The rules of ops on field tensors; an op without one here has the one that `derived` makes."""

from stablehlo_tools.comparison.equivalence.residues.rules import (  # noqa: F401 - register themselves
    conversions,
    decisions,
    functions,
    transforms,
)
