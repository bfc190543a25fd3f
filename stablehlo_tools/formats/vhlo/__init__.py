"""VHLO: the versioned twin of StableHLO in which programs are kept for years."""
