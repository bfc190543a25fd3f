"""Sound bounds of rounding errors: running error analysis."""
