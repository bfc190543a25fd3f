"""What a process that is ours, or that its owner says it of, does with the memory of arrays."""

from __future__ import annotations

import functools

import numpy as np


@functools.cache  # once is enough
def keep_freed_memory() -> None:
    """Let the C library keep the memory of arrays of up to 32 MB when they are freed, for the next ones.

    glibc gives the memory of a large array back when it is freed, and has the system clear it, page by page,
    for the next one: on large arrays, cheap ops take less time than that. It goes on so only for what is
    larger than the largest array that was ever freed, up to these 32 MB, a bit of its own counted. Nobody
    touches this one, so that it takes no memory; where the C library is another, it does nothing.

    That is so for the whole process and to its end: up to twice as much memory stays with it. `shlo run` does
    it, and the library never by itself.
    """
    np.empty((32 << 20) - (64 << 10), np.uint8)
