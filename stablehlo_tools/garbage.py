"""Python's garbage collector, kept away from trees while they grow."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def collection_paused() -> Iterator[None]:
    """Look for no reference cycles meanwhile.

    The collector goes through all that lives whenever so much was made. Where nothing that is made is
    garbage, that is work for nothing, and more of it the larger the program: a third of the time of parsing.
    What was made is then among the old objects, which are looked at seldom, without being looked at first.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # else the program at hand keeps objects frozen, and may want to
            gc.freeze()
            gc.unfreeze()
        gc.enable()
