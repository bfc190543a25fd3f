"""Python's garbage collector in the process of a command."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

from stablehlo_tools.parsing.gc_pause import collection_paused


@contextlib.contextmanager
def objects_kept() -> Iterator[None]:
    """Pause garbage collection, and move new objects to the oldest generation at the end."""
    try:
        with collection_paused():
            yield
    finally:
        if gc.isenabled():
            gc.freeze()
            gc.unfreeze()  # into the oldest generation
