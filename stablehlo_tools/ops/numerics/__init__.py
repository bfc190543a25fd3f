"""Algorithms on arrays of numbers, which ops are computed by."""
