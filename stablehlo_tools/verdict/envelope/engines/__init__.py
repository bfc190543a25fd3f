"""Engines in estimates: their roundings, ranges, orders of sums and known deviations from the shadow."""
