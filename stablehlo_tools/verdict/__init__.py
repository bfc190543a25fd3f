"""Verdicts on two arrays, element by element: whether both may be correct, by estimates of how far rounding
moves results (`envelope`) and by what the specification leaves open (`sanitizer`).
"""
