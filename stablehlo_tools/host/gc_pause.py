"""Pauses Python's garbage collector while a tree is built."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def collection_paused() -> Iterator[None]:
    """Disable the collection of reference cycles in this context.

    A collection traverses live objects after a number of allocations. If no object becomes garbage, its time
    is wasted, and grows with the program.

    New objects, and the caller's garbage, remain in the young generation, which the next collection traverses
    once. `gc.freeze` would avoid that, but also keep the caller's garbage.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
