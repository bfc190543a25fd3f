"""The work of `shlo compare`, `shlo equiv` and `shlo precision`."""
