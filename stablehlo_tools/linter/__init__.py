"""The linter: reports code that is valid but likely to be slow, inaccurate or not portable.

`rules/` contains the rules, a file for each family; `rule` declares them, and `check` applies them.
"""
