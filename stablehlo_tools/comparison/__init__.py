"""Comparison of two engines, or of an engine with recorded values: the first value that differs, and why."""
