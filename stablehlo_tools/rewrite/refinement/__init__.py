"""Shape refinement: infers static types, folds shape computations and canonicalizes dynamic ops."""
