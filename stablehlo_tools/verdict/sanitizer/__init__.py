"""Which results of a program depend on what the specification leaves to implementations."""
