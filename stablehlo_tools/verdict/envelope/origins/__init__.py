"""Origins of errors, and what follows from them for the types of operations."""
