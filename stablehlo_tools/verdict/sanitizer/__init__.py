"""Finds results of a program that depend on what the specification leaves to implementations."""
