"""Python's garbage collector in the process of a command."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def objects_kept() -> Iterator[None]:
    """Pause garbage collection, and move new objects to the oldest generation at the end."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # to where what is old is
        gc.enable()  # last: the next object that is made may start a collection
