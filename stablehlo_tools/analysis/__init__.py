"""Static analyses: statistics, trip counts, precision; and the comparison of results."""
