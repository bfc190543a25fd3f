"""Tests of stablehlo_tools; `tests.benchmarks` beside them measures."""
