"""The rules of ops on field tensors; an op without one here has the one that `derived` makes."""

from stablehlo_tools.comparison.equivalence.rules import conversions, decisions, functions, transforms  # noqa: F401 - register themselves
