"""Positions in source text, and the diagnostics reported at them."""
