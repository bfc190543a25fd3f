"""Engines that execute StableHLO programs, behind one protocol."""
