"""The version, in one place: packaging, `--version` and the cache key read it."""

__version__ = "0.1.0"
