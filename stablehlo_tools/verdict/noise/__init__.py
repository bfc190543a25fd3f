"""Random noise of the size of rounding errors: runs that are off by as much as correct implementations."""
