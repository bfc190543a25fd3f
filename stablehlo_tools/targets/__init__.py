"""Targets: consumers of StableHLO programs, the operations that each refuses, what these become
(`lowering`), and what an engine takes in fact (`conformance`).
"""
