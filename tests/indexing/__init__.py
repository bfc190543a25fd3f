"""Tests of stablehlo_tools.indexing."""
