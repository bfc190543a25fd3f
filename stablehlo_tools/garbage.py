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
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        _grow_old()
        gc.enable()


_MOST = 1 << 19  # objects that grow old before all are gone through, since they do become garbage one day
_grown_old: list[int] = []  # how many did, each time


def _grow_old() -> None:
    """Count what was made among the old objects, without going through it as usual."""
    if gc.get_freeze_count():  # the program at hand keeps objects from being collected, and may want to
        return
    _grown_old.append(gc.get_count()[0])
    if sum(_grown_old) > _MOST:
        _grown_old.clear()
        gc.collect()
    else:
        gc.freeze()
        gc.unfreeze()
