"""How far right results may be apart: one verdict on two arrays, element by element, on estimates of how far
rounding moves results (`envelope`) and on what the specification leaves open (`sanitizer`).
"""
