"""Indexing maps: which elements of one tensor correspond to an element of another.

The map of `f32[20, 10] transpose(f32[10, 20])`, from output to input, is

    (d0, d1) -> (d1, d0), domain: d0 in [0, 19], d1 in [0, 9]

and that of a sum over the second dimension of a `f32[20, 10]`, where each element reads ten, is

    (d0)[s0] -> (d0, s0), domain: d0 in [0, 19], s0 in [0, 9]

`compose` chains two maps, and `simplify` returns the canonical form, by which maps are compared:


    summed = parse_map("(d0)[s0] -> (d0, s0), domain: d0 in [0, 19], s0 in [0, 9]")
    transposed = parse_map("(d0, d1) -> (d1, d0), domain: d0 in [0, 19], d1 in [0, 9]")
    print_map(simplify(compose(summed, transposed)))  # (d0)[s0] -> (s0, d0), domain: ...

Maps: `affine` has expressions, `interval` their ranges, `maps` indexing maps and their composition,
`canonical` and `rewrite` the simplification of expressions, `simplify` that of maps, `variables` the removal
of variables, `parse` and `print` their text. Programs: `rules` has the maps of each op, `graph` the values
and nodes, `composition` the maps through a graph, `inverse` their inversion.
"""
