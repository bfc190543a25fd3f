"""The indexing maps of each op: `table` lists them, the other modules have the rules by family."""
