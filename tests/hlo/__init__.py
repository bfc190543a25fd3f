"""Tests of stablehlo_tools.hlo."""
