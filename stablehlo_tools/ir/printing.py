"""The text of a tree: each room that has a syntax registers its printer here, which `str` of a tree calls."""

from __future__ import annotations

import functools


@functools.singledispatch
def printed(tree: object) -> str:
    """The text of a module, or of whatever has a printer. Raises TypeError for what has none."""
    raise TypeError(f"a {type(tree).__name__} has no text")
