"""Indexing maps: which elements of one tensor belong to an element of another.

The map of `f32[20, 10] transpose(f32[10, 20])`, from output to input, is

    (d0, d1) -> (d1, d0), domain: d0 in [0, 19], d1 in [0, 9]

`affine` has the expressions, `maps` the maps and their composition; `simplify` rewrites them by the ranges of
their variables; `parse` and `print` are for their text.
"""
