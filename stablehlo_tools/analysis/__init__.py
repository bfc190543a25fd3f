"""Facts that follow from a program without running it: statistics, trip counts, precision."""
