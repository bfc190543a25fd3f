"""The indexing maps of each op: a module per family registers rules, `table` has all of them by name."""
