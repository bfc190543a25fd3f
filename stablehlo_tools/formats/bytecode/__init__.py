"""MLIR bytecode to tree and back, portable artifacts of StableHLO (VHLO) among it."""
