"""The machine: the places of data, of the cache and of temporary folders."""
