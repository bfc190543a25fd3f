"""Python's garbage collector, kept away from trees while they grow."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def collection_paused(*, is_kept: bool = False) -> Iterator[None]:
    """Look for no reference cycles meanwhile.

    The collector goes through all that lives whenever so much was made. Where nothing that is made is
    garbage, that is work for nothing, and more of it the larger the program.

    What was made, and what the caller threw away before, stays young: the next collection, which comes soon
    after, goes through it once. To spare that too, by making all of it old, would keep the caller's garbage:
    `is_kept` does so, for a command whose process has nothing else to do.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if is_kept:
            gc.freeze()
            gc.unfreeze()  # to where what is old is
        gc.enable()
