"""Transformations of programs.

`builder` creates operations; `clone`, `edit`, `outline` and `dce` change programs; `rewrite` defines what a
rewrite is, and `rewrites/` declares them.
"""
