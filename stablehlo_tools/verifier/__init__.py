"""Checks modules: structure, symbols, dominance, and every constraint of every op."""
