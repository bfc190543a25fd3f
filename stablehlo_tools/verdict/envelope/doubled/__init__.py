"""The shadow of programs in f64, which has no wider type: floats are pairs of f64 with 106 bits."""
