"""Targets: consumers of StableHLO programs, and the operations that each of them refuses."""
