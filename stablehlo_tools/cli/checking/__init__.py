"""The work of `shlo verify` and `shlo lint` on many files."""
