"""One verdict on two arrays, element by element: what right implementations may differ by, and what is
beyond.
"""
