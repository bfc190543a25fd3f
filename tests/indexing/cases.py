"""Reads the files of testdata/indexing: cases of some lines each, with comments and blank lines between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from stablehlo_tools.indexing.maps import IndexingMap, points

FOLDER = Path(__file__).resolve().parent.parent.parent / "testdata" / "indexing"
SMALL = 1 << 18  # points of a box that are looked at one by one

Rows = list[tuple[int, ...]]


def pairs(name: str) -> Iterator[tuple[str, str]]:
    """Each map of a file, and what is behind the `=>` under it: the map itself where that is `==`."""
    before = ""
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("=="):
            yield before, before
        elif line.startswith("=>"):
            yield before, line.removeprefix("=>").strip()
        elif line and not line.startswith("#"):
            before = line


def is_small(each: IndexingMap) -> bool:
    """Whether the points of the map can be looked at one by one."""
    count = 1
    for variable in each.variables:
        count *= variable.bounds.size
    return count <= SMALL


def point_set(each: IndexingMap) -> Rows:
    """All points of the domain with their results: what a map means."""
    found = points(each)
    return sorted(map(tuple, np.concatenate(found, axis=1).tolist()))
