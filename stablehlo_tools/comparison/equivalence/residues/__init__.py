"""Floats as elements of prime fields: a value domain of the interpreter."""
