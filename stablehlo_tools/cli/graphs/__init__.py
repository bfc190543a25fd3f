"""Programs as graphs, for `shlo index`, `shlo why` and `shlo show`."""
