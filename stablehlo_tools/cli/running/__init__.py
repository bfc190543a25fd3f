"""The execution of programs, and the work of `shlo run`."""
