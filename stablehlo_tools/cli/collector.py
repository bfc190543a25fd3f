"""Python's garbage collector in the process of a command, which has nothing else to do."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

from stablehlo_tools.parsing.gc_pause import collection_paused


@contextlib.contextmanager
def objects_kept() -> Iterator[None]:
    """Collect nothing meanwhile, and take all that was made for old: no collection goes through it soon."""
    try:
        with collection_paused():
            yield
    finally:
        if gc.isenabled():
            gc.freeze()
            gc.unfreeze()  # to where what is old is
