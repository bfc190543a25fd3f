"""Changes of programs.

`rewriter` defines rewrites, and `rules/` declares them; `refinement/` makes shapes static.
"""
