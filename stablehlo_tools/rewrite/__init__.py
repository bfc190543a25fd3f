"""Changes of programs.

`pattern` says what a rewrite is, and `rules/` declares them; `refinement/` makes shapes known.
"""
