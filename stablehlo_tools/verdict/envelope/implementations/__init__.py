"""Implementations in estimates: their roundings, ranges, orders of sums and deviations from the shadow."""
