"""Whether MLIR's verifier and ours say the same of programs that were changed at random."""
