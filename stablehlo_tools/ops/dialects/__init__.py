"""The ops of other dialects: Shardy, MHLO, and those of StableHLO's own tests."""
