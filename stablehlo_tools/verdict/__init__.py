"""How far correct results may be apart: a verdict on two arrays, element by element, from estimates of how
far rounding moves results (`envelope`) and from what the specification leaves open (`sanitizer`).
"""
