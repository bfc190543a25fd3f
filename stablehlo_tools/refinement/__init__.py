"""Programs with shapes made known: types refined, shape computations folded, dynamic ops made static."""
