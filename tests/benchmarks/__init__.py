"""How fast stablehlo_tools is, beside MLIR, xDSL, XLA and numpy: `python -m tests.benchmarks`.

Every figure is the median of several runs. A comparison alternates between the two sides, in this one
process and on the same text, so that a busy machine slows both. Peers that are not installed are left out
(`pip install stablehlo_tools[bench]` brings them).
"""
