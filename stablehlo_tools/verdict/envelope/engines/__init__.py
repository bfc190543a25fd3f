"""How engines compute otherwise than the shadow: their roundings, ranges, orders and known deviations."""
