"""Grids of processes, simulated: threads that meet in collective ops."""
