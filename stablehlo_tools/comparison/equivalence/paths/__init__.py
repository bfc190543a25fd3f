"""Inputs that take other paths through two programs than random ones do."""
