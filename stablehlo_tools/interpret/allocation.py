"""Memory allocation settings of the process."""

from __future__ import annotations

import functools

import numpy as np


@functools.cache  # once is enough
def keep_freed_memory() -> None:
    """Make the C library keep freed array memory of up to 32 MB for later allocations.

    glibc returns the memory of a large array to the system when it is freed, and the system clears each page
    of the next one, which takes longer than a cheap op on a large array. Its threshold for this adapts to the
    largest block ever freed, up to these 32 MB including the header. This block is never touched, so that it
    takes no physical memory. With another C library, this has no effect.

    The setting lasts for the whole process, which may keep up to twice as much memory. `shlo run` applies it;
    the library never does.
    """
    np.empty((32 << 20) - (64 << 10), np.uint8)
