"""Programs changed: operations cloned, inlined, outlined, replaced and dropped, and rewrites, which are data.

`clone`, `edit`, `outline` and `dead` are what changes are made of; `rewrite` says what a rewrite is, and
`rewrites/` has them, a file for each purpose.
"""
