"""The ops of StableHLO, each declared once; a file for each family."""
