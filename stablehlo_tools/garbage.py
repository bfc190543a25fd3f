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
        _aging.grow_old()
        gc.enable()


_LEAST = 1 << 20  # objects that grow old before all are gone through: they do become garbage one day
_PATIENCE = 1 << 10  # times before it is looked again whether objects are frozen, which takes time if so


class _Aging:
    """Counts what was made among the old objects, without going through it as usual."""

    def __init__(self) -> None:
        self.left = _LEAST  # objects that may be made before all are gone through
        self.patience = 0

    def grow_old(self) -> None:
        self.patience -= 1
        if self.patience > 0:
            return
        if gc.get_freeze_count():  # the program at hand keeps objects from being collected, and may want to
            self.patience = _PATIENCE
            return
        self.left -= gc.get_count()[0]
        if self.left < 0:
            gc.collect()
            self.left = max(_LEAST, len(gc.get_objects()))  # so there is as much garbage as not, at most
        else:
            gc.freeze()
            gc.unfreeze()


_aging = _Aging()
