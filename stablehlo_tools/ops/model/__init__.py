"""Declarations of ops, types and custom_call targets: the parts that they have."""
