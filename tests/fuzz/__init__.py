"""Texts that are wrong in every way: whatever is in a file, diagnostics come out and never a traceback."""
