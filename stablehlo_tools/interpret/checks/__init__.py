"""Checks before and during a run: of inputs, limits, and constraints that types leave open."""
