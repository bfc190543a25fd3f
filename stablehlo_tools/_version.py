"""The versions, in one place: packaging, `--version` and the cache key read them."""

__version__ = "0.1.0"
SPECIFICATION = "1.20"  # the version of StableHLO whose specification the ops are declared after
RULES = "1.20.0"  # the version of the table of rules: of the specification, and the number of changes since
