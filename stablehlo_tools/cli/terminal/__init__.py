"""What is written to the terminal: nothing else in `cli/` prints."""
