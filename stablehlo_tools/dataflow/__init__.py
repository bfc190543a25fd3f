"""Analyses: facts that follow from a program without executing it."""
