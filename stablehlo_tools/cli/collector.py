"""Python's garbage collector in the process of a command, which has nothing else to do."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def objects_kept() -> Iterator[None]:
    """Collect nothing meanwhile, and take all that was made for old: no collection goes through it soon."""
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
