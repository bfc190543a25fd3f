"""The rules of the linter, a file for each family."""
