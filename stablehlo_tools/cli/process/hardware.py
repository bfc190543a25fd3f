"""The machine that a command runs on: its memory and cores, and the garbage collector of the process."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from stablehlo_tools.host.gc_pause import collection_paused

# The memory limits of a container, in versions 2 and 1 of Linux control groups.
_CONTAINERS: Final = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def machine_memory() -> int | None:
    """The memory size of the machine or container in bytes; None if it is unknown."""
    sizes = [size for size in map(_read, _CONTAINERS) if size is not None]
    with contextlib.suppress(AttributeError, ValueError, OSError):  # Windows, and systems without these names
        sizes.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min((size for size in sizes if size > 0), default=None)


def _read(path: str) -> int | None:
    try:
        return int(Path(path).read_text(encoding="ascii"))
    except (OSError, ValueError):  # missing, or `max`
        return None


def cores() -> int:
    """The number of cores available to this process."""
    if hasattr(os, "sched_getaffinity"):  # respects affinity, as set by a container or taskset
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def objects_kept() -> Iterator[None]:
    """Pause garbage collection, and move new objects to the oldest generation at the end."""
    is_enabled = gc.isenabled()
    with collection_paused():
        try:
            yield
        finally:
            if is_enabled:
                gc.freeze()
                gc.unfreeze()  # into the oldest generation
