"""Indexing maps: which elements of one tensor belong to an element of another.

The map of `f32[20, 10] transpose(f32[10, 20])`, from output to input, is

    (d0, d1) -> (d1, d0), domain: d0 in [0, 19], d1 in [0, 9]

and that of a sum over the second dimension of a `f32[20, 10]`, of which an element reads ten,

    (d0)[s0] -> (d0, s0), domain: d0 in [0, 19], s0 in [0, 9]

One behind the other they say what the sum of the transposed reads: `compose` makes a map of both,
`simplify` its simplest form, by which maps are compared.

    summed = parse_map("(d0)[s0] -> (d0, s0), domain: d0 in [0, 19], s0 in [0, 9]")
    transposed = parse_map("(d0, d1) -> (d1, d0), domain: d0 in [0, 19], d1 in [0, 9]")
    print_map(simplify(compose(summed, transposed)))  # (d0)[s0] -> (s0, d0), domain: ...

Of maps alone `affine` has the expressions, `interval` the values that they have, `maps` the maps and their
composition, `canonical` and `rewrite` how expressions are simplified, `simplify` how maps are, `variables`
how variables go; `parse` and `print` are for text. Of programs `rules` has the maps of each op, `graph` the
values and nodes, `composition` the maps through these, `inverse` those back.
"""
