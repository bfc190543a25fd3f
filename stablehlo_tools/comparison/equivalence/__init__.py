"""Equivalence: whether two programs compute the same function, proved in prime fields."""
