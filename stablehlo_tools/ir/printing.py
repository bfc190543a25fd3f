"""The text, the diagnostics and the drawing of a tree, by functions that later rooms register."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from stablehlo_tools.host.notebook import preformatted

if TYPE_CHECKING:
    from stablehlo_tools.diagnostics.diagnostic import Diagnostic


@functools.singledispatch
def printed(tree: object) -> str:
    """The text of a module, or of another object with a printer. Raises TypeError without a printer."""
    raise TypeError(f"cannot print a {type(tree).__name__}")


@functools.singledispatch
def verified(tree: object) -> list[Diagnostic]:
    """The diagnostics of a module. Raises TypeError for an object without a verifier."""
    raise TypeError(f"cannot verify a {type(tree).__name__}")


@functools.singledispatch
def drawn(tree: object) -> str:
    """The HTML of a module for notebooks: its text, unless a drawing is registered."""
    return preformatted(str(tree))
