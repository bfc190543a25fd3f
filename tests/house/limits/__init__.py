"""The limits of the package: each constant that bounds something, with an input that tells it from another.

`tests/house/test_limits.py` holds them against the source: a limit that is in none of them is an error.
"""
