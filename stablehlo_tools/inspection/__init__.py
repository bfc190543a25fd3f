"""What files are, as `shlo info` shows it."""
