"""Targets: consumers of StableHLO programs, the operations that each refuses, their replacements
(`lowering`), and tests of what an engine accepts (`conformance`).
"""
