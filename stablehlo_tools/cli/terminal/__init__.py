"""Output on the terminal: nothing else in `cli/` prints."""
