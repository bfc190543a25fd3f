"""Names of values and aliases as MLIR prints them, and the text of attributes."""
