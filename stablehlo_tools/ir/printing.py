"""The text, the diagnostics and the drawing of a tree: rooms above register what makes them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from stablehlo_tools.host.notebook import preformatted

if TYPE_CHECKING:
    from stablehlo_tools.diagnostics.diagnostic import Diagnostic


@functools.singledispatch
def printed(tree: object) -> str:
    """The text of a module, or of whatever has a printer. Raises TypeError for what has none."""
    raise TypeError(f"cannot print a {type(tree).__name__}")


@functools.singledispatch
def verified(tree: object) -> list[Diagnostic]:
    """The diagnostics of a module. Raises TypeError for what has no verifier."""
    raise TypeError(f"cannot verify a {type(tree).__name__}")


@functools.singledispatch
def drawn(tree: object) -> str:
    """The HTML that notebooks show of a module: its text, where nothing draws it."""
    return preformatted(str(tree))
