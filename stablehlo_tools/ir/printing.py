"""The text and the diagnostics of a tree: rooms above register themselves here, which make them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stablehlo_tools.diagnostics.diagnostic import Diagnostic


@functools.singledispatch
def printed(tree: object) -> str:
    """The text of a module, or of whatever has a printer. Raises TypeError for what has none."""
    raise TypeError(f"a {type(tree).__name__} has no text")


@functools.singledispatch
def verified(tree: object) -> list[Diagnostic]:
    """The diagnostics of a module. Raises TypeError for what has no verifier."""
    raise TypeError(f"a {type(tree).__name__} has no verifier")
