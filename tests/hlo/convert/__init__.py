"""Tests of stablehlo_tools/hlo/convert."""
