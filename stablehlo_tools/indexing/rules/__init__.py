"""What each op reads: `table` has a row for each, the other files the rules by family."""
