"""Estimates of how far rounding may move the results of a program."""
